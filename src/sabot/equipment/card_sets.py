"""All sets of a number of cards as arrays, in the orders in which loops visit them."""

from __future__ import annotations

from math import comb

import numpy as np

from sabot.equipment.arrays import Numbers, Octets, Words


def sums_of_sets(values: Words, size: int) -> Words:
    """The sum of the values of every set of ``size`` of them, ordered by the highest member, then
    the next (so that the sets of the first n values come first)."""
    sums = np.zeros(1, np.uint64)
    for chosen in range(1, size + 1):
        # The sets with highest member n: that member, with each smaller set of those before it.
        sums = np.concatenate([values[n] + sums[:comb(n, chosen - 1)]
                               for n in range(chosen - 1, len(values))])
    return sums


def sets_by_highest(n: int, size: int) -> Octets:
    """Every set of ``size`` of the numbers below ``n`` in the same order: a row each, ascending."""
    rows = np.zeros((1, 0), np.uint8)
    for chosen in range(1, size + 1):
        rows = np.concatenate([
            np.column_stack([rows[:comb(high, chosen - 1)],
                             np.full(comb(high, chosen - 1), high, np.uint8)])
            for high in range(chosen - 1, n)])
    return rows


def sets_by_lowest(n: int, size: int) -> Numbers:
    """Every set of ``size`` of the numbers below ``n``, ordered by the lowest member, then the
    next: a row each, ascending."""
    rows = np.zeros((1, 0), np.int64)
    for chosen in range(size):
        last = rows[:, -1] if chosen else np.full(1, -1)
        # The next member leaves room for those that follow.
        more = np.maximum(n - (size - chosen) - last, 0)
        again = np.repeat(np.arange(len(rows)), more)
        following = np.arange(len(again)) - np.repeat(np.cumsum(more) - more, more)
        rows = np.column_stack([rows[again], last[again] + 1 + following])
    return rows
