"""Compiled games of machines with reels: spins, and the features that follow."""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Ints, Numbers, Words, signed
from sabot.equipment.compiled import high, lean, within
from sabot.equipment.streams import word
from sabot.families.machine.enumeration import pay_falls

NODE = 24  # the low bits of an edge are its target node; the higher bits are its coins
LAST = (1 << NODE) - 1
FULL = -1

Lines = tuple[Numbers, Numbers, Numbers, Ints, Numbers, Words]
"""The arrays of `spin_lines`: edges, begin, width, of, marks, sides."""
Ways = tuple[Numbers, Numbers, Numbers, Numbers, Words, Numbers, Numbers, Numbers, Numbers,
             Numbers, Numbers]
"""The arrays of `spin_ways`: strips, sizes, of, marks, sides, rows, worth, pays, reach, factors,
expands."""


@lean
def spin_lines(words: Words, floor: np.uint64, edges: Numbers, begin: Numbers, width: Numbers,
               of: Ints, marks: Numbers, sides: Words, code_out: Numbers) -> int:
    """Spin the reels once; returns the coins of all lines, and sets ``code_out[0]`` to the code of
    the scatters.

    One word of the stream, read as a fraction, stops all reels. A word whose remainder is below
    ``floor``, 2**64 modulo the cycle, is rejected, so that all results are equally likely.
    """
    while True:
        bits, node, coins, code = word(words), signed(0), signed(0), signed(0)
        for reel in range(len(sides)):
            size = sides[reel]
            at = of[reel, high(bits, size)]
            bits *= size
            code += marks[reel, at]
            edge = edges[begin[reel] + node * width[reel] + at]
            node = edge & LAST
            coins += edge >> NODE
        if bits >= floor:
            code_out[0] = code
            return coins


@lean
def spin_ways(words: Words, floor: np.uint64, strips: Numbers, sizes: Numbers, of: Numbers,
              marks: Numbers, sides: Words, rows: Numbers, worth: Numbers, pays: Numbers,
              reach: Numbers, factors: Numbers, expands: Numbers, max_falls: int, window: Numbers,
              tops: Numbers, removed: Numbers, code_out: Numbers) -> int:
    """The same where every way pays: the coins of a game through all its falls, at most
    ``max_falls``.

    ``of[reel, number]``: where on its strip a window begins. ``expands``: by symbol, whether it
    covers its reel. See `pay_falls` for the rest.
    """
    while True:
        bits, code = word(words), signed(0)
        for reel in range(len(sides)):
            tops[reel] = of[reel, high(bits, sides[reel])]
            bits *= sides[reel]
            code += marks[reel, tops[reel]]
        if bits >= floor:
            code_out[0] = code
            break
    return pay_window(strips, sizes, rows, worth, pays, reach, factors, expands, max_falls, window,
                      tops, removed)


@lean
def pay_window(strips: Numbers, sizes: Numbers, rows: Numbers, worth: Numbers, pays: Numbers,
               reach: Numbers, factors: Numbers, expands: Numbers, max_falls: int, window: Numbers,
               tops: Numbers, removed: Numbers) -> int:
    """What the window that begins at ``tops`` on each strip pays in all its ways and falls."""
    for reel in range(len(rows)):
        at, covers = tops[reel], -1
        for row in range(rows[reel]):
            window[reel, row] = strips[reel, at]
            if covers < 0 and expands[window[reel, row]]:
                covers = window[reel, row]
            at += 1
            if at == sizes[reel]:
                at = 0
        if covers >= 0:
            for row in range(rows[reel]):
                window[reel, row] = covers
    return pay_falls(window, tops, strips, sizes, rows, worth, pays, reach, factors, removed,
                     max_falls)


@lean
def spin(words: Words, floor: np.uint64, lines: Lines, ways: Ways, max_falls: int, window: Numbers,
         tops: Numbers, removed: Numbers, code_out: Numbers) -> int:
    """One spin: on ``lines`` if ``max_falls`` is negative, else where every way pays."""
    if max_falls < 0:
        return spin_lines(words, floor, lines[0], lines[1], lines[2], lines[3], lines[4], lines[5],
                          code_out)
    return spin_ways(words, floor, ways[0], ways[1], ways[2], ways[3], ways[4], ways[5], ways[6],
                     ways[7], ways[8], ways[9], ways[10], max_falls, window, tops, removed,
                     code_out)


@lean
def draw_below(words: Words, size: np.uint64) -> np.uint64:
    """A random whole number from 0 to below ``size``, all equally likely."""
    while True:
        bits = word(words)
        if bits * size >= -size % size:
            return high(bits, size)


@lean
def hold_and_respin(words: Words, first: int, places: int, turns: int, lands: np.uint64,
                    of: np.uint64, values: Words, total: np.uint64, full: int) -> int:
    """Play hold and respin; returns its prize in bets."""
    many, left = first, turns
    while left and many < places:
        new = 0
        for _ in range(places - many):
            new += signed(draw_below(words, of) < lands)
        many += new
        left = turns if new else left - 1
    paid = signed(full if many == places else 0)
    for _ in range(many):
        drawn, at = draw_below(words, total), 0
        while drawn >= values[at, 1]:
            drawn -= values[at, 1]
            at += 1
        paid += signed(values[at, 0])
    return paid


