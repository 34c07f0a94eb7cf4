"""Thousands of blackjack tables in compiled code, as a Gymnasium vector environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sabot import games
from sabot.gym.table import make_table
from sabot.procedure.capabilities import BatchOf
from sabot.procedure.game import Game
from sabot.procedure.table import Table


def _batch(game: Game) -> BatchOf | None:
    """The batch function of a game, or None."""
    return game.simulation.batch if game.simulation else None


class BlackjackBatch(VectorEnv[Any, Any, Any]):
    """``n`` blackjack tables, each with one player who bets the minimum on one place.

    ``game`` is any game with compiled decisions; ``table`` and the other options are those of
    `sabot.gym.SabotEnv`. ``fresh`` deals every coup from a full shoe, otherwise shoes follow the
    law. An episode is one coup; the next begins in the same step (``SAME_STEP``), with the last
    observation in ``info["final_obs"]``.

    An observation has the columns ``columns``, all whole numbers; an action is an index into
    ``decisions``. ``info["action_mask"]`` has the open decisions of each table; any other decision
    changes nothing and is reported in ``info["refused"]``. The reward is the return of the coup in
    minimum bets, once it is over; ``info["cents"]`` is the same in cents. A coup without a decision
    is shown once, with "stand" to continue. ValueError for an unlawful table.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, n: int, game: str = "blackjack-online", *, table: Table | Path | None = None,
                 fresh: bool = False, **options: Any) -> None:
        known = games.game(game)
        batch = _batch(known)
        if batch is None:
            allowed = [game_id for game_id in games.ids() if _batch(games.game(game_id))]
            raise ValueError(f"game: found {game!r}; allowed: {', '.join(allowed)}")
        self.table = make_table(known, table, **options)
        self._tables = batch(self.table, n, fresh=fresh)
        self.num_envs = n
        self.columns: tuple[str, ...] = self._tables.columns
        self.decisions: tuple[str, ...] = self._tables.decisions
        self.single_observation_space = spaces.Box(0, self._tables.highest, (len(self.columns),),
                                                   np.int16)
        self.single_action_space = spaces.Discrete(len(self.decisions))
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._has_begun = False

    def reset(self, *, seed: int | list[int | None] | None = None,
              options: dict[str, object] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin with new shoes at every table; the same seed gives the same cards. Each table has
        its own stream under the one seed."""
        if isinstance(seed, list):
            raise ValueError("seed: found a list; allowed: one number, from which every table has "
                             "its own stream")
        if seed is not None or not self._has_begun:
            super().reset(seed=seed)
        self._has_begun = True
        observation, mask = self._tables.start(int(self.np_random.integers(2**63)))
        return observation, {"action_mask": mask}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make one decision at each table."""
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("call reset first")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(f"actions: found {chosen.dtype} of shape {chosen.shape}; allowed: "
                             f"whole numbers of shape ({self.num_envs},)")
        observation, mask, cents, over, refused, final = self._tables.step(chosen)
        info = {"action_mask": mask, "cents": cents, "refused": refused, "final_obs": final,
                "_final_obs": over}
        return (
            observation,
            cents / self.table.minimum,
            over,
            np.zeros(self.num_envs, np.bool_),
            info,
        )
