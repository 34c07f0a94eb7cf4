"""Póquer sem descarte: what hands of five are worth by number, and how a deal may end.

A card is its rank, from the lowest, times four and its suit. The strengths of a ranking are
numbered from the weakest; `strengths` asks the definition (`hands.strength`) once for each set of
ranks and each kind of suits that can matter, and tables say the rest.
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

HAND = 5
FOLD, WEAK, LOSE, EVEN, WIN = ENDS = range(5)
"""How a deal ends: the player passes; the bank does not play; he loses, ties, wins against it."""
MIXED, THREE, FLUSH = range(3)
"""The kinds of suits of a hand: three alike or more (6.j), all alike."""

WEIGHTS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""For each rank a number, so that no two hands have the same sum: the least that does so."""
RANK_BITS, SUIT_BITS = 19, 3
"""A card's part in the sum of a hand: the weight of its rank, and above it a counter by suit."""


class Law(NamedTuple):
    """What is played: the ranking, and what a win over a bank that plays returns net, both bets
    together, by combination.

    The second bet is ``second`` initial bets (17-7). Where the bank does not play the initial bet
    alone is paid, 1 to 1 (18-3). ``ante`` and ``wins`` are in the same unit, whatever it is.
    """

    ranking: Ranking
    wins: tuple[int, ...]
    ante: int = 1
    second: int = 2

    def gain(self, ends: int, category: int = 0) -> int:
        """What a deal that ends so returns net."""
        return (-self.ante, self.ante, -(1 + self.second) * self.ante, 0, self.wins[category])[ends]


@dataclass(frozen=True)
class Strengths:
    """The strengths of a ranking by number. ``codes[row, kind]`` is the number of a hand by its
    ranks and the kind of its suits; ``rows`` finds the row by the sum of weights, ``kinds`` the
    kind by the counters of suits. The bank plays from number ``plays`` on (18-2)."""

    of: tuple[Strength, ...]
    codes: Halves
    rows: Halves
    kinds: Octets
    plays: int

    @property
    def categories(self) -> Octets:
        """The combination of each number, by its place in the ranking's order."""
        return np.array([one.rank for one in self.of], np.uint8)

    def number(self, ranking: Ranking, cards: Sequence[str]) -> int:
        """The number of five cards."""
        parts = packed(ranking)
        total = sum([parts[number(card, ranking)] for card in cards])
        return int(self.codes[self.rows[total & (1 << RANK_BITS) - 1],
                              self.kinds[total >> RANK_BITS]])


def number(card: str, ranking: Ranking) -> int:
    """A card as a number."""
    return ranking.ranks.index(card[0]) * len(SUITS) + SUITS.index(card[1])


