"""Free games, exactly: what a feature returns in the mean and how far it varies.

A feature is a chain: some games are still to be played, so many were granted. Each game pays, and
may grant more while fewer than the most were granted. Moments are found from the last game back, in
whole numbers over a power of the cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

Ways = tuple[int, int, int]
"""Of results: how many there are, the sum of what they pay, and the sum of its squares."""


class Feature(NamedTuple):
    """What a feature pays in all: the ``mean`` and the mean of the ``square``; and how many
    ``games`` are played in the mean."""

    mean: Fraction
    square: Fraction
    games: Fraction


NOTHING = Feature(Fraction(0), Fraction(0), Fraction(0))


def by_grant(results: Iterable[tuple[int, int, int]]) -> dict[int, Ways]:
    """All results of a free game, what each grants, pays and its number of ways, put together by
    what they grant."""
    found: dict[int, list[int]] = {}
    for granted, paid, times in results:
        sums = found.setdefault(granted, [0, 0, 0])
        sums[0] += times
        sums[1] += times * paid
        sums[2] += times * paid * paid
    return {granted: (n, total, squares) for granted, (n, total, squares) in found.items()}


def feature(one: Mapping[int, Ways], games: int, most: int) -> Feature:
    """What a feature of so many games at first pays; no more than ``most`` are granted in all.

    ``one``: the results of each of its games, by how many more they grant.
    """
    cycle = sum(ways for ways, _, _ in one.values())
    layers = [{games}]  # after so many games, what may have been granted while some are left
    while layers[-1]:
        played = len(layers)
        layers.append({total for granted in layers[-1] for more in one
                       if (total := min(granted + more, most)) > played})
    # Sums over all ways of the games to come; each layer's are of as many games more than the next.
    after: dict[int, Ways] = {}
    scale = 1
    for granted_in in reversed(layers):
        before: dict[int, Ways] = {}
        for granted in granted_in:
            mean = square = count = 0
            for more, (ways, paid, squares) in one.items():
                then = after.get(min(granted + more, most), (0, 0, 0))
                mean += paid * scale + ways * then[0]
                square += squares * scale + 2 * paid * then[0] + ways * then[1]
                count += ways * (scale + then[2])
            before[granted] = mean, square, count
        if granted_in:
            scale *= cycle
        after = before
    mean, square, count = after[games]
    return Feature(Fraction(mean, scale), Fraction(square, scale), Fraction(count, scale))
