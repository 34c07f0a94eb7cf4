"""The joint law of a coup of ponto e banca, by counting every deal of up to six cards.

All six are counted as if they were always drawn, so that every deal weighs the same; where fewer
are needed the others may be any. Nothing but the counts of the ranks that are left is asked, so
that a shoe half played is as easy as a full one.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache, lru_cache

from sabot.equipment.cards import RANKS
from sabot.families.baccarat.drawing import banca_draws, ponto_draws
from sabot.families.baccarat.left import Left, by_value

Outcome = tuple[int, ...]
"""Points of ponto, points of banca, whether ponto has a pair, whether banca has one."""

MOST = 6
"""Cards that a coup may take."""
OUTCOMES: tuple[Outcome, ...] = tuple(itertools.product(range(10), range(10), (0, 1), (0, 1)))
CARD = ("T", *RANKS[:9])
"""A card of each value."""
SUMS = tuple(n % 10 for n in range(20))
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
    if sum(left) < MOST:
        raise ValueError(f"{sum(left)} cards are left; a coup may take {MOST}")
    counts, cards = by_value(left), sum(left)
    zeros = {taken: _zeros(left[9:], *taken) for taken in itertools.product(range(3), repeat=2)}
    found = [[0] * 100 for _ in range(4)]
    for ponto in HANDS:
        for banca in HANDS:
            dealt = (*ponto, *banca)
            ways = (1 + (ponto[0] != ponto[1])) * (1 + (banca[0] != banca[1]))
            after = list(counts)
            for value in dealt:
                if value:
                    ways *= after[value]
                after[value] -= 1
            if not ways:
                continue
            ended = _third(sum(ponto) % 10, sum(banca) % 10, after, cards - 4)
            one, other = (int(hand[0] == hand[1] > 0) for hand in (ponto, banca))
            for first, second, more in zeros[ponto.count(0), banca.count(0)]:
                into, times = found[2 * (one | first) + (other | second)], ways * more
                for points, deals in ended:
                    into[points] += times * deals
    return {(points // 10, points % 10, pairs >> 1, pairs & 1): ways
            for pairs, ends in enumerate(found) for points, ways in enumerate(ends) if ways}


@cache
def _plan(ponto: int, banca: int) -> tuple[bool, bool, tuple[bool, ...]]:
    """Whether ponto draws, whether banca does where ponto has not drawn, and whether it does
    against each third card, by its value."""
    return (ponto_draws(ponto, banca), banca_draws(ponto, banca),
            tuple(banca_draws(ponto, banca, card) for card in CARD))


def _third(ponto: int, banca: int, counts: list[int], cards: int) -> list[tuple[int, int]]:
    """The ways in which two more of these cards end a coup whose first four came to these points:
    ten times the points of ponto and those of banca, ways."""
    draws, alone, against = _plan(ponto, banca)
    found = [0] * 100
    if not draws and not alone:
        found[10 * ponto + banca] = cards * (cards - 1)
    elif not draws:
        for value, count in enumerate(counts):
            found[10 * ponto + SUMS[banca + value]] += count * (cards - 1)
    else:
        for third, count in enumerate(counts):
            row = 10 * SUMS[ponto + third]
            if not against[third]:
                found[row + banca] += count * (cards - 1)
                continue
            for value, other in enumerate(counts):
                found[row + SUMS[banca + value]] += count * other
            found[row + SUMS[banca + third]] -= count  # not the same card twice
    return [(points, ways) for points, ways in enumerate(found) if ways]


def weigh(left: Left, falls: Sequence[Outcome]) -> tuple[int, ...]:
    """How many deals from these cards lead to each of these outcomes: see `Cloth.weigh`."""
    known = law(left)
    return tuple(known.get(fell, 0) for fell in falls)
