"""The plain forms of `kernel`, `deals` and `census`: the same counts with whole arrays.

All numbers are whole, so that the order of additions does not matter. Boards and hands are handled
in blocks that fit into the memory near the processor.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.equipment.arrays import Flags, Halves, Numbers, Octets, Words
from sabot.equipment.card_sets import sets_by_lowest, sums_of_sets
from sabot.families.poker.tables import BIAS, COUNTS, FIVE, HALF, SUM, Paired, Sized

CHUNK = 1 << 18
"""Values that are computed together."""
_SUM, _HALF, _FIVE, _COUNTS = (np.uint64(SUM), np.uint64(HALF), np.uint64(FIVE), np.uint64(COUNTS))
_BIAS, _THREE = np.uint64(BIAS), np.uint64(0x2222 << COUNTS)
_RANKS, _SUIT = np.uint64(0xFFFF), np.uint64(16)


def _suit_of(five: Words) -> Words:
    at = five >> _COUNTS
    shift: Words = (_SUIT * (at == np.uint64(0x80)) + np.uint64(32) * (at == np.uint64(0x800))
                    + np.uint64(48) * (at == np.uint64(0x8000)))
    return shift


def _row(low: Halves, high: Halves, totals: Words) -> Numbers:
    """The place of a sum in the table of strengths."""
    place: Numbers = low[totals & _SUM].astype(np.int64) + high[totals >> _HALF & _SUM]
    return place


def worths(t: Sized, totals: Words, masks: Words) -> Halves:
    """See `kernel.worth`, for arrays of hands."""
    strengths = t.values[_row(t.low, t.high, totals)]
    five = totals & _FIVE
    flush = np.nonzero(five)
    if len(flush[0]):
        suited = t.flushes[masks[flush] >> _suit_of(five[flush]) & _RANKS]
        strengths[flush] = np.maximum(strengths[flush], suited)
    return strengths


def _with_three(t: Sized, totals: Words, strengths: Halves) -> None:
    """Raise the strengths of hands with three cards of a suit, where the ranking says so."""
    if t.suited[0] > 0:
        strengths[(strengths <= t.suited[0]) & (totals + _THREE & _FIVE != 0)] += np.uint16(1)


def _first_wrong(every: Words, cards: int) -> int:
    """The number of the first hand that has not so many different cards, -1 for none."""
    wrong = np.flatnonzero(np.bitwise_count(every) != cards)
    return int(wrong[0]) if len(wrong) else -1


def many(t: Sized, cards: Octets, size: int, check: bool, out: Halves) -> int:
    """See `kernel.many`."""
    rows = cards.reshape(-1, size)
    for start in range(0, len(out), CHUNK):
        chosen = rows[start:start + CHUNK]
        every: Words = np.bitwise_or.reduce(t.masks[chosen], axis=1)
        totals = _BIAS + t.keys[chosen].sum(axis=1, dtype=np.uint64)
        strengths = worths(t, totals, every)
        _with_three(t, totals, strengths)
        wrong = _first_wrong(every, size) if check else -1
        if wrong >= 0:
            out[start:start + wrong] = strengths[:wrong]
            return start + wrong
        out[start:start + CHUNK] = strengths
    return -1


def sevens(t: Sized, cards: Octets, check: bool, out: Halves) -> int:
    """See `kernel.sevens`."""
    return many(t, cards, 7, check, out)


def pairs_worths(t: Paired, rows: Numbers, totals: Words, masks: Words, holes: Octets) -> Halves:
    """See `kernel.pairs_worth`, for arrays of boards, each with a row of ``holes`` or all with the
    same."""
    best = np.zeros(np.broadcast_shapes(rows.shape, holes.shape[:-1]), np.uint16)
    ranks = t.places[holes] & np.uint8(15)
    suits = t.places[holes] & np.uint8(48)
    three = totals + _THREE & _FIVE
    shift = _suit_of(three)
    line = t.rows[(masks >> shift & _RANKS).astype(np.int64)]
    flush_board = three != 0
    for i in range(holes.shape[-1]):
        for j in range(i):
            pair = t.pairs[ranks[..., i].astype(np.int64) << 4 | ranks[..., j]]
            best = np.maximum(best, t.plain[rows, pair])
            suited = flush_board & (suits[..., i] == shift) & (suits[..., j] == shift)
            if suited.any():
                best = np.maximum(best, np.where(suited, t.flush[line, pair], 0))
    return best


def twos(t: Paired, holes: Octets, boards: Octets, check: bool, out: Halves) -> int:
    """See `kernel.twos`."""
    five = t.five
    for start in range(0, len(holes), CHUNK):
        own, common = holes[start:start + CHUNK], boards[start:start + CHUNK]
        totals = _BIAS + five.keys[common].sum(axis=1, dtype=np.uint64)
        every: Words = np.bitwise_or.reduce(five.masks[common], axis=1)
        seen = every | np.bitwise_or.reduce(five.masks[own], axis=1)
        values = pairs_worths(t, _row(five.low, five.high, totals), totals, every, own)
        wrong = _first_wrong(seen, holes.shape[1] + 5) if check else -1
        if wrong >= 0:
            out[start:start + wrong] = values[:wrong]
            return start + wrong
        out[start:start + CHUNK] = values
    return -1


# -- every hand -----------------------------------------------------------------------------------


def census(t: Sized, keys: Words, bits: Words, seven: bool, counts: Numbers) -> None:
    """See `kernel.census`."""
    size, n = (5, len(keys))
    key_sums, bit_sums = sums_of_sets(keys, size), sums_of_sets(bits, size)
    wide = counts.shape[1]

    def add(key: np.uint64, bit: np.uint64, many: int) -> None:
        for start in range(0, many, CHUNK):
            part = slice(start, min(start + CHUNK, many))
            totals = key + key_sums[part]
            strengths = worths(t, totals, bit + bit_sums[part])
            if not seven:
                _with_three(t, totals, strengths)
            counts[0] += np.bincount(strengths, minlength=wide)

    if not seven:
        add(_BIAS, np.uint64(0), len(key_sums))
        return
    for a in range(n):
        for b in range(a):
            add(_BIAS + keys[a] + keys[b], bits[a] | bits[b], comb(b, size))


# -- deals -----------------------------------------------------------------------------------------


def boards(keys: Words, masks: Words, left: Octets, draw: int, total: np.uint64, fixed: np.uint64,
           names: Words, at: Numbers, out_total: Words, out_mask: Words, out_weight: Numbers
           ) -> int:
    """See `deals.boards`."""
    sets = left[sets_by_lowest(len(left), draw)]
    totals = total + keys[sets].sum(axis=1, dtype=np.uint64)
    every: Words = fixed | np.bitwise_or.reduce(masks[sets], axis=1, initial=np.uint64(0))
    same = np.zeros(len(every), np.int64)
    first = np.ones(len(every), np.bool_)
    for to in names:
        renamed = ((every & _RANKS) << to[0] | (every >> _SUIT & _RANKS) << to[1]
                   | (every >> np.uint64(32) & _RANKS) << to[2] | (every >> np.uint64(48)) << to[3])
        first &= renamed >= every
        same += renamed == every
    count = int(first.sum())
    out_total[:count], out_mask[:count] = totals[first], every[first]
    out_weight[:count] = len(names) // same[first]
    return count


def _add_best(values: NDArray[Any], live: Flags, weights: Numbers, counts: Numbers) -> None:
    """Add deals to ``counts``: ``values`` by player and deal, of those that are ``live``."""
    best = values.max(axis=0)
    winners = (values == best) & live
    sharing = winners.sum(axis=0)
    for i in range(len(values)):
        for k in np.unique(sharing[winners[i]]).tolist():
            counts[i, k] += int((weights * (winners[i] & (sharing == k))).sum())


def _taken(deals: Numbers, masks: Words) -> Words:
    taken: Words = np.bitwise_or.reduce(masks[deals], axis=1)
    return taken


def _count_winners(strengths_of: Callable[[Numbers, slice], NDArray[Any]], deals: Numbers,
                   masks: Words, every: Words, weights: Numbers, counts: Numbers) -> None:
    """Add all deals on all boards to ``counts``, as many at once as memory allows.
    ``strengths_of``: the strengths of one player's hand in some deals, on some boards."""
    taken = _taken(deals, masks)
    deals_at_once = max(1, CHUNK // max(1, min(len(every), CHUNK)))
    for start in range(0, len(deals), deals_at_once):
        rows = deals[start:start + deals_at_once]
        for first in range(0, len(every), CHUNK):
            part = slice(first, first + CHUNK)
            live = every[part] & taken[start:start + deals_at_once, None] == 0
            strengths = np.stack([strengths_of(hand, part) for hand in rows.T])
            _add_best(strengths, live, weights[part], counts)


def any_five(t: Sized, deals: Numbers, keys: Words, masks: Words, totals: Words, every: Words,
             weights: Numbers, values: Halves, counts: Numbers) -> None:
    """See `deals.any_five`."""
    def strengths(hand: Numbers, part: slice) -> NDArray[Any]:
        return worths(t, totals[part] + keys[hand, None], every[part] | masks[hand, None])

    _count_winners(strengths, deals, masks, every, weights, counts)


def two_and_three(t: Paired, deals: Numbers, hands: Octets, masks: Words, totals: Words,
                  every: Words, weights: Numbers, values: Halves, counts: Numbers) -> None:
    """See `deals.two_and_three`."""
    places = _row(t.five.low, t.five.high, totals)

    def strengths(hand: Numbers, part: slice) -> NDArray[Any]:
        return pairs_worths(t, places[part][None, :], totals[part][None, :], every[part][None, :],
                            hands[hand][:, None, :])

    _count_winners(strengths, deals, masks, every, weights, counts)


def duel(seven: Sized, pair: Paired, two: bool, hands: Octets, keys: Words, masks: Words,
         begin: Numbers, also: Numbers, totals: Words, every: Words, weights: Numbers,
         room: Numbers, sorts: Halves, cards: Numbers, out: Numbers) -> None:
    """See `deals.duel`."""
    holds = np.zeros((len(hands), 52), np.int64)
    holds[np.arange(len(hands))[:, None], hands] = 1
    own, others = slice(begin[0], begin[1]), slice(begin[1], begin[2])
    twice = also[hands[own, 0], hands[own, 1]]
    for board, total, weight in zip(every, totals, weights, strict=True):
        live = masks & board == 0
        if two:
            row = _row(pair.five.low, pair.five.high, np.array([total]))
            values = pairs_worths(pair, row, np.array([total]), np.array([board]), hands)
        else:
            values = worths(seven, total + keys, board | masks)
        mine = np.flatnonzero(live[own])
        theirs = np.flatnonzero(live[others])
        strengths = values[others][theirs]
        order = np.argsort(strengths, kind="stable")
        ascending = strengths[order]
        # How many of their hands from the weakest on have each card.
        by_card = np.zeros((len(theirs) + 1, 52), np.int64)
        np.cumsum(holds[others][theirs[order]], axis=0, out=by_card[1:])
        low = np.searchsorted(ascending, values[own][mine], "left")
        high = np.searchsorted(ascending, values[own][mine], "right")
        first, second = hands[own, 0][mine], hands[own, 1][mine]
        below = low - by_card[low, first] - by_card[low, second]
        up_to = high - by_card[high, first] - by_card[high, second]
        every_hand = len(theirs) - by_card[-1, first] - by_card[-1, second]
        out[mine, 0] += weight * below
        out[mine, 1] += weight * (up_to - below + twice[mine])
        out[mine, 2] += weight * (every_hand + twice[mine])


def count_pairs(t: Paired, kind: Words, pack: Octets, totals: Words, every: Words,
                weights: Numbers, four: bool, left: Octets, best: Words, counts: Numbers) -> None:
    """See `census._count_pairs`."""
    bits, wide = t.five.masks[pack], len(counts)
    rows = _row(t.five.low, t.five.high, totals)
    pairs = sets_by_lowest(len(pack), 2)
    first, second = pairs.T
    holes = pack[pairs]
    on_board = len(pack) - int(np.bitwise_count(every[0]))
    chosen = sets_by_lowest(on_board, 4) if four else np.zeros((0, 4), np.int64)
    fours = [chosen[:, i] * on_board + chosen[:, j] for j in range(4) for i in range(j)]
    at_once = max(1, CHUNK // len(pairs))
    for start in range(0, len(totals), at_once):
        part = slice(start, start + at_once)
        values = pairs_worths(t, rows[part, None], totals[part, None], every[part, None], holes)
        kinds = kind[values].astype(np.uint8)
        free = every[part, None] & bits == 0
        if not four:
            live = free[:, first] & free[:, second]
            for weight in np.unique(weights[part]).tolist():
                chosen_kinds = kinds[live & (weights[part] == weight)[:, None]]
                counts += weight * np.bincount(chosen_kinds, minlength=wide)
            continue
        for row, own, weight in zip(kinds, free, weights[part].tolist(), strict=True):
            table = np.zeros((len(pack), len(pack)), np.uint8)
            table[first, second] = row
            flat = table[np.ix_(own, own)].ravel()
            highest = flat[fours[0]]
            for places in fours[1:]:
                np.maximum(highest, flat[places], out=highest)
            counts += weight * np.bincount(highest, minlength=wide)
