"""Thousands of tables in compiled code, as a Gymnasium vector environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sabot import extras, games, pictures
from sabot.families.pokertable.variant import VARIANTS
from sabot.games.make_table import TableSource
from sabot.gym.actions import check_amounts
from sabot.gym.arguments import check_number
from sabot.gym.many_tables import ManyTablesEnv
from sabot.gym.table import make_table
from sabot.pictures import pixels
from sabot.procedure.capabilities import (
    AMOUNTS,
    Amount,
    BatchOf,
    DrawnTables,
    ManyTables,
)
from sabot.procedure.game import Game
from sabot.procedure.table import Table

SHORT = int(np.iinfo(np.int16).max)


def _batch(game: Game) -> BatchOf | None:
    """The batch function of a game, or None."""
    return game.simulation.batch if game.simulation else None


def many_tables(game: str, n: int, table: TableSource | None, fresh: bool,
                amounts: tuple[Amount, ...], options: dict[str, Any]) -> tuple[Table, ManyTables]:
    """The table of a game, and ``n`` of them in compiled code; ValueError for an unlawful table,
    and for a game or a table that is not compiled."""
    known = games.game(game)
    batch_of = _batch(known)
    if batch_of is None:
        allowed = [game_id for game_id in games.ids() if _batch(games.game(game_id))]
        poker = "; for poker see PokerBatch and SelfPlayPoker" if game in VARIANTS else ""
        raise ValueError(f"game: found {game!r}; allowed: {', '.join(allowed)}{poker}")
    check_number("tables", n, 1)
    check_amounts(amounts)
    shared = known.players_needed > 1
    lawful = make_table(known, table, shared=shared, **options)
    return lawful, batch_of(lawful, n, fresh=fresh, amounts=amounts)


def view_space(tables: ManyTables) -> spaces.Space[Any]:
    """The space of the view of one table."""
    whole = np.int16 if tables.highest <= SHORT else np.int32
    return spaces.Box(0, tables.highest, (len(tables.columns),), whole)


class TableBatch(ManyTablesEnv):
    """``n`` tables of a game, each with one player.

    ``table`` and the other options are those of `sabot.gym.SabotEnv`. ``fresh`` begins every
    episode with full packs, or in the initial state of the table; otherwise shoes and states follow
    the law. ``amounts`` is the grid of stakes where stakes are decisions. An episode is one coup,
    or the throws until all bets are decided; the next begins in the same step (``SAME_STEP``), with
    the last observation in ``info["final_obs"]``.

    An observation has the columns ``columns``, all whole numbers; an action is an index into
    ``decisions``. ``info["action_mask"]`` has the open decisions of each table; any other decision
    changes nothing and is reported in ``info["refused"]``. ``render_mode`` "rgb_array" draws the
    first table, where its cards and bets are in the view. The reward is what the step decided, in
    minimum bets; ``info["cents"]`` is the same in cents. A coup without a decision is shown once,
    with one decision to continue. ValueError for an unlawful table, and for a game or a table that
    is not compiled.
    """

    _tables: ManyTables
    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP,
                                "render_modes": ["rgb_array"]}

    def __init__(self, game: str, n: int = 1, *, table: TableSource | None = None,
                 fresh: bool = False, amounts: tuple[Amount, ...] = AMOUNTS,
                 render_mode: str | None = None, **options: Any) -> None:
        self.table, self._tables = many_tables(game, n, table, fresh, amounts, options)
        self.num_envs = n
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "render_modes": render_modes(self._tables)}
        check_picture(game, render_mode, self._tables)
        self.columns: tuple[str, ...] = self._tables.columns
        self.decisions: tuple[str, ...] = self._tables.decisions
        self.single_observation_space = view_space(self._tables)
        self.single_action_space = spaces.Discrete(len(self.decisions))
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make one decision at each table."""
        decisions = self.check_decisions(actions)
        observation, mask, cents, over, refused, final = self._tables.step(decisions)
        info = {"action_mask": mask, "cents": cents, "refused": refused, "final_obs": final,
                "_final_obs": over}
        return (
            observation,
            cents / self.table.minimum,
            over,
            np.zeros(self.num_envs, np.bool_),
            info,
        )


    def render(self) -> tuple[Any, ...] | None:
        """The image of the first table, if the mode is "rgb_array"."""
        if self.render_mode is None or not isinstance(self._tables, DrawnTables):
            return None
        return (first_image(self.table, self._tables),)


def render_modes(tables: ManyTables) -> list[str]:
    """The render modes of these tables."""
    return ["rgb_array"] if isinstance(tables, DrawnTables) and not extras.missing("gym") else []


def check_picture(game: str, render_mode: str | None, tables: ManyTables) -> None:
    """ValueError for a mode that there is not; ModuleNotFoundError for what is not installed."""
    if render_mode is None:
        return
    drawn = isinstance(tables, DrawnTables)
    if render_mode != "rgb_array" or not drawn:
        allowed = "None, rgb_array" if drawn else f"None at compiled tables of {game}"
        raise ValueError(f"render_mode: found {render_mode!r}; allowed: {allowed}")
    extras.require("gym", 'render_mode="rgb_array"')


def first_image(table: Table, tables: DrawnTables) -> NDArray[np.uint8]:
    """The first table as an image."""
    return pixels.pixels(pictures.table(table, tables.seen_at(0)))


class BlackjackBatch(TableBatch):
    """`TableBatch` with the number of tables first, and a blackjack by default."""

    def __init__(self, n: int, game: str = "blackjack-online", **options: Any) -> None:
        super().__init__(game, n, **options)


def batch(game: str, n: int, **options: Any) -> TableBatch:
    """``n`` tables of this game in compiled code; for the options see `TableBatch`."""
    return TableBatch(game, n, **options)


def vector_env(game: str, num_envs: int = 1, **options: Any) -> TableBatch:
    """Many tables of this game in compiled code for `gymnasium.make_vec`."""
    return TableBatch(game, num_envs, **options)
