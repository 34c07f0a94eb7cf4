"""Compiled loops that count every result of a set of reels.

The reels are read from the left. A line is decided when no further reel can change its prize. When
all lines are decided, the remaining reels are counted at once: a product by the number of scatters
that they show. No result is counted twice, and most are never visited.
"""

from __future__ import annotations

from sabot.equipment.arrays import Numbers, signed
from sabot.equipment.compiled import lean, within
from sabot.families.machine import fall_arrays, line_arrays


@within
def _count_rest(rest: Numbers, hist: Numbers, depth: int, marked: int, coins: int, ways: int
                ) -> None:
    """Count all results of the remaining reels, which cannot change the prize, by the scatters
    that they show."""
    for code in range(rest.shape[1]):
        if rest[depth, code]:
            hist[marked + code, coins] += ways * rest[depth, code]


@within
def _descend(times: Numbers, marks: Numbers, depth: int, window: int, at: Numbers, ways: Numbers,
             marked: Numbers) -> int:
    """Go to the next reel when this one shows ``window``; returns the number of reels read."""
    after = depth + 1
    ways[after] = ways[depth] * times[depth, window]
    marked[after] = marked[depth] + marks[depth, window]
    at[after] = 0
    return after


@lean
def count_lines(symbols: Numbers, times: Numbers, marks: Numbers, windows: Numbers, lines: Numbers,
                steps: Numbers, settled: Numbers, rest: Numbers, hist: Numbers, at: Numbers,
                states: Numbers, alive: Numbers, many: Numbers, paid: Numbers, ways: Numbers,
                marked: Numbers) -> int:
    """Add to ``hist[scatters, coins]`` the number of results by their scatters and by the coins of
    all lines together; returns the number of windows visited.

    ``symbols[reel, window, row]``: symbols. ``times``: the numbers of the generator that show a
    window; ``marks``: the code of its scatters; ``windows``: the number of windows of a reel.
    ``lines``: their rows. ``steps`` and ``settled``: the automaton. ``rest[reel, code]``: the
    number of results of the reels from this one on that show these scatters. The other arrays are
    work space, indexed by the number of reels read.
    """
    reels, visited = len(windows), 0
    depth = 0
    at[0] = 0
    while depth >= 0:
        if depth == reels or many[depth] == 0:
            _count_rest(rest, hist, depth, marked[depth], paid[depth], ways[depth])
            depth -= 1
            continue
        window = at[depth]
        if window == windows[depth]:
            depth -= 1
            continue
        at[depth] = window + 1
        visited += 1
        after, open_, coins = depth + 1, 0, paid[depth]
        for i in range(many[depth]):
            line = alive[depth, i]
            state = steps[depth, states[depth, i], symbols[depth, window, lines[line, depth]]]
            won = settled[after, state]
            if won < 0:
                alive[after, open_] = line
                states[after, open_] = state
                open_ += 1
            else:
                coins += won
        many[after], paid[after] = open_, coins
        depth = _descend(times, marks, depth, window, at, ways, marked)
    return visited


@lean
def count_ways(symbols: Numbers, times: Numbers, marks: Numbers, windows: Numbers, rows: Numbers,
               worth: Numbers, pays: Numbers, rest: Numbers, longest: Numbers, hist: Numbers,
               at: Numbers, alive: Numbers, ways: Numbers, best: Numbers, many: Numbers,
               paid: Numbers, counted: Numbers, marked: Numbers) -> int:
    """Add to ``hist[scatters, coins]`` the number of results where every way pays; returns the
    number of windows visited.

    A target is a symbol or group that pays. ``worth[target, symbol]``: the number of ways that a
    symbol counts for, 0 if it does not count as the target; ``pays[target, reels]``: coins per
    way; ``longest[target]``: the maximum number of reels for which it pays. ``alive``, ``ways`` and
    ``best``: for each number of reels read, the targets that may still pay more, their ways so far
    and their highest prize so far.
    """
    reels, visited = len(windows), 0
    depth = 0
    at[0] = 0
    while depth >= 0:
        if depth == reels or many[depth] == 0:
            _count_rest(rest, hist, depth, marked[depth], paid[depth], counted[depth])
            depth -= 1
            continue
        window = at[depth]
        if window == windows[depth]:
            depth -= 1
            continue
        at[depth] = window + 1
        visited += 1
        after, open_, coins = depth + 1, 0, paid[depth]
        for i in range(many[depth]):
            target, each = alive[depth, i], signed(0)
            for row in range(rows[depth]):
                each += worth[target, symbols[depth, window, row]]
            won = best[depth, i]
            if each:
                each *= ways[depth, i]
                won = max(won, pays[target, after] * each)
            if each and after < longest[target]:
                alive[after, open_], ways[after, open_], best[after, open_] = target, each, won
                open_ += 1
            else:
                coins += won
        many[after], paid[after] = open_, coins
        depth = _descend(times, marks, depth, window, at, counted, marked)
    return visited


