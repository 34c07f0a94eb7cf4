"""One player at one table, as Gymnasium has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from sabot.gym.actions import AMOUNTS, Action, Amount
from sabot.gym.observation import Field, Row
from sabot.gym.session import Session
from sabot.procedure.table import Table

STEPS = 10_000


class SabotEnv(gymnasium.Env[Row, np.int64]):
    """One player at a table of any game of the catalogue.

    ``game`` is its id. ``table`` is a table or the file of one; any other keyword is an option of
    it ("minimum", "packs"). ``bots`` players of the house's own sit there too (a game that nobody
    plays alone has as many as it needs). An episode is ``coups`` coups; ``steps`` decisions
    truncate it. ``purse`` is what the player begins with and ``buy_in`` what he takes to the table
    where one must, in cents: 0 for a thousand minimums, and for the least. ``amounts`` is the grid
    of sums (`actions.AMOUNTS`).

    The observation is a row of numbers (``fields`` says which), the action an index into
    ``actions``. ``info["action_mask"]`` is what is open now; what is not is refused, changes
    nothing and is told in ``info["refusal"]``. The reward is what the step has changed of the
    player's money, in minimum bets; ``info["cents"]`` is the same in whole cents. Raises ValueError
    for a table that is not lawful.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, game: str, *, table: Table | Path | None = None, bots: int = 0,
                 coups: int = 1, steps: int = STEPS, purse: int = 0, buy_in: int = 0,
                 amounts: tuple[Amount, ...] = AMOUNTS, render_mode: str | None = None,
                 **options: object) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode: found {render_mode!r}; allowed: None, "
                             f"{', '.join(self.metadata['render_modes'])}")
        self.session = Session(game, table, 1, bots, coups=coups, purse=purse, buy_in=buy_in,
                               amounts=amounts, **options)
        self.render_mode, self.steps = render_mode, steps
        self._decisions = 0
        self.action_space = spaces.Discrete(len(self.session.actions))
        bound = self.session.bound
        self.observation_space = spaces.Box(-bound, bound, (self.session.encoding.size,),
                                            np.float32)

    @property
    def actions(self) -> list[Action]:
        """What each index does."""
        return self.session.actions.table

    @property
    def fields(self) -> list[Field]:
        """What each number of an observation means."""
        return self.session.encoding.fields

    def reset(self, *, seed: int | None = None, options: dict[str, object] | None = None
              ) -> tuple[Row, dict[str, Any]]:
        """A new episode at a table laid out anew; the same seed gives the same cards. What is
        staked before anything is decided (a blind bet) counts in the first step."""
        super().reset(seed=seed)
        self.session.begin(int(self.np_random.integers(2**63)))
        self._decisions = 0
        self.session.advance()
        return self._row(), self._info(0)

    def step(self, action: Any) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Decide; the table goes on until the player must decide again or the episode ends."""
        if not self.action_space.contains(action):
            raise ValueError(f"action: found {action!r}; allowed: 0 to {len(self.actions) - 1}")
        session = self.session
        if session.over:
            raise RuntimeError("the episode is over: reset begins a new one")
        refusal = session.act_on("player_0", int(action))
        session.advance()
        self._decisions += 1
        cents = session.earned("player_0")
        info = self._info(cents)
        if refusal is not None:
            info["refusal"] = refusal.text
        return (self._row(), cents / session.table.minimum, session.over,
                not session.over and self._decisions >= self.steps, info)

    def action_masks(self) -> Any:
        """The mask of the actions as booleans, as MaskablePPO asks for it."""
        return self.session.mask("player_0").astype(np.bool_)

    def render(self) -> str | None:
        """The table in one line, where the mode is "ansi"."""
        if self.render_mode != "ansi":
            return None
        view = self.session.play.views["player_0"]
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


def env(game: str, **options: Any) -> SabotEnv:
    """One player at a table of this game: see `SabotEnv` for what may be said."""
    return SabotEnv(game, **options)
