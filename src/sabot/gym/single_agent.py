"""One player at one table (Gymnasium)."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import SyncVectorEnv, VectorEnv
from numpy.typing import NDArray

from sabot import extras, pictures
from sabot.games.make_table import TableSource
from sabot.gym.actions import AMOUNTS, Action, Amount
from sabot.gym.arguments import check_number
from sabot.gym.observation import Field, Row
from sabot.gym.session import Session
from sabot.pictures import pixels

STEPS = 10_000


class SabotEnv(gymnasium.Env[Row, np.int64]):
    """One player at a table of any game of the catalogue.

    Args:
        game: The id of the game.
        table: A table or a table file; other keywords are its options ("minimum", "packs").
        bots: Players of the house at the same table; 0 for as many as the game needs.
        coups: The number of coups of an episode.
        steps: The number of decisions after which an episode is truncated.
        purse: The player's money in cents; 0 for a thousand minimums.
        buy_in: What the player brings to the table where a buy-in is required, in cents; 0 for the
            minimum.
        amounts: The grid of sums (`actions.AMOUNTS`).
        render_mode: None, "ansi", or "rgb_array" (the table as an image).

    The observation is a row of numbers (see ``fields``), the action an index into ``actions``.
    ``info["action_mask"]`` has the open actions; any other action is refused, changes nothing and
    is reported in ``info["refusal"]``. The reward is the change of the player's money in minimum
    bets; ``info["cents"]`` is the same in cents. ValueError for an unlawful table. """

    metadata = {"render_modes": ["ansi", *(() if extras.missing("gym") else ("rgb_array",))],
                "render_fps": 4}

    def __init__(self, game: str, *, table: TableSource | None = None, bots: int = 0,
                 coups: int = 1, steps: int = STEPS, purse: int = 0, buy_in: int = 0,
                 amounts: tuple[Amount, ...] = AMOUNTS, render_mode: str | None = None,
                 **options: object) -> None:
        if render_mode not in (None, "ansi", "rgb_array"):
            raise ValueError(f"render_mode: found {render_mode!r}; allowed: None, ansi, rgb_array")
        if render_mode == "rgb_array":
            extras.require("gym", 'render_mode="rgb_array"')
        self.session = Session(game, table, 1, bots, coups=coups, purse=purse, buy_in=buy_in,
                               amounts=amounts, **options)
        self.render_mode, self.steps = render_mode, check_number("steps", steps, 1)
        self._decisions, self._has_begun = 0, False
        self.action_space = spaces.Discrete(len(self.session.actions))
        bound = self.session.bound
        self.observation_space = spaces.Box(-bound, bound, (self.session.encoding.size,),
                                            np.float32)

    @property
    def actions(self) -> list[Action]:
        """The list of actions."""
        return self.session.actions.table

    @property
    def fields(self) -> list[Field]:
        """The fields of an observation."""
        return self.session.encoding.fields

    def reset(self, *, seed: int | None = None, options: dict[str, object] | None = None
              ) -> tuple[Row, dict[str, Any]]:
        """Begin a new episode at a new table; the same seed gives the same cards. Stakes before the
        first decision (a blind) count in the first step."""
        super().reset(seed=seed)
        self.session.begin(int(self.np_random.integers(2**63)))
        self._decisions, self._has_begun = 0, True
        self.session.advance()
        return self._row(), self._info(0)

    def step(self, action: Any) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Do an action; the table continues until the player's next decision or the end of the
        episode."""
        session = self.session
        if not self._has_begun or session.over:
            raise ResetNeeded("the episode is over: call reset" if self._has_begun else
                              "call reset first")
        action = check_number("action", action, 0, len(self.actions) - 1)
        refusal = session.act_on("player_0", action)
        session.advance()
        self._decisions += 1
        cents = session.earnings("player_0")
        info = self._info(cents)
        if refusal is not None:
            info["refusal"] = refusal.text
        return (self._row(), cents / session.table.minimum, session.over,
                not session.over and self._decisions >= self.steps, info)

    def action_masks(self) -> Any:
        """The mask of the actions as booleans, for MaskablePPO."""
        return self.session.mask("player_0").astype(np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table in one line ("ansi") or as an image ("rgb_array"); None without a mode."""
        if self.render_mode == "rgb_array":
            session = self.session
            return pixels.pixels(pictures.table(session.table, session.view("player_0")))
        if self.render_mode != "ansi":
            return None
        view = self.session.play.view("player_0")
        hands = "  ".join(f"{name} {' '.join(card or '??' for card in cards)}"
                          for name, cards in view.hands.items())
        bets = "  ".join(f"{bet} {self.session.game.money(cents)}"
                         for bet, cents in view.bets.items())
        return f"{hands}  |  {bets}"

    def _row(self) -> Row:
        return self.session.row("player_0")

    def _info(self, cents: int) -> dict[str, Any]:
        session = self.session
        return {"action_mask": session.mask("player_0"), "view": session.view("player_0"),
                "cents": cents, "coups": session.played}


def vector_env(game: str, num_envs: int = 1, **options: Any) -> VectorEnv[Any, Any, Any]:
    """Many tables of the engine one after another, for `gymnasium.make_vec`; with the spaces of
    `SabotEnv`."""
    number = check_number("num_envs", num_envs, 1)
    return SyncVectorEnv([partial(SabotEnv, game, **options) for _ in range(number)])


def env(game: str, **options: Any) -> SabotEnv:
    """One player at a table of this game; for the options see `SabotEnv`."""
    return SabotEnv(game, **options)
