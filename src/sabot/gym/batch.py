"""Thousands of tables of blackjack in compiled code, as Gymnasium's vector environments are."""

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
    """Many tables of a game at once, where it can."""
    return game.simulation.batch if game.simulation else None


class BlackjackBatch(VectorEnv[Any, Any, Any]):
    """``n`` tables of a blackjack, a player on one place at each, the minimum on it.

    ``game`` is any game with compiled decisions (``parts["batch"]``); ``table`` and the other
    options are those of `sabot.gym.SabotEnv`. ``fresh``: every coup from a full shoe, else shoes as
    the law has them. An episode is one coup; where one ends the next has begun in the same step
    (``SAME_STEP``), with what was seen last in ``info["final_obs"]``.

    An observation has the columns of ``columns``, all whole numbers; an action is an index into
    ``decisions``. ``info["action_mask"]`` is what is open at each table; what is not changes
    nothing and is told in ``info["refused"]``. The reward is what the coup has returned, in minimum
    bets, once it is over; ``info["cents"]`` the same in whole cents. A coup in which nothing is
    open is told once, with "stand" to go on. Raises ValueError for a table that is not lawful.
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
        """New shoes at every table; the same seed gives the same cards. One seed serves all: each
        table has a stream of its own under it."""
        if isinstance(seed, list):
            raise ValueError("seed: found a list; allowed: one number, under which every table has "
                             "a stream of its own")
        if seed is not None or not self._has_begun:
            super().reset(seed=seed)
        self._has_begun = True
        observation, mask = self._tables.start(int(self.np_random.integers(2**63)))
        return observation, {"action_mask": mask}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision at each table."""
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("reset begins the first coups")
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
