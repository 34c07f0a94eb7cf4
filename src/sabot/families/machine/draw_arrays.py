"""The plain forms of `drawcount`: the same counts with whole arrays."""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Ints, Numbers, Octets

HAND, HOLDS = 5, 32
CHUNK = 1 << 15
"""Hands that are counted at once."""


def _numbers(hands: Octets, chosen: int, binomials: Numbers) -> Numbers:
    """The numbers of a subset of each hand, weakest first, among all sets of its size."""
    numbers = np.zeros(len(hands), np.int64)
    members = [i for i in range(HAND) if chosen >> i & 1]
    for size, i in enumerate(members, start=1):
        numbers += binomials[hands[:, i], size]
    return numbers


def count_containing(cards: Octets, prizes: Numbers, binomials: Numbers, starts: Numbers,
                     sizes: Numbers, containing: Ints) -> None:
    """See `drawcount.count_containing`."""
    flat, wide = containing.reshape(-1), containing.shape[1]
    for chosen in range(HOLDS):
        for start in range(0, len(cards), CHUNK):
            part = slice(start, start + CHUNK)
            at = starts[sizes[chosen]] + _numbers(cards[part], chosen, binomials)
            np.add.at(flat, at * wide + prizes[part], 1)


def find_best_holds(cards: Octets, chosen: Numbers, binomials: Numbers, starts: Numbers,
                    sizes: Numbers, containing: Ints, pays: Numbers, scales: Numbers,
                    sums: Numbers, best: Numbers) -> None:
    """See `drawcount.find_best_holds`."""
    for start in range(0, len(chosen), CHUNK):
        hands = cards[chosen[start:start + CHUNK]]
        coins = np.empty((HOLDS, len(hands)), np.int64)
        for hold in range(HOLDS):
            coins[hold] = containing[starts[sizes[hold]] + _numbers(hands, hold, binomials)] @ pays
        for i in range(HAND):
            for hold in range(HOLDS):
                if not hold >> i & 1:
                    coins[hold] -= coins[hold | 1 << i]
        highest = np.full(len(hands), -1)
        chosen_hold = np.zeros(len(hands), np.int64)
        for hold in range(HOLDS):
            value = coins[hold] * scales[sizes[hold]]
            better = (value > highest) | ((value == highest) & (sizes[hold] > sizes[chosen_hold]))
            highest[better], chosen_hold[better] = value[better], hold
        best[start:start + CHUNK] = chosen_hold


def count_draws(cards: Octets, chosen: Numbers, times: Numbers, holds: Numbers,
                binomials: Numbers, starts: Numbers, sizes: Numbers, containing: Ints,
                scales: Numbers, counts: Numbers) -> None:
    """See `drawcount.count_draws`."""
    for start in range(0, len(chosen), CHUNK):
        part = slice(start, start + CHUNK)
        hands, hold = cards[chosen[part]], holds[part]
        weights = times[part] * scales[sizes[hold]]
        for over in range(HOLDS):
            covers = over & hold == hold
            if not covers.any():
                continue
            signs = np.where(sizes[over] - sizes[hold[covers]] & 1, -weights[covers],
                             weights[covers])
            numbers = starts[sizes[over]] + _numbers(hands[covers], over, binomials)
            counts += signs @ containing[numbers]
