"""Every hand of a draw game and every way to hold its cards, counted in compiled loops.

A set of up to five cards has its number among all sets of its size (colexicographic) and keeps how
many hands of each prize contain it. How many hands follow from holding some cards and throwing the
others away is then a sum over the sets between, by inclusion and exclusion.
"""

from __future__ import annotations

from sabot.equipment.arrays import Ints, Numbers, Octets, signed
from sabot.equipment.compiled import lean

HAND, HOLDS = 5, 32


@lean
def _number(cards: Octets, chosen: int, above: Numbers) -> int:
    """The number of the chosen ones of five cards, weakest first, among all sets of their size."""
    number, found = 0, signed(0)
    for i in range(HAND):
        if chosen >> i & 1:
            number += 1
            found += above[cards[i], number]
    return found


@lean
def contain(cards: Octets, prizes: Numbers, above: Numbers, starts: Numbers, many: Numbers,
            held: Ints) -> None:
    """How many hands of each prize contain each set of up to five cards: ``held[set, prize]``, the
    sets of a size from ``starts`` on."""
    for hand in range(len(cards)):
        for chosen in range(HOLDS):
            at = starts[many[chosen]] + _number(cards[hand], chosen, above)
            held[at, prizes[hand]] += 1


@lean
def decide(cards: Octets, chosen: Numbers, above: Numbers, starts: Numbers, many: Numbers,
           held: Ints, pays: Numbers, scales: Numbers, sums: Numbers, best: Numbers) -> None:
    """For each hand that was ``chosen`` the best cards to hold, into ``best``. Of ways that are
    worth the same the one that holds more cards.

    ``pays``: coins for each prize; ``scales`` by how many cards are held; ``sums``: room for the
    coins of each way to hold.
    """
    prizes = held.shape[1]
    for at in range(len(chosen)):
        hand = cards[chosen[at]]
        for hold in range(HOLDS):
            found, number = signed(0), starts[many[hold]] + _number(hand, hold, above)
            for prize in range(prizes):
                found += pays[prize] * held[number, prize]
            sums[hold] = found
        for i in range(HAND):
            for hold in range(HOLDS):
                if not hold >> i & 1:
                    sums[hold] -= sums[hold | 1 << i]
        kept, most = 0, signed(-1)
        for hold in range(HOLDS):
            worth = sums[hold] * scales[many[hold]]
            if worth > most or (worth == most and many[hold] > many[kept]):
                kept, most = hold, worth
        best[at] = kept


@lean
def drawn(cards: Octets, chosen: Numbers, times: Numbers, kept: Numbers, above: Numbers,
          starts: Numbers, many: Numbers, held: Ints, scales: Numbers, ends: Numbers) -> None:
    """How many of all draws end with each prize where of each ``chosen`` hand the ``kept`` cards
    are held, added to ``ends``; weighed so that each hand has as many."""
    prizes = held.shape[1]
    for at in range(len(chosen)):
        hand, hold = cards[chosen[at]], kept[at]
        weight = times[at] * scales[many[hold]]
        for over in range(HOLDS):
            if over & hold == hold:
                number = starts[many[over]] + _number(hand, over, above)
                sign = -weight if many[over] - many[hold] & 1 else weight
                for prize in range(prizes):
                    ends[prize] += sign * held[number, prize]
