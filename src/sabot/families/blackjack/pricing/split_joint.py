"""The hands of one split together: the chance that a number of them end in a certain way.

The results of one hand are exact for each number of hands (by the inclusion and exclusion of
`splits`). The joint results of two hands are so except for terms of second order. A row of cards
has the chance n₁(n₁−1)…/N(N−1)…, whoever takes them; if one hand takes h and another g of a value
of which n are left, both together come less often than independently by the factor 1 − h·g/n, and
more often by 1 + |h||g|/N for all values together. So, once the bank's result is known,

    P(a, b) ≈ P(a)P(b) − Σ C(a, v)·C(b, v)/n(v) + Σ C(a, v)·Σ C(b, v)/N

where C(a, v) is the covariance of "the hand ends as a" with its number of cards of value v. The
correction (`Outcomes.moved`) is small, and the remaining error is smaller by about as much again.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Floats, Numbers
from sabot.equipment.compiled import compiled
from sabot.families.blackjack.pricing import whole_arrays
from sabot.families.blackjack.pricing.splits import split_orders

TINY = 1e-13  # negligible chances, even with twelve hands
NOISE = 1e-15  # rounding noise of a bank's result that cannot occur


class Path(NamedTuple):
    """``hands`` of which ``done`` have a second card that is no twin and the others have any.

    ``plain`` and ``whole`` (7, 16): the chance that the pair comes to this and one hand of either
    kind ends in each way, by the bank's result; each sums to the chance of the path.
    """

    hands: int
    done: int
    plain: Floats
    whole: Floats


def split_paths(most: int, twins: float, cards: float, plain: Callable[[int], Floats],
                whole: Callable[[int], Floats], least: float) -> list[Path]:
    """Every path of a pair, exactly, except that numbers of hands with a chance below ``least`` are
    counted with the next smaller number.

    ``plain`` and ``whole``: the endings of one hand after this many further twins have gone (see
    `Path`).
    """
    def twins_chance(twins_gone: int, n: int) -> float:
        """The chance that the next ``n`` second cards are twins."""
        chance = 1.0
        for i in range(twins_gone, twins_gone + n):
            chance *= max(twins - i, 0.0) / (cards - i)
        return chance

    def no_twin_among(
        others: int, twins_gone: int, scale: float, one_hand: Callable[[int], Floats]
    ) -> Floats:
        """The endings of one hand while none of ``others`` hands has a twin as second card."""
        total = np.zeros_like(one_hand(twins_gone))
        for i in range(others + 1):
            weight = scale * comb(others, i) * twins_chance(twins_gone, i)
            if weight <= tiny:
                break
            total += (-1) ** i * weight * one_hand(twins_gone + i)
        return np.maximum(total, 0.0)

    tiny = max(TINY, least / 1000)
    ending, full = split_orders(most)
    paths: list[Path] = []
    left = 1.0
    for n, orders in enumerate(ending, start=2):
        scale = orders * twins_chance(0, n - 2)
        if scale <= 0.0:
            return paths
        rows = no_twin_among(n - 1, n - 2, scale, plain)
        chance = float(rows.sum())
        if left - chance < least:
            paths.append(Path(n, n, rows * (left / chance), rows))
            return paths
        left -= chance
        paths.append(Path(n, n, rows, rows))
    for done, orders in full:
        scale = orders * twins_chance(0, most - 2)
        if scale <= 0.0:
            break
        rows = no_twin_among(done, most - 2, scale, whole)
        paths.append(
            Path(
                most, done, no_twin_among(done - 1, most - 2, scale, plain) if done else rows, rows
            )
        )
    return paths


def pair_tilts(cards_held: Floats, out: Floats, left: Floats) -> Floats:
    """How much more or less often two hands end together than independently: (7, 16, 16), given the
    bank's result.

    ``out`` (7, 16): how one hand ends; ``cards_held`` (7, 16, 10): its mean cards then, times the
    chance; ``left`` (10,): the cards of which both are drawn.
    """
    chance = np.maximum(out.sum(axis=1), 1e-300)[:, None]
    ends = out / chance
    cards = cards_held / chance[:, :, None]
    covariance = cards - ends[:, :, None] * cards.sum(axis=1)[:, None, :]
    size = covariance.sum(axis=2)
    by_value = covariance / np.maximum(left, 1.0)
    tilts: Floats = (size[:, :, None] * size[:, None, :] / left.sum()
                     - covariance @ by_value.transpose(0, 2, 1))
    return tilts


@compiled
def _convolve(first: Floats, second: Floats) -> Floats:
    """The distribution of the sum of two results."""
    product = np.zeros(len(first) + len(second) - 1)
    for i in range(len(first)):
        for j in range(len(second)):
            product[i + j] += first[i] * second[j]
    return product


@compiled
def _convolve_powers(first: Floats, n: int, second: Floats, m: int) -> Floats:
    """The distribution of the sum of ``n`` results of one kind and ``m`` of another."""
    product = np.ones(1)
    for _ in range(n):
        product = _convolve(product, first)
    for _ in range(m):
        product = _convolve(product, second)
    return product


@compiled
def _joint_sum(a: Floats, n: int, b: Floats, m: int, two: Floats) -> tuple[Floats, Floats]:
    """The sum of ``n`` hands of the kind ``a`` and ``m`` of ``b`` with the correction ``two`` for
    each pair of them, and how far ``two`` moved it. No chance becomes negative."""
    sums = _convolve_powers(a, n, b, m)
    moved = np.zeros(len(sums))
    if n >= 2:
        moved += n * (n - 1) / 2 * _convolve(two, _convolve_powers(a, n - 2, b, m))
    if n >= 1 and m >= 1:
        moved += n * m * _convolve(two, _convolve_powers(a, n - 1, b, m - 1))
    if m >= 2:
        moved += m * (m - 1) / 2 * _convolve(two, _convolve_powers(a, n, b, m - 2))
    part = 1.0
    for i in range(len(sums)):
        if moved[i] < -NOISE and part * -moved[i] > sums[i]:
            part = sums[i] / -moved[i]
    moved *= part
    return sums + moved, moved


@compiled
def _spread(plain: Floats, whole: Floats, tilt: Floats, places: Numbers, one: Floats, other: Floats,
            both: Floats) -> None:
    """Add the chances of events to those of their results, at ``places``: of one hand of either
    kind, and of two together."""
    for e in range(16):
        one[places[e]] += plain[e]
        other[places[e]] += whole[e]
        for f in range(16):
            both[places[e] + places[f]] += tilt[e, f]


@compiled
def _sum(row: Floats) -> float:
    """The sum of some chances, added one after another."""
    total = 0.0
    for chance in row:
        total += chance
    return total


@compiled
def add_path(plain: Floats, n: int, whole: Floats, m: int, tilt: Floats, results: Numbers,
             signs: Numbers, once: int, scale: float, net: Floats, zero: int, place: Floats,
             more: Floats) -> None:
    """Add to ``net`` (from ``zero`` on, in parts of a bet) and ``place`` (more hands lost, as many,
    fewer) the results of ``n`` hands that end as ``plain`` and ``m`` as ``whole``, times ``scale``.

    ``results`` and ``signs`` (7, 16): the result of an event, in parts, and whether it is a hand
    lost, tied or won. ``once``: what a bank's blackjack takes once of the place. ``more``: add how
    much of the chances the tilt moved, of their squares (in parts), then the sums of the product of
    two hands and of one hand, for their covariance, and how much of the former the tilt moved.
    """
    hands = n + m
    for r in range(7):
        chance, same = _sum(plain[r]), _sum(whole[r])  # equal except for rounding
        if chance <= NOISE or same <= NOISE:
            continue
        low, high = results[r].min(), results[r].max()
        a, b, two = np.zeros(high - low + 1), np.zeros(high - low + 1), np.zeros(
            2 * (high - low) + 1)
        x, y, both = np.zeros(3), np.zeros(3), np.zeros(5)
        first, second = plain[r] / chance, whole[r] / same
        _spread(first, second, tilt[r], results[r] - low, a, b, two)
        _spread(first, second, tilt[r], signs[r] + 1, x, y, both)
        sums, moved = _joint_sum(a, n, b, m, two)
        start = zero + hands * low - (once if r == 5 else 0)
        for i in range(len(sums)):
            at = start + i - zero
            net[start + i] += scale * chance * sums[i]
            more[0] += 0.5 * scale * chance * abs(moved[i])
            more[1] += 0.5 * scale * chance * abs(moved[i]) * at * at
        signed, _ = _joint_sum(x, n, y, m, both)
        for i in range(len(signed)):
            place[0 if i < hands else 1 if i == hands else 2] += scale * chance * signed[i]
        mean_1, mean_2, cross = 0.0, 0.0, 0.0
        for i in range(len(a)):
            mean_1 += (low + i) * a[i]
            mean_2 += (low + i) * b[i]
        for i in range(len(two)):
            for_two = float(i)
            cross += 0.5 * for_two * for_two * two[i]
        pairs = (
            n * (n - 1) * mean_1 * mean_1
            + 2 * n * m * mean_1 * mean_2
            + m * (m - 1) * mean_2 * mean_2
        )
        more[2] += scale * chance * (pairs / (hands * (hands - 1)) + cross)
        more[3] += scale * chance * (n * mean_1 + m * mean_2) / hands
        more[4] += scale * chance * abs(cross)


_convolve.in_plain(whole_arrays.convolve)
_spread.in_plain(whole_arrays.spread)