@lean
def climb_ladder(words: Words, rungs: Words, many: Words, stops: Numbers, lost: bool) -> int:
    """Climb a ladder; returns its prize in bets. ``rungs[rung]``: rows of prize and weight, of
    which the first ends the feature; ``many``: the number of rows and the sum of their weights;
    ``stops``: the minimum amount with which the player stops before a rung, -1 for never."""
    amount = signed(0)
    for rung in range(len(many)):
        if stops[rung] >= 0 and amount >= stops[rung]:
            return amount
        drawn = draw_below(words, many[rung, 1])
        if drawn < rungs[rung, 0, 1]:
            return signed(0) if lost else amount
        drawn -= rungs[rung, 0, 1]
        at = 1
        while drawn >= rungs[rung, at, 1]:
            drawn -= rungs[rung, at, 1]
            at += 1
        amount += signed(rungs[rung, at, 0])
    return amount


@lean
def stop_reels(words: Words, sides: Words, of: Numbers, held: Numbers, at: Numbers) -> None:
    """Stop the reels that are not ``held``, with one word of the stream: ``at`` becomes the place
    of each in the table ``of``."""
    cycle = np.uint64(1)
    for reel in range(len(sides)):
        if not held[reel]:
            cycle *= sides[reel]
    floor = -cycle % cycle
    while True:
        bits = word(words)
        for reel in range(len(sides)):
            if not held[reel]:
                at[reel] = of[reel, high(bits, sides[reel])]
                bits *= sides[reel]
        if bits >= floor:
            return


@lean
def pay_stops(lines: Lines, ways: Ways, max_falls: int, window: Numbers, tops: Numbers,
              removed: Numbers, at: Numbers, code_out: Numbers) -> int:
    """The coins of a window whose reels stop ``at`` these places; sets ``code_out[0]`` to the code
    of the scatters. On lines if ``max_falls`` is negative, else where every way pays."""
    code, coins = signed(0), signed(0)
    if max_falls < 0:
        node = signed(0)
        for reel in range(len(at)):
            code += lines[4][reel, at[reel]]
            edge = lines[0][lines[1][reel] + node * lines[2][reel] + at[reel]]
            node = edge & LAST
            coins += edge >> NODE
    else:
        for reel in range(len(at)):
            tops[reel] = at[reel]
            code += ways[3][reel, at[reel]]
        coins += pay_window(ways[0], ways[1], ways[5], ways[6], ways[7], ways[8], ways[9],
                            ways[10], max_falls, window, tops, removed)
    code_out[0] = code
    return coins


@lean
def play_respins(words: Words, sides: Words, of: Numbers, lines: Lines, ways: Ways,
                 max_falls: int, window: Numbers, tops: Numbers, removed: Numbers, least: int,
                 turns: int, holds: Numbers, scatters: Numbers, at: Numbers, held: Numbers,
                 code_out: Numbers) -> int:
    """Play the respins that follow a game whose reels stopped ``at`` these places; returns their
    prize in coins, or -1 if none begin. ``holds``: by reel and place, whether the reel is held
    there; ``held``: work space."""
    many = 0
    for reel in range(len(at)):
        held[reel] = holds[reel, at[reel]]
        many += held[reel]
    if many < least or many == len(at):
        return -1
    coins, left = signed(0), turns
    while left and many < len(at):
        stop_reels(words, sides, of, held, at)
        coins += pay_stops(lines, ways, max_falls, window, tops, removed, at, code_out)
        coins += scatters[code_out[0], 0]
        now = 0
        for reel in range(len(at)):
            held[reel] = holds[reel, at[reel]]
            now += held[reel]
        left = turns if now > many else left - 1
        many = now
    return coins


@lean
def spin_four(words: Words, floor: np.uint64, edges: Numbers, begin: Numbers, width: Numbers,
              of: Ints, marks: Numbers, sides: Words, scatters: Numbers, paid: Numbers) -> int:
    """Spin the reels four times in parallel, so that no spin waits for the lookups of another.
    Writes the coins of each, lines and scatters, into ``paid``; returns their number, fewer than
    four if a word was rejected."""
    a, b, c, d = word(words), word(words), word(words), word(words)
    e = f = g = h = signed(0)              # the node of each
    i = j = k = m = signed(0)              # the coins
    p = q = r = s = signed(0)              # the scatters
    for reel in range(len(sides)):
        size, start, wide = sides[reel], begin[reel], width[reel]
        t, u = of[reel, high(a, size)], of[reel, high(b, size)]
        v, w = of[reel, high(c, size)], of[reel, high(d, size)]
        a, b, c, d = a * size, b * size, c * size, d * size
        p, q = p + marks[reel, t], q + marks[reel, u]
        r, s = r + marks[reel, v], s + marks[reel, w]
        e, f = edges[start + e * wide + t], edges[start + f * wide + u]
        g, h = edges[start + g * wide + v], edges[start + h * wide + w]
        i, j, k, m = i + (e >> NODE), j + (f >> NODE), k + (g >> NODE), m + (h >> NODE)
        e, f, g, h = e & LAST, f & LAST, g & LAST, h & LAST
    count = 0
    if a >= floor:
        paid[count] = i + scatters[p, 0]
        count += 1
    if b >= floor:
        paid[count] = j + scatters[q, 0]
        count += 1
    if c >= floor:
        paid[count] = k + scatters[r, 0]
        count += 1
    if d >= floor:
        paid[count] = m + scatters[s, 0]
        count += 1
    return count


