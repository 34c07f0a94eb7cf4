"""Every result of a set of reels, counted in a compiled loop.

The reels are read from the left. A line of which no further reel can change the prize is not looked
at again, and when all are so, the rest is one product: how often the other reels show how many
scatters. No result is counted twice, and most are never visited.
"""

from __future__ import annotations

from sabot.equipment.arrays import Numbers, signed
from sabot.equipment.compiled import lean, within


@within
def _rest(rest: Numbers, hist: Numbers, depth: int, marked: int, coins: int, ways: int) -> None:
    """No reel that is left changes what is paid: all their results at once, by the scatters that
    they show."""
    for code in range(rest.shape[1]):
        if rest[depth, code]:
            hist[marked + code, coins] += ways * rest[depth, code]


@within
def _further(times: Numbers, marks: Numbers, depth: int, shows: int, at: Numbers, ways: Numbers,
             marked: Numbers) -> int:
    """One reel further, with what this one shows; returns how many have been read then."""
    after = depth + 1
    ways[after] = ways[depth] * times[depth, shows]
    marked[after] = marked[depth] + marks[depth, shows]
    at[after] = 0
    return after


@lean
def count(shown: Numbers, times: Numbers, marks: Numbers, windows: Numbers, lines: Numbers,
          steps: Numbers, settled: Numbers, rest: Numbers, hist: Numbers, at: Numbers,
          states: Numbers, alive: Numbers, many: Numbers, paid: Numbers, ways: Numbers,
          marked: Numbers) -> int:
    """How many results show so many scatters and pay so many coins on all lines together, added to
    ``hist``; returns how many windows were looked at.

    ``shown[reel, window, row]``: symbols; ``times`` how many numbers of the generator show this
    window, ``marks`` the code of its scatters; ``windows`` how many a reel has. ``lines``: their
    rows. ``steps`` and ``settled``: the automaton. ``rest[reel, code]``: how often the reels from
    this one on show so many scatters. What follows is room to work in, by reels that were read.
    """
    reels, visited = len(windows), 0
    depth = 0
    at[0] = 0
    while depth >= 0:
        if depth == reels or many[depth] == 0:
            _rest(rest, hist, depth, marked[depth], paid[depth], ways[depth])
            depth -= 1
            continue
        window = at[depth]
        if window == windows[depth]:
            depth -= 1
            continue
        at[depth] = window + 1
        visited += 1
        after, found, coins = depth + 1, 0, paid[depth]
        for i in range(many[depth]):
            line = alive[depth, i]
            state = steps[depth, states[depth, i], shown[depth, window, lines[line, depth]]]
            won = settled[after, state]
            if won < 0:
                alive[after, found] = line
                states[after, found] = state
                found += 1
            else:
                coins += won
        many[after], paid[after] = found, coins
        depth = _further(times, marks, depth, window, at, ways, marked)
    return visited


@lean
def count_ways(shown: Numbers, times: Numbers, marks: Numbers, windows: Numbers, rows: Numbers,
               worth: Numbers, pays: Numbers, rest: Numbers, longest: Numbers, hist: Numbers,
               at: Numbers, alive: Numbers, ways: Numbers, best: Numbers, many: Numbers,
               paid: Numbers, often: Numbers, marked: Numbers) -> int:
    """How many results show so many scatters and pay so many coins in all ways, added to ``hist``;
    returns how many windows were looked at.

    ``worth[target, symbol]``: the ways that a symbol counts as for a paying one, 0 where it is none
    of it; ``pays[target, reels]``: coins for a way; ``longest[target]``: the most reels for which
    it pays. ``alive``, ``ways`` and ``best``: for each reel that was read the targets that may
    still pay more, their ways so far and the most that they have won.
    """
    reels, visited = len(windows), 0
    depth = 0
    at[0] = 0
    while depth >= 0:
        if depth == reels or many[depth] == 0:
            _rest(rest, hist, depth, marked[depth], paid[depth], often[depth])
            depth -= 1
            continue
        window = at[depth]
        if window == windows[depth]:
            depth -= 1
            continue
        at[depth] = window + 1
        visited += 1
        after, found, coins = depth + 1, 0, paid[depth]
        for i in range(many[depth]):
            target, each = alive[depth, i], signed(0)
            for row in range(rows[depth]):
                each += worth[target, shown[depth, window, row]]
            won = best[depth, i]
            if each:
                each *= ways[depth, i]
                won = max(won, pays[target, after] * each)
            if each and after < longest[target]:
                alive[after, found], ways[after, found], best[after, found] = target, each, won
                found += 1
            else:
                coins += won
        many[after], paid[after] = found, coins
        depth = _further(times, marks, depth, window, at, often, marked)
    return visited


