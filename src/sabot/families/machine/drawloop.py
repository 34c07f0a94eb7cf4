"""Compiled games of video poker: five cards are dealt, some held, the others drawn once."""

from __future__ import annotations

from sabot.equipment.arrays import Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean
from sabot.equipment.streams import draws
from sabot.families.machine.drawcount import HAND


@lean
def hand_number(five: Numbers, order: Numbers, binomials: Numbers) -> int:
    """The number of five cards among all hands; ``order`` becomes their indices, the weakest card
    first."""
    for i in range(HAND):
        at = i
        while at and five[order[at - 1]] > five[i]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = i
    number = signed(0)
    for i in range(HAND):
        number += binomials[five[order[i]], i + 1]
    return number


@lean
def play(words: Words, pack: Numbers, holds: Octets, prizes: Octets, binomials: Numbers,
         ahead: Numbers, five: Numbers, order: Numbers, count: int, counts: Numbers,
         each: Numbers) -> None:
    """Play ``count`` games: count the final prizes in ``counts``, and store the prize of each game
    in ``each`` as far as it has room.

    ``holds`` and ``prizes``: by hand number, the cards held (a bit for each, the weakest first) and
    the prize of the final hand. One word of the stream gives ten cards of the ``pack``; the last
    five replace the discarded cards in order.
    """
    for at in range(count):
        draws(words, len(pack), 2 * HAND, ahead)
        for i in range(2 * HAND):
            swap = i + ahead[i]
            pack[i], pack[swap] = pack[swap], pack[i]
        for i in range(HAND):
            five[i] = pack[i]
        hold, drawn = holds[hand_number(five, order, binomials)], HAND
        for i in range(HAND):
            five[i] = pack[i]
        discards = 0
        for weak in range(HAND):
            if not hold >> weak & 1:
                discards |= 1 << order[weak]
        for i in range(HAND):
            if discards >> i & 1:
                five[i] = pack[drawn]
                drawn += 1
        prize = prizes[hand_number(five, order, binomials)]
        counts[prize] += 1
        if at < len(each):
            each[at] = prize
