"""The faster compiled loop for one box without a chip and without a limit on prizes.

One word gives the ten cards of a round. The rounds and the counts of how they end are the same as
those of `loop.count_deals`.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Halves, Ints, Numbers, Octets, Words
from sabot.equipment.compiled import high, lean, within
from sabot.equipment.streams import step
from sabot.families.poker.no_draw import RANK_BITS
from sabot.games.no_draw_poker.chances.loop import CALL, LOOK, LOST, PASSED, TIED, WEAK, WON

WAYS = 52 * 51 * 50 * 49 * 48 * 47 * 46 * 45 * 44 * 43
"""The number of ways to draw ten cards one after another; see `streams.draws`."""
FLOOR = (1 << 64) % WAYS

Ten = tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64,
            np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]
"""Ten numbers drawn, and the state of the stream after them."""


@within
def _ten(a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64) -> Ten:
    """Draw ten numbers: how far ahead of its place each of the next ten cards is."""
    while True:
        rest, a, b, c, d = step(a, b, c, d)
        i0, rest = high(rest, np.uint64(52)), rest * np.uint64(52)
        i1, rest = high(rest, np.uint64(51)), rest * np.uint64(51)
        i2, rest = high(rest, np.uint64(50)), rest * np.uint64(50)
        i3, rest = high(rest, np.uint64(49)), rest * np.uint64(49)
        i4, rest = high(rest, np.uint64(48)), rest * np.uint64(48)
        i5, rest = high(rest, np.uint64(47)), rest * np.uint64(47)
        i6, rest = high(rest, np.uint64(46)), rest * np.uint64(46)
        i7, rest = high(rest, np.uint64(45)), rest * np.uint64(45)
        i8, rest = high(rest, np.uint64(44)), rest * np.uint64(44)
        i9, rest = high(rest, np.uint64(43)), rest * np.uint64(43)
        if rest >= np.uint64(WAYS) or rest >= np.uint64(FLOOR):
            return i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, a, b, c, d


@within
def _take(cards: Octets, at: np.uint64, ahead: np.uint64) -> int:
    """Swap the card ``ahead`` places ahead into place ``at``; returns it."""
    card: int = cards[at + ahead]
    cards[at + ahead] = cards[at]
    cards[at] = card
    return card


@within
def _goes_on(cards: Octets, up: int, place: int, masks: Words) -> np.uint64:
    """Whether the first five cards go on against the open card; see `loop`."""
    pattern = np.uint64(0)
    for i in range(np.uint64(5)):
        mine, below = cards[i], np.uint64(0)
        for j in range(np.uint64(5)):
            below += np.uint64(cards[j] < mine)
        pattern |= (np.uint64(mine) & np.uint64(3)) << (np.uint64(2) * below)
    goes: np.uint64 = (masks[np.uint64(place) * np.uint64(1024) + pattern] >> np.uint64(up)
                       ) & np.uint64(1)
    return goes


@lean
def count_deals(rng: Words, cards: Octets, parts: Words, rows: Halves, codes: Halves, suits: Octets,
                categories: Numbers, decides: Octets, places: Ints, masks: Words, plays: np.uint64,
                count: int, counts: Numbers) -> None:
    """Play ``count`` rounds; ``counts``: how they ended, where a win adds the index of its
    combination."""
    ranks, bits, four = np.uint64((1 << RANK_BITS) - 1), np.uint64(RANK_BITS), np.uint64(4)
    u = np.uint64
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    for _ in range(count):
        i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, a, b, c, d = _ten(a, b, c, d)
        mine = parts[_take(cards, u(0), i0)]
        mine += parts[_take(cards, u(1), i1)]
        mine += parts[_take(cards, u(2), i2)]
        mine += parts[_take(cards, u(3), i3)]
        mine += parts[_take(cards, u(4), i4)]
        bank = parts[_take(cards, u(5), i5)]
        bank += parts[_take(cards, u(6), i6)]
        bank += parts[_take(cards, u(7), i7)]
        bank += parts[_take(cards, u(8), i8)]
        up = _take(cards, u(9), i9)
        bank += parts[up]
        row = u(rows[u(mine) & ranks])
        own = u(codes[row * four + u(suits[u(mine) >> bits])])
        decision = decides[own]
        if decision == LOOK:
            decision = CALL if _goes_on(cards, up, places[row], masks) else 0
        if not decision:
            counts[PASSED] += 1
            continue
        other = u(codes[u(rows[u(bank) & ranks]) * four + u(suits[u(bank) >> bits])])
        if other < plays:
            counts[WEAK] += 1
        elif own > other:
            counts[u(WON) + u(categories[own])] += 1
        elif own < other:
            counts[LOST] += 1
        else:
            counts[TIED] += 1
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d
