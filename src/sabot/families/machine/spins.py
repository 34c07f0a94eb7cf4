"""The exact results of a spin on a set of reels: every prize with its number of ways."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Numbers
from sabot.equipment.compiled import expect_work
from sabot.families.machine.linepay import automaton
from sabot.families.machine.model import Model, Reels
from sabot.families.machine.waypay import MAX_FALLS

ROOM = 50_000_000  # the maximum size of the histogram in which results are counted
PLAIN_RESULT = 3e-6  # seconds of plain code for a result whose falls are played
SHOWS = 3 * 10**9  # the maximum number of results whose falls are played one by one


class TooMany(ValueError):
    """A model has more different prizes, or more falls, than this program can count."""


class Spins(NamedTuple):
    """Every result of a game: of ``cycle`` equally likely results, ``ways[scatters, coins]`` show
    these numbers of scatters, in the order of ``model.scatters``, and pay these coins, with one
    coin on each line. ``visited``: the number of windows or stops visited to count them."""

    ways: Mapping[tuple[tuple[int, ...], int], int]
    cycle: int
    visited: int

    def scatters(self) -> Counter[tuple[int, ...]]:
        """The number of results by the number of each scatter."""
        results: Counter[tuple[int, ...]] = Counter()
        for (scatters, _), ways in self.ways.items():
            results[scatters] += ways
        return results


def spins(model: Model, reels: Reels, lines: int = 0) -> Spins:
    """Every result of a game on these reels, with the first ``lines`` lines (0 for all).

    TooMany if the model has more prizes or falls than can be counted.
    """
    tables = Tables(model, reels)
    if model.falls:
        return _with_falls(model, tables)
    return _in_ways(tables) if model.ways else _on_lines(model, tables, lines)


def _on_lines(model: Model, tables: Tables, lines: int) -> Spins:
    from sabot.families.machine.enumeration import count_lines
    table = automaton(model)
    pays = [pay for layer in table.settled for pay in layer if pay > 0]
    unit = math.gcd(*pays) or 1
    many = len(tables.rows)
    steps = np.zeros((many, max(map(len, table.steps)), len(model.names)), np.int64)
    settled = np.full((many + 1, max(map(len, table.settled))), -1, np.int64)
    for reel, layer in enumerate(table.steps):
        steps[reel, :len(layer)] = layer
    for reel, ends in enumerate(table.settled):
        settled[reel, :len(ends)] = [pay // unit if pay > 0 else pay for pay in ends]
    rows = np.array(model.lines[:lines or None], np.int64) - 1
    size = len(rows)
    hist = tables.histogram(max(pays, default=0) * size // unit)
    alive, states = np.zeros((many + 1, size), np.int64), np.zeros((many + 1, size), np.int64)
    alive[0] = np.arange(size)
    at, left, paid, ways, marked = tables.zeros(5)
    left[0], ways[0] = size, 1
    if settled[0, 0] >= 0:  # every result pays the same
        left[0], paid[0] = 0, settled[0, 0] * size
    visited = count_lines(tables.shown, tables.times, tables.marks, tables.windows, rows, steps,
                          settled, tables.rest, hist, at, states, alive, left, paid, ways, marked)
    return tables.spins(hist, unit, visited)


def _in_ways(tables: Tables) -> Spins:
    from sabot.families.machine.enumeration import count_ways
    worth, pays, _ = tables.targets()
    unit = math.gcd(*(int(coins) for coins in pays.flat)) or 1
    longest = np.array([max((n for n, coins in enumerate(row) if coins), default=0)
                        for row in pays], np.int64)
    size, many = len(pays), len(tables.rows)
    hist = tables.histogram(tables.max_coins(worth, pays) // unit)
    alive = np.zeros((many + 1, size), np.int64)
    ways, best = np.ones((many + 1, size), np.int64), np.zeros((many + 1, size), np.int64)
    alive[0] = np.arange(size)
    at, left, paid, counted, marked = tables.zeros(5)
    left[0], counted[0] = size, 1
    visited = count_ways(tables.shown, tables.times, tables.marks, tables.windows, tables.rows,
                         worth, pays // unit, tables.rest, longest, hist, at, alive, ways, best,
                         left, paid, counted, marked)
    return tables.spins(hist, unit, visited)


def _with_falls(model: Model, tables: Tables) -> Spins:
    from sabot.families.machine.enumeration import count_falls
    reels, many = tables.reels, len(tables.rows)
    if (stops := math.prod(map(len, reels.strips))) > SHOWS:
        raise TooMany(f"the reels have {stops} results with falls; at most {SHOWS} can be played "
                      "one by one; allowed: shorter strips")
    expect_work(stops * PLAIN_RESULT)
    worth, pays, reach = tables.targets()
    unit = math.gcd(*(int(coins) for coins in pays.flat)) or 1
    rotated = tables.rotate()
    top = tables.max_coins(worth, pays, after_falls=True) * max(model.falls) // unit
    hist = tables.histogram(min(top * (MAX_FALLS + 1), ROOM // tables.codes - 1))
    at, alive, won, counted, marked = tables.zeros(5)
    alive[0], counted[0] = (1 << len(pays)) - 1, 1
    visited = count_falls(rotated.strips, rotated.sizes, rotated.times, rotated.marks, tables.rows,
                          worth, pays // unit, reach, np.array(model.falls, np.int64),
                          tables.rest, hist, at, alive, won, counted, marked,
                          np.zeros_like(tables.shown[:, 0, :]), np.zeros(many, np.int64),
                          np.zeros(many, np.int64), MAX_FALLS)
    if visited < 0:
        raise TooMany(f"a game pays more than {hist.shape[1] * unit} coins through its falls; "
                      "allowed: smaller prizes, or smaller multipliers of falls")
    return tables.spins(hist, unit, visited)


class Rotated(NamedTuple):
    """For each stop of each reel, the first symbol of its window (``strips``), its weight
    (``times``) and the code of its scatters (``marks``); ``sizes``: the number of stops."""

    strips: Numbers
    times: Numbers
    marks: Numbers
    sizes: Numbers


class Tables:
    """A model and a set of its reels as arrays: the windows of each reel (``shown``), their weights
    (``times``) and the codes of their scatters (``marks``); ``rest[reel, code]``: the number of
    results of the reels from this one on that show these scatters."""

    def __init__(self, model: Model, reels: Reels) -> None:
        self.model, self.reels = model, reels
        number = {name: n for n, name in enumerate(model.names)}
        windows = [reels.windows(reel) for reel in range(len(reels.window))]
        longest = max(map(len, windows))
        self.rows = np.array(reels.window, np.int64)
        self.windows = np.array([len(by_window) for by_window in windows], np.int64)
        self.shown = np.zeros((len(windows), longest, max(reels.window)), np.int64)
        self.times = np.zeros((len(windows), longest), np.int64)
        self.marks = np.zeros((len(windows), longest), np.int64)
        counts = [[tuple(map(window.count, model.scatters)) for window in by_window]
                  for by_window in windows]
        # A code has one digit for each scatter, whose base exceeds what all reels can show.
        self.bases = [1 + sum(max(numbers[i] for numbers in by_window) for by_window in counts)
                      for i in range(len(model.scatters))]
        self.codes = math.prod(self.bases)
        for reel, by_window in enumerate(windows):
            for n, (window, times) in enumerate(by_window.items()):
                self.shown[reel, n, :len(window)] = [number[symbol]
                                                     for symbol in reels.expanded(window)]
                self.times[reel, n] = times
                self.marks[reel, n] = self.encode(counts[reel][n])
        self.rest = self._rest()

    def zeros(self, many: int) -> tuple[Numbers, ...]:
        """Zeroed rows of work space, with one entry for each number of reels read."""
        return tuple(np.zeros((many, len(self.rows) + 1), np.int64))

    def histogram(self, maximum: int) -> Numbers:
        """An empty histogram of results by scatters and by sums up to the maximum. TooMany if it
        is too large."""
        if (maximum + 1) * self.codes > ROOM:
            raise TooMany(f"{maximum + 1} sizes of prizes, times {self.codes} numbers of scatters, "
                          f"are more than the {ROOM} that can be counted; allowed: fewer lines, "
                          "smaller prizes, or prizes with a larger common divisor")
        return np.zeros((self.codes, maximum + 1), np.int64)

    def spins(self, hist: Numbers, unit: int, visited: int) -> Spins:
        """The counted results, in coins."""
        ways = {}
        for code, coins in zip(*(axis.tolist() for axis in np.nonzero(hist)), strict=True):
            ways[self.decode(code), coins * unit] = int(hist[code, coins])
        return Spins(ways, self.reels.cycle, visited)

    def rotate(self) -> Rotated:
        """The strips, rotated so that a stop is the start of its window."""
        strips, many = self.reels.strips, len(self.rows)
        number = {name: n for n, name in enumerate(self.model.names)}
        room = np.zeros((3, many, max(map(len, strips))), np.int64)
        rotated = Rotated(room[0], room[1], room[2], np.array(list(map(len, strips)), np.int64))
        for reel, strip in enumerate(strips):
            stops = range(len(strip))
            rotated.strips[reel, :len(strip)] = [number[strip[self.reels.top(reel, stop)]]
                                                 for stop in stops]
            rotated.times[reel, :len(strip)] = self.reels.weights[reel]
            rotated.marks[reel, :len(strip)] = [
                self.encode(tuple(map(self.reels.window_at(reel, stop).count, self.model.scatters)))
                for stop in stops]
        return rotated

    def targets(self) -> tuple[Numbers, Numbers, Numbers]:
        """For a model in which every way pays: the number of ways that each symbol counts for, by
        target (a symbol or group that pays); the coins per way by target and number of reels; and
        for each symbol a bit for each target that it counts as."""
        names = [name for name in self.model.prizes if not self.model.symbol(name).scatter]
        worth = np.zeros((len(names), len(self.model.names)), np.int64)
        pays = np.zeros((len(names), len(self.rows) + 1), np.int64)
        for n, name in enumerate(names):
            symbols = self.model.symbols_for(name)
            worth[n] = [self.model.times(symbol) if symbol in symbols else 0
                        for symbol in self.model.names]
            for reels, coins in self.model.prizes[name].items():
                pays[n, reels] = coins
        reach = np.array([sum(1 << n for n in range(len(names)) if worth[n, symbol])
                          for symbol in range(len(self.model.names))], np.int64)
        return worth, pays, reach

    def max_coins(self, worth: Numbers, pays: Numbers, after_falls: bool = False) -> int:
        """An upper bound of the coins of a window in all its ways. A window ``after_falls`` may
        show any symbols of its reels together."""
        total = 0
        for target in range(len(pays)):
            ways = best = 1
            for reel in range(len(self.rows)):
                windows = self.shown[reel, :self.windows[reel], :self.rows[reel]]
                strip = [self.model.names.index(name) for name in self.reels.strips[reel]]
                ways *= int(worth[target, strip].max()) * int(self.rows[reel]) if after_falls else \
                    int(worth[target, windows].sum(axis=1).max())
                best = max(best, ways * int(pays[target, reel + 1]))
            total += best
        return total

    def encode(self, scatters: tuple[int, ...]) -> int:
        """The code for these numbers of each scatter."""
        code = 0
        for many, base in zip(scatters, self.bases, strict=True):
            code = code * base + many
        return code

    def decode(self, code: int) -> tuple[int, ...]:
        """The number of each scatter, from its code."""
        scatters = []
        for base in reversed(self.bases):
            code, many = divmod(code, base)
            scatters.append(many)
        return tuple(reversed(scatters))

    def _rest(self) -> Numbers:
        many = len(self.windows)
        rest = np.zeros((many + 1, self.codes), np.int64)
        rest[many, 0] = 1
        for reel in reversed(range(many)):
            for n in range(self.windows[reel]):
                mark = int(self.marks[reel, n])
                rest[reel, mark:] += rest[reel + 1, :self.codes - mark] * self.times[reel, n]
        return rest