@within
def _store(coins: int, times: Numbers, high_sums: Numbers, counts: Numbers) -> bool:
    """Count the prize of a game in ``times``, or list it in ``high_sums``, whose length is
    ``counts[0]``. False if that is full."""
    if coins < len(times):
        times[coins] += 1
    elif counts[0] < len(high_sums):
        high_sums[counts[0]] = coins
        counts[0] += 1
    else:
        return False
    return True


@lean
def play_plain(words: Words, floor: np.uint64, edges: Numbers, begin: Numbers, width: Numbers,
               of: Ints, marks: Numbers, sides: Words, scatters: Numbers, count: int,
               times: Numbers, high_sums: Numbers, counts: Numbers, paid: Numbers) -> int:
    """Play ``count`` games without features. Counts each prize in ``times``; lists prizes beyond
    its size in ``high_sums``, with their number in ``counts[0]``. Returns FULL if these are too
    many. ``paid``: work space for four."""
    code_out, done = counts[5:], 0
    while done < count:
        if count - done >= len(paid):
            played = spin_four(words, floor, edges, begin, width, of, marks, sides, scatters,
                               paid)
        else:
            paid[0] = spin_lines(words, floor, edges, begin, width, of, marks, sides, code_out)
            paid[0] += scatters[code_out[0], 0]
            played = 1
        done += played
        for i in range(played):
            if not _store(paid[i], times, high_sums, counts):
                return FULL
    return count


@lean
def play_featured(words: Words, base: tuple[Lines, Ways], extra: tuple[Lines, Ways], max_falls: int,
                  room: tuple[Numbers, Numbers, Numbers, Numbers, Numbers], floors: Words,
                  scatters: Numbers, again: Numbers, free: Numbers, hold: Numbers, values: Words,
                  rungs: Words, many: Words, stops: Numbers, respin: Numbers, of: Numbers,
                  sides: Words, holds: Numbers, bet: int, count: int, times: Numbers,
                  high_sums: Numbers, counts: Numbers) -> int:
    """Play ``count`` games with their features.

    ``base`` and ``extra``: the arrays of lines and of ways for paid and for free games.
    ``max_falls`` and ``room`` (window, tops, removed, and ``at`` and ``held`` of `play_respins`):
    as in `spin`. ``scatters`` and ``again``, for paid and for free games: by code, the coins, the
    free games granted in a paid and in a free game, the symbols held, and whether the ladder
    begins. ``free``: the multiplier and the maximum number. ``respin``: the minimum of held reels
    and the turns, empty without respins; ``of`` and ``sides``: the places where the reels of a paid
    game stop, ``holds``: those where they are held. ``counts[1:5]``: the free games, holds, ladders
    and respin features played.
    """
    code_out = counts[5:]
    window, tops, removed, at, held = room
    for _ in range(count):
        if len(respin):
            held[:] = 0
            stop_reels(words, sides, of, held, at)
            coins = pay_stops(base[0], base[1], max_falls, window, tops, removed, at, code_out)
        else:
            coins = spin(words, floors[0], base[0], base[1], max_falls, window, tops, removed,
                         code_out)
        code = code_out[0]
        coins += scatters[code, 0]
        if len(respin):
            respun = play_respins(words, sides, of, base[0], base[1], max_falls, window, tops,
                                  removed, respin[0], respin[1], holds, scatters, at, held,
                                  code_out)
            if respun >= 0:
                counts[4] += 1
                coins += respun
        left = granted = scatters[code, 1]
        counts[1] += granted
        while left:
            left -= 1
            won = spin(words, floors[1], extra[0], extra[1], max_falls, window, tops, removed,
                       code_out)
            coins += free[0] * (won + again[code_out[0], 0])
            more = min(again[code_out[0], 2], free[1] - granted)
            left += more
            granted += more
            counts[1] += more
        if scatters[code, 3]:
            counts[2] += 1
            coins += bet * hold_and_respin(words, scatters[code, 3], hold[0], hold[1],
                                           np.uint64(hold[2]), np.uint64(hold[3]), values,
                                           np.uint64(hold[4]), hold[5])
        if scatters[code, 4]:
            counts[3] += 1
            coins += bet * climb_ladder(words, rungs, many, stops, hold[6] != 0)
        if not _store(coins, times, high_sums, counts):
            return FULL
    return count
