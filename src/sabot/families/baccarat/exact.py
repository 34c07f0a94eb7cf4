"""The joint law of a coup of ponto e banca, by counting every deal of up to six cards.

All six are counted as if they were always drawn, so that every deal weighs the same; where fewer
are needed the others may be any. Nothing but the counts of the ranks that are left is asked, so
that a shoe half played is as easy as a full one.
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

Outcome = tuple[int, ...]
"""Points of ponto, points of banca, whether ponto has a pair, whether banca has one."""

MOST = 6
"""Cards that a coup may take."""
OUTCOMES: tuple[Outcome, ...] = tuple(itertools.product(range(10), range(10), (0, 1), (0, 1)))
CARD = ("T", *RANKS[:9])
"""A card of each value."""
HANDS = tuple(itertools.combinations_with_replacement(range(10), 2))


def _falling(count: int, taken: int) -> int:
    """The ways to draw so many of ``count`` cards one after another."""
    ways = 1
    for i in range(taken):
        ways *= count - i
    return ways


def _zeros(ranks: Left, ponto: int, banca: int) -> list[tuple[int, int, int]]:
    """The ways in which so many cards of ponto and of banca are tens or figures, by whether both of
    a side are of one rank: ponto's pair, banca's, ways."""
    found: dict[tuple[int, int], int] = {}
    for drawn in itertools.product(range(len(ranks)), repeat=ponto + banca):
        ways = 1
        for rank, count in enumerate(ranks):
            ways *= _falling(count, drawn.count(rank))
        pairs = (int(ponto == 2 and drawn[0] == drawn[1]),
                 int(banca == 2 and drawn[-1] == drawn[-2]))
        found[pairs] = found.get(pairs, 0) + ways
    return [(*pairs, ways) for pairs, ways in found.items() if ways]


@lru_cache(maxsize=64)
def law(left: Left) -> dict[Outcome, int]:
    """How many of the deals of six cards, one after another, end in each outcome."""
    cards = sum(left)
    if cards < MOST:
        raise ValueError(f"{cards} cards are left; a coup may take {MOST}")
    # Python's own numbers have no end.
    made: type[np.int64 | object] = np.int64 if cards ** MOST < 2 ** 63 else object
    counts: Counts = np.array(by_value(left), dtype=made)
    zeros = {taken: _zeros(left[9:], *taken) for taken in itertools.product(range(3), repeat=2)}
    found: Counts = np.zeros((4, 100), dtype=made)
    for kind, four in _fours().items():
        after = counts - four.taken
        ways: Counts = np.full(len(after), four.orders, dtype=made)
        for place in range(4):  # those that count nothing are told by their ranks
            value = four.dealt[:, place]
            there = counts[value] - four.before[:, place]
            ways = ways * np.where(value > 0, np.maximum(there, 0), 1)
        there = np.flatnonzero(ways)
        after, ways = after[there], ways[there]
        both = after[:, :, None] * after[:, None, :]
        both[:, range(10), range(10)] -= after  # not the same card twice
        ended: Counts = np.zeros(100, dtype=made)
        np.add.at(ended, four.ends[there], both * ways[:, None, None])
        for first, second, more in zeros[kind.zeros]:
            found[2 * (kind.ponto | first) + (kind.banca | second)] += more * ended
    return {(points // 10, points % 10, pairs >> 1, pairs & 1): int(ways)
            for pairs, ends in enumerate(found) for points, ways in enumerate(ends) if ways}


class Kind(NamedTuple):
    """Whether a side's first two cards are a pair that counts, and how many of ponto's and of
    banca's count nothing."""

    ponto: int
    banca: int
    zeros: tuple[int, int]


class Fours(NamedTuple):
    """The first four cards of one kind, by their values: ``dealt`` in a row, ``taken`` of each
    value, ``before`` how many of the same value stand before each; in how many ``orders`` the two
    of a side may come; and ``ends``: by the values of two cards more, ten times the points that
    ponto comes to and those of banca."""

    dealt: Numbers
    taken: Numbers
    before: Numbers
    orders: Numbers
    ends: Numbers


@cache
def _fours() -> dict[Kind, Fours]:
    """Every first four cards, by their kind."""
    of: dict[Kind, list[tuple[int, ...]]] = {}
    for ponto, banca in itertools.product(HANDS, HANDS):
        kind = Kind(int(ponto[0] == ponto[1] > 0), int(banca[0] == banca[1] > 0),
                    (ponto.count(0), banca.count(0)))
        of.setdefault(kind, []).append((*ponto, *banca))
    ends = np.array([[_ends(ponto, banca) for banca in range(10)] for ponto in range(10)])
    found = {}
    for kind, rows in of.items():
        dealt = np.array(rows)
        found[kind] = Fours(
            dealt, (dealt[:, :, None] == np.arange(10)).sum(axis=1),
            np.stack([(dealt[:, :place] == dealt[:, place:place + 1]).sum(axis=1)
                      for place in range(4)], axis=1),
            (1 + (dealt[:, 0] != dealt[:, 1])) * (1 + (dealt[:, 2] != dealt[:, 3])),
            ends[dealt[:, :2].sum(axis=1) % 10, dealt[:, 2:].sum(axis=1) % 10])
    return found


def _ends(ponto: int, banca: int) -> list[list[int]]:
    """How a coup ends whose first four cards came to these points, by the values of the next card
    and of the one after: ten times the points of ponto and those of banca."""
    if not ponto_draws(ponto, banca):
        alone = banca_draws(ponto, banca)
        return [[10 * ponto + (banca + value * alone) % 10 for _ in range(10)]
                for value in range(10)]
    return [[10 * ((ponto + third) % 10) + (banca + value * banca_draws(ponto, banca, card)) % 10
             for value in range(10)] for third, card in enumerate(CARD)]


def weigh(left: Left, falls: Sequence[Outcome]) -> tuple[int, ...]:
    """How many deals from these cards lead to each of these outcomes: see `Cloth.weigh`."""
    known = law(left)
    return tuple(known.get(fell, 0) for fell in falls)
