"""The compiled evaluator: the strength of hands, as numbers of `tables.Tables.strengths`.

Cards are their places in `sabot.equipment.cards.PACK`, 0 to 51. Functions for compiled callers do
not check their cards; `many`, `sevens` and `twos`, which plain Python calls, check them on request.
The tables come from `tables.tables(ranking)`: `sized(7)` for `rank7`, `paired()` for `two`.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Halves, Numbers, Octets, Words, signed
from sabot.equipment.compiled import inlined, lean, ones
from sabot.families.poker import tables, whole_arrays
from sabot.families.poker.tables import Paired, Sized

SUM, HALF = np.uint64(tables.SUM), np.uint64(tables.HALF)
BIAS, FIVE = np.uint64(tables.BIAS), np.uint64(tables.FIVE)
THREE = np.uint64(0x2222 << tables.COUNTS)
"""Added to `BIAS`, it makes `FIVE` detect three cards of a suit in place of five."""
Card = int | np.uint8

COUNTS, RANKS, ONE = np.uint64(tables.COUNTS), np.uint64(0xFFFF), np.uint64(1)


@inlined
def suit_of(five: np.uint64) -> np.uint64:
    """The shift of the ranks of the suit that `FIVE` detected: 0, 16, 32 or 48."""
    at = five >> COUNTS
    return (np.uint64(16) * np.uint64(at == np.uint64(0x80))
            + np.uint64(32) * np.uint64(at == np.uint64(0x800))
            + np.uint64(48) * np.uint64(at == np.uint64(0x8000)))


@inlined
def worth(low: Halves, high: Halves, values: Halves, flushes: Halves, total: np.uint64,
          masks: np.uint64) -> np.uint16:
    """The strength of a hand whose cards add up to ``total`` (starting from `BIAS`) and ``masks``.
    For five cards the tables of five are needed, for seven those of seven."""
    strength: np.uint16 = values[np.uint64(low[total & SUM]) + np.uint64(high[total >> HALF & SUM])]
    five = total & FIVE
    if five:
        flush = flushes[masks >> suit_of(five) & RANKS]
        if flush > strength:
            strength = flush
    return strength


@lean
def rank5(t: Sized, a: Card, b: Card, c: Card, d: Card, e: Card) -> int:
    """The strength of five cards; three cards of a suit count where the ranking says so."""
    keys, masks = t.keys, t.masks
    a, b, c, d, e = np.uint8(a), np.uint8(b), np.uint8(c), np.uint8(d), np.uint8(e)
    total = BIAS + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    every = masks[a] | masks[b] | masks[c] | masks[d] | masks[e]
    strength = signed(worth(t.low, t.high, t.values, t.flushes, total, every))
    if strength <= t.suited[0] and total + THREE & FIVE:
        strength += 1
    return strength


@lean
def rank6(t: Sized, a: Card, b: Card, c: Card, d: Card, e: Card, f: Card) -> int:
    """The strength of the best five of six cards."""
    keys, masks = t.keys, t.masks
    a, b, c, d, e, f = (np.uint8(a), np.uint8(b), np.uint8(c), np.uint8(d), np.uint8(e),
                        np.uint8(f))
    total = BIAS + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
    every = masks[a] | masks[b] | masks[c] | masks[d] | masks[e] | masks[f]
    return signed(worth(t.low, t.high, t.values, t.flushes, total, every))


@lean
def rank7(t: Sized, a: Card, b: Card, c: Card, d: Card, e: Card, f: Card, g: Card) -> int:
    """The strength of the best five of seven cards."""
    keys, masks = t.keys, t.masks
    a, b, c, d, e, f, g = (np.uint8(a), np.uint8(b), np.uint8(c), np.uint8(d), np.uint8(e),
                           np.uint8(f), np.uint8(g))
    total = BIAS + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
    every = masks[a] | masks[b] | masks[c] | masks[d] | masks[e] | masks[f] | masks[g]
    return signed(worth(t.low, t.high, t.values, t.flushes, total, every))


@lean
def rank(t: Sized, cards: Octets) -> int:
    """The strength of an array of cards, whose length is that of the table."""
    total, every = BIAS, np.uint64(0)
    for i in range(len(cards)):
        card = np.uint8(cards[i])
        total += t.keys[card]
        every |= t.masks[card]
    strength = signed(worth(t.low, t.high, t.values, t.flushes, total, every))
    if strength <= t.suited[0] and total + THREE & FIVE:
        strength += 1
    return strength


@inlined
def pairs_worth(plain: Halves, flush: Halves, rows: Numbers, pairs: Octets, places: Octets,
                row: np.uint64, total: np.uint64, masks: np.uint64, hole: Octets, count: int
                ) -> np.uint16:
    """The best hand of two cards of ``hole`` and three of a board of five, which is given by
    ``total`` and ``masks``; ``row`` is the row of its ranks."""
    best = np.uint16(0)
    for i in range(count):
        first = np.uint64(places[hole[i]] & np.uint8(15)) << np.uint64(4)
        for j in range(i):
            second = np.uint64(places[hole[j]] & np.uint8(15))
            value = plain[row, np.uint64(pairs[first | second])]
            if value > best:
                best = value
    three = total + THREE & FIVE
    if three:
        shift = suit_of(three)
        line = np.uint64(rows[masks >> shift & RANKS])
        suit = np.uint8(shift)
        for i in range(count):
            first = np.uint64(places[hole[i]] & np.uint8(15)) << np.uint64(4)
            if places[hole[i]] & np.uint8(48) == suit:
                for j in range(i):
                    if places[hole[j]] & np.uint8(48) == suit:
                        second = np.uint64(places[hole[j]] & np.uint8(15))
                        value = flush[line, np.uint64(pairs[first | second])]
                        if value > best:
                            best = value
    return best


@lean
def two(t: Paired, hole: Octets, board: Octets) -> int:
    """The strength of the best five of two cards of ``hole``, an array of bytes, and three of a
    board of five."""
    total, every = BIAS, np.uint64(0)
    for i in range(5):
        card = np.uint8(board[i])
        total += t.five.keys[card]
        every |= t.five.masks[card]
    row = np.uint64(t.five.low[total & SUM]) + np.uint64(t.five.high[total >> HALF & SUM])
    return signed(pairs_worth(t.plain, t.flush, t.rows, t.pairs, t.places, row, total, every,
                                hole, len(hole)))


@lean
def many(t: Sized, cards: Octets, size: int, check: bool, out: Halves) -> int:
    """The strength of hands of ``size`` cards each, one after another in ``cards``, into ``out``.
    With ``check`` returns the number of the first hand that repeats a card or has a card outside
    the pack; otherwise -1."""
    keys, bits, low, high, values, flushes = (t.keys, t.masks, t.low, t.high, t.values, t.flushes)
    suited, step, at = t.suited[0], np.uint64(size), np.uint64(0)
    for n in range(np.uint64(len(out))):
        total, every = BIAS, np.uint64(0)
        for i in range(step):
            card = cards[at + i]
            total += keys[card]
            every |= bits[card]
        at += step
        if check and ones(every) != step:
            return signed(n)
        strength = worth(low, high, values, flushes, total, every)
        if strength <= suited and total + THREE & FIVE:
            strength += np.uint16(1)
        out[n] = strength
    return -1


@lean
def sevens(t: Sized, cards: Octets, check: bool, out: Halves) -> int:
    """As `many`, for hands of seven, with the loop over cards unrolled: twice as fast."""
    keys, bits, low, high, values, flushes = (t.keys, t.masks, t.low, t.high, t.values, t.flushes)
    at, step = np.uint64(0), np.uint64(7)
    for n in range(np.uint64(len(out))):
        a, b, c = cards[at], cards[at + np.uint64(1)], cards[at + np.uint64(2)]
        d, e, f = cards[at + np.uint64(3)], cards[at + np.uint64(4)], cards[at + np.uint64(5)]
        g = cards[at + np.uint64(6)]
        at += step
        total = (BIAS + keys[a] + keys[b]) + (keys[c] + keys[d]) + (keys[e] + keys[f] + keys[g])
        if check:
            every = (bits[a] | bits[b]) | (bits[c] | bits[d]) | (bits[e] | bits[f] | bits[g])
            if ones(every) != step:
                return signed(n)
        strength = values[np.uint64(low[total & SUM]) + np.uint64(high[total >> HALF & SUM])]
        if total & FIVE:
            every = (bits[a] | bits[b]) | (bits[c] | bits[d]) | (bits[e] | bits[f] | bits[g])
            strength = worth(low, high, values, flushes, total, every)
        out[n] = strength
    return -1


@lean
def twos(t: Paired, holes: Octets, boards: Octets, check: bool, out: Halves) -> int:
    """As `many`, for hands of two cards of a row of ``holes`` and three of the row of
    ``boards``."""
    five = t.five
    keys, bits, low, high = five.keys, five.masks, five.low, five.high
    size, cards = holes.shape[1], np.uint64(holes.shape[1] + 5)
    for n in range(np.uint64(holes.shape[0])):
        total, every = BIAS, np.uint64(0)
        for i in range(np.uint64(5)):
            total += keys[boards[n, i]]
            every |= bits[boards[n, i]]
        if check:
            seen = every
            for i in range(np.uint64(size)):
                seen |= bits[holes[n, i]]
            if ones(seen) != cards:
                return signed(n)
        row = np.uint64(low[total & SUM]) + np.uint64(high[total >> HALF & SUM])
        out[n] = pairs_worth(t.plain, t.flush, t.rows, t.pairs, t.places, row, total, every,
                             holes[n], size)
    return -1


@lean
def census(t: Sized, keys: Words, bits: Words, seven: bool, counts: Numbers) -> None:
    """Counts the strengths of all hands of five cards or, if ``seven``, of seven, of a pack whose
    cards have these keys and masks. ``counts`` has four rows to be added up: successive hands use
    different rows, which is faster."""
    low, high, values, flushes = t.low, t.high, t.values, t.flushes
    n = len(keys)
    for a in range(n):
        ka, ma = BIAS + keys[a], bits[a]
        for b in range(a):
            kb, mb = ka + keys[b], ma | bits[b]
            for c in range(b):
                kc, mc = kb + keys[c], mb | bits[c]
                for d in range(c):
                    kd, md = kc + keys[d], mc | bits[d]
                    for e in range(np.uint64(d)):
                        ke, me = kd + keys[e], md | bits[e]
                        if not seven:
                            strength = worth(low, high, values, flushes, ke, me)
                            if strength <= t.suited[0] and ke + THREE & FIVE:
                                strength += np.uint16(1)
                            counts[e & np.uint64(3), np.uint64(strength)] += 1
                            continue
                        for f in range(e):
                            kf, mf = ke + keys[f], me | bits[f]
                            for g in range(f):
                                strength = worth(low, high, values, flushes, kf + keys[g],
                                                 mf | bits[g])
                                counts[g & np.uint64(3), np.uint64(strength)] += 1


many.in_plain(whole_arrays.many)
sevens.in_plain(whole_arrays.sevens)
twos.in_plain(whole_arrays.twos)
census.in_plain(whole_arrays.census)
