"""The tables of the fast evaluator, built from a `Ranking` by asking `hands` about every class.

A card adds two things to a word: what its rank is worth among the lower or the upper ranks, and
one to the count of its suit. The first are such that no two sets of ranks give the same sums; the
lowest rank is worth nothing, its cards are those that are left. The lower sum names a row of a
table and the upper one a place in it, so that each set of ranks has one entry and no entry is
empty. Hands with five cards of a suit are looked up by the ranks of that suit too.

Strengths are numbers from 1, higher is better, the same for hands of five, six and seven cards and
for those of two and three: `Tables.strengths` says what each stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Halves, Numbers, Octets, Words
from sabot.equipment.cards import PACK, SUITS
from sabot.families.poker.hands import Ranking, Strength, strength

Ranks = tuple[int, ...]

HALF = 14
"""Bits of the sum of one half of the ranks."""
SUM = (1 << HALF) - 1
COUNTS = 32
"""The bit at which the four counts of suits begin, four bits each."""
BIAS = 0x3333 << COUNTS
"""What a hand begins with: five cards of a suit make its count eight."""
FIVE = 0x8888 << COUNTS
"""The bits of a count that is eight or more."""
SIZES = (5, 6, 7)
KEYS = (1, 5, 24, 112, 521, 2247)
"""Each the least of which sums of up to seven, none more than four times, all differ."""
SAME = 4
"""Cards of one rank in a pack."""


class Sized(NamedTuple):
    """What compiled code needs to tell what hands of one number of cards are worth."""

    keys: Words
    """What each byte adds, a card being its place in `sabot.equipment.cards.PACK`."""
    masks: Words
    """The bit of each card: 16 bits for each suit, its ranks from the lowest; a byte that is no
    card of the pack has none."""
    low: Halves
    """The row that a sum of lower ranks names."""
    high: Halves
    """The place in it that a sum of upper ranks names."""
    values: Halves
    flushes: Halves
    """The best flush of a set of ranks of one suit, 0 where there is none."""
    suited: Numbers
    """Hands up to this strength gain one by three cards of a suit; 0 in most rankings."""


class Paired(NamedTuple):
    """The same for hands of exactly two cards of a player's own and three of a board of five."""

    five: Sized
    places: Octets
    """The place of each card in `Sized.masks`: 16 times its suit, and its rank."""
    pairs: Octets
    """The column of two ranks: 16 times the one and the other."""
    plain: Halves
    """For each row of ranks on the board and each column the best of the ten hands, by ranks."""
    rows: Numbers
    """The row of ``flush`` of a set of ranks of one suit on the board; one of zeros where it is too
    small."""
    flush: Halves


