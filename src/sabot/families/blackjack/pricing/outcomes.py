"""How a coup of blackjack ends, and how often: the distribution of its net result.

For hands that come from no split every chance is exact. So is what each hand of a split does and
how many there are, and with it every mean; what several of them do together against one bank is
not (`joint`): that bears on the spread of the distribution, never on its mean.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.equipment.arrays import Floats
from sabot.families.blackjack.charts.chart import ACTS, DOUBLE, SPLIT, SURRENDER, Acts
from sabot.families.blackjack.charts.hand_states import SUITED, States, states
from sabot.families.blackjack.pricing.exact import NATURAL, Law, bank_results, draws, flow, reached
from sabot.families.blackjack.pricing.expected_values import Against, Deal, Worth, blackjack
from sabot.families.blackjack.pricing.outcome_chances import (
    CLAIMED,
    DOUBLED,
    EVENTS,
    LOST,
    PRIZED,
    PUSHED,
    WON,
    ends,
)
from sabot.families.blackjack.pricing.split_joint import join, paths_of, tilts
from sabot.families.blackjack.pricing.splits import law_of, ranks_of, starts_of
from sabot.families.blackjack.rules.pricing_rules import Terms

_IS_DOUBLED = np.array([event // DOUBLED % 2 == 1 for event in range(EVENTS)])
LEAST = 1e-10  # of all coups: more hands than are as likely as this are not looked at
WIDEST = 12 * 2 + 1  # bets won or lost in a coup, but for prizes
NOTHING = np.zeros((0, 0, 0))
Chances = dict[Fraction, float]


class Outcomes(NamedTuple):
    """The end of a coup. ``net``: chances of each net result in initial bets; ``staked``: the mean
    stake in initial bets; ``often``: the chance of each thing that may happen; ``variance``;
    ``covariance`` of the results of two hands of one split, over all splits. ``gap``: what the
    mean return may lack, at most, where all hands of a split have been cashed with five cards
    before a bank's blackjack that takes one bet of the place. ``place``: the chances that more
    hands of a place are lost than won, as many, or fewer (a surrender is lost). ``first``: the
    chance of each first decision. ``moved``: how much of the chances in ``net``, of the variance
    and of the covariance was moved because the hands of a split share the cards (`joint`).
    ``lumped``: the chance of more hands than were looked at, at most."""

    net: Chances
    staked: float
    often: dict[str, float]
    variance: float
    covariance: float
    gap: float
    place: tuple[float, float, float]
    first: dict[str, float]
    moved: tuple[float, float, float]
    lumped: float


def outcomes(price: Worth) -> Outcomes:
    """How a coup ends under the play of a price."""
    return _Count(price).whole()


class _Hands:
    """One hand of a split, by how many twins more have gone."""

    def __init__(self, count: _Count, seen: Against, pair: int, acts: Acts, law: Law) -> None:
        self.table = count.table
        self.seen, self.pair, self.acts, self.law = seen, pair, acts, law
        self.packs = count.terms.packs
        self.draw = draws(seen.up, count.terms.soft17)
        self.bank = np.zeros_like(seen.bank)
        self.marks = np.zeros(len(self.table.size), np.int8)
        self.twins = 0.0
        self.found: list[tuple[Floats, Floats, float]] = []

    def plain(self, gone: int) -> Floats:
        """With a second card that is no twin."""
        whole, twin, cards = self.at(gone)
        part = max(self.twins - gone, 0.0) / cards
        return np.maximum(whole - part * twin, 0.0) if part else whole

    def whole(self, gone: int) -> Floats:
        """With any second card."""
        return self.at(gone)[0]

    def at(self, gone: int) -> tuple[Floats, Floats, float]:
        """What becomes of any second card, of a twin, and how many cards it is drawn from."""
        while len(self.found) <= gone:
            left = self.seen.left.copy()
            left[self.pair - 1] -= 1 + len(self.found)
            start = starts_of(self.law, self.seen.up, self.pair, left, self.table)
            twin = np.zeros_like(start)
            twin[self.table.two[self.pair - 1, self.pair - 1]] = 1.0
            self.look(left, start + twin)
            self.found.append((self.count(left, start, NOTHING), self.count(left, twin, NOTHING),
                               float(left.sum()) - 1))
        return self.found[gone]

    def look(self, left: Floats, start: Floats) -> None:
        """The bank's results for every hand that is come to."""
        table = self.table
        reached(self.acts, np.nonzero(start)[0], table, self.marks)
        hands = np.nonzero(self.marks[:table.plain])[0]
        bank_results(*self.draw, left, table.cards, hands, self.bank)
        for k, (a, b) in enumerate(SUITED):
            self.bank[table.plain + 2 * k:table.plain + 2 * k + 2] = \
                self.bank[table.two[a - 1, b - 1]]

    def count(self, left: Floats, start: Floats, held: Floats) -> Floats:
        out = np.zeros((7, EVENTS))
        reach = start.copy()
        flow(self.acts, left, self.table, reach)
        ends(self.law, self.packs, self.seen.up, left, self.table, self.bank, self.acts, reach,
             start, out, held)
        return out

    def tilt(self) -> Floats:
        """How two hands bear on each other (`joint.tilts`)."""
        left = self.seen.left.copy()
        left[self.pair - 1] -= 1
        start = starts_of(self.law, self.seen.up, self.pair, left, self.table)
        self.look(left, start)
        held = np.zeros((7, EVENTS, 10))
        out = self.count(left, start, held)
        left[self.pair - 1] -= 1
        return tilts(held, out, left)


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
        most = max(terms.win_pays.ratio, Fraction(1)) + terms.special_pays.ratio * terms.special
        self.sums = np.zeros(2 * int(self.parts * WIDEST * most) + 1)
        self.places = np.zeros(3)
        self.moved = [0.0, 0.0, 0.0]
        self.lumped = 0.0
        self.grids: dict[Law, tuple[NDArray[np.int64], NDArray[np.int64]]] = {}

    def whole(self) -> Outcomes:
        for seen in self.price.against:
            self.unsplit(seen)
            for deal, act in zip(seen.deals, seen.acts, strict=True):
                if act == SPLIT:
                    self.split(seen, deal)
        zero = len(self.sums) // 2
        for at in np.nonzero(self.sums)[0]:
            self.add(Fraction(int(at) - zero, self.parts), float(self.sums[at]))
        for sign in (-1, 0, 1):
            self.place[sign] += float(self.places[sign + 1])
        net = {result: chance for result, chance in sorted(self.net.items()) if chance > 0}
        mean = sum(float(result) * chance for result, chance in net.items())
        square = sum(float(result) ** 2 * chance for result, chance in net.items())
        splits = self.often["split"]
        return Outcomes(net, self.staked, dict(self.often), square - mean ** 2,
                        self.together / splits if splits else 0.0, self.gap,
                        (self.place[-1], self.place[0], self.place[1]),
                        dict(self.first), (
                            self.moved[0], self.moved[1],
                            self.moved[2] / splits if splits else 0.0), self.lumped)

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
        law = law_of(terms, False)
        out, reach = np.zeros((7, EVENTS)), start.copy()
        flow(acts, seen.left, table, reach)
        ends(law, terms.packs, seen.up, seen.left, table, seen.bank, acts, reach, start, out,
             NOTHING)
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
        """A split pair, with every number of hands that may come of it."""
        terms, table = self.terms, self.table
        pair = int(table.twin[deal.hand])
        found = seen.splits[pair]
        law = law_of(terms, True, pair == 1)
        self.often["split"] += seen.chance * deal.chance
        kinds = _Hands(self, seen, pair, found.acts, law)
        tilt = kinds.tilt()
        once = self.parts if terms.peek or terms.keeps_split else 0
        results, signs = self.grid(law)
        for there, weight in ranks_of(terms, seen.up, pair, seen.left):
            kinds.twins = there - 2.0
            chance = seen.chance * deal.chance * weight
            ways = paths_of(found.most, there - 2.0, float(seen.left.sum()) - 2, kinds.plain,
                            kinds.whole, LEAST / chance)
            self.lumped += LEAST * (ways[-1].hands < found.most)
            for path in ways:
                others = path.hands - path.done
                here = chance * float(path.whole.sum())
                self.often[f"{path.hands} hands"] += here
                self.tell_all(path.done * path.plain + others * path.whole, chance)
                self.staked += here * path.hands
                more = np.zeros(5)
                join(path.plain, path.done, path.whole, others, tilt, results, signs, once, chance,
                     self.sums, len(self.sums) // 2, self.places, more)
                self.moved[0] += float(more[0])
                self.moved[1] += float(more[1]) / self.parts ** 2
                self.moved[2] += float(more[4]) / self.parts ** 2
                self.together += float(more[2] - more[3] ** 2 / here) / self.parts ** 2
                if once and not terms.peek:
                    self.gap += chance * float(min(path.plain[NATURAL, CLAIMED],
                                                   path.whole[NATURAL, CLAIMED]))

    def grid(self, law: Law) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What each event against each result of the bank is worth, in parts of a bet, and whether
        it is a hand lost, tied or won."""
        if law not in self.grids:
            events = [[(e, r) for e in range(EVENTS)] for r in range(7)]
            self.grids[law] = (
                np.array([[int(self.result(e, r, law) * self.parts) for e, r in row]
                          for row in events], dtype=np.int64),
                np.array([[self.sign(e, r) for e, r in row] for row in events], dtype=np.int64))
        return self.grids[law]

    def tell_all(self, out: Floats, chance: float) -> None:
        """How often what happens that is counted by hands."""
        by_event = chance * out.sum(axis=0)
        doubled = float(by_event[_IS_DOUBLED].sum())
        self.staked += doubled
        self.often["double"] += doubled
        for event in np.nonzero(by_event)[0]:
            self.tell(int(event), float(by_event[event]))

    def add(self, result: Fraction, chance: float) -> None:
        self.net[result] += chance

    def tell(self, event: int, chance: float) -> None:
        if event >= PRIZED:
            self.often["special prize"] += chance
        if event % PRIZED == CLAIMED:
            self.often["five cards"] += chance
