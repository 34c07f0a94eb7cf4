"""Linear programs in exact numbers: the small ones to which games of two persons come down."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Endless

Exact = Fraction | int


class Optimum(NamedTuple):
    """The greatest ``value``, where it is reached (``at``), and what each row's limit is worth
    (``prices``), which solves the dual program.

    ``sole``: it is reached nowhere else; ``sole_prices``: the dual is solved by no other prices.
    Each is said only where it is sure.
    """

    value: Fraction
    at: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]
    sole: bool
    sole_prices: bool


def maximise(gains: Sequence[Exact], rows: Sequence[Sequence[Exact]],
             limits: Sequence[Exact]) -> Optimum:
    """The greatest sum of ``gains`` times what is chosen, which is nowhere below nothing and keeps
    in every row within its limit.

    Limits are not below nothing, so that nothing at all may be chosen; ValueError where one is, and
    where the sum grows without end.

    By the simplex method in whole numbers over one denominator (Edmonds, Bareiss), so that nothing
    is ever reduced. The steepest column enters; after a step that gained nothing Bland's rule
    chooses, which cannot turn in a circle.
    """
    if any(limit < 0 for limit in limits):
        raise ValueError("a limit is below nothing")
    m, n = len(rows), len(gains)
    # A row: what is outside the basis, and the limit; the last row counts down the gains. Outside
    # is first what is chosen (below n), in the basis the slack of each row (from n on).
    sheet = np.zeros((m + 1, n + 1), dtype=object)
    scales = []
    for i, (row, limit) in enumerate(zip(rows, limits, strict=True)):
        sheet[i], scale = _whole((*row, limit))
        scales.append(scale)
    down, unit = _whole(gains)
    sheet[m, :n] = [-gain for gain in down]
    inside, outside = list(range(n, n + m)), list(range(n))
    under, gained = 1, True
    while (column := _enters(sheet[m, :-1], outside, gained)) is not None:
        stops = _leaves(sheet[:m], column, inside)
        gained = bool(sheet[stops, -1])
        under = _pivot(sheet, stops, column, under)
        inside[stops], outside[column] = outside[column], inside[stops]
    at, worth = [Fraction(0)] * (n + m), [Fraction(0)] * (n + m)
    for i, name in enumerate(inside):
        at[name] = Fraction(sheet[i, -1], under)
    for j, name in enumerate(outside):
        worth[name] = Fraction(sheet[m, j], under * unit)
    return Optimum(
        Fraction(sheet[m, -1], under * unit), tuple(at[:n]),
        tuple(price * scale for price, scale in zip(worth[n:], scales, strict=True)),
        bool((sheet[m, :-1] > 0).all()), bool((sheet[:m, -1] > 0).all()))


def _whole(values: Sequence[Exact]) -> tuple[list[int], int]:
    """The values times the least number that makes them whole."""
    scale = lcm(*(value.denominator for value in values))
    return [int(value * scale) for value in values], scale


def _enters(counted: Endless, names: list[int], gained: bool) -> int | None:
    """The steepest column, after a step that gained nothing the first by name."""
    below = [(int(count) if gained else 0, name, j) for j, (count, name) in enumerate(
        zip(counted, names, strict=True)) if count < 0]
    return min(below)[2] if below else None


def _leaves(sheet: Endless, column: int, names: list[int]) -> int:
    """The row that its limit stops first, of several the first by name."""
    least = None
    for i in np.flatnonzero(sheet[:, column] > 0):
        limit, step = sheet[i, -1], sheet[i, column]
        if least is None or (limit * least[1], names[i]) < (least[0] * step, names[least[2]]):
            least = limit, step, int(i)
    if least is None:
        raise ValueError("the sum grows without end")
    return least[2]


def _pivot(sheet: Endless, row: int, column: int, under: int) -> int:
    """What is inside and outside change places; the new denominator."""
    one, mine, theirs = sheet[row, column], sheet[row].copy(), sheet[:, column].copy()
    sheet *= one
    sheet -= np.outer(theirs, mine)
    sheet //= under
    sheet[row], sheet[:, column] = mine, -theirs
    sheet[row, column] = under
    return int(one)
