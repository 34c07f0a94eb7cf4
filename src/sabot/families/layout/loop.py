"""The compiled loop of a layout: throws that lead from one position to the next, and are counted.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Flags, Numbers, Words, signed
from sabot.equipment.compiled import high, lean
from sabot.equipment.streams import word

LOW = 60  # bits of the sum of squares that are kept apart: stakes may be high and blocks long
REST = (1 << LOW) - 1


@lean
def outcome(stream: Words, size: np.uint64, floor: np.uint64) -> np.uint64:
    """The number of the next throw, below ``size``, each as likely as any other: a word whose
    fraction is below ``floor``, 2**64 modulo ``size``, is thrown away."""
    while True:
        bits = word(stream)
        if bits * size >= floor:
            return high(bits, size)


@lean
def throws(stream: Words, size: np.uint64, floor: np.uint64, count: int, times: Numbers) -> None:
    """So many throws of a layout that is the same before each of them."""
    for _ in range(count):
        times[outcome(stream, size, floor)] += 1


@lean
def decided(stream: Words, size: np.uint64, floor: np.uint64, count: int, again: Flags,
            times: Numbers) -> None:
    """So many coups of a layout that is the same before each of them, in which the outcomes that
    ``again`` names are thrown again."""
    for _ in range(count):
        while True:
            number = outcome(stream, size, floor)
            times[number] += 1
            if not again[number]:
                break


@lean
def chained(stream: Words, size: np.uint64, floor: np.uint64, count: int, begin: int, then: Numbers,
            nets: Numbers, ends: Flags, times: Numbers, sums: Numbers) -> int:
    """So many throws, each from the position to which the one before led; returns the last.

    ``then``, ``nets`` and ``ends`` say for each position and outcome where it leads, what it
    returns, and whether the bets are as at the beginning afterwards. ``sums``: throws and cents of
    the series under way, then how many have ended with n * n, n * s and s * s of them, the last as
    its lower bits (see `LOW`) and what is above them.
    """
    at, n, s = begin, sums[0], sums[1]
    series, nn, ns, ss, above = 0, 0, 0, 0, 0
    for _ in range(count):
        edge = at + signed(outcome(stream, size, floor))
        times[edge] += 1
        n += 1
        s += nets[edge]
        at = then[edge]
        if ends[edge]:
            series += 1
            nn += n * n
            ns += n * s
            ss += s * s
            above += ss >> LOW
            ss &= REST
            n = s = 0
    sums[0], sums[1] = n, s
    sums[2] += series
    sums[3] += nn
    sums[4] += ns
    sums[5] += ss
    sums[6] += above
    return at
