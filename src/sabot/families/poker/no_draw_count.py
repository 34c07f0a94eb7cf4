"""How a poker bank's five cards compare with a player's, counted in compiled loops.

A card is its rank times four, plus its suit. A hand is its number among all hands of five, ordered
by the highest card, then the next (colexicographic). Bank hands without any of the player's cards
are counted by inclusion and exclusion: all hands with the open card, less those with one of the
player's cards, and so on. For this every set of one to four cards has the number of hands added so
far that contain it; hands are added from the weakest to the strongest. The counters are rows, by
all but one card of the set, with a column for that card: a row is read for every open card at once.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Halves, Ints, Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean
from sabot.families.poker import no_draw_arrays

SUITS, HAND = 4, 5
SUBSETS = 31
"""Sets of the player's cards to be excluded with an open card: all but the five together."""
WEAK, WORSE, EVEN = range(3)
"""The three counts of bank hands: that do not play; that are weaker; that are weaker or equal."""


@lean
def hands(cards: Octets, above: Numbers, kinds: Octets, codes: Halves, ranks: Numbers,
          strengths: Halves) -> None:
    """Lists every hand of a pack in order: the five ``cards``, weakest rank first, and its
    strength. ``above``: binomial coefficients; ``kinds``: by the suits of a hand, three bits each,
    the column of ``codes``; the row is that of the ``ranks``."""
    size = len(ranks)
    at = signed(0)
    for e in range(4, size):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        row = (ranks[a] + above[2, ranks[b] + 1] + above[3, ranks[c] + 2]
                               + above[4, ranks[d] + 3] + above[5, ranks[e] + 4])
                        suits = ((1 << 3 * (a & 3)) + (1 << 3 * (b & 3)) + (1 << 3 * (c & 3))
                                 + (1 << 3 * (d & 3)) + (1 << 3 * (e & 3)))
                        strengths[at] = codes[row, kinds[suits]]
                        cards[at, 0], cards[at, 1], cards[at, 2] = a, b, c
                        cards[at, 3], cards[at, 4] = d, e
                        at += 1


@lean
def alike(cards: Octets, order: Numbers, masks: Numbers, chosen: Numbers, times: Numbers) -> int:
    """Chooses the first of all hands that differ only in the names of their suits. Writes its
    number into ``chosen``, in the given order, and how many there are into ``times``; returns how
    many were chosen."""
    count = signed(0)
    for hand in order:
        for suit in range(SUITS):
            masks[suit] = 0
        for i in range(HAND):
            card = signed(cards[hand, i])
            masks[card & 3] |= 1 << (card >> 2)
        a, b, c, d = masks[0], masks[1], masks[2], masks[3]
        if a < b or b < c or c < d:
            continue
        first, second, third = a == b, b == c, c == d
        same = 24 if first and second and third else \
            6 if (first and second) or (second and third) else \
            4 if first and third else 2 if first or second or third else 1
        chosen[count] = hand
        times[count] = 24 // same
        count += 1
    return count


@lean
def _query(hand: Octets, size: int, above: Numbers, starts: Numbers, signs: Numbers, many: Numbers,
           counters: Ints, fives: Halves, below: int, out: Ints) -> None:
    """For each open card the number of bank hands weaker than ``below`` that contain it and none of
    the player's cards; 0 for the player's cards. ``counters`` counts the hands added so far, by
    sets of up to four cards."""
    for card in range(size):
        out[card] = 0
    for chosen in range(SUBSETS):
        number, first = 0, signed(0)
        for i in range(HAND):
            if chosen >> i & 1:
                number += 1
                first += above[number, hand[i]]
        # A row for each set, and in it every card: one instruction adds several.
        if many[chosen] == HAND:
            row = fives[first]
            for card in range(size):
                out[card] += np.int32(row[card] < below)
        else:
            counted, sign = counters[starts[many[chosen]] + first], signs[chosen]
            if sign > 0:
                for card in range(size):
                    out[card] += counted[card]
            else:
                for card in range(size):
                    out[card] -= counted[card]
    for i in range(HAND):
        out[hand[i]] = 0


@lean
def _add(hand: Octets, above: Numbers, starts: Numbers, counters: Ints) -> None:
    """Adds a bank hand to the counters of every set of up to four of its cards."""
    for i in range(HAND):
        counters[starts[1], hand[i]] += 1
        single = counters[starts[2] + hand[i]]
        for x in range(HAND):
            if x != i:
                single[hand[x]] += 1
        for j in range(i):
            pair = above[2, hand[i]] + hand[j]
            double = counters[starts[3] + pair]
            for x in range(HAND):
                if x not in (i, j):
                    double[hand[x]] += 1
            for k in range(j):
                triple = counters[starts[4] + above[3, hand[i]] + above[2, hand[j]] + hand[k]]
                for x in range(HAND):
                    if x not in (i, j, k):
                        triple[hand[x]] += 1


