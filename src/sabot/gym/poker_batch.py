"""Self-play at poker tables in compiled code: thousands of tables, or one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sabot import games
from sabot.families.pokertable.kernel.hands import AMOUNTS, Amount, PokerTables
from sabot.families.pokertable.variant import VARIANTS
from sabot.games.make_table import TableSource
from sabot.gym.actions import check_amounts
from sabot.gym.arguments import check_number
from sabot.gym.many_tables import ManyTablesEnv
from sabot.gym.table import make_table

View = NDArray[np.int32]
Mask = NDArray[np.int8]


def _tables(n: int, game: str, players: int, table: TableSource | None,
            buy_in: int | Sequence[int], amounts: Sequence[Amount], options: dict[str, object]
            ) -> PokerTables:
    """So many tables of a game; ValueError for an unlawful table, and for one that compiled hands
    do not play."""
    if game not in VARIANTS:
        raise ValueError(f"game: found {game!r}; allowed: {', '.join(VARIANTS)}")
    check_number("tables", n, 1)
    check_number("players", players, 1)
    for stack in [buy_in] if isinstance(buy_in, int | str) else buy_in:
        check_number("buy_in", stack, 0)
    return PokerTables(make_table(games.game(game), table, shared=True, **options), n, players,
                       buy_in=buy_in, amounts=check_amounts(amounts))


class PokerBatch(ManyTablesEnv):
    """``n`` poker tables with ``players`` each, all of whom are played by the caller.

    At each table one player is asked, whose place is in the column ``player``; the observation is
    what that player may see. An episode is one hand; the next begins in the same step
    (``SAME_STEP``), and the hand goes round the places. Every hand begins with the same stacks,
    ``buy_in`` cents: one sum, or one for each place; 0 for what the table asks for.

    An observation has the columns ``columns``: whole numbers, sums in cents, cards from 1 in the
    order of `sabot.equipment.PACK`, 0 for a card that is not dealt. An action is an index into
    ``decisions``; a bet is one of the sums ``amounts``, and "bet" is also the raise.
    ``info["action_mask"]`` has the open decisions of each table; any other changes nothing and is
    reported in ``info["refused"]``.

    The rewards have a row for each table and a column for each place: what it has won or lost in
    the hand, in minimum bets, once the hand is over. ``info["cents"]`` is the same in cents;
    ``info["final_obs"]`` is what the player who decided last saw then.

    ``game`` is "holdem", "omaha" or "sintetico"; ``table`` and the other options are those of
    `sabot.gym.SabotEnv`. ValueError for an unlawful table, and for options that compiled hands do
    not play, by name: a mixed table (23), the estardilho (106), the percentage of a session (7.b).
    """

    _tables: PokerTables
    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, game: str, n: int = 1, *, players: int = 6,
                 table: TableSource | None = None, buy_in: int | Sequence[int] = 0,
                 amounts: Sequence[Amount] = AMOUNTS, **options: object) -> None:
        self._tables = _tables(n, game, players, table, buy_in, amounts, options)
        self.table, self.num_envs, self.players = self._tables.table, n, players
        self.columns: tuple[str, ...] = self._tables.columns
        self.decisions: tuple[str, ...] = self._tables.decisions
        self.single_observation_space = _space(self._tables)
        self.single_action_space = spaces.Discrete(len(self.decisions))
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)

    def step(self, actions: Any) -> tuple[View, Any, Any, Any, dict[str, Any]]:
        """Make one decision at each table."""
        after = self._tables.step(self.check_decisions(actions))
        info = {"action_mask": after.mask, "cents": after.cents, "refused": after.refused,
                "final_obs": after.last_views, "_final_obs": after.over}
        return (after.views, after.cents / self.table.minimum, after.over,
                np.zeros(self.num_envs, np.bool_), info)


def vector_env(game: str, num_envs: int = 1, **options: Any) -> PokerBatch:
    """Self-play at many tables of a game for `gymnasium.make_vec`."""
    return PokerBatch(game, num_envs, **options)


class SelfPlayPoker:
    """One poker table, all of whose players are played by the caller: `PokerBatch` of one table,
    for plain loops.

    ``player``: the place that is asked, from 0; ``mask``: their open decisions; ``over``: whether
    the hand is over, after which `reset` begins the next. For the options, ``columns`` and
    ``decisions`` see `PokerBatch`.
    """

    def __init__(self, game: str = "holdem", *, players: int = 6,
                 table: TableSource | None = None, buy_in: int | Sequence[int] = 0,
                 amounts: Sequence[Amount] = AMOUNTS, **options: object) -> None:
        self._tables = _tables(1, game, players, table, buy_in, amounts, options)
        self.table, self.players = self._tables.table, players
        self.columns, self.decisions = self._tables.columns, self._tables.decisions
        self.observation_space = _space(self._tables)
        self.action_space = spaces.Discrete(len(self.decisions))
        self._nobody_won = np.zeros(players)
        self._view: View | None = None
        self._mask: Mask = np.zeros(len(self.decisions), np.int8)
        self.over = True

    def reset(self, *, seed: int | None = None) -> View:
        """Begin the next hand, or with a ``seed`` the first of a new game; the same seed gives the
        same cards. Returns what the player who is asked sees."""
        if seed is not None or self._view is None:
            random = seeding.np_random(seed)[0]
            views, mask = self._tables.start(int(random.integers(2**63)))
            self._view, self._mask = views[0], mask[0]
        elif not self.over:
            raise gymnasium.error.ResetNeeded("a hand is under way: play it to its end, or name a "
                                              "seed")
        self.over = False
        return self._view

    def forget(self) -> None:
        """Leave the hand that is under way; `reset` begins a new game."""
        self._view, self.over = None, True

    def view_of(self, place: int) -> View:
        """What the player at a place sees now. Once a hand is over, it is the next one."""
        check_number("place", place, 0, self.players - 1)
        return self._tables.view_of(0, place)

    @property
    def player(self) -> int:
        """The place of the player who is asked."""
        if self._view is None:
            raise gymnasium.error.ResetNeeded("call reset first")
        return int(self._view[1])

    @property
    def mask(self) -> Mask:
        """Which decisions are open to them."""
        return self._mask

    def step(self, action: int) -> tuple[View, NDArray[np.float64], bool]:
        """Make the decision of the player who is asked. Returns what the next one sees, or at the
        end of the hand what this one saw; what each place has won or lost, in minimum bets, once
        the hand is over; and whether it is. ValueError for a decision that is not open."""
        if self.over:
            raise gymnasium.error.ResetNeeded("the hand is over: call reset" if self._view is
                                              not None else "call reset first")
        decision = check_number("action", action, 0, len(self.decisions) - 1)
        views, mask, cents, over, refused, last = self._tables.step((decision,))
        if refused[0]:
            raise ValueError(f"action: found {action}; open: " + ", ".join(
                f"{n} ({self.decisions[n]})" for n in np.flatnonzero(self._mask).tolist()))
        self._view, self._mask = views[0], mask[0]
        if not over[0]:
            return views[0], self._nobody_won, False
        self.over = True
        return last[0], cents[0] / self.table.minimum, True


def _space(tables: PokerTables) -> spaces.Box:
    return spaces.Box(0, tables.highest, (len(tables.columns),), np.int32)