class Tables:
    """The tables of one ranking; each is made when it is first asked for."""

    def __init__(self, ranking: Ranking) -> None:
        _sound(ranking)
        self.ranking = ranking
        many = len(ranking.ranks)
        half = (many + 1) // 2  # the lowest rank and the lower ones
        self.worth = (0, *KEYS[:half - 1], *(key << HALF for key in KEYS[:many - half]))
        """What each rank adds to the sums."""
        plain = {ranks: strength(_apart(ranks, ranking), ranking)
                 for ranks in _multisets(many, 5)}
        suited = {ranks: strength([ranking.ranks[r] + SUITS[0] for r in ranks], ranking)
                  for ranks in combinations(range(many), 5)}
        extra = [_in_suit(ranks, ranking) for ranks in suited] if ranking.suited_high else []
        self.strengths: tuple[Strength | None, ...] = (
            None, *sorted({*plain.values(), *suited.values(), *extra}))
        """What each number stands for; none for 0."""
        self.number = {value: n for n, value in enumerate(self.strengths) if value is not None}
        self._half = half
        self._best: dict[int, dict[Ranks, int]] = {
            5: {ranks: self.number[value] for ranks, value in plain.items()}}
        self._flushes = self._of_masks({ranks: self.number[value]
                                        for ranks, value in suited.items()})
        self._sized: dict[int, Sized] = {}

    @cache  # noqa: B019 - as many as there are rankings, which are kept
    def sized(self, cards: int) -> Sized:
        """The table of hands of so many cards; ValueError where there is none."""
        if cards not in SIZES or (self.ranking.suited_high and cards != 5):
            raise ValueError(f"there is no table of {cards} cards for {self.ranking.name}")
        best, half = self._all(cards), self._half
        low, high = np.zeros(SUM + 1, np.uint16), np.zeros(SUM + 1, np.uint16)
        upper = [tuple([r + half for r in ranks]) for count in range(cards + 1)
                 for ranks in _multisets(len(self.ranking.ranks) - half, count)]
        for at, ranks in enumerate(upper):
            high[self.total(ranks) >> HALF] = at
        begin = next(i for i, rest in enumerate(upper) if len(rest) == cards - SAME)
        values = [0] * begin  # a row may begin with places that no hand has
        for count in range(cards + 1):
            fit = [at for at, rest in enumerate(upper) if 0 <= cards - count - len(rest) <= SAME]
            beside = [((0,) * (cards - count - len(upper[at])), upper[at]) for at in fit]
            for found in _multisets(half - 1, count):
                own = tuple([r + 1 for r in found])
                low[self.total(own)] = len(values) - fit[0]
                values += [best[lowest + own + rest] for lowest, rest in beside]
        keys, masks = np.zeros(256, np.uint64), np.zeros(256, np.uint64)
        for at, card in enumerate(PACK):
            if card[0] in self.ranking.ranks:
                rank, suit = self.ranking.ranks.index(card[0]), SUITS.index(card[1])
                keys[at] = self.worth[rank] | 1 << COUNTS + 4 * suit
                masks[at] = 1 << 16 * suit + rank
        top = 0
        if self.ranking.suited_high:
            top = max(n for n, value in enumerate(self.strengths)
                      if value is not None and value.category == "high")
        # Cards that no hand has, unless they are looked at, stay within the table.
        values += [0] * (int(low.max()) + int(high.max()) + 1 - len(values))
        return Sized(keys, masks, low, high, np.array(values, np.uint16), self._flushes,
                     np.array([top], np.int64))

    @cache  # noqa: B019
    def paired(self) -> Paired:
        """The tables of hands of two cards and three."""
        five = self.sized(5)
        if self.ranking.suited_high:
            raise ValueError(f"{self.ranking.name} has hands of five cards only")
        many = len(self.ranking.ranks)
        columns = list(combinations_with_replacement(range(many), 2))
        pairs = np.zeros(256, np.uint8)
        for at, (one, other) in enumerate(columns):
            pairs[16 * one + other] = pairs[16 * other + one] = at
        own = np.array([self.total(ranks) for ranks in columns], np.int64)
        boards = list(_multisets(many, 5))
        rows = _at(five, np.array([self.total(ranks) for ranks in boards], np.int64))
        plain = np.zeros((len(five.values), len(columns)), np.uint16)
        for three in combinations(range(5), 3):
            common = np.array([self.total([ranks[i] for i in three]) for ranks in boards])
            # What five of one rank would give is never asked for.
            found = five.values[_at(five, common[:, None] + own[None, :])]
            plain[rows] = np.maximum(plain[rows], found)
        masks = [sum(1 << r for r in ranks) for count in (3, 4, 5)
                 for ranks in combinations(range(many), count)]
        at_board = np.full(1 << many, len(masks), np.int64)
        flush = np.zeros((len(masks) + 1, len(columns)), np.uint16)
        of_pairs = np.array([1 << one | 1 << other for one, other in columns])
        for row, mask in enumerate(masks):
            at_board[mask] = row
            free = (of_pairs & mask == 0) & (of_pairs & of_pairs - 1 != 0)
            for ranks in combinations([r for r in range(many) if mask >> r & 1], 3):
                found = five.flushes[of_pairs | sum(1 << r for r in ranks)]
                flush[row] = np.where(free, np.maximum(flush[row], found), 0)
        places = np.zeros(256, np.uint8)
        for at in np.flatnonzero(five.masks).tolist():
            places[at] = int(five.masks[at]).bit_length() - 1
        return Paired(five, places, pairs, plain, at_board, flush)

    def total(self, ranks: Sequence[int]) -> int:
        """The sum of some ranks, lower and upper."""
        return sum([self.worth[rank] for rank in ranks])

    def sums(self, cards: int) -> dict[int, int]:
        """The strength of so many cards that are no flush by their sum, for plain Python."""
        return {self.total(ranks): value for ranks, value in self._all(cards).items()}

    def _all(self, cards: int) -> dict[Ranks, int]:
        """The best five of every set of so many ranks: the best that is left without one card."""
        if cards not in self._best:
            less = self._all(cards - 1)
            self._best[cards] = {
                ranks: max(less[ranks[:i] + ranks[i + 1:]] for i in range(cards)
                           if i == 0 or ranks[i] != ranks[i - 1])
                for ranks in _multisets(len(self.ranking.ranks), cards)}
        return self._best[cards]

    def _of_masks(self, fives: dict[Ranks, int]) -> Halves:
        found = np.zeros(1 << len(self.ranking.ranks), np.uint16)
        for ranks, value in fives.items():
            found[sum(1 << r for r in ranks)] = value
        for mask in range(len(found)):  # a set comes after those that have a card less
            if mask.bit_count() > 5:
                found[mask] = max(found[mask ^ 1 << r] for r in range(mask.bit_length())
                                  if mask >> r & 1)
        return found


@lru_cache(maxsize=8)
def tables(ranking: Ranking) -> Tables:
    """The tables of a ranking, made once in a process."""
    return Tables(ranking)


def _sound(ranking: Ranking) -> None:
    """Refuses an order in which a flush may lower a hand: tables of ranks cannot tell it."""
    order = ranking.order
    for less, more in (("high", "flush"), ("straight", "straight-flush"),
                       ("flush", "straight-flush"), ("straight-flush", "royal")):
        if more in order and order.index(less) > order.index(more):
            raise ValueError(f"{ranking.name}: {more} must be above {less}")


def _multisets(ranks: int, count: int) -> Iterator[Ranks]:
    """The sets of so many ranks that a pack has, in ascending order."""
    return (found for found in combinations_with_replacement(range(ranks), count)
            if all(found[i] != found[i + SAME] for i in range(count - SAME)))


def _apart(ranks: Sequence[int], ranking: Ranking) -> list[str]:
    """Cards of these ranks in no suit more than twice."""
    return [ranking.ranks[rank] + SUITS[i % 4] for i, rank in enumerate(ranks)]


def _in_suit(ranks: Sequence[int], ranking: Ranking) -> Strength:
    """The strength of these ranks with three cards of one suit, and not five."""
    return strength([ranking.ranks[rank] + SUITS[i // 3] for i, rank in enumerate(ranks)], ranking)


def _at(five: Sized, totals: Numbers) -> Numbers:
    found: Numbers = (five.low[totals & SUM].astype(np.int64)
                                + five.high[totals >> HALF & SUM])
    return found


def classes(of: Tables, cards: int) -> Counter[str]:
    """How many strengths of each combination the hands of so many cards reach."""
    sized = of.sized(cards)
    reached = {int(n) for n in (*sized.values, *sized.flushes) if n}
    return Counter(value.category for n in reached if (value := of.strengths[n]) is not None)
