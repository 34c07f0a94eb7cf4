"""Compiled loops that count every hand of a draw game and every way to hold its cards.

Each set of up to five cards has a number among all sets of its size (colexicographic order), and a
table stores how many hands of each prize contain the set. The number of hands that result from
holding some cards and discarding the others is then an inclusion-exclusion sum over the sets in
between.
"""

from __future__ import annotations

from sabot.equipment.arrays import Ints, Numbers, Octets, signed
from sabot.equipment.compiled import lean
from sabot.families.machine import draw_arrays

HAND, HOLDS = 5, 32


@lean
def _number(cards: Octets, chosen: int, binomials: Numbers) -> int:
    """The number of a subset of five cards, weakest first, among all sets of its size."""
    size, number = 0, signed(0)
    for i in range(HAND):
        if chosen >> i & 1:
            size += 1
            number += binomials[cards[i], size]
    return number


@lean
def count_containing(cards: Octets, prizes: Numbers, binomials: Numbers, starts: Numbers,
                     sizes: Numbers, containing: Ints) -> None:
    """Count the hands of each prize that contain each set of up to five cards, in
    ``containing[set, prize]``; the sets of a size begin at ``starts[size]``."""
    for hand in range(len(cards)):
        for chosen in range(HOLDS):
            at = starts[sizes[chosen]] + _number(cards[hand], chosen, binomials)
            containing[at, prizes[hand]] += 1


@lean
def find_best_holds(cards: Octets, chosen: Numbers, binomials: Numbers, starts: Numbers,
                    sizes: Numbers, containing: Ints, pays: Numbers, scales: Numbers,
                    sums: Numbers, best: Numbers) -> None:
    """Write the best hold of each ``chosen`` hand into ``best``. Of holds with the same value, the
    one with more cards.

    ``pays``: coins for each prize; ``scales``: by the number of cards held; ``sums``: work space
    for the coins of each hold.
    """
    prizes = containing.shape[1]
    for at in range(len(chosen)):
        hand = cards[chosen[at]]
        for hold in range(HOLDS):
            coins, number = signed(0), starts[sizes[hold]] + _number(hand, hold, binomials)
            for prize in range(prizes):
                coins += pays[prize] * containing[number, prize]
            sums[hold] = coins
        for i in range(HAND):
            for hold in range(HOLDS):
                if not hold >> i & 1:
                    sums[hold] -= sums[hold | 1 << i]
        best_hold, maximum = 0, signed(-1)
        for hold in range(HOLDS):
            value = sums[hold] * scales[sizes[hold]]
            if value > maximum or (value == maximum and sizes[hold] > sizes[best_hold]):
                best_hold, maximum = hold, value
        best[at] = best_hold


@lean
def count_draws(cards: Octets, chosen: Numbers, times: Numbers, holds: Numbers,
                binomials: Numbers, starts: Numbers, sizes: Numbers, containing: Ints,
                scales: Numbers, counts: Numbers) -> None:
    """Add to ``counts`` the number of draws that end with each prize when each ``chosen`` hand is
    held as ``holds`` says; weighted so that every hand has the same total."""
    prizes = containing.shape[1]
    for at in range(len(chosen)):
        hand, hold = cards[chosen[at]], holds[at]
        weight = times[at] * scales[sizes[hold]]
        for over in range(HOLDS):
            if over & hold == hold:
                number = starts[sizes[over]] + _number(hand, over, binomials)
                sign = -weight if sizes[over] - sizes[hold] & 1 else weight
                for prize in range(prizes):
                    counts[prize] += sign * containing[number, prize]


count_containing.in_plain(draw_arrays.count_containing)
find_best_holds.in_plain(draw_arrays.find_best_holds)
count_draws.in_plain(draw_arrays.count_draws)
