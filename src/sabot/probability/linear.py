"""Linear programs in exact numbers: small ones, such as those of two-person games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Endless

Exact = Fraction | int


class Optimum(NamedTuple):
    """The maximum ``value``, where it is reached (``at``), and the value of each row's limit
    (``prices``), which solves the dual program.

    ``sole``: it is reached nowhere else; ``sole_prices``: the dual has no other solution. Each is
    set only where it is certain.
    """

    value: Fraction
    at: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]
    sole: bool
    sole_prices: bool


def maximise(gains: Sequence[Exact], rows: Sequence[Sequence[Exact]],
             limits: Sequence[Exact]) -> Optimum:
    """Maximise the sum of ``gains`` times the variables, which are not negative and keep every row
    within its limit.

    Limits are not negative, so that zero is allowed; ValueError where one is negative, and where
    the sum is unbounded.

    The simplex method in whole numbers over one denominator (Edmonds, Bareiss), so that no fraction
    is reduced. The steepest column enters; after a step without gain Bland's rule decides, which
    cannot cycle.
    """
    if any(limit < 0 for limit in limits):
        raise ValueError("a limit is negative")
    m, n = len(rows), len(gains)
    # A row: what is outside the basis, and the limit; the last row counts down the gains. Outside
    # is first what is chosen (below n), in the basis the slack of each row (from n on).
    sheet = np.zeros((m + 1, n + 1), dtype=object)
    scales = []
    for i, (row, limit) in enumerate(zip(rows, limits, strict=True)):
        sheet[i], scale = _to_integers((*row, limit))
        scales.append(scale)
    down, unit = _to_integers(gains)
    sheet[m, :n] = [-gain for gain in down]
    inside, outside = list(range(n, n + m)), list(range(n))
    denominator, gained = 1, True
    while (column := _entering_column(sheet[m, :-1], outside, gained)) is not None:
        row_index = _leaving_row(sheet[:m], column, inside)
        gained = bool(sheet[row_index, -1])
        denominator = _pivot(sheet, row_index, column, denominator)
        inside[row_index], outside[column] = outside[column], inside[row_index]
    at, prices = [Fraction(0)] * (n + m), [Fraction(0)] * (n + m)
    for i, name in enumerate(inside):
        at[name] = Fraction(sheet[i, -1], denominator)
    for j, name in enumerate(outside):
        prices[name] = Fraction(sheet[m, j], denominator * unit)
    return Optimum(
        Fraction(sheet[m, -1], denominator * unit), tuple(at[:n]),
        tuple(price * scale for price, scale in zip(prices[n:], scales, strict=True)),
        bool((sheet[m, :-1] > 0).all()), bool((sheet[:m, -1] > 0).all()))


def _to_integers(values: Sequence[Exact]) -> tuple[list[int], int]:
    """The values times the smallest number that makes them whole, and that number."""
    scale = lcm(*(value.denominator for value in values))
    return [int(value * scale) for value in values], scale


def _entering_column(counted: Endless, names: list[int], gained: bool) -> int | None:
    """The steepest column; after a step without gain the first by name."""
    below = [(int(count) if gained else 0, name, j) for j, (count, name) in enumerate(
        zip(counted, names, strict=True)) if count < 0]
    return min(below)[2] if below else None


def _leaving_row(sheet: Endless, column: int, names: list[int]) -> int:
    """The row whose limit is reached first; among equals the first by name."""
    best = None
    for i in np.flatnonzero(sheet[:, column] > 0):
        limit, step = sheet[i, -1], sheet[i, column]
        if best is None or (limit * best[1], names[i]) < (best[0] * step, names[best[2]]):
            best = limit, step, int(i)
    if best is None:
        raise ValueError("the sum is unbounded")
    return best[2]


def _pivot(sheet: Endless, row: int, column: int, denominator: int) -> int:
    """Exchange a basic and a nonbasic variable. Returns the new denominator."""
    pivot, pivot_row, pivot_column = sheet[row, column], sheet[row].copy(), sheet[:, column].copy()
    sheet *= pivot
    sheet -= np.outer(pivot_column, pivot_row)
    sheet //= denominator
    sheet[row], sheet[:, column] = pivot_row, -pivot_column
    sheet[row, column] = denominator
    return int(pivot)
