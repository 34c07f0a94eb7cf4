"""The fast player of blackjack: blocks of coups in compiled loops, counted in whole numbers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from sabot.equipment.streams import stream
from sabot.families.blackjack import coups
from sabot.families.blackjack.blocks import block
from sabot.families.blackjack.chart import Chart, mimic
from sabot.families.blackjack.code import Book, Code
from sabot.families.blackjack.packed import Packed, pack
from sabot.odds.tally import Tally
from sabot.procedure.table import Table

VERSION = 1  # of what a block gives: a change of the loops that changes it counts on
BLOCK = 1 << 22
SIMPLE = ("cards are taken below 17 and never from 17 up; no double, split, surrender, insurance "
          "or even money")


@dataclass(frozen=True)
class Player:
    """A table played by a chart on ``seats`` places, one bettor at the minimum on each.

    ``alone``: they are all one player's. ``fresh``: every coup from a full shoe; else shoes as the
    law has them. `sabot.odds.tally.Kernel` says the rest.
    """

    code: Code
    stake: int
    chart: Chart
    strategy: str
    seats: int = 1
    alone: bool = True
    fresh: bool = False
    size: int = BLOCK

    @property
    def unit(self) -> int:
        return self.stake * self.seats

    @cached_property
    def identity(self) -> str:
        told = hashlib.sha256(msgspec.json.encode(
            (VERSION, self.code, self.stake, self.seats, self.alone, self.fresh),
            order="sorted"))
        for part in self.chart:
            told.update(part.tobytes())
        return f"blackjack {told.hexdigest()[:16]}"

    @cached_property
    def packed(self) -> Packed:
        """The table and the chart as the loops read them."""
        return pack(self.code, self.chart, self.stake, self.alone, self.fresh)

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` coups from new packs on, with the cards of stream ``number`` of the seed."""
        return self._tally(*self._played(seed, number, size, 0)[:3])

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """What each place returned net, in cents, in every coup of a block."""
        found: list[list[int]] = (self._played(seed, number, size, size)[3]
                                  * self.packed.share).tolist()
        return found

    def _played(self, seed: int, number: int, size: int, told: int) -> tuple[Any, ...]:
        packed, seats = self.packed, self.seats
        nets = np.zeros((1 + seats * (seats > 1), 2 * packed.most * seats + 1), np.int64)
        counts, sums = np.zeros(coups.COUNTS, np.int64), np.zeros(4, np.int64)
        each = np.zeros((told, seats), np.int64)
        block(packed.tables, stream(seed, number), packed.cards.copy(),
              np.zeros(3, np.int64), np.zeros(4, np.int64), np.zeros(2 * seats + 2, np.int64),
              np.zeros(8 * (coups.BANK_NATURAL + 1), np.int64),
              np.zeros((seats, packed.hands, coups.HAND), np.int64),
              np.zeros((seats, coups.PLACE), np.int64), size, nets, counts, sums, each)
        return nets, counts, [int(n) for n in sums], each

    def _tally(self, nets: Any, counts: Any, sums: list[int]) -> Tally:
        packed = self.packed
        share, middle = packed.share, nets.shape[1] // 2
        rows = [{(int(at) - middle) * share: int(row[at]) for at in np.flatnonzero(row)}
                for row in nets]
        coups_played = sum(rows[0].values())
        named = {name: int(times) for name, times in zip(coups.COUNTED, counts, strict=True)
                 if name and times}
        named["staked"] = self.stake * (
            coups_played * self.seats + int(counts[coups.SPLITS] + counts[coups.DOUBLES])
        ) + int(counts[coups.INSURANCES] * packed.tables.law[coups.INSURANCE]) * share
        return Tally(coups=coups_played, shoes=sums[0], nn=sums[1], ns=sums[2] * share,
                     ss=sums[3] * share * share, nets=rows[0], counts=dict(sorted(named.items())),
                     parts={f"place/{n}": row for n, row in enumerate(rows[1:], start=1)})


def kernel(book: Book, table: Table, chart: Chart | None = None, *, seats: int = 1,
           fresh: bool = False) -> Player:
    """The kernel of a lawful table; without a chart cards are taken below 17 and nothing else.

    ValueError for more places than the table has and for a chart that does what is not open.
    """
    most = table.places_per_player if table.individual else table.places
    if not 1 <= seats <= most:
        raise ValueError(f"{seats} places; at this table 1 to {most} can be played")
    if chart is None:
        chart, strategy = mimic(), SIMPLE
    else:
        strategy = "as the chart says"
    lay = "one place" if seats == 1 else f"{seats} places, each"
    shoe = "; a full shoe for each coup" if fresh else ""
    made = Player(book.code(table), table.minimum, chart,
                  f"{lay} at the minimum; {strategy}{shoe}", seats,
                  table.individual or seats == 1, fresh)
    made.packed  # noqa: B018  # an unlawful chart is told here
    return made
