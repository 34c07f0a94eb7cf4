"""The fast player of blackjack: blocks of coups in compiled loops, counted in whole numbers."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import msgspec
import numpy as np

from sabot.equipment.arrays import Numbers, Octets, Words
from sabot.equipment.streams import stream
from sabot.families.blackjack.charts.chart import Chart, mimic
from sabot.families.blackjack.kernel import coups
from sabot.families.blackjack.kernel import side_bets as b
from sabot.families.blackjack.kernel.blocks import LANES, block, fold, lanes
from sabot.families.blackjack.kernel.encoding import Packed, pack
from sabot.families.blackjack.kernel.transitions import Course, course
from sabot.families.blackjack.rules.code import RuleBook, TableLaw
from sabot.families.blackjack.rules.pricing_rules import Terms
from sabot.odds.tally import Tally
from sabot.procedure.table import Table

VERSION = 3  # of what a block gives: a change of the loops that changes it counts on
BESIDE = 3  # the same for what the bets beside the main one give
BLOCK = 1 << 22
SIMPLE = ("cards are taken below 17 and never from 17 up; no double, split, surrender, insurance "
          "or even money")


@dataclass(frozen=True)
class Player:
    """A table played by a chart on ``seats`` places, one bettor at the minimum on each.

    ``alone``: they are all one player's. ``fresh``: every coup from a full shoe; else shoes as the
    law has them. ``bets``: those of `beside.offered` that lie at their least stake beside each main
    bet; the coups and what else is counted are the same with them. ``terms``: general
    rules that go before the code's (`anyrules`). ``lanes``: how many shoes the coups of one place
    come from, one from each in turn, up to `blocks.LANES`. `sabot.odds.tally.Kernel` says
    the rest.
    """

    code: TableLaw
    stake: int
    chart: Chart
    strategy: str
    seats: int = 1
    alone: bool = True
    fresh: bool = False
    size: int = BLOCK
    bets: tuple[str, ...] = ()
    terms: Terms | None = None
    lanes: int = LANES

    @property
    def unit(self) -> int:
        return self.stake * self.seats

    @property
    def many(self) -> int:
        """How many lanes are played."""
        return self.lanes if self.seats == 1 else 1

    @cached_property
    def identity(self) -> str:
        code = msgspec.structs.replace(self.code, sides=())
        told = hashlib.sha256(msgspec.json.encode(
            (VERSION, code, self.stake, self.seats, self.alone, self.fresh, self.many),
            order="sorted"))
        for part in self.chart:
            told.update(part.tobytes())
        if self.terms is not None:
            told.update(msgspec.json.encode(self.terms, order="sorted"))
        if self.bets:
            told.update(f"{BESIDE} {' '.join(self.bets)}".encode())
            told.update(b"".join(part.tobytes() for part in self.beside))
        return f"blackjack {told.hexdigest()[:16]}"

    @cached_property
    def packed(self) -> Packed:
        """The table and the chart as the loops read them."""
        return pack(self.code, self.chart, self.stake, self.alone, self.fresh, self.terms)

    @cached_property
    def course(self) -> Course:
        """The course of a coup of one place as the loops read it."""
        return course(self.packed.tables)

    @cached_property
    def stakes(self) -> dict[str, int]:
        """What lies on each bet beside a main bet, in cents."""
        return b.stakes(self.code, self.stake, self.bets)

    @cached_property
    def beside(self) -> b.Beside:
        """The bets beside the main one as the loops read them."""
        return b.beside(self.code, self.packed, self.stake, self.bets, self.alone)

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` coups from new packs on, with the cards of stream ``number`` of the seed."""
        if self.bets:
            return self._with_bets(seed, number, size)[0]
        return self._tally(*self._played(seed, number, size, 0)[:3])

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """What each place returned net, in cents, in every coup of a block."""
        found: list[list[int]] = (self._played(seed, number, size, size)[3]
                                  * self.packed.share).tolist()
        return found

    def each_bet(self, seed: int, number: int, size: int) -> list[list[dict[str, int]]]:
        """The same of the bets beside: by name, in cents, those that were decided or went back."""
        told = self._with_bets(seed, number, size, True)[1]
        return [[{spot: int(net) for spot, net in zip(self.bets, place[1:], strict=True)
                  if net != b.NOTHING} for place in coup] for coup in told]

    def _with_bets(self, seed: int, number: int, size: int, telling: bool = False
                   ) -> tuple[Tally, Numbers]:
        """A block with the bets beside: its tally, and all results where ``telling``."""
        packed, beside, seats = self.packed, self.beside, self.seats
        nets = np.zeros((1 + seats * (seats > 1), 2 * packed.most * seats + 1), np.int64)
        counts, sums = np.zeros(coups.COUNTS, np.int64), np.zeros(4, np.int64)
        state = np.zeros(b.STATE + 2 * seats, np.int64)
        seen = np.zeros_like(beside.nets)
        shares = np.zeros(b.CHUNK * seats, np.int64)
        told = np.zeros((b.CHUNK * telling, seats, 1 + len(self.bets)), np.int64)
        rng, decks, at = self._lanes(seed, number)
        shoes = np.zeros(self.many, np.int64)
        scratch, dealt, hands, places = self._room()
        out, paid = np.zeros((seats, len(self.bets)), np.int64), np.zeros(seats, np.int64)
        won: Counter[int] = Counter()
        kept = []
        for start in range(0, size, b.CHUNK):
            count = min(b.CHUNK, size - start)
            b.block(packed.tables, beside, rng, decks, at, shoes, scratch, dealt, hands, places,
                    count, nets, counts, sums, state, out, paid, seen, shares, told)
            won.update(shares[:state[b.S_WON]].tolist())
            kept.append(told[:count].copy())
        for lane in np.flatnonzero(shoes).tolist():
            fold(sums, shoes, lane)
        made = self._tally(nets, counts, [int(n) for n in sums])
        return self._and_bets(made, seen, won), np.concatenate(kept)

    def _and_bets(self, made: Tally, seen: Numbers, won: Counter[int]) -> Tally:
        """A tally with what each bet beside returned net, and how often each line of a jackpot."""
        parts, counts = dict(made.parts), dict(made.counts)
        jackpot, lines = self.code.jackpot, b.line_names(self.code)
        for bet, spot in enumerate(self.bets):
            nets: Counter[int] = Counter()
            for result in np.flatnonzero(seen[bet]).tolist():
                times = int(seen[bet, result])
                if spot == "jackpot" and result >= b.WON:
                    counts[f"jackpot/{lines[result - b.WON]}"] = times
                    if self.beside.lines[result - b.WON, b.L_SHARE]:
                        continue
                nets[int(self.beside.nets[bet, result])] += times
            if spot == "jackpot" and jackpot is not None:
                nets.update(won)
            parts[f"bet/{spot}"] = {net: nets[net] for net in sorted(nets)}
        return msgspec.structs.replace(made, counts=dict(sorted(counts.items())),
                                       parts=dict(sorted(parts.items())))

    def _lanes(self, seed: int, number: int) -> tuple[Words, Octets, Numbers]:
        """Streams, cards and shoes in use of a block, a row for each lane."""
        rng = np.zeros((self.many, coups.RNG), np.uint64)
        for lane in range(self.many):
            rng[lane, :4] = stream(seed, number, lane)
        return rng, np.tile(self.packed.cards, (self.many, 1)), np.zeros((self.many, 3), np.int64)

    def _room(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Room for the loops to work in."""
        return (np.zeros(4, np.int64), np.zeros(2 * self.seats + 2, np.int64),
                np.zeros((self.seats, self.packed.hands, coups.HAND), np.int64),
                np.zeros((self.seats, coups.PLACE), np.int64))

    def _played(self, seed: int, number: int, size: int, told: int
                ) -> tuple[Numbers, Numbers, list[int], Numbers]:
        packed, seats = self.packed, self.seats
        nets = np.zeros((1 + seats * (seats > 1), 2 * packed.most * seats + 1), np.int64)
        counts, sums = np.zeros(coups.COUNTS, np.int64), np.zeros(4, np.int64)
        each = np.zeros((told, seats), np.int64)
        scratch, dealt, hands, places = self._room()
        rng, decks, at = self._lanes(seed, number)
        if seats > 1:
            block(packed.tables, rng[0], decks[0], at[0], scratch, dealt, hands, places, size, nets,
                  counts, sums, each)
        else:
            course = self.course
            streams = np.zeros((4, LANES), np.uint64)
            streams[:, :self.many] = rng[:, :4].T
            lanes(packed.tables, course, streams.ravel(), decks, decks.ravel(), at,
                  np.zeros(len(course.pays), np.int64), np.zeros(self.many, np.int64),
                  np.zeros((3, LANES), np.uint64), np.zeros((2, LANES + 1), np.uint16),
                  np.zeros(LANES, course.lead.dtype), rng[0], scratch, dealt, hands, places, size,
                  nets, counts, sums, each)
        return nets, counts, [int(n) for n in sums], each

    def _tally(self, nets: Numbers, counts: Numbers, sums: list[int]) -> Tally:
        packed = self.packed
        share, middle = packed.share, nets.shape[1] // 2
        rows = [{(int(at) - middle) * share: int(row[at]) for at in np.flatnonzero(row)}
                for row in nets]
        coups_played = sum(rows[0].values())
        named = {name: int(times) for name, times in zip(coups.COUNTED, counts, strict=True)
                 if name and times}
        if self.terms is not None and self.terms.charlie and "five_cards" in named:
            named["charlies"] = named.pop("five_cards")  # the loops claim both alike
        named["staked"] = self.stake * (
            coups_played * self.seats + int(counts[coups.SPLITS] + counts[coups.DOUBLES])
        ) + int(counts[coups.INSURANCES] * packed.tables.law[coups.INSURANCE]) * share
        return Tally(coups=coups_played, shoes=sums[0], nn=sums[1], ns=sums[2] * share,
                     ss=sums[3] * share * share, nets=rows[0], counts=dict(sorted(named.items())),
                     parts={f"place/{n}": row for n, row in enumerate(rows[1:], start=1)})


def kernel(book: RuleBook, table: Table, chart: Chart | None = None, *, seats: int = 1,
           fresh: bool = False, bets: tuple[str, ...] = ()) -> Player:
    """The kernel of a lawful table; without a chart cards are taken below 17 and nothing else.

    ``bets``: names of additional bets that lie beside each main bet, or "all" that it offers;
    with "insurance" every insurance that is offered is taken. ValueError for more places than the
    table has, for a chart that does what is not open, and for bets that are not.
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
    code = book.code(table)
    bets = _bets(code, bets)
    if "insurance" in bets:
        evens = chart.evens.copy()
        evens[0] = 0  # who is paid evens against an ace cannot insure
        chart = chart._replace(insure=np.ones_like(chart.insure), evens=evens)
    made = Player(code, table.minimum, chart, f"{lay} at the minimum; {strategy}{shoe}", seats,
                  table.individual or seats == 1, fresh, bets=bets)
    made.packed  # noqa: B018  # an unlawful chart is told here
    return made


def _bets(code: TableLaw, bets: tuple[str, ...]) -> tuple[str, ...]:
    """The additional bets that these names stand for, in their order."""
    offers = b.offered(code)
    lie = [spot for spot in offers if spot != "insurance"]
    if "all" in bets:
        bets = (*bets, *lie)
        if not lie:
            raise ValueError("this table offers no additional bets: it may by its options "
                             "(--set help lists them)")
    for bet in bets:
        if bet != "all" and bet not in offers:
            raise ValueError(f"{bet!r} is no bet of this table; beside the main bet it offers "
                             f"{', '.join(offers) or 'none'}")
    found = tuple(spot for spot in offers if spot in bets)
    kinds = sorted({side.group for side in code.sides if side.spot in found})
    if code.one_side and len(kinds) > 1:
        raise ValueError(f"{' and '.join(kinds)}: this table takes one kind of additional bet "
                         "from each player at a place")
    return found