def name(card: int, ranking: Ranking) -> str:
    """A number as a card."""
    return ranking.ranks[card // len(SUITS)] + SUITS[card % len(SUITS)]


@lru_cache(maxsize=16)
def packed(ranking: Ranking) -> tuple[int, ...]:
    """For each card its part in the sum of a hand."""
    return tuple(weight | 1 << RANK_BITS + SUIT_BITS * suit
                 for weight in WEIGHTS[:len(ranking.ranks)] for suit in range(len(SUITS)))


def row(ranks: Sequence[int]) -> int:
    """The number of a set of five ranks, lowest first, among all such sets."""
    return sum(comb(rank + at, at + 1) for at, rank in enumerate(ranks))


@lru_cache(maxsize=16)
def strengths(ranking: Ranking) -> Strengths:
    """The numbered strengths of a ranking."""
    found: dict[tuple[int, int], Strength] = {}
    places = range(len(ranking.ranks))
    rows = np.zeros(1 << RANK_BITS, np.uint16)
    for ranks in itertools.combinations_with_replacement(places, HAND):
        if max(map(ranks.count, ranks)) > len(SUITS):
            continue
        at = rows[sum(WEIGHTS[rank] for rank in ranks)] = row(ranks)
        alone = len(set(ranks)) == HAND
        for kind, suits in enumerate(("SSHHD", "SSSHD", "SSSSS") if alone else (
                [SUITS[ranks[:n].count(rank)] for n, rank in enumerate(ranks)],)):
            found[at, kind] = strength(
                [ranking.ranks[rank] + suit for rank, suit in zip(ranks, suits, strict=True)],
                ranking)
        if not alone:
            found[at, THREE] = found[at, MIXED]
    order = tuple(sorted(set(found.values())))
    numbers = {one: at for at, one in enumerate(order)}
    codes = np.zeros((comb(len(ranking.ranks) + HAND - 1, HAND), 4), np.uint16)
    for (at, kind), one in found.items():
        codes[at, kind] = numbers[one]
    kinds = np.zeros(1 << SUIT_BITS * len(SUITS), np.uint8)
    for counts in itertools.product(range(HAND + 1), repeat=len(SUITS)):
        if sum(counts) == HAND:
            kinds[sum(count << SUIT_BITS * suit for suit, count in enumerate(counts))] = (
                FLUSH if max(counts) == HAND else THREE if max(counts) >= 3 else MIXED)
    ace, king = len(ranking.ranks) - 1, len(ranking.ranks) - 2
    plays = next(at for at, one in enumerate(order)
                 if one.rank or one.kickers[:2] == (ace, king))
    return Strengths(order, codes, rows, kinds, plays)


# -- every deal ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counts:
    """Every hand of the player but for the names of its suits: its ``cards``, weakest rank first,
    how many hands it stands for (``times``), its ``strength``; and by open card, in ``out``, how
    many bank hands do not play, are weaker, are weaker or equal; the last two only of hands that
    the bank would play with. ``whole``: all of them."""

    cards: Octets
    times: Numbers
    strength: Halves
    out: Ints
    whole: int

    @property
    def size(self) -> int:
        """Cards of the pack."""
        return int(self.out.shape[2])

    @property
    def deals(self) -> int:
        """All deals of the pack."""
        return comb(self.size, HAND) * (self.size - HAND) * self.whole


class Hands(NamedTuple):
    """Every hand of a pack: its ``cards``, weakest rank first, and its ``strength``; their
    ``order`` from the weakest; in this order the ``chosen`` ones, one for all that differ in the
    names of their suits alone, and how many that are (``times``)."""

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
    cards, found = np.zeros((many, HAND), np.uint8), np.zeros(many, np.uint16)
    loop.hands(cards, _above(size), known.kinds, known.codes, np.arange(size) // len(SUITS), found)
    order = np.argsort(found, kind="stable")
    chosen, times = np.zeros(many, np.int64), np.zeros(many, np.int64)
    some = loop.alike(cards, order, np.zeros(len(SUITS), np.int64), chosen, times)
    return Hands(cards, found, order, chosen[:some].copy(), times[:some].copy())


def _above(size: int) -> Numbers:
    """The numbers of combinations that number hands and sets of ranks."""
    return np.array([[comb(n, k) for n in range(size + HAND)] for k in range(HAND + 1)], np.int64)


_held: WeakValueDictionary[Ranking, Counts] = WeakValueDictionary()


def counts(ranking: Ranking) -> Counts:
    """The count of a ranking, which takes some seconds and 100 megabytes: what is worth keeping of
    it is a `nodrawplay.Solved`. While somebody holds one, who asks for the same has that one."""
    found = _held.get(ranking)
    if found is None:
        found = _held[ranking] = _counted(ranking)
    return found


def _counted(ranking: Ranking) -> Counts:
    from sabot.families.poker import no_draw_count as loop
    known, size = strengths(ranking), len(ranking.ranks) * len(SUITS)
    cards, found, order, chosen, times = hands(ranking)
    numbers = np.arange(len(known.of))
    ends = np.cumsum(np.bincount(found, minlength=len(numbers)))
    last = np.searchsorted(found[chosen], numbers, side="right")
    sizes = [comb(size, k) for k in range(HAND - 1)]  # of sets beside one card
    starts = np.cumsum([0, 0, *sizes[:-1]])
    sets = [bin(chosen_).count("1") for chosen_ in range(loop.SUBSETS)]
    out = np.zeros((3, len(chosen), size), np.int32)
    fives = np.full((comb(size, HAND - 1), size), len(numbers), np.uint16)
    loop.beside(cards, found, _above(size), fives)
    loop.count(cards, found, order, ends, chosen, last, known.plays, size, _above(size), starts,
               np.array([(-1) ** one for one in sets]), np.array(sets) + 1,
               np.zeros((sum(sizes), size), np.int32), fives, out)
    return Counts(cards[chosen], times, found[chosen], out, comb(size - HAND - 1, HAND - 1))
