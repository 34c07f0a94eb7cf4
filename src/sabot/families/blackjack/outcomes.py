"""How a coup of blackjack ends, and how often: the distribution of its net result.

For hands that come from no split every chance is exact. The hands of one split meet the same bank:
once its result is given they are taken as independent of one another. That bears on the
distribution alone, never on a mean return (`worth`).
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from sabot.equipment.compiled import compiled
from sabot.families.blackjack.chart import ACTS, CLAIM, DOUBLE, HIT, SPLIT, SURRENDER, Acts
from sabot.families.blackjack.exact import (
    NATURAL,
    Floats,
    Law,
    bank_results,
    draws,
    flow,
)
from sabot.families.blackjack.splits import Split, law_of, paths
from sabot.families.blackjack.states import SUITED, States, states
from sabot.families.blackjack.terms import Terms
from sabot.families.blackjack.worth import Against, Deal, Worth, blackjack

LOST, PUSHED, WON, CLAIMED = range(4)
DOUBLED, PRIZED = 4, 8  # what is added to the number of an event
EVENTS = 16
LEAST = 1e-7  # of a split: more hands than are as likely as this are not looked at
Chances = dict[Fraction, float]


class Outcomes(NamedTuple):
    """The end of a coup. ``net``: chances of each net result in initial bets; ``staked``: the mean
    stake in initial bets; ``often``: the chance of each thing that may happen; ``variance``;
    ``covariance`` of the results of two hands of one split, over all splits. ``gap``: what the
    mean return may lack, at most, where all hands of a split have been cashed with five cards
    before a bank's blackjack that takes one bet of the place. ``place``: the chances that more
    hands of a place are lost than won, as many, or fewer (a surrender is lost). ``first``: the
    chance of each first decision."""

    net: Chances
    staked: float
    often: dict[str, float]
    variance: float
    covariance: float
    gap: float
    place: tuple[float, float, float]
    first: dict[str, float]


@compiled
def ends(law: Any, packs: int, up: int, left: Any, table: Any, bank: Any, acts: Any, reach: Any,
         start: Any, out: Any) -> None:
    """Add to ``out[result of the bank, event]`` how hands end that come up as ``reach`` says.

    ``start``: the chances of the two-card hands alone.
    """
    cards, size, hard, total = table.cards, table.size, table.hard, table.total
    after, twin, plain = table.next, table.twin, table.plain
    shoe = 0.0
    over = np.zeros(7)
    for v in range(10):
        shoe += left[v]
    for index in range(len(reach)):
        # Suited hands first: what they earn is taken from the hands that they become.
        hand = plain + index if index < 6 else index - 6
        chance = reach[hand]
        if chance <= 0.0 or (hand >= plain and start[hand] <= 0.0):
            continue
        act = acts[hand]
        rest = shoe - size[hand]
        own = start[hand]
        if act in (HIT, DOUBLE):
            if act == DOUBLE:
                chance = own
            for r in range(7):
                over[r] = chance * bank[hand, r]
            for v in range(10):
                there = left[v] - cards[hand, v]
                if there <= 0.0:
                    continue
                p = chance * there / rest
                then = after[hand, v]
                if then < 0:
                    continue
                for r in range(7):  # what is left of the bank's chances belongs to what is over 21
                    over[r] -= p * bank[then, r]
                prized = 0.0
                if law.prize > 0.0:
                    if twin[hand] == 7 and v == 6:
                        prized = p
                    elif hand >= plain and hard[then] == 21 and v != 0 and size[then] == 3:
                        k = hand - plain
                        third = 7 if k < 2 else 6 if k < 4 else 5
                        if v == third:
                            if up == third + 1:
                                prized = p * (packs - k % 2) / (4.0 * packs - 1.0)
                            else:
                                prized = p * 0.25
                if act == DOUBLE:
                    points = total[then]
                    if cards[hand, 0] > 0 and not (law.low == 0 and law.high == 21):
                        points = hard[then] + (10 if v == 0 and hard[then] <= 11 else 0)
                    _meet(out, bank[then], p - prized, points, DOUBLED)
                    _meet(out, bank[then], prized, points, DOUBLED + PRIZED)
                elif prized > 0.0:  # 21 in three cards: it stands
                    _meet(out, bank[then], prized, 21, PRIZED)
                    reach[then] -= prized
            for r in range(7):
                out[r, LOST + (DOUBLED if act == DOUBLE else 0)] += max(over[r], 0.0)
        elif hand < plain or own > 0.0:
            if act == CLAIM:
                for r in range(7):
                    out[r, CLAIMED] += chance * bank[hand, r]
            else:
                _meet(out, bank[hand], chance, total[hand], 0)


@compiled
def _meet(out: Any, bank: Any, chance: float, points: int, kind: int) -> None:
    if chance <= 0.0:
        return
    for r in range(7):
        if r == 5:
            event = LOST
        elif r == 6 or r + 17 < points:
            event = WON
        elif r + 17 > points:
            event = LOST
        else:
            event = PUSHED
        out[r, event + kind] += chance * bank[r]


def outcomes(price: Worth) -> Outcomes:
    """How a coup ends under the play of a price."""
    return _Count(price).whole()


class _Count:
    def __init__(self, price: Worth) -> None:
        self.price = price
        self.terms: Terms = price.terms
        self.table: States = states()
        self.net: dict[Fraction, float] = defaultdict(float)
        self.often: dict[str, float] = defaultdict(float)
        self.staked = 0.0
        self.together = 0.0
        self.gap = 0.0
        self.first: dict[str, float] = defaultdict(float)
        self.place = {-1: 0.0, 0: 0.0, 1: 0.0}
        terms = self.terms
        self.parts = lcm(*(odds.per for odds in (
            terms.win_pays, terms.special_pays, terms.five_pays)))

    def whole(self) -> Outcomes:
        for seen in self.price.against:
            self.unsplit(seen)
            for deal, act in zip(seen.deals, seen.acts, strict=True):
                if act == SPLIT:
                    self.split(seen, deal)
        net = {result: chance for result, chance in sorted(self.net.items()) if chance > 0}
        mean = sum(float(result) * chance for result, chance in net.items())
        square = sum(float(result) ** 2 * chance for result, chance in net.items())
        splits = self.often["split"]
        return Outcomes(net, self.staked, dict(self.often), square - mean ** 2,
                        self.together / splits if splits else 0.0, self.gap,
                        (self.place[-1], self.place[0], self.place[1]),
                        dict(self.first))

    def unsplit(self, seen: Against) -> None:
        """All hands that are not split."""
        terms, table, chance = self.terms, self.table, seen.chance
        natural = int(table.two[0, 9])
        start = np.zeros(len(table.size))
        for deal, act in zip(seen.deals, seen.acts, strict=True):
            p = chance * deal.chance
            if deal.hand == natural:
                self.blackjacks(seen, deal, p)
            elif act == SURRENDER:
                late = terms.surrender == "late"
                bank = float(seen.natural[deal.hand]) if late else 0.0
                self.add(Fraction(-1, terms.surrender_part), p * (1 - bank))
                self.add(Fraction(-1), p * bank)
                self.place[-1] += p
                self.often["surrender"] += p
            self.first[ACTS[act] if deal.hand != natural else "blackjack"] += p
            if act not in (SPLIT, SURRENDER) and deal.hand != natural:
                start[deal.hand] += deal.chance
                self.often["double"] += p * (act == DOUBLE)
                self.staked += p * (act == DOUBLE)
            if act != SPLIT:  # the hands of a split are counted there
                self.staked += p
        acts = self.price.chart.first_whole[seen.up - 1]
        out = self.count(law_of(terms, False), seen.up, seen.left, seen.bank, acts, start)
        law = law_of(terms, False)
        for r in range(7):
            for event in np.nonzero(out[r])[0]:
                self.add(self.result(int(event), r, law), chance * float(out[r, event]))
                self.place[self.sign(int(event), r)] += chance * float(out[r, event])
                self.tell(int(event), chance * float(out[r, event]))

    def blackjacks(self, seen: Against, deal: Deal, p: float) -> None:
        """A player's blackjack."""
        terms = self.terms
        natural = float(seen.natural[deal.hand])
        self.often["blackjack"] += p
        if blackjack(terms, seen.up, natural)[1]:
            self.often["even money"] += p
            self.add(terms.even_money_pays.ratio, p)
            self.place[1] += p
            return
        self.add(terms.blackjack_pays.ratio, p * (1 - natural))
        self.add(Fraction(0), p * natural)
        self.place[1] += p * (1 - natural)
        self.place[0] += p * natural

    def count(self, law: Law, up: int, left: Floats, bank: Floats, acts: Acts, start: Floats
              ) -> Floats:
        out = np.zeros((7, EVENTS))
        reach = start.copy()
        flow(acts, left, self.table, reach)
        ends(law, self.terms.packs, up, left, self.table, bank, acts, reach, start, out)
        return out

    def result(self, event: int, r: int, law: Law) -> Fraction:
        """What an event is worth: the bank's result decides what of a stake it takes."""
        terms = self.terms
        prize = terms.special_pays.ratio if event >= PRIZED else Fraction(0)
        kind, double = event % DOUBLED, (event // DOUBLED) % 2
        if terms.peek and r == NATURAL:
            return -Fraction(law.loss)
        if kind == CLAIMED:
            return terms.five_pays.ratio
        if r == NATURAL:
            return prize - Fraction(law.loss_doubled if double else law.loss)
        sign = {LOST: Fraction(-1), PUSHED: Fraction(0), WON: terms.win_pays.ratio}[kind]
        return prize + sign * (1 + double)

    def sign(self, event: int, r: int) -> int:
        """Whether an event is a hand lost, tied or won."""
        if event % DOUBLED == CLAIMED and not (self.terms.peek and r == NATURAL):
            return 1
        return -1 if r == NATURAL else event % DOUBLED - 1

    def split(self, seen: Against, deal: Deal) -> None:
        """A split pair: each number of hands that may come of it."""
        table = self.table
        pair = int(table.twin[deal.hand])
        chance = seen.chance * deal.chance
        found = seen.splits[pair]
        self.often["split"] += chance
        left = 1.0
        for n, p in enumerate(found.hands, start=2):
            # Very many hands are counted with those just fewer than they.
            here, left = (left, 0.0) if left - p < LEAST else (p, left - p)
            if here > 0:
                self.often[f"{n} hands"] += chance * here
                self.hands(seen, pair, found, n, chance * here)

    def hands(self, seen: Against, pair: int, found: Split, n: int, chance: float) -> None:
        """A pair that becomes ``n`` hands: n - 2 twins more have gone."""
        terms, table = self.terms, self.table
        law = law_of(terms, True, pair == 1)
        left = seen.left.copy()
        left[pair - 1] -= n - 1
        one = left.copy()
        one[pair - 1] -= 1
        bank = np.zeros_like(seen.bank)
        hands = np.nonzero(table.cards[:table.plain, pair - 1] > 0)[0]
        bank_results(*draws(seen.up, terms.soft17), left, table.cards, hands, bank)
        for k, (a, b) in enumerate(SUITED):
            bank[table.plain + 2 * k:table.plain + 2 * k + 2] = bank[table.two[a - 1, b - 1]]
        start = np.zeros(len(table.size))
        for value in range(1, 11):
            self.second(start, pair, value, float(one[value - 1] / one.sum()), seen.up, law)
        whole = self.count(law, seen.up, left, bank, found.acts, start)
        twin = int(table.two[pair - 1, pair - 1])
        if one[pair - 1] > 0 and not (pair == 10 and terms.split_rank):
            start[twin] = 0.0
        plain = self.count(law, seen.up, left, bank, found.acts, start / start.sum())
        orders = [(n, 1)] if n < found.most else list(paths(found.most)[1])
        ways = sum(w for _, w in orders)
        for done, w in orders:
            self.together_with(seen, twin, law, plain, whole, done, n, chance * w / ways)

    def together_with(self, seen: Against, twin: int, law: Law, plain: Floats, whole: Floats,
                      done: int, n: int, chance: float) -> None:
        """``done`` hands whose second card is no twin and others with any, against one bank."""
        mean = square = 0.0
        for out, hands in ((plain, done), (whole, n - done)):
            doubled = float(out[:, [e for e in range(EVENTS) if e // DOUBLED % 2]].sum())
            self.staked += chance * hands * (1 + doubled)
            self.often["double"] += chance * hands * doubled
            for r in range(7):
                for event in np.nonzero(out[r])[0]:
                    self.tell(int(event), chance * hands * float(out[r, event]))
        for r in range(7):
            p = float(seen.bank[twin, r])
            if p <= 0:
                continue
            sums = signs = np.ones(1)
            low = 0
            for out, hands in ((plain, done), (whole, n - done)):
                if not hands:
                    continue
                least, one = self.line(out[r], r, law)
                here = float(np.arange(least, least + len(one)) @ one) / self.parts
                mean += p * here * hands / n
                square += p * here ** 2 * hands / n
                ways = self.ways(out[r], r)
                for _ in range(hands):
                    sums = np.convolve(sums, one)
                    signs = np.convolve(signs, ways)
                    low += least
            if r == NATURAL and (self.terms.peek or self.terms.keeps_split):
                low -= self.parts
                self.gap += chance * float(min(plain[r, CLAIMED], whole[r, CLAIMED])) * (
                    not self.terms.peek)
            for k in np.nonzero(sums)[0]:
                self.add(Fraction(low + int(k), self.parts), chance * p * float(sums[k]))
            self.place[-1] += chance * p * float(signs[:n].sum())
            self.place[0] += chance * p * float(signs[n])
            self.place[1] += chance * p * float(signs[n + 1:].sum())
        self.together += chance * (square - mean ** 2)

    def ways(self, row: Floats, r: int) -> Floats:
        """The chances that one hand is lost, tied or won against one result of the bank."""
        found = np.zeros(3)
        for event in np.nonzero(row)[0]:
            found[self.sign(int(event), r) + 1] += row[event]
        return found / row.sum() if row.any() else np.array([1.0, 0.0, 0.0])

    def line(self, row: Floats, r: int, law: Law) -> tuple[int, Floats]:
        """One hand against one result of the bank: chances on a grid of parts of a bet."""
        events = [int(event) for event in np.nonzero(row)[0]] or [LOST]
        total = float(row.sum()) or 1.0
        results = [int(self.result(event, r, law) * self.parts) for event in events]
        least = min(results)
        line = np.zeros(max(results) - least + 1)
        for event, result in zip(events, results, strict=True):
            line[result - least] += float(row[event]) / total if row.any() else 1.0
        return least, line

    def second(self, start: Floats, pair: int, value: int, chance: float, up: int, law: Law
               ) -> None:
        """The second card of a split hand: with some it may form two thirds of 6-7-8."""
        table = self.table
        hand = int(table.two[pair - 1, value - 1])
        two = (min(pair, value), max(pair, value))
        if law.prize <= 0 or law.one_card or two not in SUITED:
            start[hand] += chance
            return
        base = table.plain + 2 * SUITED.index(two)
        shows = 0.25 if up == 21 - pair - value else 0.0
        start[hand] += 0.75 * chance
        start[base] += 0.25 * chance * (1 - shows)
        start[base + 1] += 0.25 * chance * shows

    def add(self, result: Fraction, chance: float) -> None:
        self.net[result] += chance

    def tell(self, event: int, chance: float) -> None:
        if event >= PRIZED:
            self.often["special prize"] += chance
        if event % PRIZED == CLAIMED:
            self.often["five cards"] += chance
