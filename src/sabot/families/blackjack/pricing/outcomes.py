"""The distribution of the net result of a round of blackjack.

For hands of no split every chance is exact. So are the results of each hand of a split and the
number of hands, and with them every mean. The joint results of several hands of a split against one
bank are approximate (`split_joint`): that affects the spread of the distribution, never its mean.
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
from sabot.families.blackjack.pricing.exact import (
    NATURAL,
    bank_draws,
    bank_results,
    fill_reach,
    reachable_hands,
)
from sabot.families.blackjack.pricing.expected_values import (
    Deal,
    UpCardValues,
    Worth,
    blackjack_value,
)
from sabot.families.blackjack.pricing.numeric_law import Law
from sabot.families.blackjack.pricing.outcome_chances import (
    CLAIMED,
    DOUBLED,
    EVENTS,
    LOST,
    PRIZED,
    PUSHED,
    WON,
    add_endings,
)
from sabot.families.blackjack.pricing.split_joint import add_path, pair_tilts, split_paths
from sabot.families.blackjack.pricing.splits import law_numbers, rank_counts, start_chances
from sabot.families.blackjack.rules.pricing_rules import Terms

_IS_DOUBLED = np.array([event // DOUBLED % 2 == 1 for event in range(EVENTS)])
LEAST = 1e-10  # of all rounds: numbers of hands less likely than this are not looked at
WIDEST = 12 * 2 + 1  # bets won or lost in a round, without prizes
NOTHING = np.zeros((0, 0, 0))
Chances = dict[Fraction, float]


class Outcomes(NamedTuple):
    """The end of a round.

    ``net``: the chance of each net result in initial bets. ``staked``: the mean stake in initial
    bets. ``often``: the chance of each event. ``variance``; ``covariance`` of the results of two
    hands of one split, over all splits. ``gap``: the maximum that the mean return may lack where
    all hands of a split were cashed with five cards before a bank's blackjack that takes one bet of
    the place. ``place``: the chances that more hands of a place are lost than won, as many, or
    fewer (a surrender is lost). ``first``: the chance of each first decision. ``moved``: how much
    of the chances in ``net``, of the variance and of the covariance was moved because the hands of
    a split share the cards (`split_joint`). ``lumped``: the maximum chance of more hands than were
    looked at.
    """

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
    """How a round ends under the play of a price."""
    return _OutcomeCount(price).whole()


class _SplitHands:
    """One hand of a split, by how many further twins have gone."""

    def __init__(
        self, count: _OutcomeCount, upcard: UpCardValues, pair: int, acts: Acts, law: Law
    ) -> None:
        self.table = count.table
        self.seen, self.pair, self.acts, self.law = upcard, pair, acts, law
        self.packs = count.terms.packs
        self.draw = bank_draws(upcard.up, count.terms.soft17)
        self.bank = np.zeros_like(upcard.bank)
        self.marks = np.zeros(len(self.table.size), np.int8)
        self.twins = 0.0
        self.found: list[tuple[Floats, Floats, float]] = []

    def plain(self, twins_gone: int) -> Floats:
        """Its endings with a second card that is no twin."""
        any_card, twin, cards = self.at(twins_gone)
        part = max(self.twins - twins_gone, 0.0) / cards
        return np.maximum(any_card - part * twin, 0.0) if part else any_card

    def whole(self, twins_gone: int) -> Floats:
        """Its endings with any second card."""
        return self.at(twins_gone)[0]

    def at(self, twins_gone: int) -> tuple[Floats, Floats, float]:
        """The endings with any second card, those with a twin, and the number of cards it is drawn
        from."""
        while len(self.found) <= twins_gone:
            left = self.seen.left.copy()
            left[self.pair - 1] -= 1 + len(self.found)
            start = start_chances(self.law, self.seen.up, self.pair, left, self.table)
            twin = np.zeros_like(start)
            twin[self.table.two[self.pair - 1, self.pair - 1]] = 1.0
            self.price_bank(left, start + twin)
            self.found.append(
                (self.count_endings(left, start, NOTHING), self.count_endings(left, twin, NOTHING),
                 float(left.sum()) - 1)
            )
        return self.found[twins_gone]

    def price_bank(self, left: Floats, start: Floats) -> None:
        """The bank's results for every hand that is reached."""
        table = self.table
        reachable_hands(self.acts, np.nonzero(start)[0], table, self.marks)
        hands = np.nonzero(self.marks[:table.plain])[0]
        bank_results(*self.draw, left, table.cards, hands, self.bank)
        for k, (a, b) in enumerate(SUITED):
            self.bank[table.plain + 2 * k:table.plain + 2 * k + 2] = \
                self.bank[table.two[a - 1, b - 1]]

    def count_endings(self, left: Floats, start: Floats, cards_held: Floats) -> Floats:
        """The endings of a hand that starts with these chances."""
        out = np.zeros((7, EVENTS))
        reach = start.copy()
        fill_reach(self.acts, left, self.table, reach)
        add_endings(self.law, self.packs, self.seen.up, left, self.table, self.bank, self.acts,
                    reach, start, out, cards_held)
        return out

    def tilt(self) -> Floats:
        """How two hands depend on each other (`split_joint.pair_tilts`)."""
        left = self.seen.left.copy()
        left[self.pair - 1] -= 1
        start = start_chances(self.law, self.seen.up, self.pair, left, self.table)
        self.price_bank(left, start)
        cards_held = np.zeros((7, EVENTS, 10))
        out = self.count_endings(left, start, cards_held)
        left[self.pair - 1] -= 1
        return pair_tilts(cards_held, out, left)