@lean
def index_fives(cards: Octets, strengths: Halves, above: Numbers, fives: Halves) -> None:
    """The strength of every hand, into ``fives``, by four of its cards and the fifth."""
    for n in range(len(cards)):
        hand = cards[n]
        for last in range(HAND):
            number, first = 0, signed(0)
            for i in range(HAND):
                if i != last:
                    number += 1
                    first += above[number, hand[i]]
            fives[first, hand[last]] = strengths[n]


@lean
def count(cards: Octets, strengths: Halves, order: Numbers, ends: Numbers, chosen: Numbers,
          last: Numbers, plays: int, size: int, above: Numbers, starts: Numbers, signs: Numbers,
          many: Numbers, counters: Ints, fives: Halves, out: Ints) -> None:
    """Counts into ``out``, for each hand of ``chosen`` and each open card, the bank hands that do
    not play, that are weaker, and that are weaker or equal. The last two stay 0 for hands with
    which the bank would not play.

    ``order``: all hands from the weakest on; ``ends``: where each strength ends among them;
    ``last``: where it ends among the chosen; ``plays``: the lowest strength with which the bank
    plays.
    """
    first = begin = 0
    for strength in range(len(ends)):
        if strength == plays:
            for n in range(len(chosen)):
                _query(cards[chosen[n]], size, above, starts, signs, many, counters, fives, plays,
                       out[WEAK, n])
        compared = strength >= plays
        if compared:
            for n in range(first, last[strength]):
                _query(cards[chosen[n]], size, above, starts, signs, many, counters, fives,
                       strength, out[WORSE, n])
        for n in range(begin, ends[strength]):
            _add(cards[order[n]], above, starts, counters)
        if compared:
            for n in range(first, last[strength]):
                _query(cards[chosen[n]], size, above, starts, signs, many, counters, fives,
                       strength + 1, out[EVEN, n])
        first, begin = last[strength], ends[strength]


@lean
def worth(out: Ints, cards: Octets, strengths: Halves, wins: Numbers, ante: int, lose: int,
          plays: int, whole: int, gains: Numbers) -> None:
    """The gain of every hand from going on against each open card, summed over all bank hands.
    ``wins``: the net win by strength; ``ante``: the win where the bank does not play; ``lose``: the
    loss."""
    for n in range(len(cards)):
        mine = strengths[n]
        for card in range(out.shape[2]):
            weak, worse, even = (signed(out[WEAK, n, card]), signed(out[WORSE, n, card]),
                                 signed(out[EVEN, n, card]))
            if mine < plays:
                worse = even = weak
            gains[n, card] = weak * ante + (worse - weak) * wins[mine] - (whole - even) * lose


@lean
def weigh(out: Ints, cards: Octets, times: Numbers, strengths: Halves, categories: Octets,
          calls: Words, plays: int, whole: int, sums: Numbers) -> None:
    """Sums all deals by their end under a play. ``calls``: the open cards, a bit each, against
    which a hand goes on. ``sums``: by combination, rank of the open card, and end: passed, the bank
    does not play, lost, tied, won."""
    for n in range(len(cards)):
        mine, often, at = strengths[n], times[n], 0
        kind = categories[mine]
        for card in range(out.shape[2]):
            while at < HAND and cards[n, at] < card:
                at += 1
            if at < HAND and cards[n, at] == card:
                continue
            into = sums[kind, card >> 2]
            if not calls[n] >> np.uint64(card) & np.uint64(1):
                into[0] += often * whole
                continue
            weak, worse, even = (signed(out[WEAK, n, card]), signed(out[WORSE, n, card]),
                                 signed(out[EVEN, n, card]))
            if mine < plays:
                worse = even = weak
            into[1] += often * weak
            into[2] += often * (whole - even)
            into[3] += often * (even - worse)
            into[4] += often * (worse - weak)


hands.in_plain(no_draw_arrays.hands)
alike.in_plain(no_draw_arrays.alike)
index_fives.in_plain(no_draw_arrays.index_fives)
count.in_plain(no_draw_arrays.count)
worth.in_plain(no_draw_arrays.worth)
weigh.in_plain(no_draw_arrays.weigh)
