"""The tables of the fast evaluator, built from a `Ranking` by evaluating every class with `hands`.

A card adds two things to a word: the key of its rank, in the sum of the lower or of the upper
ranks, and one in the counter of its suit. The keys are such that no two multisets of ranks have the
same sums; the lowest rank has key 0, since its cards are the rest of the hand. The lower sum gives
a row of a table and the upper one a place in it; each multiset of ranks has one entry and no entry
is empty. Hands with five cards of a suit are also looked up by the ranks of that suit.

Strengths are numbers from 1, higher is better, comparable between hands of five, six and seven
cards and hands of two and three. `Tables.strengths` gives their meaning.
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
"""Width in bits of the sum of one half of the ranks."""
SUM = (1 << HALF) - 1
COUNTS = 32
"""The bit at which the four counters of suits begin, four bits each."""
BIAS = 0x3333 << COUNTS
"""The start of every sum: five cards of a suit make its counter eight."""
FIVE = 0x8888 << COUNTS
"""The bit of each counter that is set from eight on."""
SIZES = (5, 6, 7)
KEYS = (1, 5, 24, 112, 521, 2247)
"""The smallest keys for which all sums of up to seven, none used more than four times, differ."""
SAME = 4
"""Cards of one rank in a pack."""


class Sized(NamedTuple):
    """The tables that compiled code needs to evaluate hands of one number of cards."""

    keys: Words
    """The addend of each byte; a card is its place in `sabot.equipment.cards.PACK`."""
    masks: Words
    """The bit of each card: 16 bits for each suit, its ranks from the lowest; 0 for a byte that is
    not a card of the pack."""
    low: Halves
    """The row for a sum of lower ranks."""
    high: Halves
    """The place in the row for a sum of upper ranks."""
    values: Halves
    flushes: Halves
    """The best flush of a set of ranks of one suit; 0 for none."""
    suited: Numbers
    """Three cards of a suit add 1 to strengths up to this one; 0 in most rankings."""


class Paired(NamedTuple):
    """The tables for hands of exactly two own cards and three of a board of five."""

    five: Sized
    places: Octets
    """The place of each card in `Sized.masks`: 16 times its suit, plus its rank."""
    pairs: Octets
    """The column of two ranks, by 16 times the one plus the other."""
    plain: Halves
    """By row of ranks on the board and by column: the best of the ten hands, by ranks."""
    rows: Numbers
    """The row of ``flush`` for a set of ranks of one suit on the board; a row of zeros for a set
    that is too small."""
    flush: Halves


class Tables:
    """The tables of one ranking, each built on first use."""

    def __init__(self, ranking: Ranking) -> None:
        _check_order(ranking)
        self.ranking = ranking
        many = len(ranking.ranks)
        half = (many + 1) // 2  # the lowest rank and the lower ones
        self.worth = (0, *KEYS[:half - 1], *(key << HALF for key in KEYS[:many - half]))
        """The key of each rank."""
        plain = {ranks: strength(_unsuited(ranks, ranking), ranking)
                 for ranks in _multisets(many, 5)}
        suited = {ranks: strength([ranking.ranks[r] + SUITS[0] for r in ranks], ranking)
                  for ranks in combinations(range(many), 5)}
        extra = [_in_suit(ranks, ranking) for ranks in suited] if ranking.suited_high else []
        self.strengths: tuple[Strength | None, ...] = (
            None, *sorted({*plain.values(), *suited.values(), *extra}))
        """The strength of each number; None for 0."""
        self.number = {value: n for n, value in enumerate(self.strengths) if value is not None}
        self._half = half
        self._best: dict[int, dict[Ranks, int]] = {
            5: {ranks: self.number[value] for ranks, value in plain.items()}}
        self._flushes = self._of_masks({ranks: self.number[value]
                                        for ranks, value in suited.items()})
        self._sized: dict[int, Sized] = {}

    @cache  # noqa: B019 - one per ranking, and rankings live as long as the process
    def of_size(self, cards: int) -> Sized:
        """The table for hands of so many cards; ValueError where there is none."""
        if cards not in SIZES or (self.ranking.suited_high and cards != 5):
            raise ValueError(f"there is no table of {cards} cards for {self.ranking.name}")
        best, half = self._all(cards), self._half
        low, high = np.zeros(SUM + 1, np.uint16), np.zeros(SUM + 1, np.uint16)
        upper = [tuple([r + half for r in ranks]) for count in range(cards + 1)
                 for ranks in _multisets(len(self.ranking.ranks) - half, count)]
        for at, ranks in enumerate(upper):
            high[self.total(ranks) >> HALF] = at
        begin = next(i for i, rest in enumerate(upper) if len(rest) == cards - SAME)
        values = [0] * begin  # the first places of a row may be unused
        for count in range(cards + 1):
            fit = [at for at, rest in enumerate(upper) if 0 <= cards - count - len(rest) <= SAME]
            completions = [((0,) * (cards - count - len(upper[at])), upper[at]) for at in fit]
            for lower in _multisets(half - 1, count):
                own = tuple([r + 1 for r in lower])
                low[self.total(own)] = len(values) - fit[0]
                values += [best[lowest + own + rest] for lowest, rest in completions]
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
        # Padding: unchecked impossible cards still index within the table.
        values += [0] * (int(low.max()) + int(high.max()) + 1 - len(values))
        return Sized(keys, masks, low, high, np.array(values, np.uint16), self._flushes,
                     np.array([top], np.int64))

    @cache  # noqa: B019
    def with_board(self) -> Paired:
        """The tables for hands of two own cards and three of the board."""
        five = self.of_size(5)
        if self.ranking.suited_high:
            raise ValueError(f"{self.ranking.name} has hands of five cards only")
        many = len(self.ranking.ranks)
        columns = list(combinations_with_replacement(range(many), 2))
        pairs = np.zeros(256, np.uint8)
        for at, (first, second) in enumerate(columns):
            pairs[16 * first + second] = pairs[16 * second + first] = at
        own = np.array([self.total(ranks) for ranks in columns], np.int64)
        boards = list(_multisets(many, 5))
        rows = _entry(five, np.array([self.total(ranks) for ranks in boards], np.int64))
        plain = np.zeros((len(five.values), len(columns)), np.uint16)
        for three in combinations(range(5), 3):
            common = np.array([self.total([ranks[i] for i in three]) for ranks in boards])
            # Entries for five of one rank are never read.
            values = five.values[_entry(five, common[:, None] + own[None, :])]
            plain[rows] = np.maximum(plain[rows], values)
        masks = [sum(1 << r for r in ranks) for count in (3, 4, 5)
                 for ranks in combinations(range(many), count)]
        at_board = np.full(1 << many, len(masks), np.int64)
        flush = np.zeros((len(masks) + 1, len(columns)), np.uint16)
        of_pairs = np.array([1 << first | 1 << second for first, second in columns])
        for row, mask in enumerate(masks):
            at_board[mask] = row
            free = (of_pairs & mask == 0) & (of_pairs & of_pairs - 1 != 0)
            for ranks in combinations([r for r in range(many) if mask >> r & 1], 3):
                values = five.flushes[of_pairs | sum(1 << r for r in ranks)]
                flush[row] = np.where(free, np.maximum(flush[row], values), 0)
        places = np.zeros(256, np.uint8)
        for at in np.flatnonzero(five.masks).tolist():
            places[at] = int(five.masks[at]).bit_length() - 1
        return Paired(five, places, pairs, plain, at_board, flush)

    def total(self, ranks: Sequence[int]) -> int:
        """The sum of the keys of some ranks."""
        return sum([self.worth[rank] for rank in ranks])

    def sums(self, cards: int) -> dict[int, int]:
        """The strength of hands of so many cards without a flush, by the sum of their keys, for
        plain Python."""
        return {self.total(ranks): value for ranks, value in self._all(cards).items()}

    def _all(self, cards: int) -> dict[Ranks, int]:
        """The best five of every multiset of so many ranks: the best after leaving out one card."""
        if cards not in self._best:
            less = self._all(cards - 1)
            self._best[cards] = {
                ranks: max(less[ranks[:i] + ranks[i + 1:]] for i in range(cards)
                           if i == 0 or ranks[i] != ranks[i - 1])
                for ranks in _multisets(len(self.ranking.ranks), cards)}
        return self._best[cards]

    def _of_masks(self, fives: dict[Ranks, int]) -> Halves:
        flushes = np.zeros(1 << len(self.ranking.ranks), np.uint16)
        for ranks, value in fives.items():
            flushes[sum(1 << r for r in ranks)] = value
        for mask in range(len(flushes)):  # sets with one card less have smaller masks
            if mask.bit_count() > 5:
                flushes[mask] = max(flushes[mask ^ 1 << r] for r in range(mask.bit_length())
                                    if mask >> r & 1)
        return flushes


@lru_cache(maxsize=8)
def tables(ranking: Ranking) -> Tables:
    """The tables of a ranking, built once per process."""
    return Tables(ranking)


def _check_order(ranking: Ranking) -> None:
    """Refuses an order in which a flush may lower a hand, which tables of ranks cannot express."""
    order = ranking.order
    for less, more in (("high", "flush"), ("straight", "straight-flush"),
                       ("flush", "straight-flush"), ("straight-flush", "royal")):
        if more in order and order.index(less) > order.index(more):
            raise ValueError(f"{ranking.name}: {more} must be above {less}")


def _multisets(ranks: int, count: int) -> Iterator[Ranks]:
    """The multisets of so many ranks that a pack contains, in ascending order."""
    return (chosen for chosen in combinations_with_replacement(range(ranks), count)
            if all(chosen[i] != chosen[i + SAME] for i in range(count - SAME)))


def _unsuited(ranks: Sequence[int], ranking: Ranking) -> list[str]:
    """Cards of these ranks with at most two of a suit."""
    return [ranking.ranks[rank] + SUITS[i % 4] for i, rank in enumerate(ranks)]


def _in_suit(ranks: Sequence[int], ranking: Ranking) -> Strength:
    """The strength of these ranks with three cards, and not five, of one suit."""
    return strength([ranking.ranks[rank] + SUITS[i // 3] for i, rank in enumerate(ranks)], ranking)


def _entry(five: Sized, totals: Numbers) -> Numbers:
    places: Numbers = (five.low[totals & SUM].astype(np.int64)
                                + five.high[totals >> HALF & SUM])
    return places


def classes(of: Tables, cards: int) -> Counter[str]:
    """The number of different strengths of each combination that hands of so many cards reach."""
    sized = of.of_size(cards)
    reached = {int(n) for n in (*sized.values, *sized.flushes) if n}
    return Counter(value.category for n in reached if (value := of.strengths[n]) is not None)
