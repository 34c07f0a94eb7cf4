"""Compiled: evaluates hands against hands on all boards, or on sampled boards.

A board or a hand is the sum of its keys and the set of its masks (see `tables`), so the final value
of a player's cards takes one addition and one table lookup. Counts are whole numbers. Boards that
differ only by the names of suits are counted together where no player's cards distinguish them.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Halves, Numbers, Octets, Words, signed
from sabot.equipment.compiled import high, inlined, lean
from sabot.equipment.streams import word
from sabot.families.poker import whole_arrays
from sabot.families.poker.kernel import HALF, RANKS, SUM, pairs_worth, worth
from sabot.families.poker.tables import Paired, Sized

LANE = np.uint64(16)


@inlined
def _renamed(masks: np.uint64, to: Words) -> np.uint64:
    """A set of cards with its suits renamed."""
    renamed: np.uint64 = (
        (masks & RANKS) << to[0] | (masks >> LANE & RANKS) << to[1]
        | (masks >> np.uint64(32) & RANKS) << to[2] | (masks >> np.uint64(48)) << to[3])
    return renamed


@lean
def boards(keys: Words, masks: Words, left: Octets, draw: int, total: np.uint64, fixed: np.uint64,
           names: Words, at: Numbers, out_total: Words, out_mask: Words, out_weight: Numbers
           ) -> int:
    """Lists the boards of ``draw`` of the ``left`` cards and the ``fixed`` ones; returns how many.

    ``names``: for each renaming of suits that changes nothing, the shift of each suit. Of boards
    that are equal under them only the first is listed, with the number of boards it stands for.
    ``at`` is a work array of five.
    """
    count = 0
    n = len(left)
    for i in range(draw):
        at[i] = i
    while True:
        board, every = total, fixed
        for i in range(draw):
            board += keys[left[at[i]]]
            every |= masks[left[at[i]]]
        same, first = 0, True
        for p in range(len(names)):
            other = _renamed(every, names[p])
            if other < every:
                first = False
                break
            if other == every:
                same += 1
        if first:
            out_total[count], out_mask[count] = board, every
            out_weight[count] = len(names) // same
            count += 1
        i = draw - 1
        while i >= 0 and at[i] == n - draw + i:
            i -= 1
        if i < 0:
            return count
        at[i] += 1
        for j in range(i + 1, draw):
            at[j] = at[j - 1] + 1


@lean
def joint(masks: Words, begin: Numbers, at: Numbers, out: Numbers) -> int:
    """Lists the ways to give each player a hand of their range with no card twice, into ``out``.
    Returns how many; one more than the rows of ``out`` where there are more. ``begin``: where the
    hands of each player begin among ``masks``, and where the last end."""
    players = len(begin) - 1
    count, player, taken = 0, 0, np.uint64(0)
    at[0] = begin[0]
    while True:
        if at[player] == begin[player + 1]:
            player -= 1
            if player < 0:
                return count
            taken ^= masks[at[player]]
            at[player] += 1
        elif masks[at[player]] & taken:
            at[player] += 1
        elif player == players - 1:
            if count == len(out):
                return count + 1
            for i in range(players):
                out[count, i] = at[i]
            count += 1
            at[player] += 1
        else:
            taken |= masks[at[player]]
            player += 1
            at[player] = begin[player]


@lean
def _count(values: Halves, players: int, weight: int, counts: Numbers) -> None:
    """Adds a deal: for each player with the best hand, by how many share it."""
    best, sharing = values[0], 1
    for i in range(1, players):
        if values[i] > best:
            best, sharing = values[i], 1
        elif values[i] == best:
            sharing += 1
    for i in range(players):
        if values[i] == best:
            counts[i, sharing] += weight


@lean
def any_five(t: Sized, deals: Numbers, keys: Words, masks: Words, totals: Words, every: Words,
             weights: Numbers, values: Halves, counts: Numbers) -> None:
    """Counts every deal on every board; a hand is the best five of seven. ``counts`` has for each
    player how often they had the best hand, by the number of players who shared it."""
    low, high_, worths, flushes = t.low, t.high, t.values, t.flushes
    players = deals.shape[1]
    for d in range(len(deals)):
        taken = np.uint64(0)
        for i in range(players):
            taken |= masks[deals[d, i]]
        for b in range(len(totals)):
            board = every[b]
            if board & taken:
                continue
            total = totals[b]
            for i in range(players):
                hand = deals[d, i]
                values[i] = worth(low, high_, worths, flushes, total + keys[hand],
                                  board | masks[hand])
            _count(values, players, weights[b], counts)


@lean
def two_and_three(t: Paired, deals: Numbers, hands: Octets, masks: Words, totals: Words,
                  every: Words, weights: Numbers, values: Halves, counts: Numbers) -> None:
    """Counts as `any_five` does, where a hand is two own cards and three of the board."""
    low, high_, players, own = t.five.low, t.five.high, deals.shape[1], hands.shape[1]
    for d in range(len(deals)):
        taken = np.uint64(0)
        for i in range(players):
            taken |= masks[deals[d, i]]
        for b in range(len(totals)):
            board = every[b]
            if board & taken:
                continue
            total = totals[b]
            row = np.uint64(low[total & SUM]) + np.uint64(high_[total >> HALF & SUM])
            for i in range(players):
                values[i] = pairs_worth(t.plain, t.flush, t.rows, t.pairs, t.places, row, total,
                                        board, hands[deals[d, i]], own)
            _count(values, players, weights[b], counts)


@lean
def _sort(values: Halves, count: int, tally: Numbers, order: Numbers) -> None:
    """The positions of ``values`` from lowest to highest, into ``order``. ``tally`` must be zeros
    and is zeros afterwards."""
    top = np.uint16(0)
    for i in range(count):
        tally[values[i]] += 1
        if values[i] > top:
            top = values[i]
    before = 0
    for value in range(int(top) + 1):
        times = tally[value]
        tally[value] = before
        before += times
    for i in range(count):
        order[tally[values[i]]] = i
        tally[values[i]] += 1
    for value in range(int(top) + 1):
        tally[value] = 0


@lean
def _evaluate(seven: Sized, pair: Paired, two: bool, hands: Octets, keys: Words, masks: Words,
            begin: int, end: int, total: np.uint64, board: np.uint64, live: Numbers, values: Halves
            ) -> int:
    """Evaluates the hands from ``begin`` to ``end`` that a board leaves; returns how many."""
    row = np.uint64(0)
    if two:
        row = (np.uint64(pair.five.low[total & SUM])
               + np.uint64(pair.five.high[total >> HALF & SUM]))
    n = 0
    for h in range(begin, end):
        if not board & masks[h]:
            live[n] = h
            if two:
                values[n] = pairs_worth(pair.plain, pair.flush, pair.rows, pair.pairs, pair.places,
                                        row, total, board, hands[h], 2)
            else:
                values[n] = worth(seven.low, seven.high, seven.values, seven.flushes,
                                  total + keys[h], board | masks[h])
            n += 1
    return n


@lean
def duel(seven: Sized, pair: Paired, two: bool, hands: Octets, keys: Words, masks: Words,
         begin: Numbers, also: Numbers, totals: Words, every: Words, weights: Numbers,
         room: Numbers, sorts: Halves, cards: Numbers, out: Numbers) -> None:
    """Evaluates two players' hands of two cards, all against all, on every board.

    On each board both lists are sorted. The hands that a hand beats are those below it, less those
    that share a card with it, so no pair of hands is compared. ``also`` is 1 where the second
    player may hold these two cards. ``out``: for each hand of the first player how often it wins,
    ties, and meets a hand of the other. ``room`` and ``sorts`` are work rows; ``cards`` counts the
    hands below, equal and in all, by card.
    """
    below, equal, every_hand = cards[0], cards[1], cards[2]
    for b in range(len(totals)):
        board, total, weight = every[b], totals[b], weights[b]
        n = _evaluate(seven, pair, two, hands, keys, masks, begin[0], begin[1], total, board,
                      room[0], sorts[0])
        m = _evaluate(seven, pair, two, hands, keys, masks, begin[1], begin[2], total, board,
                      room[1], sorts[1])
        _sort(sorts[0], n, cards[3], room[2])
        _sort(sorts[1], m, cards[3], room[3])
        for c in range(52):
            below[c] = equal[c] = every_hand[c] = 0
        for j in range(m):
            hand = hands[room[1, j]]
            every_hand[hand[0]] += 1
            every_hand[hand[1]] += 1
        at = less = ties = 0
        value = np.uint16(0)
        for i in range(n):
            place = room[2, i]
            mine = sorts[0, place]
            if mine != value:
                less += ties
                ties = 0
                for c in range(52):
                    below[c] += equal[c]
                    equal[c] = 0
                value = mine
                while at < m and sorts[1, room[3, at]] <= mine:
                    hand = hands[room[1, room[3, at]]]
                    if sorts[1, room[3, at]] < mine:
                        less += 1
                        below[hand[0]] += 1
                        below[hand[1]] += 1
                    else:
                        ties += 1
                        equal[hand[0]] += 1
                        equal[hand[1]] += 1
                    at += 1
            number = room[0, place]
            first, second = hands[number, 0], hands[number, 1]
            twice = also[first, second]
            out[number, 0] += weight * (less - below[first] - below[second])
            out[number, 1] += weight * (ties - equal[first] - equal[second] + twice)
            out[number, 2] += weight * (m - every_hand[first] - every_hand[second] + twice)


@lean
def _uniform(state: Words, limit: int) -> np.uint64:
    """A random number below a limit, uniform."""
    size = np.uint64(limit)
    while True:
        random = word(state)
        if random * size >= (np.uint64(0) - size) % size:
            return high(random, size)


@lean
def sample(seven: Sized, pair: Paired, two: bool, state: Words, times: int, tries: int,
           deals: Numbers, order: Numbers, narrow: int, hands: Octets, masks: Words,
           begin: Numbers, left: Octets, draw: int, start: np.uint64, fixed: np.uint64,
           keys: Words, bits: Words, holes: Octets, values: Halves, counts: Numbers) -> int:
    """Draws ``times`` random deals; returns how many were drawn within ``tries`` rejected hands.

    The hands are a random row of ``deals``. Where that has none, the first ``narrow`` players of
    ``order`` draw any of their hands until no card is taken twice. The others, who may have any
    hand, are dealt from the cards that are left: the number of their hands does not depend on the
    earlier ones. Then the board is drawn.
    """
    players, own = len(begin) - 1, hands.shape[1]
    for number in range(times):
        taken = np.uint64(0)
        if len(deals):
            row = _uniform(state, len(deals))
            for i in range(players):
                for c in range(own):
                    holes[i, c] = hands[deals[row, i], c]
                taken |= masks[deals[row, i]]
        else:
            at = 0
            while at < narrow:
                player = order[at]
                hand = begin[player] + signed(_uniform(state, begin[player + 1] - begin[player]))
                if masks[hand] & taken:
                    tries -= 1
                    if tries < 0:
                        return number
                    taken, at = np.uint64(0), 0
                    continue
                for c in range(own):
                    holes[player, c] = hands[hand, c]
                taken |= masks[hand]
                at += 1
            while at < players:
                c = 0
                while c < own:
                    card = left[_uniform(state, len(left))]
                    if not bits[card] & taken:
                        holes[order[at], c] = card
                        taken |= bits[card]
                        c += 1
                at += 1
        total, board, drawn = start, fixed, 0
        while drawn < draw:
            card = left[_uniform(state, len(left))]
            if bits[card] & (taken | board):
                continue
            total += keys[card]
            board |= bits[card]
            drawn += 1
        line = np.uint64(0)
        if two:
            line = (np.uint64(pair.five.low[total & SUM])
                    + np.uint64(pair.five.high[total >> HALF & SUM]))
        for i in range(players):
            if two:
                values[i] = pairs_worth(pair.plain, pair.flush, pair.rows, pair.pairs, pair.places,
                                        line, total, board, holes[i], own)
            else:
                hand_keys, hand_bits = total, board
                for c in range(own):
                    hand_keys += keys[holes[i, c]]
                    hand_bits |= bits[holes[i, c]]
                values[i] = worth(seven.low, seven.high, seven.values, seven.flushes, hand_keys,
                                  hand_bits)
        _count(values, players, 1, counts)
    return times


boards.in_plain(whole_arrays.boards)
any_five.in_plain(whole_arrays.any_five)
two_and_three.in_plain(whole_arrays.two_and_three)
duel.in_plain(whole_arrays.duel)
