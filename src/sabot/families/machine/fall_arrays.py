"""The plain form of `enumeration.count_falls`: many games with falls are played together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Numbers

CHUNK = 1 << 15
"""Games that are played together."""


class _Reels(NamedTuple):
    """The strips, the number of rows of each reel, the prizes, and how the falls multiply them."""

    strips: Numbers
    sizes: Numbers
    rows: Numbers
    worth: Numbers
    pays: Numbers
    reach: Numbers
    factors: Numbers


class _Spins(NamedTuple):
    """Results of the reels read so far: a row of stops each; the targets that are on all of these
    reels, a bit each; whether something has won; the ways and the code of scatters."""

    stops: Numbers
    alive: Numbers
    won: Numbers
    ways: Numbers
    marks: Numbers

    def take(self, chosen: Numbers) -> _Spins:
        """Some of the results."""
        return _Spins(*(part[chosen] for part in self))


def pay_falls(reels: _Reels, window: Numbers, tops: Numbers, max_falls: int) -> Numbers:
    """See `enumeration.pay_falls`, for an array of games."""
    total = np.zeros(len(window), np.int64)
    playing = np.arange(len(window))
    for fall in range(max_falls + 1):
        won, removed = _wins(reels, window)
        total[playing] += won * reels.factors[min(fall, len(reels.factors) - 1)]
        more = np.flatnonzero(won)
        if not len(more):
            break
        playing, window, tops, removed = playing[more], window[more], tops[more], removed[more]
        for reel in range(len(reels.rows)):
            _fall(reels, reel, window, tops, removed[:, reel])
    return total


def _wins(reels: _Reels, window: Numbers) -> tuple[Numbers, Numbers]:
    """The coins of each window, and the bits of the targets that win on each reel."""
    many = len(reels.rows)
    won = np.zeros(len(window), np.int64)
    removed = np.zeros((len(window), many), np.int64)
    for target in range(len(reels.worth)):
        ways = np.ones(len(window), np.int64)
        best, far = np.zeros(len(window), np.int64), np.zeros(len(window), np.int64)
        for reel in range(many):
            ways = ways * reels.worth[target][window[:, reel, :reels.rows[reel]]].sum(axis=1)
            value = reels.pays[target, reel + 1] * ways
            better = value > best
            best[better], far[better] = value[better], reel + 1
        removed |= np.where(np.arange(many) < far[:, None], 1 << target, 0)
        won += best
    return won, removed


def _fall(reels: _Reels, reel: int, window: Numbers, tops: Numbers, removed: Numbers) -> None:
    """Let the symbols of a reel fall, and new ones follow from its strip."""
    rows, size = int(reels.rows[reel]), int(reels.sizes[reel])
    here = window[:, reel, :rows]
    gone = reels.reach[here] & removed[:, None] != 0
    count = gone.sum(axis=1)
    order = np.argsort(~gone, axis=1, kind="stable")
    fallen = np.take_along_axis(here, order, axis=1)
    tops[:, reel] = (tops[:, reel] - count) % size
    row = np.arange(rows)
    following = reels.strips[reel][(tops[:, reel, None] + row) % size]
    window[:, reel, :rows] = np.where(row < count[:, None], following, fallen)


def count_falls(strips: Numbers, sizes: Numbers, times: Numbers, marks: Numbers, rows: Numbers,
                worth: Numbers, pays: Numbers, reach: Numbers, factors: Numbers, rest: Numbers,
                hist: Numbers, at: Numbers, alive: Numbers, won: Numbers, counted: Numbers,
                marked: Numbers, window: Numbers, tops: Numbers, removed: Numbers, max_falls: int
                ) -> int:
    """See `enumeration.count_falls`."""
    reels = _Reels(strips, sizes, rows, worth, pays, reach, factors)
    many = len(sizes)
    winning = [sum(1 << target for target in range(len(pays)) if pays[target, n])
               for n in range(many + 1)]
    visited = 0

    def play(spins: _Spins) -> bool:
        coins = np.zeros(len(spins.ways), np.int64)
        wins = np.flatnonzero(spins.won)
        first = spins.stops[wins]
        places = (first[:, :, None] + np.arange(window.shape[1])) % sizes[:, None]
        windows = np.stack([strips[reel][places[:, reel]] for reel in range(many)], axis=1)
        coins[wins] = pay_falls(reels, windows, first.copy(), max_falls)
        if coins.max(initial=0) >= hist.shape[1]:
            return False
        np.add.at(hist, (spins.marks, coins), spins.ways)
        return True

    def read(spins: _Spins, depth: int) -> bool:
        nonlocal visited
        lost = (spins.alive == 0) & (spins.won == 0)
        over = spins.take(np.flatnonzero(lost))
        for code in np.flatnonzero(rest[depth]).tolist():
            np.add.at(hist[:, 0], over.marks + code, over.ways * rest[depth, code])
        spins = spins.take(np.flatnonzero(~lost))
        if depth == many:
            return not len(spins.ways) or play(spins)
        stops = np.flatnonzero(times[depth, :sizes[depth]])
        seen = np.array([np.bitwise_or.reduce(
            reach[strips[depth, (stop + np.arange(rows[depth])) % sizes[depth]]])
            for stop in stops])
        at_once = max(1, CHUNK // len(stops))
        for start in range(0, len(spins.ways), at_once):
            some = _Spins(*(part[start:start + at_once] for part in spins))
            visited += len(some.ways) * len(stops)
            following = (some.alive[:, None] & seen).ravel()
            again = np.repeat(np.arange(len(some.ways)), len(stops))
            next_stops = np.tile(stops, len(some.ways))
            more = _Spins(
                np.column_stack([some.stops[again], next_stops]), following,
                some.won[again] | (following & winning[depth + 1] != 0),
                some.ways[again] * times[depth, next_stops],
                some.marks[again] + marks[depth, next_stops])
            if not read(more, depth + 1):
                return False
        return True

    begin = _Spins(np.zeros((1, 0), np.int64), alive[:1].copy(), won[:1].copy(), counted[:1].copy(),
                   marked[:1].copy())
    return visited if read(begin, 0) else -1
