"""Many tables of chemin de fer in compiled code: the duel of the ponto and the banker, in which the
learner decides for both sides, in turn, wherever the law leaves a choice.

In each coup the ponto lays the minimum, under the tables of drawing (64, 67), or goes banco against
the smallest bank, where both sides are free (70). The cents are the ponto's; the banker has the
opposite, of which the house takes its part.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from sabot.equipment.arrays import Bytes, Flags, Numbers, Shorts
from sabot.equipment.streams import lanes
from sabot.games.chemin_de_fer.chances import batch_loop as loop
from sabot.games.chemin_de_fer.chances.duel import FREE, banker_bounds, ponto_bounds
from sabot.games.chemin_de_fer.chances.kernel import pack_cards, parameters
from sabot.games.chemin_de_fer.rules import least_bank
from sabot.procedure.table import Table

COLUMNS = ("phase", "banco", "total", "low", "high", "third", "left")
"""The view of a table: the phase (0: the stake, 1: the ponto, 2: the banker decides), whether it is
banco; the points of the side that decides, and of its two cards; for the banker the ponto's third
card, 10 for none; the cards left in the shoe."""
DECISIONS = ("bet", "banco", "draw", "stand")


class DuelTables:
    """``n`` tables; see `ManyTables`. ``fresh``: every coup has a full shoe, without burnt cards.
    """

    columns, decisions, highest = COLUMNS, DECISIONS, 1 << 14

    def __init__(self, table: Table, n: int, *, first_counts: bool, fresh: bool) -> None:
        if n < 1:
            raise ValueError(f"tables: found {n}; allowed: 1 or more")
        self.n, self._deck = n, pack_cards()
        ponto = np.zeros((2, loop.VALUES), np.int64)
        banker = np.zeros((2, loop.VALUES, loop.NONE + 1), np.int64)
        for banco in (False, True):
            for total in range(loop.NATURAL):
                ponto[int(banco), total] = _must(ponto_bounds(total, banco))
                banker[int(banco), total] = [_must(banker_bounds(total, third, banco))
                                             for third in range(loop.NONE + 1)]
        self._rules = loop.Rules(
            parameters(first_counts, fresh),
            np.array([table.minimum, least_bank(table)], np.int64), ponto.ravel(), banker.ravel())
        self._tables = loop.Tables(
            np.zeros((n, 4), np.uint64), np.tile(self._deck, (n, 1)),
            np.zeros((n, loop.HAND), np.int64), np.zeros((n, loop.WIDTH), np.int16),
            np.zeros((n, len(DECISIONS)), np.int8))

    def start(self, seed: int, number: int = 0) -> tuple[Shorts, Bytes]:
        """Begin at every table, with chance from stream ``number`` of the seed, one lane for each
        table; return views and masks."""
        t = self._tables
        t.streams[:] = lanes(seed, number, self.n)
        t.cards[:] = self._deck
        t.views[:] = 0
        t.masks[:] = (1, 1, 0, 0)
        loop.begin(self._rules, t, np.zeros(4, np.uint64))
        return t.views.copy(), t.masks.copy()

    def step(self, decisions: ArrayLike) -> tuple[Shorts, Bytes, Numbers, Flags, Flags, Shorts]:
        """Apply a decision at each table: see `ManyTables.step`."""
        t, n = self._tables, self.n
        nets, over, refused = np.empty(n, np.int64), np.empty(n, np.bool_), np.empty(n, np.bool_)
        last_views = np.zeros(t.views.shape, t.views.dtype)
        loop.advance(self._rules, t, np.asarray(decisions, np.int64), np.zeros(4, np.uint64), nets,
                     over, refused, last_views)
        return t.views.copy(), t.masks.copy(), nets, over, refused, last_views


def _must(bounds: tuple[int, int]) -> int:
    """What a side with these bounds must do: see `loop.Rules`."""
    return 2 if bounds == FREE else bounds[0]
