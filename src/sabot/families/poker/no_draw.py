"""Póquer sem descarte: numbered strengths of hands of five, and the ways in which a deal ends.

A card is its rank, from the lowest, times four, plus its suit. The strengths of a ranking are
numbered from the weakest. `strengths` asks the definition (`hands.strength`) once for each set of
ranks and each kind of suits that can matter, and builds lookup tables.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple
from weakref import WeakValueDictionary

import numpy as np

from sabot.equipment.arrays import Halves, Ints, Numbers, Octets
from sabot.equipment.cards import SUITS
from sabot.families.poker.hands import Ranking, Strength, strength

PLAIN_HAND, PLAIN_COUNT = 2e-7, 12.0  # seconds of plain code for a hand, and to compare all
HAND = 5
FOLD, WEAK, LOSE, EVEN, WIN = ENDS = range(5)
"""How a deal ends: the player passes; the bank does not play; the player loses to it, ties,
wins."""
MIXED, THREE, FLUSH = range(3)
"""The kinds of suits of a hand: mixed, three or four cards of one suit (6.j), all of one suit."""

WEIGHTS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""A weight per rank such that no two sets of five ranks have the same sum; each is the smallest
such number."""
RANK_BITS, SUIT_BITS = 19, 3
"""A card's part in the sum of a hand: the weight of its rank, and above it a counter per suit."""


class Law(NamedTuple):
    """The terms to be priced: the ranking, and the net win by combination over a bank that plays,
    both bets together.

    The second bet is ``second`` initial bets (17-7). Where the bank does not play only the initial
    bet is paid, 1 to 1 (18-3). ``ante`` and ``wins`` are in the same unit, which may be any.
    """

    ranking: Ranking
    wins: tuple[int, ...]
    ante: int = 1
    second: int = 2

    def gain(self, ends: int, category: int = 0) -> int:
        """The net gain of a deal that ends in this way."""
        return (-self.ante, self.ante, -(1 + self.second) * self.ante, 0, self.wins[category])[ends]


@dataclass(frozen=True)
class Strengths:
    """The strengths of a ranking by number (``of``). ``codes[row, kind]`` is the number of a hand
    by its ranks and the kind of its suits; ``rows`` gives the row by the sum of weights, ``kinds``
    the kind by the counters of suits. The bank plays from number ``plays`` on (18-2)."""

    of: tuple[Strength, ...]
    codes: Halves
    rows: Halves
    kinds: Octets
    plays: int

    @property
    def categories(self) -> Octets:
        """The combination of each number, by its place in the ranking's order."""
        return np.array([value.rank for value in self.of], np.uint8)

    def number(self, ranking: Ranking, cards: Sequence[str]) -> int:
        """The number of five cards."""
        parts = card_parts(ranking)
        total = sum([parts[number(card, ranking)] for card in cards])
        return int(self.codes[self.rows[total & (1 << RANK_BITS) - 1],
                              self.kinds[total >> RANK_BITS]])


def number(card: str, ranking: Ranking) -> int:
    """The number of a card."""
    return ranking.ranks.index(card[0]) * len(SUITS) + SUITS.index(card[1])


