"""The plain forms of `no_draw_count`: the same counts with whole arrays."""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Halves, Ints, Numbers, Octets, Words
from sabot.equipment.card_sets import sets_by_highest

SUITS, HAND = 4, 5
CHUNK = 1 << 14
"""Hands that are compared at once."""
MANY = 1 << 18
"""Hands that are added at once."""
WEAK, WORSE, EVEN = range(3)


def hands(cards: Octets, above: Numbers, kinds: Octets, codes: Halves, ranks: Numbers,
          strengths: Halves) -> None:
    """See `no_draw_count.hands`."""
    cards[:] = sets_by_highest(len(ranks), HAND)
    for start in range(0, len(cards), CHUNK):
        a, b, c, d, e = cards[start:start + CHUNK].T.astype(np.int64)
        row = (ranks[a] + above[2, ranks[b] + 1] + above[3, ranks[c] + 2] + above[4, ranks[d] + 3]
               + above[5, ranks[e] + 4])
        suits = sum(1 << 3 * (card & 3) for card in (a, b, c, d, e))
        strengths[start:start + CHUNK] = codes[row, kinds[suits]]


def alike(cards: Octets, order: Numbers, masks: Numbers, chosen: Numbers, times: Numbers) -> int:
    """See `no_draw_count.alike`."""
    rows = cards[order].astype(np.int64)
    suits, ranks = rows & 3, 1 << (rows >> 2)
    a, b, c, d = (np.where(suits == suit, ranks, 0).sum(axis=1) for suit in range(SUITS))
    first = (a >= b) & (b >= c) & (c >= d)
    one, two, three = ((a == b)[first], (b == c)[first], (c == d)[first])
    same = np.select([one & two & three, (one & two) | (two & three), one & three,
                      one | two | three], [24, 6, 4, 2], 1)
    count = int(first.sum())
    chosen[:count], times[:count] = order[first], 24 // same
    return count


def index_fives(cards: Octets, strengths: Halves, above: Numbers, fives: Halves) -> None:
    """See `no_draw_count.index_fives`."""
    for last in range(HAND):
        others = [i for i in range(HAND) if i != last]
        first = sum(above[number, cards[:, i]] for number, i in enumerate(others, start=1))
        fives[first, cards[:, last]] = strengths


def _weaker(hand: Octets, size: int, above: Numbers, starts: Numbers, signs: Numbers, many: Numbers,
            counters: Ints, fives: Halves, below: int) -> Ints:
    """See `no_draw_count._query`, for rows of hands."""
    out = np.zeros((len(hand), size), np.int32)
    for chosen in range((1 << HAND) - 1):
        members = [i for i in range(HAND) if chosen >> i & 1]
        first = np.zeros(len(hand), np.int64)
        for number, i in enumerate(members, start=1):
            first += above[number, hand[:, i]]
        if many[chosen] == HAND:
            out += fives[first] < below
        elif signs[chosen] > 0:
            out += counters[starts[many[chosen]] + first]
        else:
            out -= counters[starts[many[chosen]] + first]
    np.put_along_axis(out, hand.astype(np.int64), 0, axis=1)
    return out


def _add(hand: Octets, above: Numbers, starts: Numbers, counters: Ints) -> None:
    """See `no_draw_count._add`, for rows of hands."""
    flat, wide = counters.reshape(-1), counters.shape[1]
    cards = hand.astype(np.int64)
    places = []
    for i in range(HAND):
        places.append(starts[1] * wide + cards[:, i])
        single = (starts[2] + cards[:, i]) * wide
        places += [single + cards[:, x] for x in range(HAND) if x != i]
        for j in range(i):
            double = (starts[3] + above[2, cards[:, i]] + cards[:, j]) * wide
            places += [double + cards[:, x] for x in range(HAND) if x not in (i, j)]
            for k in range(j):
                triple = (starts[4] + above[3, cards[:, i]] + above[2, cards[:, j]]
                          + cards[:, k]) * wide
                places += [triple + cards[:, x] for x in range(HAND) if x not in (i, j, k)]
    if len(hand) < CHUNK:
        np.add.at(flat, np.concatenate(places), np.int32(1))
        return
    for place in places:  # of many hands it is quicker to count every place
        flat += np.bincount(place, minlength=len(flat)).astype(np.int32)


def count(cards: Octets, strengths: Halves, order: Numbers, ends: Numbers, chosen: Numbers,
          last: Numbers, plays: int, size: int, above: Numbers, starts: Numbers, signs: Numbers,
          many: Numbers, counters: Ints, fives: Halves, out: Ints) -> None:
    """See `no_draw_count.count`."""
    def query(into: Ints, first: int, end: int, below: int) -> None:
        for at in range(first, end, CHUNK):
            to = min(at + CHUNK, end)
            into[at:to] = _weaker(cards[chosen[at:to]], size, above, starts, signs, many, counters,
                                  fives, below)

    def add(begin: int, end: int) -> None:
        for at in range(begin, end, MANY):
            _add(cards[order[at:min(at + MANY, end)]], above, starts, counters)

    weakest = min(plays, len(ends))
    begin = int(ends[weakest - 1]) if weakest else 0
    first = int(last[weakest - 1]) if weakest else 0
    add(0, begin)
    if plays < len(ends):
        query(out[WEAK], 0, len(chosen), plays)
    for strength in range(weakest, len(ends)):
        query(out[WORSE], first, int(last[strength]), strength)
        add(begin, int(ends[strength]))
        query(out[EVEN], first, int(last[strength]), strength + 1)
        first, begin = int(last[strength]), int(ends[strength])


def _compared(out: Ints, strengths: Halves, plays: int) -> tuple[Numbers, Numbers, Numbers]:
    """The bank hands that do not play, that are weaker, and that are weaker or equal."""
    weak, worse, even = out.astype(np.int64)
    below = strengths < plays
    worse[below] = even[below] = weak[below]
    return weak, worse, even


def worth(out: Ints, cards: Octets, strengths: Halves, wins: Numbers, ante: int, lose: int,
          plays: int, whole: int, gains: Numbers) -> None:
    """See `no_draw_count.worth`."""
    weak, worse, even = _compared(out, strengths, plays)
    gains[:len(cards)] = (weak * ante + (worse - weak) * wins[strengths][:, None]
                          - (whole - even) * lose)


def weigh(out: Ints, cards: Octets, times: Numbers, strengths: Halves, categories: Octets,
          calls: Words, plays: int, whole: int, sums: Numbers) -> None:
    """See `no_draw_count.weigh`."""
    weak, worse, even = _compared(out, strengths, plays)
    kinds = categories[strengths]
    for card in range(out.shape[2]):
        free = (cards != card).all(axis=1)
        goes = (calls >> np.uint64(card) & np.uint64(1)).astype(np.bool_)
        into = sums[:, card >> 2]
        passed, on = free & ~goes, free & goes
        np.add.at(into[:, 0], kinds[passed], times[passed] * whole)
        own, often = kinds[on], times[on]
        np.add.at(into[:, 1], own, often * weak[on, card])
        np.add.at(into[:, 2], own, often * (whole - even[on, card]))
        np.add.at(into[:, 3], own, often * (even[on, card] - worse[on, card]))
        np.add.at(into[:, 4], own, often * (worse[on, card] - weak[on, card]))
