"""The fast simulator of no-draw poker: blocks of rounds in a compiled loop, in whole numbers."""

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
from sabot.probability.tally import Tally
from sabot.procedure.table import Table
from sabot.words import phrase

VERSION = 1  # of the results of a block: raised when a change of the loop changes them
BLOCK = 1 << 22
CHUNK = 1 << 16
"""The number of rounds after which the prizes of a jackpot are collected."""
WIDEST = 1 << 24
"""The maximum number of different results of a round of several boxes."""
JACKPOT = "jackpot"
NAMES = ("passes", "bank out", "losses", "pushes", "wins")
"""The names of the counters, by how a box ends."""

_Tables = tuple[Numbers, Halves, Halves, Octets, Numbers, Numbers, Numbers, Octets, Ints, Words,
                Numbers, Numbers]
"""The parts of cards; the rows, codes and kinds of hands; the categories; the net result and the
odds of wins; the decisions, places and masks of the chart; the lines of the jackpot, and the line
of each combination."""


@dataclass(frozen=True)
class BoxPlayer:
    """``seats`` boxes played by a chart, each with an initial bet of ``ante`` cents; every round
    uses a full pack. ``chips``: each box also has a chip for the jackpot, whose pool starts again
    with every block. See `sabot.probability.tally.Kernel` for the interface."""

    rules: Rules
    ante: int
    chart: Chart
    strategy: str
    seats: int = 1
    chips: bool = False
    size: int = BLOCK

    @property
    def unit(self) -> int:
        """The initial bets of all boxes, in cents."""
        return self.ante * self.seats

    @property
    def plain_seconds(self) -> float:
        """The seconds that plain code takes for a coup, about."""
        return 8e-5 * (1 + self.seats)

    @cached_property
    def identity(self) -> str:
        """A digest of everything that determines the results of a block."""
        digest = hashlib.sha256(msgspec.json.encode(
            (VERSION, self.rules, self.ante, self.seats, self.chips), order="sorted"))
        for part in self.chart[:3]:
            digest.update(part.tobytes())
        return f"no-draw poker {digest.hexdigest()[:16]}"

    @property
    def stakes(self) -> dict[str, int]:
        """The bets in addition to each initial bet, in cents."""
        return {JACKPOT: self.rules.jackpot.chip} if self.chips and self.rules.jackpot else {}

    @cached_property
    def known(self) -> Strengths:
        """The numbered strengths of the table."""
        return strengths(ranking(self.rules))

    @cached_property
    def law(self) -> Numbers:
        """The rules of the table for the loop, in the order of its constants."""
        law, rules = np.zeros(loop.LAW, np.int64), self.rules
        law[loop.SEATS], law[loop.PLAYS] = self.seats, self.known.plays
        law[loop.ANTE], law[loop.SECOND] = self.ante, SECOND * self.ante
        law[loop.CAP], law[loop.ORDER] = rules.prize_cap, rules.cap_in_order
        if self.stakes and rules.jackpot:
            law[loop.CHIP], law[loop.RATE] = rules.jackpot.chip, rules.jackpot.rate
            law[loop.START], law[loop.REFILL] = rules.jackpot.start, rules.jackpot.refill
        return law

    @cached_property
    def tables(self) -> _Tables:
        """The arrays of cards, hands, prizes and the chart for the loop."""
        known, pays = self.known, np.array([times(PAYS[name]) for name in LINES], np.int64)
        categories = known.categories
        return (np.array(card_parts(ranking(self.rules)), np.int64), known.rows,
                known.codes.ravel(), known.kinds, categories.astype(np.int64),
                (FIRST + SECOND * pays[categories]) * self.ante, pays, self.chart.decides,
                self.chart.places, self.chart.masks, *self._scale)

    @cached_property
    def _scale(self) -> tuple[Numbers, Numbers]:
        """The jackpot's lines from the lowest combination, with the smallest prize, and the line of
        each combination."""
        scale = self.rules.jackpot.prizes if self.stakes and self.rules.jackpot else ()
        lines = np.zeros((len(scale), 3), np.int64)
        of = np.full(len(LINES), -1, np.int64)
        for at, prize in enumerate(scale):
            lines[at] = prize.times, prize.share, at == len(scale) - 1
            of[LINES.index(prize.name)] = at
        return lines, of

    @cached_property
    def _range(self) -> tuple[int, int, int]:
        """The range of results of a round: minimum, step, and number of steps."""
        low = -(1 + SECOND) * self.ante * self.seats
        high = int(self.tables[5].max()) * self.seats
        cap = self.rules.prize_cap
        step = self.ante if not cap or high <= cap else 1
        return low, step, (min(high, cap or high) - low) // step + 1

    def _play(self, seed: int, number: int, size: int, detailed: bool = False
              ) -> tuple[Numbers, Numbers, Counter[tuple[int, int]], Numbers, Numbers]:
        """Play ``size`` rounds: counts of how boxes ended, counts of results, the prizes of the
        jackpot; if ``detailed``, the results of each box and chip in each round."""
        low, step, many = self._range
        seats, chunk = self.seats, CHUNK if self.chips or detailed else size
        counts, sums = np.zeros(loop.RESULTS, np.int64), np.zeros(many, np.int64)
        state = np.array([self.law[loop.START], 0], np.int64)
        won = np.zeros((chunk * seats if self.chips else 0, 2), np.int64)
        prizes, chunks = Counter[tuple[int, int]](), []
        rng, cards = stream(seed, number), np.arange(PACK, dtype=np.uint8)
        room = np.zeros((4, seats), np.int64)
        for begin in range(0, size, max(chunk, 1)):
            count = min(chunk, size - begin)
            each = np.zeros((2, count if detailed else 0, seats), np.int64)
            state[1] = 0
            play = loop.count_deals if detailed else loop.count_deals.for_work(
                size * self.plain_seconds)
            play(
                self.law, rng, cards, *self.tables, count, np.zeros(loop.BATCH, np.int64),
                room[0], room[1], room[2], room[3], counts, sums, low, step, state, won,
                each[0], each[1])
            chunks.append(each)
            prizes.update(map(tuple, won[:state[1]].tolist()))
        both = np.concatenate(chunks, axis=1) if chunks else np.zeros((2, 0, seats), np.int64)
        return counts, sums, prizes, both[0], both[1]

    def count_ends(self, seed: int, number: int, size: int) -> Numbers:
        """Play ``size`` rounds of one box with the faster loop, which only counts how they end."""
        counts = np.zeros(loop.RESULTS, np.int64)
        parts, rows, codes, suits, categories, _, _, decides, places, masks, _, _ = self.tables
        single.count_deals.of_work(
            size * self.plain_seconds, stream(seed, number), np.arange(PACK, dtype=np.uint8),
            parts.view(np.uint64), rows, codes, suits, categories, decides, places, masks,
            np.uint64(self.known.plays), size, counts)
        return counts

    def _ends(self, seed: int, number: int, size: int
              ) -> tuple[Numbers, dict[int, int], Counter[tuple[int, int]]]:
        """Counts of how boxes ended and of net results, and the prizes of the jackpot."""
        if self.seats > 1 or self.chips or self.rules.prize_cap:
            low, step, _ = self._range
            counts, sums, prizes, _, _ = self._play(seed, number, size)
            return counts, {low + step * at: int(sums[at])
                            for at in np.flatnonzero(sums).tolist()}, prizes
        counts, nets = self.count_ends(seed, number, size), Counter[int]()
        pays = self.tables[6].tolist()
        gains = (-1, 1, -1 - SECOND, 0, *(FIRST + SECOND * odds for odds in pays))
        for gain, n in zip(gains, counts.tolist(), strict=True):
            nets[gain * self.ante] += n
        return counts, {net: nets[net] for net in sorted(nets) if nets[net]}, Counter()

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Simulate ``size`` rounds, with the cards of stream ``number`` of the seed."""
        counts, nets, prizes = self._ends(seed, number, size)
        totals = [*counts[:loop.WON].tolist(), int(counts[loop.WON:].sum())]
        tally = Counter(dict(zip(NAMES, totals, strict=True)))
        boxes = size * self.seats
        tally["staked"] = self.ante * (boxes + SECOND * (boxes - totals[loop.PASSED]))
        parts = {}
        if self.chips and self.rules.jackpot:
            names = [prize.name for prize in self.rules.jackpot.prizes]
            chips = Counter({-self.rules.jackpot.chip: boxes - prizes.total()})
            for (line, net), n in prizes.items():
                tally[f"{JACKPOT}/{names[line]}"] += n
                chips[net] += n
            parts[f"bet/{JACKPOT}"] = {net: chips[net] for net in sorted(chips) if chips[net]}
        return Tally(
            coups=size, shoes=size, nn=size, ns=sum(net * n for net, n in nets.items()),
            ss=sum(net * net * n for net, n in nets.items()), nets=nets,
            counts={name: tally[name] for name in sorted(tally) if tally[name]}, parts=parts)

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """The net result of each box in every round of a block, in cents."""
        nets: list[list[int]] = self._play(seed, number, size, True)[3].tolist()
        return nets

    def each_bet(self, seed: int, number: int, size: int) -> list[list[dict[str, int]]]:
        """The net result of each chip for the jackpot, in the same way."""
        nets = self._play(seed, number, size, True)[4].tolist()
        return [[{JACKPOT: net} for net in coup] for coup in nets]


def kernel(table: Table, chart: Chart, *, seats: int = 1, bets: tuple[str, ...] = ()) -> BoxPlayer:
    """The kernel of a table, each box at the minimum bet. ValueError for a number of boxes, bets or
    stakes that it does not allow."""
    rules: Rules = table.rules
    if not 1 <= seats <= table.places:
        raise ValueError(phrase("this table has {places} boxes, not {seats}",
                                places=table.places, seats=seats))
    known = {JACKPOT} if rules.jackpot is not None else set[str]()
    if unknown := sorted(set(bets) - known - {"all"}):
        raise ValueError(phrase(
            "{bet} is not an additional bet of this table; allowed: {bets}", bet=repr(unknown[0]),
            bets=", ".join(known) or "none"))
    player = BoxPlayer(rules, table.minimum, chart, chart.words, seats, bool(bets and known))
    if player._range[2] > WIDEST:
        raise ValueError("these stakes have too many different results together: play fewer boxes "
                         "or a higher minimum")
    if HAND * (seats + 1) > PACK - 1:
        raise ValueError("the pack has not enough cards")
    return player
