"""The exact value of splitting a pair, for one stated play of the hands that come of it.

Every hand of the split is played by its own cards and the bank's alone, and each further pair of it
is split as often as the rules allow. As hidden cards are exchangeable, all hands of a split have
the same value once it is known how many second cards were twins, and the total is a sum over those
numbers. That the second cards of other hands were no twins is counted by inclusion and exclusion
over shoes from which more twins are gone. (Eric Farmer's method of exact split values for fixed
strategies and Peter Griffin's split formulas, derived again for the rules here.)
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.equipment.arrays import Floats
from sabot.families.blackjack.charts.chart import DOUBLE, HIT, STAND, Acts
from sabot.families.blackjack.charts.hand_states import SUITED, States
from sabot.families.blackjack.pricing.exact import (
    BEST,
    ONLY,
    Draws,
    bank_results,
    reachable_hands,
    worths,
)
from sabot.families.blackjack.pricing.numeric_law import Law
from sabot.families.blackjack.rules.pricing_rules import ANY, Terms

MANY = 12  # the maximum of hands of one place that are followed where a law sets no limit
USUAL = 4
NEAR = 0.05  # a split that is worse by this with `USUAL` hands is not priced with more


@cache
def split_orders(most: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """The number of orders of second cards in which a pair becomes a number of hands.

    First for 2 hands and more, fewer than ``most``: how many orders end there. Then, for exactly
    ``most``, rows of the number of hands done before the last split and how many orders lead there.
    """
    ending = tuple(2 * comb(2 * n - 2, n - 2) // (2 * n - 2) for n in range(2, most))
    if most == 2:
        return ending, ((0, 1),)
    orders: dict[tuple[int, int], int] = {}
    for twins in range(most - 2):
        for done in range(twins + 2):  # at least one hand is still open
            orders[twins, done] = 1 if (twins, done) == (0, 0) else (
                orders.get((twins - 1, done), 0) + orders.get((twins, done - 1), 0))
    return ending, tuple((done, orders[most - 3, done]) for done in range(most - 1))


@cache
def split_weights(most: int, twins: float, cards: float) -> tuple[Floats, Floats]:
    """The weights of the sum over all hands that a pair becomes, at most ``most``.

    ``twins`` of the ``cards`` left are of the pair's rank. First, by k, the weight of the value of
    one hand with any second card, after k further twins have gone; then that of its part with a
    second card that is no twin. Both may be negative.
    """
    whole, plain = np.zeros(2 * most - 3), np.zeros(2 * most - 3)

    def twins_chance(twins_gone: int, n: int) -> float:
        """The chance that the next ``n`` second cards are twins."""
        chance = 1.0
        for i in range(twins_gone, twins_gone + n):
            chance *= max(twins - i, 0.0) / (cards - i)
        return chance

    def add_no_twin_among(others: int, twins_gone: int, times: float, weight: Floats) -> None:
        """Add weights of one hand while none of ``others`` hands has a twin as second card."""
        for i in range(others + 1):
            chance = twins_chance(twins_gone, i)
            if chance > 0.0:
                weight[twins_gone + i] += times * (-1) ** i * comb(others, i) * chance

    ending, full = split_orders(most)
    for n, orders in enumerate(ending, start=2):
        chance = orders * twins_chance(0, n - 2)
        if chance > 0.0:
            add_no_twin_among(n - 1, n - 2, chance * n, plain)
    chance = twins_chance(0, most - 2)
    if chance > 0.0:
        for done, orders in full:
            if done:
                add_no_twin_among(done - 1, most - 2, orders * chance * done, plain)
            add_no_twin_among(done, most - 2, orders * chance * (most - done), whole)
    return whole, plain


def sum_over_hands(most: int, twins: float, cards: float, whole: list[float], plain: list[float]
                   ) -> float:
    """The sum of the values of all hands that a pair becomes (see `split_weights`). With all values
    1 it is the mean number of hands."""
    return sum(
        float(weight[k]) * worth[k]
        for weight, worth in zip(split_weights(most, twins, cards), (whole, plain), strict=True)
        for k in np.nonzero(weight)[0]
    )


def hand_count_chances(most: int, twins: float, cards: float) -> tuple[float, ...]:
    """The chances that a pair becomes 2, 3, ... ``most`` hands."""
    chances = []
    chance = 1.0
    left = 1.0
    for n, orders in enumerate(split_orders(most)[0], start=2):
        ends = orders * chance
        for i in range(n):
            ends *= (cards - twins - i) / (cards - (n - 2) - i)
        chances.append(ends)
        left -= ends
        chance *= max(twins - (n - 2), 0.0) / (cards - (n - 2))
    return (*chances, left)


class Split(NamedTuple):
    """A split pair: ``value`` without what a bank's blackjack takes once (see `worth`), the acts of
    its hands, the maximum of hands followed, and the chances of 2, 3, ... hands."""

    value: float
    acts: Acts
    most: int
    hands: tuple[float, ...]


def law_numbers(terms: Terms, split: bool, aces: bool = False) -> Law:
    """The terms as numbers, for hands of no split or of one."""
    totals = terms.double_split if split else terms.double
    if aces and not terms.double_aces:
        totals = ()
    low, high = totals or (1, 0)
    keeps, keeps_double = terms.keeps_split, (
        terms.keeps_double_split if split else terms.keeps_double)
    if terms.peek:
        keeps = keeps_double = True
    loss = 0.0 if split and keeps else 1.0
    prize = terms.special and (terms.on_split or not split)
    return Law(
        terms.must_hit, low, high, terms.fixes_ace, aces and not terms.hit_aces,
        float(terms.win_pays.ratio), loss, loss + (0.0 if keeps_double else 1.0), terms.peek,
        float(terms.special_pays.ratio) if prize else 0.0,
        float(terms.five_pays.ratio) if terms.five else -1.0, terms.charlie)


def may_double(law: Law, table: States, hand: int) -> bool:
    """Whether two cards may be doubled."""
    if (law.low, law.high) == ANY:
        return True
    return bool(law.low <= table.hard[hand] <= law.high
                and (law.fixes_ace or not table.cards[hand, 0]))


def most_hands(terms: Terms, pair: int) -> int:
    """The maximum of hands that a pair of this value may become, no more than `MANY`."""
    most = min(terms.max_hands or MANY, MANY)
    again = terms.resplit_aces if pair == 1 else terms.resplit
    return most if again else min(most, 2)


class Workspace(NamedTuple):
    """Arrays that are reused from split to split."""

    bank: Floats
    value: Floats
    each: Floats
    seen: NDArray[np.int8]


def make_workspace(table: States) -> Workspace:
    """A workspace for this table of hands."""
    n = len(table.size)
    return Workspace(np.zeros((n, 7)), np.zeros(n), np.zeros((n, 6)), np.zeros(n, np.int8))


def price_split(terms: Terms, up: int, pair: int, most: int, left: Floats, draw: Draws,
                table: States, use: Workspace, usual: Acts, best: bool, *,
                aces_double: bool = False) -> Split | None:
    """The value of splitting this pair against this open card; None where there is no such pair.

    Its hands are played as ``usual``, or with ``best`` in the best way given that one more twin is
    gone. Split aces that take one card stand with it, or with ``aces_double`` are doubled where
    they usually are.
    """
    if most < 2 or left[pair - 1] < 2:
        return None
    law = law_numbers(terms, True, pair == 1)
    suits = law.prize > 0 and not law.one_card and 6 <= pair <= 8
    ranks = rank_counts(terms, up, pair, left)
    starts = _start_hands(table, pair, suits)
    acts = usual
    if law.one_card:
        acts = np.where((usual == DOUBLE) & aces_double, DOUBLE, STAND).astype(usual.dtype)
    wholes: list[float] = []
    pairs: list[float] = []
    rests: list[float] = []
    for k in range(2 * most - 3):
        rest = left.copy()
        rest[pair - 1] -= 1 + k
        if rest[pair - 1] < 1:
            break
        if k == 0 and best:
            hands = np.nonzero(table.cards[:table.plain, pair - 1] > 0)[0]
            bank_results(*draw, rest, table.cards, hands, use.bank)
            worths(law, terms.packs, up, rest, hands, table, use.bank, acts, BEST, use.value,
                   use.each)
        else:
            reached, final = reachable_hands(acts, starts, table, use.seen)
            bank_results(*draw, rest, table.cards, final, use.bank)
            worths(law, terms.packs, up, rest, reached, table, use.bank, acts, ONLY, use.value,
                   use.each)
        rest[pair - 1] -= 1  # the hand's own card
        worth = use.value[table.two[pair - 1]]
        if suits:
            _add_suited_values(worth, pair, up, table, use.value)
        wholes.append(float(rest @ worth / rest.sum()))
        pairs.append(float(worth[pair - 1]))
        rests.append(float(rest.sum()))
    most = min(most, int(max(rank_cards for rank_cards, _ in ranks)))
    total = 0.0
    chances = np.zeros(most - 1)
    for rank_cards, weight in ranks:
        twins = rank_cards - 2.0
        plains = [whole - max(twins - k, 0.0) / rest * worth for k, (whole, rest, worth)
                  in enumerate(zip(wholes, rests, pairs, strict=True))]
        total += weight * sum_over_hands(most, twins, left.sum() - 2, wholes, plains)
        chances += weight * np.array(hand_count_chances(most, twins, left.sum() - 2))
    return Split(total, acts, most, tuple(chances.tolist()))


def _start_hands(table: States, pair: int, suits: bool) -> NDArray[np.int64]:
    """The two-card hands of one hand of a split."""
    starts = [int(hand) for hand in table.two[pair - 1]]
    if suits:
        starts += [table.plain + 2 * i + j for i, two in enumerate(SUITED) if pair in two
                   for j in (0, 1)]
    return np.array(starts, dtype=np.int64)


def start_chances(law: Law, up: int, pair: int, left: Floats, table: States) -> Floats:
    """The chances of the two cards of one hand of a split; two cards of 6-7-8 may be of one suit.
    ``left``: the cards that remain, before the hand's own are taken out."""
    rest = left.copy()
    rest[pair - 1] = max(rest[pair - 1] - 1, 0.0)
    start = np.zeros(len(table.size))
    start[table.two[pair - 1]] = rest / rest.sum()
    for i, two in enumerate(SUITED):
        if law.prize > 0 and not law.one_card and pair in two:
            hand, base = int(table.two[two[0] - 1, two[1] - 1]), table.plain + 2 * i
            suited = 0.25 * float(start[hand])
            shows = 0.25 if up == 21 - sum(two) else 0.0
            start[hand] -= suited
            start[base], start[base + 1] = suited * (1 - shows), suited * shows
    return start


