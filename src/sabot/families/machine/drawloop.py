"""The compiled games of a machine of cards: five are dealt, some held, the others drawn once."""

from __future__ import annotations

from sabot.equipment.arrays import Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean
from sabot.equipment.streams import draws
from sabot.families.machine.drawcount import HAND


@lean
def place(five: Numbers, order: Numbers, above: Numbers) -> int:
    """The number of five cards among all hands; into ``order`` which of them is the weakest, which
    the next."""
    for i in range(HAND):
        at = i
        while at and five[order[at - 1]] > five[i]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = i
    found = signed(0)
    for i in range(HAND):
        found += above[five[order[i]], i + 1]
    return found


@lean
def played(words: Words, pack: Numbers, kept: Octets, prizes: Octets, above: Numbers,
           ahead: Numbers, five: Numbers, order: Numbers, count: int, ends: Numbers,
           told: Numbers) -> None:
    """So many games: how often each prize came in the end, into ``ends``, and where there is room
    the prize of each, into ``told``.

    ``kept`` and ``prizes`` by the number of a hand: which of its cards are held, a bit each, the
    weakest first, and what it is in the end. One word of the stream gives ten cards of the
    ``pack``, of which the last five stand behind those that are thrown away, in their order.
    """
    for at in range(count):
        draws(words, len(pack), 2 * HAND, ahead)
        for i in range(2 * HAND):
            there = i + ahead[i]
            pack[i], pack[there] = pack[there], pack[i]
        for i in range(HAND):
            five[i] = pack[i]
        hold, drawn = kept[place(five, order, above)], HAND
        for i in range(HAND):
            five[i] = pack[i]
        gone = 0
        for weak in range(HAND):
            if not hold >> weak & 1:
                gone |= 1 << order[weak]
        for i in range(HAND):
            if gone >> i & 1:
                five[i] = pack[drawn]
                drawn += 1
        prize = prizes[place(five, order, above)]
        ends[prize] += 1
        if at < len(told):
            told[at] = prize