class _OutcomeCount:
    """The sums from which `Outcomes` are made."""
    def __init__(self, price: Worth) -> None:
        self.price = price
        self.terms: Terms = price.terms
        self.table: States = states()
        self.net: dict[Fraction, float] = defaultdict(float)
        self.often: dict[str, float] = defaultdict(float)
        self.staked = 0.0
        self.product_sum = 0.0
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
        """Count every hand and return the outcomes."""
        for upcard in self.price.against:
            self.count_unsplit(upcard)
            for deal, act in zip(upcard.deals, upcard.acts, strict=True):
                if act == SPLIT:
                    self.count_split(upcard, deal)
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
                        self.product_sum / splits if splits else 0.0, self.gap,
                        (self.place[-1], self.place[0], self.place[1]),
                        dict(self.first), (
                            self.moved[0], self.moved[1],
                            self.moved[2] / splits if splits else 0.0), self.lumped)

    def count_unsplit(self, upcard: UpCardValues) -> None:
        """Count all hands that are not split."""
        terms, table, chance = self.terms, self.table, upcard.chance
        natural = int(table.two[0, 9])
        start = np.zeros(len(table.size))
        for deal, act in zip(upcard.deals, upcard.acts, strict=True):
            p = chance * deal.chance
            if deal.hand == natural:
                self.count_blackjack(upcard, deal, p)
            elif act == SURRENDER:
                late = terms.surrender == "late"
                bank = float(upcard.natural[deal.hand]) if late else 0.0
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
        acts = self.price.chart.first_whole[upcard.up - 1]
        law = law_numbers(terms, False)
        out, reach = np.zeros((7, EVENTS)), start.copy()
        fill_reach(acts, upcard.left, table, reach)
        add_endings(law, terms.packs, upcard.up, upcard.left, table, upcard.bank, acts, reach,
                    start, out, NOTHING)
        for r in range(7):
            for event in np.nonzero(out[r])[0]:
                self.add(self.result(int(event), r, law), chance * float(out[r, event]))
                self.place[self.sign(int(event), r)] += chance * float(out[r, event])
                self.count_event(int(event), chance * float(out[r, event]))

    def count_blackjack(self, upcard: UpCardValues, deal: Deal, p: float) -> None:
        """Count a player's blackjack."""
        terms = self.terms
        natural = float(upcard.natural[deal.hand])
        self.often["blackjack"] += p
        if blackjack_value(terms, upcard.up, natural)[1]:
            self.often["even money"] += p
            self.add(terms.even_money_pays.ratio, p)
            self.place[1] += p
            return
        self.add(terms.blackjack_pays.ratio, p * (1 - natural))
        self.add(Fraction(0), p * natural)
        self.place[1] += p * (1 - natural)
        self.place[0] += p * natural

    def result(self, event: int, r: int, law: Law) -> Fraction:
        """The result of an event in initial bets; the bank's result decides what of a stake it
        takes."""
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
        """Whether an event is a hand lost (-1), tied (0) or won (1)."""
        if event % DOUBLED == CLAIMED and not (self.terms.peek and r == NATURAL):
            return 1
        return -1 if r == NATURAL else event % DOUBLED - 1

    def count_split(self, upcard: UpCardValues, deal: Deal) -> None:
        """Count a split pair, with every number of hands that may come of it."""
        terms, table = self.terms, self.table
        pair = int(table.twin[deal.hand])
        split = upcard.splits[pair]
        law = law_numbers(terms, True, pair == 1)
        self.often["split"] += upcard.chance * deal.chance
        kinds = _SplitHands(self, upcard, pair, split.acts, law)
        tilt = kinds.tilt()
        once = self.parts if terms.peek or terms.keeps_split else 0
        results, signs = self.grid(law)
        for rank_cards, weight in rank_counts(terms, upcard.up, pair, upcard.left):
            kinds.twins = rank_cards - 2.0
            chance = upcard.chance * deal.chance * weight
            paths = split_paths(split.most, rank_cards - 2.0, float(upcard.left.sum()) - 2,
                                kinds.plain, kinds.whole, LEAST / chance)
            self.lumped += LEAST * (paths[-1].hands < split.most)
            for path in paths:
                others = path.hands - path.done
                path_chance = chance * float(path.whole.sum())
                self.often[f"{path.hands} hands"] += path_chance
                self.count_hands(path.done * path.plain + others * path.whole, chance)
                self.staked += path_chance * path.hands
                sums = np.zeros(5)
                add_path(path.plain, path.done, path.whole, others, tilt, results, signs, once,
                         chance, self.sums, len(self.sums) // 2, self.places, sums)
                self.moved[0] += float(sums[0])
                self.moved[1] += float(sums[1]) / self.parts ** 2
                self.moved[2] += float(sums[4]) / self.parts ** 2
                self.product_sum += float(sums[2] - sums[3] ** 2 / path_chance) / self.parts ** 2
                if once and not terms.peek:
                    self.gap += chance * float(min(path.plain[NATURAL, CLAIMED],
                                                   path.whole[NATURAL, CLAIMED]))

    def grid(self, law: Law) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The result of each event against each result of the bank, in parts of a bet, and whether
        it is a hand lost, tied or won."""
        if law not in self.grids:
            events = [[(e, r) for e in range(EVENTS)] for r in range(7)]
            self.grids[law] = (
                np.array([[int(self.result(e, r, law) * self.parts) for e, r in row]
                          for row in events], dtype=np.int64),
                np.array([[self.sign(e, r) for e, r in row] for row in events], dtype=np.int64))
        return self.grids[law]

    def count_hands(self, out: Floats, chance: float) -> None:
        """Add the chances of events that are counted by hands."""
        by_event = chance * out.sum(axis=0)
        doubled = float(by_event[_IS_DOUBLED].sum())
        self.staked += doubled
        self.often["double"] += doubled
        for event in np.nonzero(by_event)[0]:
            self.count_event(int(event), float(by_event[event]))

    def add(self, result: Fraction, chance: float) -> None:
        """Add the chance of a net result."""
        self.net[result] += chance

    def count_event(self, event: int, chance: float) -> None:
        """Add the chance of a prize or of five cards."""
        if event >= PRIZED:
            self.often["special prize"] += chance
        if event % PRIZED == CLAIMED:
            self.often["five cards"] += chance
