"""Many tables of no-draw poker in compiled code, each with a player who bets on one box and then
goes on or passes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from sabot.equipment.arrays import Bytes, Flags, Ints, Numbers, Octets, Words
from sabot.equipment.streams import lanes
from sabot.families.poker.no_draw import HAND, card_parts, name, strengths
from sabot.games.no_draw_poker.chances import batch_loop as loop
from sabot.games.no_draw_poker.chances.terms import times
from sabot.games.no_draw_poker.round import BANK
from sabot.games.no_draw_poker.rules import LINES, PAYS, SECOND, Rules, ranking
from sabot.procedure.capabilities import Amount, stakes_of
from sabot.procedure.table import Table

BOX = "1"
COLUMNS = ("phase", "bet", *(f"card {at}" for at in range(1, HAND + 1)), "open", "category",
           "strength")
"""The view of a table: the phase (0: bet, 1: play), the initial bet in cents; the own cards from
the lowest, numbered from 1 (rank by rank from the lowest, spades, hearts, diamonds, clubs), and the
bank's open card; the combination (0: high card) and the number of the strength of the own hand."""


class BoxTables:
    """``n`` tables with one box each; see `ManyTables`. Every round has a full pack, and nobody
    bets on the jackpot. ``amounts``: the grid of initial bets."""

    columns = COLUMNS

    def __init__(self, table: Table, n: int, amounts: Sequence[Amount]) -> None:
        if n < 1:
            raise ValueError(f"tables: found {n}; allowed: 1 or more")
        rules: Rules = table.rules
        order = ranking(rules)
        known = strengths(order)
        self.n, self._order, self._pack = n, order, len(order.pack)
        self.decisions: tuple[str, ...] = (*(f"bet {amount}" for amount in amounts), "call",
                                           "pass")
        self.highest = 2**31 - 1
        self._rules = loop.Rules(
            np.array(stakes_of(amounts, table.minimum, table.maximum, table.unit), np.int64),
            np.array(card_parts(order), np.int64), known.rows, known.codes.ravel(), known.kinds,
            known.categories.astype(np.int64),
            np.array([times(PAYS[name]) for name in LINES], np.int64), known.plays, SECOND,
            rules.prize_cap, int(rules.cap_in_order))
        self._streams: Words = np.zeros((n, 4), np.uint64)
        self._cards: Octets = np.zeros((n, 0), np.uint8)
        self._views: Ints = np.zeros((n, loop.WIDTH), np.int32)
        self._masks: Bytes = np.zeros((n, len(self.decisions)), np.int8)

    def start(self, seed: int, number: int = 0) -> tuple[Ints, Bytes]:
        """Begin at every table, with chance from stream ``number`` of the seed, one lane for each
        table; return views and masks."""
        self._streams = lanes(seed, number, self.n)
        self._cards = np.tile(np.arange(self._pack, dtype=np.uint8), (self.n, 1))
        self._views[:] = 0
        self._masks[:] = 0
        self._masks[:, :len(self._rules.stakes)] = self._rules.stakes > 0
        return self._views.copy(), self._masks.copy()

    def seen_at(self, table: int, /) -> dict[str, object]:
        """The cards and the bet of one table."""
        view = self._views[table]
        if view[loop.PHASE] == loop.BET:
            return {}
        mine = [name(int(card) - 1, self._order)
                for card in view[loop.CARDS:loop.CARDS + HAND]]
        bank = [None] * (HAND - 1) + [name(int(view[loop.OPEN]) - 1, self._order)]
        return {"hands": {BOX: {"cards": mine}, BANK: {"cards": bank}},
                "bets": {BOX: int(view[loop.STAKE])}}

    def step(self, decisions: ArrayLike) -> tuple[Ints, Bytes, Numbers, Flags, Flags, Ints]:
        """Apply a decision at each table: see `ManyTables.step`."""
        n = self.n
        nets, over, refused = np.empty(n, np.int64), np.empty(n, np.bool_), np.empty(n, np.bool_)
        last_views = np.zeros(self._views.shape, self._views.dtype)
        loop.advance(self._rules, self._streams, self._cards, np.asarray(decisions, np.int64),
                     np.zeros(2 * HAND, np.uint64), self._views, self._masks, nets, over, refused,
                     last_views)
        return self._views.copy(), self._masks.copy(), nets, over, refused, last_views