def name(card: int, ranking: Ranking) -> str:
    """The card of a number."""
    return ranking.ranks[card // len(SUITS)] + SUITS[card % len(SUITS)]


@lru_cache(maxsize=16)
def card_parts(ranking: Ranking) -> tuple[int, ...]:
    """The part of each card in the sum of a hand."""
    return tuple(weight | 1 << RANK_BITS + SUIT_BITS * suit
                 for weight in WEIGHTS[:len(ranking.ranks)] for suit in range(len(SUITS)))


def row(ranks: Sequence[int]) -> int:
    """The number of a multiset of five ranks, lowest first, among all of them."""
    return sum(comb(rank + at, at + 1) for at, rank in enumerate(ranks))


@lru_cache(maxsize=16)
def strengths(ranking: Ranking) -> Strengths:
    """The numbered strengths of a ranking."""
    values: dict[tuple[int, int], Strength] = {}
    places = range(len(ranking.ranks))
    rows = np.zeros(1 << RANK_BITS, np.uint16)
    for ranks in itertools.combinations_with_replacement(places, HAND):
        if max(map(ranks.count, ranks)) > len(SUITS):
            continue
        at = rows[sum(WEIGHTS[rank] for rank in ranks)] = row(ranks)
        alone = len(set(ranks)) == HAND
        for kind, suits in enumerate(("SSHHD", "SSSHD", "SSSSS") if alone else (
                [SUITS[ranks[:n].count(rank)] for n, rank in enumerate(ranks)],)):
            values[at, kind] = strength(
                [ranking.ranks[rank] + suit for rank, suit in zip(ranks, suits, strict=True)],
                ranking)
        if not alone:
            values[at, THREE] = values[at, MIXED]
    order = tuple(sorted(set(values.values())))
    numbers = {value: at for at, value in enumerate(order)}
    codes = np.zeros((comb(len(ranking.ranks) + HAND - 1, HAND), 4), np.uint16)
    for (at, kind), value in values.items():
        codes[at, kind] = numbers[value]
    kinds = np.zeros(1 << SUIT_BITS * len(SUITS), np.uint8)
    for counts in itertools.product(range(HAND + 1), repeat=len(SUITS)):
        if sum(counts) == HAND:
            kinds[sum(count << SUIT_BITS * suit for suit, count in enumerate(counts))] = (
                FLUSH if max(counts) == HAND else THREE if max(counts) >= 3 else MIXED)
    ace, king = len(ranking.ranks) - 1, len(ranking.ranks) - 2
    plays = next(at for at, value in enumerate(order)
                 if value.rank or value.kickers[:2] == (ace, king))
    return Strengths(order, codes, rows, kinds, plays)


# -- every deal ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counts:
    """The player's hands against all bank hands.

    The player's hands are listed once for all renamings of suits: ``cards``, weakest rank first;
    the number of hands that each stands for (``times``); its ``strength``. ``out`` counts by open
    card the bank hands that do not play, that are weaker, and that are weaker or equal; the last
    two only for hands with which the bank would play. ``whole`` is the number of all bank hands.
    """

    cards: Octets
    times: Numbers
    strength: Halves
    out: Ints
    whole: int

    @property
    def size(self) -> int:
        """The number of cards of the pack."""
        return int(self.out.shape[2])

    @property
    def deals(self) -> int:
        """The number of all deals of the pack."""
        return comb(self.size, HAND) * (self.size - HAND) * self.whole


class Hands(NamedTuple):
    """Every hand of a pack: its ``cards``, weakest rank first, and its ``strength``; their
    ``order`` from the weakest. ``chosen`` lists, in this order, one hand for all that differ only
    in the names of their suits, and ``times`` how many those are."""

    cards: Octets
    strength: Halves
    order: Numbers
    chosen: Numbers
    times: Numbers


def hands(ranking: Ranking) -> Hands:
    """Every hand of a ranking's pack."""
    from sabot.families.poker import no_draw_count as loop
    known, size = strengths(ranking), len(ranking.ranks) * len(SUITS)
    many = comb(size, HAND)
    cards, strength = np.zeros((many, HAND), np.uint8), np.zeros(many, np.uint16)
    loop.hands.of_work(PLAIN_HAND * many, cards, _binomials(size), known.kinds, known.codes,
                       np.arange(size) // len(SUITS), strength)
    order = np.argsort(strength, kind="stable")
    chosen, times = np.zeros(many, np.int64), np.zeros(many, np.int64)
    count = loop.alike.of_work(PLAIN_HAND * many, cards, order,
                               np.zeros(len(SUITS), np.int64), chosen, times)
    return Hands(cards, strength, order, chosen[:count].copy(), times[:count].copy())


def _binomials(size: int) -> Numbers:
    """The binomial coefficients that number hands and sets of ranks."""
    return np.array([[comb(n, k) for n in range(size + HAND)] for k in range(HAND + 1)], np.int64)


_cache: WeakValueDictionary[Ranking, Counts] = WeakValueDictionary()


def counts(ranking: Ranking) -> Counts:
    """The counts of a ranking, which take some seconds and 100 megabytes; keep a
    `no_draw_plays.Solved` instead where that is enough. Callers that ask while the counts are in
    use share them."""
    result = _cache.get(ranking)
    if result is None:
        result = _cache[ranking] = _count_hands(ranking)
    return result


def _count_hands(ranking: Ranking) -> Counts:
    from sabot.equipment.compiled import expect_work
    from sabot.families.poker import no_draw_count as loop
    expect_work(PLAIN_COUNT)
    known, size = strengths(ranking), len(ranking.ranks) * len(SUITS)
    cards, strength, order, chosen, times = hands(ranking)
    numbers = np.arange(len(known.of))
    ends = np.cumsum(np.bincount(strength, minlength=len(numbers)))
    last = np.searchsorted(strength[chosen], numbers, side="right")
    sizes = [comb(size, k) for k in range(HAND - 1)]  # of the other cards of a set, without one
    starts = np.cumsum([0, 0, *sizes[:-1]])
    sets = [bin(subset).count("1") for subset in range(loop.SUBSETS)]
    out = np.zeros((3, len(chosen), size), np.int32)
    fives = np.full((comb(size, HAND - 1), size), len(numbers), np.uint16)
    loop.index_fives(cards, strength, _binomials(size), fives)
    loop.count(cards, strength, order, ends, chosen, last, known.plays, size, _binomials(size),
               starts, np.array([(-1) ** size_ for size_ in sets]), np.array(sets) + 1,
               np.zeros((sum(sizes), size), np.int32), fives, out)
    return Counts(cards[chosen], times, strength[chosen], out, comb(size - HAND - 1, HAND - 1))
