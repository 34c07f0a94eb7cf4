"""Mean and variance of free games.

With a limit the feature is a chain whose state is the number of games left and of games granted so
far. Each game pays, and may grant more games until the maximum is granted. The moments are computed
from the last game backwards, as whole numbers over a power of the cycle. Where these would have too
many digits, both ends of an interval are computed instead, rounded outwards at every step.

Without a limit each game grants an independent number of further games: a branching process, whose
moments have a closed form as long as a game grants fewer than one further game on average.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

Sums = tuple[int, int, int]
"""Of a set of results: their number, the sum of their prizes, and the sum of the squares."""

MAX_DIGITS = 2_000
"""The maximum number of decimal digits of an exact moment; longer ones become intervals."""
BITS = 512
"""The binary places of the ends of an interval."""


class Feature(NamedTuple):
    """The total that a feature pays: its ``mean`` and the mean of its ``square``; and the expected
    number of ``games`` played. None of the three exceeds its value by more than ``error``, which is
    0 where they are exact."""

    mean: Fraction
    square: Fraction
    games: Fraction
    error: Fraction = Fraction(0)


NOTHING = Feature(Fraction(0), Fraction(0), Fraction(0))


class Endless(ValueError):
    """Free games without a limit, each of which grants one further game or more on average."""


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
    """A feature that begins with ``games`` free games, of which at most ``maximum`` are granted, 0
    for any number.

    ``results``: the results of one free game, by the number of further games that they grant.
    Endless if the games would not end.
    """
    if not maximum:
        return _without_limit(results, games)
    layers = _layers(results, games, maximum)
    cycle = sum(ways for ways, _, _ in results.values())
    if len(layers) * math.log10(cycle) > MAX_DIGITS:
        return _interval(results, layers, games, maximum)
    # Sums over all ways of the games to come; each layer has one game more than the next.
    after: dict[int, Sums] = {}
    scale = 1
    for granted_in in reversed(layers):
        before: dict[int, Sums] = {}
        for granted in granted_in:
            before[granted] = _one_game_more(results, after, granted, maximum, scale)
        if granted_in:
            scale *= cycle
        after = before
    mean, square, count = after[games]
    return Feature(Fraction(mean, scale), Fraction(square, scale), Fraction(count, scale))


def _one_game_more(results: Mapping[int, Sums], after: Mapping[int, Sums], granted: int,
                   maximum: int, scale: int) -> Sums:
    """The sums over the results of a game and what comes after it, if so many games are granted;
    those of ``after`` are in units of one over ``scale``."""
    mean = square = count = 0
    for more, (ways, paid, squares) in results.items():
        later = after.get(min(granted + more, maximum), (0, 0, 0))
        mean += paid * scale + ways * later[0]
        square += squares * scale + 2 * paid * later[0] + ways * later[1]
        count += ways * (scale + later[2])
    return mean, square, count


def _layers(results: Mapping[int, Sums], games: int, maximum: int) -> list[set[int]]:
    """By games played, the numbers granted with which games are left; the last one is empty."""
    layers = [{games}]
    while layers[-1]:
        played = len(layers)
        layers.append({total for granted in layers[-1] for more in results
                       if (total := min(granted + more, maximum)) > played})
    return layers


def _interval(results: Mapping[int, Sums], layers: list[set[int]], games: int, maximum: int
              ) -> Feature:
    """The lower ends of the moments, and how far the upper ends lie above them at most. All terms
    are positive, so each end follows from the same ends of the games to come."""
    low, high = (_rounded(results, layers, maximum, up)[games] for up in (False, True))
    one = 1 << BITS
    mean, square, count = (Fraction(end, one) for end in low)
    return Feature(mean, square, count,
                   Fraction(max(top - end for end, top in zip(low, high, strict=True)), one))


def _rounded(results: Mapping[int, Sums], layers: list[set[int]], maximum: int, up: bool
             ) -> dict[int, Sums]:
    """The moments by games granted, in units of the last binary place, rounded ``up`` or down at
    every game."""
    cycle, one = sum(ways for ways, _, _ in results.values()), 1 << BITS
    after: dict[int, Sums] = {}
    for granted_in in reversed(layers):
        before: dict[int, Sums] = {}
        for granted in granted_in:
            mean, square, count = _one_game_more(results, after, granted, maximum, one)
            before[granted] = (_divided(mean, cycle, up), _divided(square, cycle, up),
                               _divided(count, cycle, up))
        after = before
    return after


def _divided(number: int, by: int, up: bool) -> int:
    return -(-number // by) if up else number // by


def _without_limit(results: Mapping[int, Sums], games: int) -> Feature:
    """The moments of a branching process: the prize of a game and all games that it leads to is its
    own prize and the prizes of the games that it grants, each of which is distributed as it."""
    cycle = sum(ways for ways, _, _ in results.values())

    def mean_of(sums: Iterable[int]) -> Fraction:
        return Fraction(sum(sums), cycle)

    further = mean_of(more * ways for more, (ways, _, _) in results.items())
    if further >= 1:
        raise Endless(f"each free game grants {float(further):.4f} further games")
    pairs = mean_of(more * (more - 1) * ways for more, (ways, _, _) in results.items())
    paid = mean_of(paid for _, paid, _ in results.values())
    together = mean_of(more * paid for more, (_, paid, _) in results.items())
    squares = mean_of(squares for _, _, squares in results.values())
    mean = paid / (1 - further)
    square = (squares + 2 * mean * together + pairs * mean ** 2) / (1 - further)
    return Feature(games * mean, games * square + games * (games - 1) * mean ** 2,
                   games / (1 - further))