@lean
def fallen(window: Numbers, tops: Numbers, strips: Numbers, sizes: Numbers, rows: Numbers,
           worth: Numbers, pays: Numbers, reach: Numbers, paid: Numbers, gone: Numbers, most: int
           ) -> int:
    """The coins of a game from its first window on, through all its falls; ``window`` and ``tops``
    are changed.

    ``reach[symbol]``: a bit for each paying symbol that this one counts as. ``paid``: how often
    what is won in each window is paid. ``gone``: room for what leaves, reel by reel.
    """
    reels, total = len(rows), 0
    for times in range(most + 1):
        for reel in range(reels):
            gone[reel] = 0
        may = signed(0)
        for row in range(rows[0]):
            may |= reach[window[0, row]]
        won, target = signed(0), 0
        while may >> target:
            if may >> target & 1:
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
                    gone[reel] |= signed(1) << target
                won += best
            target += 1
        total += won * paid[min(times, len(paid) - 1)]
        if not won:
            break
        for reel in range(reels):
            if not gone[reel]:
                continue
            into = rows[reel] - 1
            for row in range(rows[reel] - 1, -1, -1):
                if not reach[window[reel, row]] & gone[reel]:
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
                worth: Numbers, pays: Numbers, reach: Numbers, paid: Numbers, rest: Numbers,
                hist: Numbers, at: Numbers, alive: Numbers, won: Numbers, often: Numbers,
                marked: Numbers, window: Numbers, tops: Numbers, gone: Numbers, most: int) -> int:
    """How many results show so many scatters and pay so many coins through all falls, added to
    ``hist``; returns how many stops were looked at.

    A result of which the first window wins nothing never falls: as soon as nothing can win any
    more, the rest is a product. -1 where a sum does not fit into ``hist``. ``alive``: a bit for
    each symbol that is on all reels so far; ``won``: whether something has won on them.
    """
    reels, visited = len(sizes), 0
    depth = 0
    at[0] = 0
    while depth >= 0:
        if alive[depth] == 0 and won[depth] == 0:
            _rest(rest, hist, depth, marked[depth], 0, often[depth])
            depth -= 1
            continue
        if depth == reels:
            coins = 0
            if won[depth]:
                for reel in range(reels):
                    tops[reel] = at[reel] - 1
                    for row in range(rows[reel]):
                        where = tops[reel] + row
                        if where >= sizes[reel]:
                            where -= sizes[reel]
                        window[reel, row] = strips[reel, where]
                coins = fallen(window, tops, strips, sizes, rows, worth, pays, reach, paid, gone,
                               most)
            if coins >= hist.shape[1]:
                return -1
            hist[marked[depth], coins] += often[depth]
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
            where = stop + row
            if where >= sizes[depth]:
                where -= sizes[depth]
            seen |= reach[strips[depth, where]]
        alive[after] = alive[depth] & seen
        won[after] = won[depth]
        target = 0
        while alive[after] >> target:
            if alive[after] >> target & 1 and pays[target, after]:
                won[after] = 1
            target += 1
        depth = _further(times, marks, depth, stop, at, often, marked)
    return visited
