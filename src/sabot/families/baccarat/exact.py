"""The joint distribution of a coup of ponto e banca, by counting every deal of up to six cards.

All six cards are counted as if they were always drawn, so that every deal has the same weight; the
cards that a coup does not need may be any. Only the counts of the remaining ranks matter, so that a
shoe half played costs no more than a full one.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Counts, Numbers
from sabot.equipment.cards import RANKS
from sabot.families.baccarat.drawing import banca_draws, ponto_draws
from sabot.families.baccarat.remaining_cards import Left, by_value
from sabot.words import phrase

Outcome = tuple[int, ...]
"""Points of ponto, points of banca, 1 if ponto has a pair, 1 if banca has one."""

MOST = 6
"""The most cards of a coup."""
OUTCOMES: tuple[Outcome, ...] = tuple(itertools.product(range(10), range(10), (0, 1), (0, 1)))
CARD = ("T", *RANKS[:9])
"""A card of each value."""
HANDS = tuple(itertools.combinations_with_replacement(range(10), 2))


def _falling(count: int, taken: int) -> int:
    """The number of ways to draw ``taken`` of ``count`` cards one after another."""
    ways = 1
    for i in range(taken):
        ways *= count - i
    return ways


def _zeros(ranks: Left, ponto: int, banca: int) -> list[tuple[int, int, int]]:
    """The ways in which this many cards of ponto and of banca are tens or figures: rows of whether
    ponto has a pair, whether banca has one, and the number of ways."""
    ways_by_pairs: dict[tuple[int, int], int] = {}
    for drawn in itertools.product(range(len(ranks)), repeat=ponto + banca):
        ways = 1
        for rank, count in enumerate(ranks):
            ways *= _falling(count, drawn.count(rank))
        pairs = (int(ponto == 2 and drawn[0] == drawn[1]),
                 int(banca == 2 and drawn[-1] == drawn[-2]))
        ways_by_pairs[pairs] = ways_by_pairs.get(pairs, 0) + ways
    return [(*pairs, ways) for pairs, ways in ways_by_pairs.items() if ways]


@lru_cache(maxsize=64)
def law(left: Left, naturals_end: bool = True) -> dict[Outcome, int]:
    """The number of deals of six cards, one after another, that end in each outcome. ValueError
    when fewer than six cards are left. ``naturals_end``: see `drawing.ponto_draws`."""
    cards = sum(left)
    if cards < MOST:
        raise ValueError(phrase("{cards} cards are left; a coup may take {most}", cards=cards,
                                most=MOST))
    # Integers of Python where 64 bits are too few.
    dtype: type[np.int64 | object] = np.int64 if cards ** MOST < 2 ** 63 else object
    counts: Counts = np.array(by_value(left), dtype=dtype)
    zeros = {taken: _zeros(left[9:], *taken) for taken in itertools.product(range(3), repeat=2)}
    counted: Counts = np.zeros((4, 100), dtype=dtype)
    for kind, four in _fours(naturals_end).items():
        after = counts - four.taken
        ways: Counts = np.full(len(after), four.orders, dtype=dtype)
        for place in range(4):  # cards that count nothing are counted by rank in `_zeros`
            value = four.dealt[:, place]
            remain = counts[value] - four.before[:, place]
            ways = ways * np.where(value > 0, np.maximum(remain, 0), 1)
        possible = np.flatnonzero(ways)
        after, ways = after[possible], ways[possible]
        both = after[:, :, None] * after[:, None, :]
        both[:, range(10), range(10)] -= after  # not the same card twice
        ended: Counts = np.zeros(100, dtype=dtype)
        np.add.at(ended, four.ends[possible], both * ways[:, None, None])
        for first, second, more in zeros[kind.zeros]:
            counted[2 * (kind.ponto | first) + (kind.banca | second)] += more * ended
    return {(points // 10, points % 10, pairs >> 1, pairs & 1): int(ways)
            for pairs, ends in enumerate(counted) for points, ways in enumerate(ends) if ways}


class Kind(NamedTuple):
    """A class of first four cards: whether the two cards of each side are a pair that has points,
    and ``zeros``, the number of ponto's and of banca's cards without points."""

    ponto: int
    banca: int
    zeros: tuple[int, int]


class Fours(NamedTuple):
    """All first four cards of one `Kind`, by value: ``dealt`` in order, the number ``taken`` of
    each value, the number of the same value ``before`` each card, the ``orders`` in which the two
    cards of a side may come, and ``ends``: by the values of two more cards, ten times the final
    points of ponto plus those of banca."""

    dealt: Numbers
    taken: Numbers
    before: Numbers
    orders: Numbers
    ends: Numbers


@cache
def _fours(naturals_end: bool) -> dict[Kind, Fours]:
    """Every first four cards, by their kind."""
    of: dict[Kind, list[tuple[int, ...]]] = {}
    for ponto, banca in itertools.product(HANDS, HANDS):
        kind = Kind(int(ponto[0] == ponto[1] > 0), int(banca[0] == banca[1] > 0),
                    (ponto.count(0), banca.count(0)))
        of.setdefault(kind, []).append((*ponto, *banca))
    ends = np.array([[_ends(ponto, banca, naturals_end) for banca in range(10)]
                     for ponto in range(10)])
    fours = {}
    for kind, rows in of.items():
        dealt = np.array(rows)
        fours[kind] = Fours(
            dealt, (dealt[:, :, None] == np.arange(10)).sum(axis=1),
            np.stack([(dealt[:, :place] == dealt[:, place:place + 1]).sum(axis=1)
                      for place in range(4)], axis=1),
            (1 + (dealt[:, 0] != dealt[:, 1])) * (1 + (dealt[:, 2] != dealt[:, 3])),
            ends[dealt[:, :2].sum(axis=1) % 10, dealt[:, 2:].sum(axis=1) % 10])
    return fours


def _ends(ponto: int, banca: int, naturals_end: bool) -> list[list[int]]:
    """The end of a coup whose first four cards gave these points, by the values of the next two
    cards: ten times the points of ponto plus those of banca."""
    if not ponto_draws(ponto, banca, naturals_end):
        alone = banca_draws(ponto, banca, "", naturals_end)
        return [[10 * ponto + (banca + value * alone) % 10 for _ in range(10)]
                for value in range(10)]
    draws = [banca_draws(ponto, banca, card, naturals_end) for card in CARD]
    return [[10 * ((ponto + third) % 10) + (banca + value * draws[third]) % 10
             for value in range(10)] for third in range(10)]


def weigh(left: Left, falls: Sequence[Outcome], naturals_end: bool = True) -> tuple[int, ...]:
    """The number of deals that lead to each of these outcomes: see `Cloth.weigh`."""
    known = law(left, naturals_end)
    return tuple(known.get(fell, 0) for fell in falls)
