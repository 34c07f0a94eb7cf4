"""The compiled games of a machine with reels: reels that stop, and the features that follow."""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Ints, Numbers, Words, signed
from sabot.equipment.compiled import high, lean, within
from sabot.equipment.streams import word
from sabot.families.machine.enumeration import fallen

NODE = 24  # bits of an edge that say where it leads; above them the coins that it pays
LAST = (1 << NODE) - 1
FULL = -1

Lines = tuple[Numbers, Numbers, Numbers, Ints, Numbers, Words]
"""What `turn` reads of lines: edges, begin, width, of, marks, sides."""
Ways = tuple[Numbers, Numbers, Numbers, Numbers, Words, Numbers, Numbers, Numbers, Numbers,
             Numbers]
"""What `turn_ways` reads: strips, sizes, of, marks, sides, rows, worth, pays, reach, paid."""


@lean
def turn(words: Words, floor: np.uint64, edges: Numbers, begin: Numbers, width: Numbers,
         of: Ints, marks: Numbers, sides: Words, shown: Numbers) -> int:
    """The reels turn once: the coins of all lines; ``shown[0]`` becomes the code of the scatters.

    One word of the stream, taken as a fraction, stops all reels; a word whose rest is below
    ``floor``, 2**64 modulo the cycle, is thrown away, so that all results are equally likely.
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
            shown[0] = code
            return coins


@lean
def turn_ways(words: Words, floor: np.uint64, strips: Numbers, sizes: Numbers, of: Numbers,
              marks: Numbers, sides: Words, rows: Numbers, worth: Numbers, pays: Numbers,
              reach: Numbers, paid: Numbers, most: int, window: Numbers, tops: Numbers,
              gone: Numbers, shown: Numbers) -> int:
    """The same in ways: the coins of a game through all its falls, of which there are ``most``.

    ``of[reel, number]``: where on its strip a window begins; the rest is that of `fallen`.
    """
    while True:
        bits, code = word(words), signed(0)
        for reel in range(len(sides)):
            tops[reel] = of[reel, high(bits, sides[reel])]
            bits *= sides[reel]
            code += marks[reel, tops[reel]]
        if bits >= floor:
            shown[0] = code
            break
    for reel in range(len(sides)):
        at = tops[reel]
        for row in range(rows[reel]):
            window[reel, row] = strips[reel, at]
            at += 1
            if at == sizes[reel]:
                at = 0
    return fallen(window, tops, strips, sizes, rows, worth, pays, reach, paid, gone, most)


@lean
def game(words: Words, floor: np.uint64, lines: Lines, ways: Ways, most: int, window: Numbers,
         tops: Numbers, gone: Numbers, shown: Numbers) -> int:
    """One game: on ``lines`` where ``most`` is below nothing, else in ``ways``."""
    if most < 0:
        return turn(words, floor, lines[0], lines[1], lines[2], lines[3], lines[4], lines[5],
                    shown)
    return turn_ways(words, floor, ways[0], ways[1], ways[2], ways[3], ways[4], ways[5], ways[6],
                     ways[7], ways[8], ways[9], most, window, tops, gone, shown)


@lean
def below(words: Words, size: np.uint64) -> np.uint64:
    """A whole number from 0 below a size, each as likely as any other."""
    while True:
        bits = word(words)
        if bits * size >= -size % size:
            return high(bits, size)


@lean
def held(words: Words, first: int, places: int, turns: int, lands: np.uint64, of: np.uint64,
         values: Words, most: np.uint64, full: int) -> int:
    """Hold and respin: the bets that it pays."""
    many, left = first, turns
    while left and many < places:
        came = 0
        for _ in range(places - many):
            came += signed(below(words, of) < lands)
        many += came
        left = turns if came else left - 1
    paid = signed(full if many == places else 0)
    for _ in range(many):
        drawn, at = below(words, most), 0
        while drawn >= values[at, 1]:
            drawn -= values[at, 1]
            at += 1
        paid += signed(values[at, 0])
    return paid


@lean
def climbed(words: Words, rungs: Words, many: Words, stops: Numbers, lost: bool) -> int:
    """A ladder: the bets that it pays. ``rungs[rung]``: rows of what is paid and how often, of
    which the first is its end; ``many`` how many rows and how often all together; ``stops``: with
    how much the player stops before a rung, -1 where he never does."""
    has = signed(0)
    for rung in range(len(many)):
        if stops[rung] >= 0 and has >= stops[rung]:
            return has
        drawn = below(words, many[rung, 1])
        if drawn < rungs[rung, 0, 1]:
            return signed(0) if lost else has
        drawn -= rungs[rung, 0, 1]
        at = 1
        while drawn >= rungs[rung, at, 1]:
            drawn -= rungs[rung, at, 1]
            at += 1
        has += signed(rungs[rung, at, 0])
    return has


@lean
def turns(words: Words, floor: np.uint64, edges: Numbers, begin: Numbers, width: Numbers,
          of: Ints, marks: Numbers, sides: Words, scatters: Numbers, paid: Numbers) -> int:
    """The reels turn four times, side by side, so that none waits for another's look-up: the coins
    of each, lines and scatters, into ``paid``; how many these are, fewer where a word was thrown
    away."""
    a, b, c, d = word(words), word(words), word(words), word(words)
    e = f = g = h = signed(0)              # where each is in the graph
    i = j = k = m = signed(0)              # its coins
    p = q = r = s = signed(0)              # its scatters
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
    found = 0
    if a >= floor:
        paid[found] = i + scatters[p, 0]
        found += 1
    if b >= floor:
        paid[found] = j + scatters[q, 0]
        found += 1
    if c >= floor:
        paid[found] = k + scatters[r, 0]
        found += 1
    if d >= floor:
        paid[found] = m + scatters[s, 0]
        found += 1
    return found


@within
def _keep(coins: int, times: Numbers, high_sums: Numbers, counts: Numbers) -> bool:
    """Count a game's sum: in ``times``, or among the high ones, whose number is ``counts[0]``.
    False where these have no room left."""
    if coins < len(times):
        times[coins] += 1
    elif counts[0] < len(high_sums):
        high_sums[counts[0]] = coins
        counts[0] += 1
    else:
        return False
    return True


@lean
def plain(words: Words, floor: np.uint64, edges: Numbers, begin: Numbers, width: Numbers,
          of: Ints, marks: Numbers, sides: Words, scatters: Numbers, count: int,
          times: Numbers, high_sums: Numbers, counts: Numbers, paid: Numbers) -> int:
    """So many games without features: how often each sum came, into ``times``; those that are too
    large for it one by one into ``high_sums``, their number in ``counts[0]``. FULL where these are
    too many. ``paid``: room for four."""
    shown, done = counts[4:], 0
    while done < count:
        if count - done >= len(paid):
            found = turns(words, floor, edges, begin, width, of, marks, sides, scatters, paid)
        else:
            paid[0] = turn(words, floor, edges, begin, width, of, marks, sides, shown)
            paid[0] += scatters[shown[0], 0]
            found = 1
        done += found
        for one in range(found):
            if not _keep(paid[one], times, high_sums, counts):
                return FULL
    return count


@lean
def featured(words: Words, base: tuple[Lines, Ways], extra: tuple[Lines, Ways], most: int,
             room: tuple[Numbers, Numbers, Numbers], floors: Words, scatters: Numbers,
             again: Numbers, free: Numbers, hold: Numbers, values: Words, rungs: Words,
             many: Words, stops: Numbers, bet: int, count: int, times: Numbers,
             high_sums: Numbers, counts: Numbers) -> int:
    """So many games with all that follows from them.

    ``base`` and ``extra``: for paid and free games the arrays of lines and of ways; ``most`` and
    ``room`` (window, tops, gone) as in `game`. ``scatters`` and ``again``, for either: by code the
    coins, the free games in a paid and in a free game, what is held, and whether the ladder begins.
    ``free``: times and most. ``counts[1:4]``: free games, holds and ladders that were played.
    """
    shown = counts[4:]
    window, tops, gone = room
    for _ in range(count):
        coins = game(words, floors[0], base[0], base[1], most, window, tops, gone, shown)
        code = shown[0]
        coins += scatters[code, 0]
        left = granted = scatters[code, 1]
        counts[1] += granted
        while left:
            left -= 1
            won = game(words, floors[1], extra[0], extra[1], most, window, tops, gone, shown)
            coins += free[0] * (won + again[shown[0], 0])
            more = min(again[shown[0], 2], free[1] - granted)
            left += more
            granted += more
            counts[1] += more
        if scatters[code, 3]:
            counts[2] += 1
            coins += bet * held(words, scatters[code, 3], hold[0], hold[1], np.uint64(hold[2]),
                                np.uint64(hold[3]), values, np.uint64(hold[4]), hold[5])
        if scatters[code, 4]:
            counts[3] += 1
            coins += bet * climbed(words, rungs, many, stops, hold[6] != 0)
        if not _keep(coins, times, high_sums, counts):
            return FULL
    return count
