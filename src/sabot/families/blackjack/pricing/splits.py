"""What it is worth to split a pair, exactly, for one stated way to play the hands that come of it.

Every hand of the split is played by its own cards and the bank's alone, and each further pair of it
is split as often as the rules admit. Then, as hidden cards are exchangeable, all hands of a split
are worth the same once it is known how many second cards were twins, and the whole is a sum over
those numbers. What is known of the other hands (their second cards were no twins) is counted by
inclusion and exclusion over shoes from which more twins are gone. (The method of exact split values
for fixed strategies is that of Eric Farmer and of the split formulas of Peter Griffin, derived anew
for the rules here.)
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
    Law,
    bank_results,
    reached,
    worths,
)
from sabot.families.blackjack.rules.pricing_rules import ANY, Terms

MANY = 12  # hands of one place that are followed where a law sets no limit
USUAL = 4
NEAR = 0.05  # a split that is worse than this by `USUAL` hands is not looked at with more


@cache
def paths(most: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """In how many orders of second cards a pair becomes so many hands.

    First for 2 hands and more, fewer than ``most``: how many orders end there. Then, for exactly
    ``most``, rows of the number of hands done before the last split and how many orders lead there.
    """
    fewer = tuple(2 * comb(2 * n - 2, n - 2) // (2 * n - 2) for n in range(2, most))
    if most == 2:
        return fewer, ((0, 1),)
    ways: dict[tuple[int, int], int] = {}
    for twins in range(most - 2):
        for done in range(twins + 2):  # at least one hand is still open
            ways[twins, done] = 1 if (twins, done) == (0, 0) else (
                ways.get((twins - 1, done), 0) + ways.get((twins, done - 1), 0))
    return fewer, tuple((done, ways[most - 3, done]) for done in range(most - 1))


@cache
def weights(most: int, twins: float, cards: float) -> tuple[Floats, Floats]:
    """How the sum over all hands that a pair becomes, with at most ``most`` of them, is made up.

    ``twins`` of the ``cards`` left are of the pair's rank. First, by k, the weight of what one hand
    is worth whatever its second card, after k twins more have gone; then that of the part of it
    which comes with a second card that is no twin. Both may be below nothing.
    """
    whole, plain = np.zeros(2 * most - 3), np.zeros(2 * most - 3)

    def drawn(gone: int, n: int) -> float:
        chance = 1.0
        for i in range(gone, gone + n):
            chance *= max(twins - i, 0.0) / (cards - i)
        return chance

    def none_of(others: int, gone: int, times: float, weight: Floats) -> None:
        for i in range(others + 1):
            chance = drawn(gone, i)
            if chance > 0.0:
                weight[gone + i] += times * (-1) ** i * comb(others, i) * chance

    fewer, full = paths(most)
    for n, orders in enumerate(fewer, start=2):
        chance = orders * drawn(0, n - 2)
        if chance > 0.0:
            none_of(n - 1, n - 2, chance * n, plain)
    chance = drawn(0, most - 2)
    if chance > 0.0:
        for done, orders in full:
            if done:
                none_of(done - 1, most - 2, orders * chance * done, plain)
            none_of(done, most - 2, orders * chance * (most - done), whole)
    return whole, plain


def over_hands(most: int, twins: float, cards: float, whole: list[float], plain: list[float]
               ) -> float:
    """The sum over all hands that a pair becomes (see `weights`) of what each is worth. With all
    worths 1 it is the mean number of hands."""
    return sum(float(weight[k]) * worth[k]
               for weight, worth in zip(weights(most, twins, cards), (whole, plain), strict=True)
               for k in np.nonzero(weight)[0])


def hands_of(most: int, twins: float, cards: float) -> tuple[float, ...]:
    """The chances that a pair becomes 2, 3, ... ``most`` hands."""
    found = []
    chance = 1.0
    left = 1.0
    for n, orders in enumerate(paths(most)[0], start=2):
        ends = orders * chance
        for i in range(n):
            ends *= (cards - twins - i) / (cards - (n - 2) - i)
        found.append(ends)
        left -= ends
        chance *= max(twins - (n - 2), 0.0) / (cards - (n - 2))
    return (*found, left)


class Split(NamedTuple):
    """A split pair: ``value`` but for what a bank's blackjack takes once (see `worth`), the acts of
    its hands, the most hands followed, and the chances of 2, 3, ... hands."""

    value: float
    acts: Acts
    most: int
    hands: tuple[float, ...]


def law_of(terms: Terms, split: bool, aces: bool = False) -> Law:
    """The terms as numbers, for hands that come from no split or from one."""
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


def limit(terms: Terms, pair: int) -> int:
    """The most hands that a pair of this value may become, no more than `MANY`."""
    most = min(terms.max_hands or MANY, MANY)
    again = terms.resplit_aces if pair == 1 else terms.resplit
    return most if again else min(most, 2)


class Room(NamedTuple):
    """Arrays that one split after the other uses."""

    bank: Floats
    value: Floats
    each: Floats
    seen: NDArray[np.int8]


def room(table: States) -> Room:
    n = len(table.size)
    return Room(np.zeros((n, 7)), np.zeros(n), np.zeros((n, 6)), np.zeros(n, np.int8))


def split(terms: Terms, up: int, pair: int, most: int, left: Floats, draw: Draws, table: States,
          use: Room, usual: Acts, best: bool) -> Split | None:
    """What splitting this pair is worth against this open card; None where there is no such pair.

    Its hands are played as ``usual``, or in the ``best`` way for a hand that knows of one more
    twin.
    """
    if most < 2 or left[pair - 1] < 2:
        return None
    law = law_of(terms, True, pair == 1)
    suits = law.prize > 0 and not law.one_card and 6 <= pair <= 8
    ranks = ranks_of(terms, up, pair, left)
    starts = _starts(table, pair, suits)
    play = np.zeros_like(usual) if law.one_card else usual
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
            worths(law, terms.packs, up, rest, hands, table, use.bank, play, BEST, use.value,
                   use.each)
        else:
            there, final = reached(play, starts, table, use.seen)
            bank_results(*draw, rest, table.cards, final, use.bank)
            worths(law, terms.packs, up, rest, there, table, use.bank, play, ONLY, use.value,
                   use.each)
        rest[pair - 1] -= 1  # the hand's own
        worth = use.value[table.two[pair - 1]]
        if suits:
            _in_suit(worth, pair, up, table, use.value)
        wholes.append(float(rest @ worth / rest.sum()))
        pairs.append(float(worth[pair - 1]))
        rests.append(float(rest.sum()))
    most = min(most, int(max(there_are for there_are, _ in ranks)))
    total = 0.0
    chances = np.zeros(most - 1)
    for there_are, weight in ranks:
        twins = there_are - 2.0
        plains = [whole - max(twins - k, 0.0) / rest * worth for k, (whole, rest, worth)
                  in enumerate(zip(wholes, rests, pairs, strict=True))]
        total += weight * over_hands(most, twins, left.sum() - 2, wholes, plains)
        chances += weight * np.array(hands_of(most, twins, left.sum() - 2))
    return Split(total, play, most, tuple(chances.tolist()))


def _starts(table: States, pair: int, suits: bool) -> NDArray[np.int64]:
    starts = [int(hand) for hand in table.two[pair - 1]]
    if suits:
        starts += [table.plain + 2 * i + j for i, two in enumerate(SUITED) if pair in two
                   for j in (0, 1)]
    return np.array(starts, dtype=np.int64)


def starts_of(law: Law, up: int, pair: int, left: Floats, table: States) -> Floats:
    """The chances of the two cards of one hand of a split: with some of 6-7-8 it may be of one
    suit. ``left``: the cards that remain but for the hand's own."""
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


