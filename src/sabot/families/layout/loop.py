"""The compiled loop of a layout: throws that lead from one position to the next and are counted."""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Flags, Numbers, Words, signed
from sabot.equipment.compiled import high, lean
from sabot.equipment.streams import word

LOW = 60  # low bits of the sum of squares, summed separately since 64 bits may be too few
REST = (1 << LOW) - 1


@lean
def outcome(stream: Words, size: np.uint64, floor: np.uint64) -> np.uint64:
    """The number of the next throw, uniform below ``size``: a word whose fraction is below
    ``floor``, 2**64 modulo ``size``, is rejected."""
    while True:
        bits = word(stream)
        if bits * size >= floor:
            return high(bits, size)


@lean
def throws(stream: Words, size: np.uint64, floor: np.uint64, count: int, times: Numbers) -> None:
    """``count`` throws of a layout that is in the same state before each."""
    for _ in range(count):
        times[outcome(stream, size, floor)] += 1


@lean
def count_decided(stream: Words, size: np.uint64, floor: np.uint64, count: int, again: Flags,
                  times: Numbers) -> None:
    """``count`` coups of a layout that is in the same state before each; outcomes marked in
    ``again`` are thrown again."""
    for _ in range(count):
        while True:
            number = outcome(stream, size, floor)
            times[number] += 1
            if not again[number]:
                break


@lean
def count_chain(stream: Words, size: np.uint64, floor: np.uint64, count: int, begin: int,
                following: Numbers, nets: Numbers, ends: Flags, times: Numbers, sums: Numbers
                ) -> int:
    """``count`` throws, each from the position to which the last one led; returns the position.

    ``following``, ``nets`` and ``ends``: for each position and outcome the next position, the net
    cents, and whether the table is in its initial state afterwards. ``sums``: throws n and cents s
    of the current series, then the number of ended series with their sums of n * n, n * s and
    s * s, the last one as its low bits (see `LOW`) and the rest.
    """
    at, n, s = begin, sums[0], sums[1]
    series, nn, ns, ss, above = 0, 0, 0, 0, 0
    for _ in range(count):
        edge = at + signed(outcome(stream, size, floor))
        times[edge] += 1
        n += 1
        s += nets[edge]
        at = following[edge]
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