def _add_suited_values(worth: Floats, pair: int, up: int, table: States, value: Floats) -> None:
    """A quarter of the hands with two cards of 6-7-8 has them in one suit."""
    for i, (a, b) in enumerate(SUITED):
        if pair in (a, b):
            other = b if pair == a else a
            suited = float(value[table.plain + 2 * i])
            if up == 21 - a - b:
                suited = 0.75 * suited + 0.25 * float(value[table.plain + 2 * i + 1])
            worth[other - 1] = 0.75 * worth[other - 1] + 0.25 * suited


def rank_counts(terms: Terms, up: int, pair: int, left: Floats) -> list[tuple[float, float]]:
    """The possible numbers of cards of a pair's rank, including its own two, each with its chance:
    equal tens may be of the rank that the bank shows."""
    if pair != 10 or not terms.split_rank:
        return [(float(left[pair - 1]), 1.0)]
    if up != 10:
        return [(4.0 * terms.packs, 1.0)]
    other, same = 4.0 * terms.packs, 4.0 * terms.packs - 1
    a, b = 3 * other * (other - 1), same * (same - 1)
    return [(other, a / (a + b)), (same, b / (a + b))]


def restrict_doubles(law: Law, table: States, acts: Acts, each: Floats) -> Acts:
    """Acts of unsplit hands for those of a split: a double that is not allowed there becomes the
    better of hit and stand."""
    play = acts.copy()
    for hand in np.nonzero(play == DOUBLE)[0]:
        if not may_double(law, table, int(hand)):
            play[hand] = HIT if each[hand, HIT] > each[hand, STAND] else STAND
    return play