def _in_suit(worth: Floats, pair: int, up: int, table: States, value: Floats) -> None:
    """A quarter of the hands with two cards of 6-7-8 has them in one suit."""
    for i, (a, b) in enumerate(SUITED):
        if pair in (a, b):
            other = b if pair == a else a
            suited = float(value[table.plain + 2 * i])
            if up == 21 - a - b:
                suited = 0.75 * suited + 0.25 * float(value[table.plain + 2 * i + 1])
            worth[other - 1] = 0.75 * worth[other - 1] + 0.25 * suited


def ranks_of(terms: Terms, up: int, pair: int, left: Floats) -> list[tuple[float, float]]:
    """How many cards of its rank there are with a pair's own two, and how likely: equal tens may be
    of the rank that the bank shows."""
    if pair != 10 or not terms.split_rank:
        return [(float(left[pair - 1]), 1.0)]
    if up != 10:
        return [(4.0 * terms.packs, 1.0)]
    other, same = 4.0 * terms.packs, 4.0 * terms.packs - 1
    a, b = 3 * other * (other - 1), same * (same - 1)
    return [(other, a / (a + b)), (same, b / (a + b))]


def restrict(law: Law, table: States, acts: Acts, each: Floats) -> Acts:
    """Acts of unsplit hands for those of a split: a double that is not allowed there becomes the
    better of what is left."""
    play = acts.copy()
    for hand in np.nonzero(play == DOUBLE)[0]:
        if not may_double(law, table, int(hand)):
            play[hand] = HIT if each[hand, HIT] > each[hand, STAND] else STAND
    return play
