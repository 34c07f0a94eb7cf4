"""How many of all deals end in each combination, counted one by one.

Of hold'em and of five cards alone every hand is looked at; where a hand is two own cards and three
of the board, every board is (once for all names of suits), and on it every pair of cards, whose
best combination is that of a hand of four.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb

import numpy as np

from sabot.equipment.arrays import Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean
from sabot.families.poker.deals import boards
from sabot.families.poker.forms import BOARD, Form
from sabot.families.poker.hands import Ranking
from sabot.families.poker.kernel import HALF, RANKS, SUM, THREE, suit_of
from sabot.families.poker.lookup import evaluator
from sabot.families.poker.tables import BIAS, FIVE, Paired, tables

FIELD = np.uint64(6)
"""Bits in which so many cards as a pack leaves are counted, for ten combinations in one word."""


def by_combination(ranking: Ranking, seven: bool = False) -> dict[str, int]:
    """Of all hands of five cards, or of the best five of all sevens."""
    made, found = evaluator(ranking), Counter[str]()
    for number, times in enumerate(made.census(seven).tolist()):
        if times:
            found[made.strength(number).category] += times
    return dict(found)


def of_two_and_three(form: Form) -> dict[str, int]:
    """Of all deals of own cards, two or four, and a board of five, of which two and three count."""
    made = tables(form.ranking)
    pair, pack = made.paired(), np.flatnonzero(made.sized(5).masks).astype(np.uint8)
    size = comb(len(pack), BOARD)
    total, mask = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    weight = np.zeros(size, np.int64)
    names = np.array([[16 * n for n in to] for to in permutations(range(4))], np.uint64)
    many = boards(made.sized(5).keys, made.sized(5).masks, pack, BOARD, np.uint64(BIAS),
                  np.uint64(0), names, np.zeros(BOARD, np.int64), total, mask, weight)
    words = form.ranking.order
    kind = np.array([0, *(value.rank for value in made.strengths if value)], np.uint64)
    counts = np.zeros(len(words), np.int64)
    _counted(pair, kind, pack, total[:many], mask[:many], weight[:many], form.hole == 4,
             np.zeros(len(pack), np.uint8), np.zeros((len(pack), len(pack)), np.uint64), counts)
    return {word: int(n) for word, n in zip(words, counts, strict=True) if n}


@lean
def _counted(t: Paired, kind: Words, pack: Octets, totals: Words, every: Words, weights: Numbers,
             four: bool, left: Octets, best: Words, counts: Numbers) -> None:
    """Adds to ``counts`` the combinations of all hands on these boards. ``left`` and ``best`` are
    room for the cards that a board leaves, and for what each two of them make."""
    bits, one = t.five.masks, np.uint64(1)
    for b in range(len(totals)):
        total, board, weight = totals[b], every[b], weights[b]
        n = np.uint64(0)
        for card in pack:
            if not bits[card] & board:
                left[n] = card
                n += one
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
                            seen += one << max(most, max(best[i, m], best[j, m], best[k, m]))
                        for c in range(np.uint64(10)):
                            counts[c] += weight * signed(seen & np.uint64(63))
                            seen >>= FIELD
