"""The fast player of no-draw poker: blocks of coups in a compiled loop, in whole numbers."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import msgspec
import numpy as np

from sabot.equipment.arrays import Halves, Ints, Numbers, Octets, Words
from sabot.equipment.streams import stream
from sabot.families.poker.no_draw import HAND, Strengths, card_parts, strengths
from sabot.games.no_draw_poker.chances import loop, single
from sabot.games.no_draw_poker.chances.charts import PACK, Chart
from sabot.games.no_draw_poker.chances.terms import FIRST, times
from sabot.games.no_draw_poker.rules import LINES, PAYS, SECOND, Rules, ranking
from sabot.odds.tally import Tally
from sabot.procedure.table import Table

VERSION = 1  # of what a block gives: a change of the loop that changes it counts on
BLOCK = 1 << 22
CHUNK = 1 << 16
"""Coups between two looks at the prizes of a jackpot."""
WIDEST = 1 << 24
"""Different sums that a coup of several boxes may return."""
JACKPOT = "jackpot"
NAMES = ("passes", "bank out", "losses", "pushes", "wins")
"""What boxes that end so are counted as."""


_Tables = tuple[Numbers, Halves, Halves, Octets, Numbers, Numbers, Numbers, Octets, Ints, Words,
                Numbers, Numbers]
"""The parts of cards, rows, codes and kinds of hands, categories, what a win returns and pays, what
the chart decides, its places and masks, and the lines of the jackpot with those of combinations."""


@dataclass(frozen=True)
class Player:
    """``seats`` boxes played by a chart, each with an initial bet of ``ante`` cents; every coup
    from a full pack. ``chips``: each has a chip for the jackpot beside it, whose pool begins anew
    with every block. `sabot.odds.tally.Kernel` says the rest."""

    rules: Rules
    ante: int
    chart: Chart
    strategy: str
    seats: int = 1
    chips: bool = False
    size: int = BLOCK

    @property
    def unit(self) -> int:
        return self.ante * self.seats

    @cached_property
    def identity(self) -> str:
        told = hashlib.sha256(msgspec.json.encode(
            (VERSION, self.rules, self.ante, self.seats, self.chips), order="sorted"))
        for part in self.chart[:3]:
            told.update(part.tobytes())
        return f"no-draw poker {told.hexdigest()[:16]}"

    @property
    def stakes(self) -> dict[str, int]:
        """What lies beside each initial bet, in cents."""
        return {JACKPOT: self.rules.jackpot.chip} if self.chips and self.rules.jackpot else {}

    @cached_property
    def known(self) -> Strengths:
        """The numbered strengths of the table."""
        return strengths(ranking(self.rules))

    @cached_property
    def law(self) -> Numbers:
        """What the loop reads of the table."""
        found, rules = np.zeros(loop.LAW, np.int64), self.rules
        found[loop.SEATS], found[loop.PLAYS] = self.seats, self.known.plays
        found[loop.ANTE], found[loop.SECOND] = self.ante, SECOND * self.ante
        found[loop.CAP], found[loop.ORDER] = rules.prize_cap, rules.cap_in_order
        if self.stakes and rules.jackpot:
            found[loop.CHIP], found[loop.RATE] = rules.jackpot.chip, rules.jackpot.rate
            found[loop.START], found[loop.REFILL] = rules.jackpot.start, rules.jackpot.refill
        return found

    @cached_property
    def tables(self) -> _Tables:
        """What the loop reads of cards, hands, prizes and the chart."""
        known, pays = self.known, np.array([times(PAYS[name]) for name in LINES], np.int64)
        categories = known.categories
        return (np.array(card_parts(ranking(self.rules)), np.int64), known.rows,
                known.codes.ravel(), known.kinds, categories.astype(np.int64),
                (FIRST + SECOND * pays[categories]) * self.ante, pays, self.chart.decides,
                self.chart.places, self.chart.masks, *self._scale)

    @cached_property
    def _scale(self) -> tuple[Numbers, Numbers]:
        """The jackpot's lines from the lowest combination on, whose prize is the smallest, and the
        line of each combination."""
        scale = self.rules.jackpot.prizes if self.stakes and self.rules.jackpot else ()
        lines = np.zeros((len(scale), 3), np.int64)
        of = np.full(len(LINES), -1, np.int64)
        for at, prize in enumerate(scale):
            lines[at] = prize.times, prize.share, at == len(scale) - 1
            of[LINES.index(prize.name)] = at
        return lines, of

    @cached_property
    def _range(self) -> tuple[int, int, int]:
        """The least that a coup returns, in what steps, and how many of them there are at most."""
        low = -(1 + SECOND) * self.ante * self.seats
        high = int(self.tables[5].max()) * self.seats
        cap = self.rules.prize_cap
        step = self.ante if not cap or high <= cap else 1
        return low, step, (min(high, cap or high) - low) // step + 1

    def _played(self, seed: int, number: int, size: int, telling: bool = False
                ) -> tuple[Numbers, Numbers, Counter[tuple[int, int]], Numbers, Numbers]:
        """How boxes and coups ended, the prizes of the jackpot, and every result if asked for."""
        low, step, many = self._range
        seats, chunk = self.seats, CHUNK if self.chips or telling else size
        counts, sums = np.zeros(loop.RESULTS, np.int64), np.zeros(many, np.int64)
        state = np.array([self.law[loop.START], 0], np.int64)
        won = np.zeros((chunk * seats if self.chips else 0, 2), np.int64)
        prizes, told = Counter[tuple[int, int]](), []
        rng, cards = stream(seed, number), np.arange(PACK, dtype=np.uint8)
        room = np.zeros((4, seats), np.int64)
        for begin in range(0, size, max(chunk, 1)):
            count = min(chunk, size - begin)
            each = np.zeros((2, count if telling else 0, seats), np.int64)
            state[1] = 0
            loop.block(self.law, rng, cards, *self.tables, count, np.zeros(loop.BATCH, np.int64),
                       room[0], room[1], room[2], room[3], counts, sums, low, step, state, won,
                       each[0], each[1])
            told.append(each)
            prizes.update(map(tuple, won[:state[1]].tolist()))
        both = np.concatenate(told, axis=1) if told else np.zeros((2, 0, seats), np.int64)
        return counts, sums, prizes, both[0], both[1]

    def counted(self, seed: int, number: int, size: int) -> Numbers:
        """How so many coups of one box ended, where nothing but that is to be known."""
        counts = np.zeros(loop.RESULTS, np.int64)
        parts, rows, codes, suits, categories, _, _, decides, places, masks, _, _ = self.tables
        single.block(stream(seed, number), np.arange(PACK, dtype=np.uint8), parts.view(np.uint64),
                     rows, codes, suits, categories, decides, places, masks,
                     np.uint64(self.known.plays), size, counts)
        return counts

    def _ends(self, seed: int, number: int, size: int
              ) -> tuple[Numbers, dict[int, int], Counter[tuple[int, int]]]:
        """How boxes ended, what coups returned net, the prizes of the jackpot."""
        if self.seats > 1 or self.chips or self.rules.prize_cap:
            low, step, _ = self._range
            counts, sums, prizes, _, _ = self._played(seed, number, size)
            return counts, {low + step * at: int(sums[at])
                            for at in np.flatnonzero(sums).tolist()}, prizes
        counts, nets = self.counted(seed, number, size), Counter[int]()
        pays = self.tables[6].tolist()
        gains = (-1, 1, -1 - SECOND, 0, *(FIRST + SECOND * one for one in pays))
        for gain, n in zip(gains, counts.tolist(), strict=True):
            nets[gain * self.ante] += n
        return counts, {net: nets[net] for net in sorted(nets) if nets[net]}, Counter()

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` coups, with the cards of stream ``number`` of the seed."""
        counts, nets, prizes = self._ends(seed, number, size)
        often = [*counts[:loop.WON].tolist(), int(counts[loop.WON:].sum())]
        told = Counter(dict(zip(NAMES, often, strict=True)))
        boxes = size * self.seats
        told["staked"] = self.ante * (boxes + SECOND * (boxes - often[loop.PASSED]))
        parts = {}
        if self.chips and self.rules.jackpot:
            names = [prize.name for prize in self.rules.jackpot.prizes]
            chips = Counter({-self.rules.jackpot.chip: boxes - prizes.total()})
            for (line, net), n in prizes.items():
                told[f"{JACKPOT}/{names[line]}"] += n
                chips[net] += n
            parts[f"bet/{JACKPOT}"] = {net: chips[net] for net in sorted(chips) if chips[net]}
        return Tally(
            coups=size, shoes=size, nn=size, ns=sum(net * n for net, n in nets.items()),
            ss=sum(net * net * n for net, n in nets.items()), nets=nets,
            counts={name: told[name] for name in sorted(told) if told[name]}, parts=parts)

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """What each box returned net, in cents, in every coup of a block."""
        found: list[list[int]] = self._played(seed, number, size, True)[3].tolist()
        return found

    def each_bet(self, seed: int, number: int, size: int) -> list[list[dict[str, int]]]:
        """The same of the chips beside."""
        told = self._played(seed, number, size, True)[4].tolist()
        return [[{JACKPOT: net} for net in coup] for coup in told]


def kernel(table: Table, chart: Chart, *, seats: int = 1, bets: tuple[str, ...] = ()) -> Player:
    """The kernel of a table, each box at the minimum; ValueError for what it does not allow."""
    rules: Rules = table.rules
    if not 1 <= seats <= table.places:
        raise ValueError(f"this table has {table.places} boxes, not {seats}")
    known = {JACKPOT} if rules.jackpot is not None else set[str]()
    if wrong := sorted(set(bets) - known - {"all"}):
        raise ValueError(f"{wrong[0]!r} is no bet beside the initial one at this table; it has "
                         f"{', '.join(known) or 'none'}")
    made = Player(rules, table.minimum, chart, chart.words, seats, bool(bets and known))
    if made._range[2] > WIDEST:
        raise ValueError("these stakes have too many different results together: play fewer boxes "
                         "or a higher minimum")
    if HAND * (seats + 1) > PACK - 1:
        raise ValueError("the pack has not enough cards")
    return made
