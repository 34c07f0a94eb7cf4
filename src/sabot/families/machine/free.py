"""Exact mean and variance of free games.

The feature is a chain whose state is the number of games left and of games granted so far. Each
game pays, and may grant more games until the maximum is granted. The moments are computed from the
last game backwards, as whole numbers over a power of the cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

Sums = tuple[int, int, int]
"""Of a set of results: their number, the sum of their prizes, and the sum of the squares."""


class Feature(NamedTuple):
    """The total that a feature pays: its ``mean`` and the mean of its ``square``; and the expected
    number of ``games`` played."""

    mean: Fraction
    square: Fraction
    games: Fraction


NOTHING = Feature(Fraction(0), Fraction(0), Fraction(0))


def by_grant(results: Iterable[tuple[int, int, int]]) -> dict[int, Sums]:
    """The results of a free game (games granted, prize, number of results), grouped by the number
    of games that they grant."""
    groups: dict[int, list[int]] = {}
    for granted, paid, times in results:
        sums = groups.setdefault(granted, [0, 0, 0])
        sums[0] += times
        sums[1] += times * paid
        sums[2] += times * paid * paid
    return {granted: (n, total, squares) for granted, (n, total, squares) in groups.items()}


def feature(results: Mapping[int, Sums], games: int, maximum: int) -> Feature:
    """A feature that begins with ``games`` free games, of which at most ``maximum`` are granted.

    ``results``: the results of one free game, by the number of further games that they grant.
    """
    cycle = sum(ways for ways, _, _ in results.values())
    layers = [{games}]  # by games played, the numbers granted with which games are left
    while layers[-1]:
        played = len(layers)
        layers.append({total for granted in layers[-1] for more in results
                       if (total := min(granted + more, maximum)) > played})
    # Sums over all ways of the games to come; each layer has one game more than the next.
    after: dict[int, Sums] = {}
    scale = 1
    for granted_in in reversed(layers):
        before: dict[int, Sums] = {}
        for granted in granted_in:
            mean = square = count = 0
            for more, (ways, paid, squares) in results.items():
                later = after.get(min(granted + more, maximum), (0, 0, 0))
                mean += paid * scale + ways * later[0]
                square += squares * scale + 2 * paid * later[0] + ways * later[1]
                count += ways * (scale + later[2])
            before[granted] = mean, square, count
        if granted_in:
            scale *= cycle
        after = before
    mean, square, count = after[games]
    return Feature(Fraction(mean, scale), Fraction(square, scale), Fraction(count, scale))