@lean
def pay_falls(window: Numbers, tops: Numbers, strips: Numbers, sizes: Numbers, rows: Numbers,
              worth: Numbers, pays: Numbers, reach: Numbers, factors: Numbers, removed: Numbers,
              max_falls: int) -> int:
    """The coins of a game from its first window through all its falls, at most ``max_falls``;
    changes ``window`` and ``tops``.

    ``reach[symbol]``: a bit for each target that the symbol counts as. ``factors``: the multiplier
    of the prizes of each window. ``removed``: work space for the winning symbols of each reel.
    """
    reels, total = len(rows), 0
    for times in range(max_falls + 1):
        for reel in range(reels):
            removed[reel] = 0
        candidates = signed(0)
        for row in range(rows[0]):
            candidates |= reach[window[0, row]]
        won, target = signed(0), 0
        while candidates >> target:
            if candidates >> target & 1:
                ways, best, far = signed(1), signed(0), 0
                for reel in range(reels):
                    each = signed(0)
                    for row in range(rows[reel]):
                        each += worth[target, window[reel, row]]
                    if not each:
                        break
                    ways *= each
                    if pays[target, reel + 1] * ways > best:
                        best, far = pays[target, reel + 1] * ways, reel + 1
                for reel in range(far):
                    removed[reel] |= signed(1) << target
                won += best
            target += 1
        total += won * factors[min(times, len(factors) - 1)]
        if not won:
            break
        for reel in range(reels):
            if not removed[reel]:
                continue
            into = rows[reel] - 1
            for row in range(rows[reel] - 1, -1, -1):
                if not reach[window[reel, row]] & removed[reel]:
                    window[reel, into] = window[reel, row]
                    into -= 1
            while into >= 0:
                tops[reel] -= 1
                if tops[reel] < 0:
                    tops[reel] += sizes[reel]
                window[reel, into] = strips[reel, tops[reel]]
                into -= 1
    return total


@lean
def count_falls(strips: Numbers, sizes: Numbers, times: Numbers, marks: Numbers, rows: Numbers,
                worth: Numbers, pays: Numbers, reach: Numbers, factors: Numbers, rest: Numbers,
                hist: Numbers, at: Numbers, alive: Numbers, won: Numbers, counted: Numbers,
                marked: Numbers, window: Numbers, tops: Numbers, removed: Numbers, max_falls: int
                ) -> int:
    """Add to ``hist[scatters, coins]`` the number of results of games with falls; returns the
    number of stops visited, or -1 if a sum does not fit into ``hist``.

    Nothing falls when the first window wins nothing: as soon as no target can win, the remaining
    reels are counted as a product. ``alive``: a bit for each target that is on all reels so far;
    ``won``: whether something has won on them.
    """
    reels, visited = len(sizes), 0
    depth = 0
    at[0] = 0
    while depth >= 0:
        if alive[depth] == 0 and won[depth] == 0:
            _count_rest(rest, hist, depth, marked[depth], 0, counted[depth])
            depth -= 1
            continue
        if depth == reels:
            coins = 0
            if won[depth]:
                for reel in range(reels):
                    tops[reel] = at[reel] - 1
                    for row in range(rows[reel]):
                        place = tops[reel] + row
                        if place >= sizes[reel]:
                            place -= sizes[reel]
                        window[reel, row] = strips[reel, place]
                coins = pay_falls(window, tops, strips, sizes, rows, worth, pays, reach, factors,
                                  removed, max_falls)
            if coins >= hist.shape[1]:
                return -1
            hist[marked[depth], coins] += counted[depth]
            depth -= 1
            continue
        stop = at[depth]
        if stop == sizes[depth]:
            depth -= 1
            continue
        at[depth] = stop + 1
        if times[depth, stop] == 0:
            continue
        visited += 1
        after, seen = depth + 1, signed(0)
        for row in range(rows[depth]):
            place = stop + row
            if place >= sizes[depth]:
                place -= sizes[depth]
            seen |= reach[strips[depth, place]]
        alive[after] = alive[depth] & seen
        won[after] = won[depth]
        target = 0
        while alive[after] >> target:
            if alive[after] >> target & 1 and pays[target, after]:
                won[after] = 1
            target += 1
        depth = _descend(times, marks, depth, stop, at, counted, marked)
    return visited


count_lines.in_plain(line_arrays.count_lines)
count_falls.in_plain(fall_arrays.count_falls)
