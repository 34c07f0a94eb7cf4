"""Counts how many of all deals end in each combination.

For hold'em and for five cards alone every hand is evaluated. Where a hand is two own cards and
three of the board, every board is evaluated (once for all renamings of suits), and on it every pair
of cards; the best pair of four cards gives the combination of a hand of four.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb

import numpy as np

from sabot.equipment.arrays import Numbers, Octets, Words, signed
from sabot.equipment.compiled import expect_work, lean
from sabot.families.poker import whole_arrays
from sabot.families.poker.deals import boards
from sabot.families.poker.forms import BOARD, Form
from sabot.families.poker.hands import Ranking
from sabot.families.poker.kernel import HALF, RANKS, SUM, THREE, suit_of
from sabot.families.poker.lookup import evaluator
from sabot.families.poker.tables import BIAS, FIVE, Paired, tables

PLAIN_FOUR, PLAIN_TWO = 5e-3, 5e-5  # seconds of plain code for a board
FIELD = np.uint64(6)
"""Width in bits of one counter. A word holds ten of them, one per combination; each counts up to as
many cards as a pack leaves."""


def by_combination(ranking: Ranking, seven: bool = False) -> dict[str, int]:
    """Counts the combinations of all hands of five cards, or of the best five of all hands of
    seven."""
    lookup, result = evaluator(ranking), Counter[str]()
    for number, times in enumerate(lookup.census(seven).tolist()):
        if times:
            result[lookup.strength(number).category] += times
    return dict(result)


def of_two_and_three(form: Form) -> dict[str, int]:
    """Counts the combinations of all deals of two or four own cards and a board of five, where a
    hand is two own cards and three of the board."""
    known = tables(form.ranking)
    paired, pack = known.with_board(), np.flatnonzero(known.of_size(5).masks).astype(np.uint8)
    size = comb(len(pack), BOARD)
    total, mask = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    weight = np.zeros(size, np.int64)
    names = np.array([[16 * n for n in to] for to in permutations(range(4))], np.uint64)
    many = boards(known.of_size(5).keys, known.of_size(5).masks, pack, BOARD, np.uint64(BIAS),
                  np.uint64(0), names, np.zeros(BOARD, np.int64), total, mask, weight)
    expect_work(many * (PLAIN_FOUR if form.hole == 4 else PLAIN_TWO))
    words = form.ranking.order
    kind = np.array([0, *(value.rank for value in known.strengths if value)], np.uint64)
    counts = np.zeros(len(words), np.int64)
    _count_pairs(paired, kind, pack, total[:many], mask[:many], weight[:many], form.hole == 4,
                 np.zeros(len(pack), np.uint8), np.zeros((len(pack), len(pack)), np.uint64), counts)
    return {word: int(n) for word, n in zip(words, counts, strict=True) if n}


@lean
def _count_pairs(t: Paired, kind: Words, pack: Octets, totals: Words, every: Words,
                 weights: Numbers, four: bool, left: Octets, best: Words, counts: Numbers) -> None:
    """Adds to ``counts`` the combinations of all hands on these boards. ``left`` and ``best`` are
    work arrays: the cards that a board leaves, and the combination of each two of them."""
    bits, bit = t.five.masks, np.uint64(1)
    for b in range(len(totals)):
        total, board, weight = totals[b], every[b], weights[b]
        n = np.uint64(0)
        for card in pack:
            if not bits[card] & board:
                left[n] = card
                n += bit
        row = (np.uint64(t.five.low[total & SUM])
               + np.uint64(t.five.high[total >> HALF & SUM]))
        three = total + THREE & np.uint64(FIVE)
        shift = suit_of(three)
        line = np.uint64(t.rows[board >> shift & RANKS]) if three else np.uint64(0)
        for i in range(n):
            place = t.places[left[i]]
            for j in range(i):
                other = t.places[left[j]]
                column = np.uint64(t.pairs[np.uint64(place & np.uint8(15)) << np.uint64(4)
                                           | np.uint64(other & np.uint8(15))])
                value = t.plain[row, column]
                if three and place >> np.uint8(4) == other >> np.uint8(4) == shift >> np.uint64(4):
                    value = max(value, t.flush[line, column])
                best[i, j] = kind[np.uint64(value)]
                if not four:
                    counts[best[i, j]] += weight
                best[i, j] *= FIELD
        if four:
            for i in range(n):
                for j in range(i):
                    for k in range(j):
                        most = max(best[i, j], best[i, k], best[j, k])
                        seen = np.uint64(0)
                        for m in range(k):
                            seen += bit << max(most, max(best[i, m], best[j, m], best[k, m]))
                        for c in range(np.uint64(10)):
                            counts[c] += weight * signed(seen & np.uint64(63))
                            seen >>= FIELD


_count_pairs.in_plain(whole_arrays.count_pairs)
