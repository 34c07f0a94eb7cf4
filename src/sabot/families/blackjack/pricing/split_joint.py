"""The hands of one split together: how often so many of them end so and so against one bank.

What one hand does is exact for each number of hands (`Split hands`, by the inclusion and exclusion
of `splits`). What two of them do together is so but for terms of second order. A row of cards has
the chance n₁(n₁−1)…/N(N−1)…, whoever takes them; if one hand takes h and another g of a value of
which n are left, the two together come less often than one by one, by the factor 1 − h·g/n, and
more often by 1 + |h||g|/N for all values together. So, once the bank's result is known,

    P(a, b) ≈ P(a)P(b) − Σ C(a, v)·C(b, v)/n(v) + Σ C(a, v)·Σ C(b, v)/N

where C(a, v) is the covariance of "the hand ends as a" with its number of cards of value v. What is
added this way (`Moved`) is small, and what is left out smaller by about as much again.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Floats, Numbers
from sabot.equipment.compiled import compiled
from sabot.families.blackjack.pricing.splits import paths

TINY = 1e-13  # chances of no weight, even with twelve hands
NOISE = 1e-15  # what rounding leaves of a bank's result that cannot come


class Path(NamedTuple):
    """``hands`` of which ``done`` have a second card that is no twin and the others have any.

    ``plain`` and ``whole`` (7, 16): the chance that the pair comes to this and one hand of either
    kind ends so, by the bank's result; each sums to the chance of the path.
    """

    hands: int
    done: int
    plain: Floats
    whole: Floats


def paths_of(most: int, twins: float, cards: float, plain: Callable[[int], Floats],
             whole: Callable[[int], Floats], least: float) -> list[Path]:
    """Every way that a pair goes, exactly, but for more hands than come with a chance of ``least``:
    they are counted with those just fewer than they.

    ``plain`` and ``whole``: what one hand does after so many twins more have gone (see `Path`).
    """
    def drawn(gone: int, n: int) -> float:
        chance = 1.0
        for i in range(gone, gone + n):
            chance *= max(twins - i, 0.0) / (cards - i)
        return chance

    def none_of(others: int, gone: int, scale: float, one: Callable[[int], Floats]) -> Floats:
        total = np.zeros_like(one(gone))
        for i in range(others + 1):
            weight = scale * comb(others, i) * drawn(gone, i)
            if weight <= tiny:
                break
            total += (-1) ** i * weight * one(gone + i)
        return np.maximum(total, 0.0)

    tiny = max(TINY, least / 1000)
    fewer, full = paths(most)
    found: list[Path] = []
    left = 1.0
    for n, orders in enumerate(fewer, start=2):
        scale = orders * drawn(0, n - 2)
        if scale <= 0.0:
            return found
        rows = none_of(n - 1, n - 2, scale, plain)
        chance = float(rows.sum())
        if left - chance < least:
            found.append(Path(n, n, rows * (left / chance), rows))
            return found
        left -= chance
        found.append(Path(n, n, rows, rows))
    for done, orders in full:
        scale = orders * drawn(0, most - 2)
        if scale <= 0.0:
            break
        rows = none_of(done, most - 2, scale, whole)
        found.append(Path(most, done, none_of(done - 1, most - 2, scale, plain) if done else rows,
                          rows))
    return found


def tilts(held: Floats, out: Floats, left: Floats) -> Floats:
    """What two hands together are more or less often than one by one: (7, 16, 16), given the bank's
    result.

    ``out`` (7, 16): how one hand ends; ``held`` (7, 16, 10): its mean cards there, times the
    chance; ``left`` (10,): the cards of which both are drawn.
    """
    chance = np.maximum(out.sum(axis=1), 1e-300)[:, None]
    ends = out / chance
    cards = held / chance[:, :, None]
    apart = cards - ends[:, :, None] * cards.sum(axis=1)[:, None, :]
    size = apart.sum(axis=2)
    by_value = apart / np.maximum(left, 1.0)
    found: Floats = (size[:, :, None] * size[:, None, :] / left.sum()
                     - apart @ by_value.transpose(0, 2, 1))
    return found


@compiled
def _times(one: Floats, other: Floats) -> Floats:
    found = np.zeros(len(one) + len(other) - 1)
    for i in range(len(one)):
        for j in range(len(other)):
            found[i + j] += one[i] * other[j]
    return found


@compiled
def _power(one: Floats, n: int, other: Floats, m: int) -> Floats:
    found = np.ones(1)
    for _ in range(n):
        found = _times(found, one)
    for _ in range(m):
        found = _times(found, other)
    return found


@compiled
def _together(a: Floats, n: int, b: Floats, m: int, two: Floats) -> tuple[Floats, Floats]:
    """``n`` hands of the kind ``a`` and ``m`` of ``b`` with ``two`` for each pair of them: the
    sum, and how far ``two`` moved it. No chance falls below nothing."""
    sums = _power(a, n, b, m)
    moved = np.zeros(len(sums))
    if n >= 2:
        moved += n * (n - 1) / 2 * _times(two, _power(a, n - 2, b, m))
    if n >= 1 and m >= 1:
        moved += n * m * _times(two, _power(a, n - 1, b, m - 1))
    if m >= 2:
        moved += m * (m - 1) / 2 * _times(two, _power(a, n, b, m - 2))
    part = 1.0
    for i in range(len(sums)):
        if moved[i] < -NOISE and part * -moved[i] > sums[i]:
            part = sums[i] / -moved[i]
    moved *= part
    return sums + moved, moved


@compiled
def join(plain: Floats, n: int, whole: Floats, m: int, tilt: Floats, results: Numbers,
         signs: Numbers, once: int, scale: float, net: Floats, zero: int, place: Floats,
         more: Floats) -> None:
    """Add to ``net`` (from ``zero`` on, in parts of a bet) and ``place`` (more hands lost, as many,
    fewer) what ``n`` hands that end as ``plain`` and ``m`` as ``whole`` come to, times ``scale``.

    ``results`` and ``signs`` (7, 16): what an event is worth, in parts, and whether it is a hand
    lost, tied or won; ``once``: what a bank's blackjack takes once of the place. ``more``: adds how
    much of the chances the tilt moved, of their squares (in parts), then the sum of the product of
    two hands and of one hand, for their covariance, and how much of the former the tilt moved.
    """
    hands = n + m
    for r in range(7):
        chance, same = plain[r].sum(), whole[r].sum()  # alike, but for rounding
        if chance <= NOISE or same <= NOISE:
            continue
        low, high = results[r].min(), results[r].max()
        a, b, two = np.zeros(high - low + 1), np.zeros(high - low + 1), np.zeros(
            2 * (high - low) + 1)
        x, y, both = np.zeros(3), np.zeros(3), np.zeros(5)
        for e in range(16):
            a[results[r, e] - low] += plain[r, e] / chance
            b[results[r, e] - low] += whole[r, e] / same
            x[signs[r, e] + 1] += plain[r, e] / chance
            y[signs[r, e] + 1] += whole[r, e] / same
            for f in range(16):
                two[results[r, e] + results[r, f] - 2 * low] += tilt[r, e, f]
                both[signs[r, e] + signs[r, f] + 2] += tilt[r, e, f]
        sums, moved = _together(a, n, b, m, two)
        start = zero + hands * low - (once if r == 5 else 0)
        for i in range(len(sums)):
            at = start + i - zero
            net[start + i] += scale * chance * sums[i]
            more[0] += 0.5 * scale * chance * abs(moved[i])
            more[1] += 0.5 * scale * chance * abs(moved[i]) * at * at
        ways, _ = _together(x, n, y, m, both)
        for i in range(len(ways)):
            place[0 if i < hands else 1 if i == hands else 2] += scale * chance * ways[i]
        one, other, cross = 0.0, 0.0, 0.0
        for i in range(len(a)):
            one += (low + i) * a[i]
            other += (low + i) * b[i]
        for i in range(len(two)):
            for_two = float(i)
            cross += 0.5 * for_two * for_two * two[i]
        pairs = (n * (n - 1) * one * one + 2 * n * m * one * other + m * (m - 1) * other * other)
        more[2] += scale * chance * (pairs / (hands * (hands - 1)) + cross)
        more[3] += scale * chance * (n * one + m * other) / hands
        more[4] += scale * chance * abs(cross)
