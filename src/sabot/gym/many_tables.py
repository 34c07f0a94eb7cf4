"""What vector environments of compiled tables share: how they begin, and what a decision may be."""

from __future__ import annotations

from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv
from numpy.typing import NDArray


class Startable(Protocol):
    """Tables that begin anew from a seed."""

    def start(self, seed: int, /) -> tuple[Any, Any]:
        """Begin at every table; returns what is seen, and the open decisions."""


class ManyTablesEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` compiled tables, each with its own stream under one seed."""

    _tables: Startable
    _has_begun = False

    def reset(self, *, seed: int | list[int | None] | None = None,
              options: dict[str, object] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin anew at every table; the same seed gives the same cards. Each table has its own
        stream under the one seed."""
        if isinstance(seed, list):
            raise ValueError("seed: found a list; allowed: one number, from which every table has "
                             "its own stream")
        if seed is not None or not self._has_begun:
            super().reset(seed=seed)
        self._has_begun = True
        observation, mask = self._tables.start(int(self.np_random.integers(2**63)))
        return observation, {"action_mask": mask}

    def check_decisions(self, actions: Any) -> NDArray[Any]:
        """One decision for each table as an array; ValueError for anything else."""
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("call reset first")
        decisions = np.asarray(actions)
        if decisions.shape != (self.num_envs,) or not np.issubdtype(decisions.dtype, np.integer):
            raise ValueError(f"actions: found {decisions.dtype} of shape {decisions.shape}; "
                             f"allowed: whole numbers of shape ({self.num_envs},)")
        return decisions
