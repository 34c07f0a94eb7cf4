"""What a game on a set of reels pays and shows, exactly: every result with its number of ways."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Numbers
from sabot.families.machine.linepay import automaton
from sabot.families.machine.model import Model, Reels
from sabot.families.machine.waypay import MOST_FALLS

ROOM = 50_000_000  # sums that are kept apart while results are counted
SHOWS = 3 * 10**9  # results of which the falls are looked at one by one


class TooMany(ValueError):
    """More different prizes, or more falls, than this program counts."""


class Spins(NamedTuple):
    """Every result of a game: ``ways[scatters, coins]`` of ``cycle`` equally likely ones show so
    many of each scatter, in the order of ``model.scatters``, and pay so many coins, with one coin
    on each line. ``visited``: how many windows or stops were looked at to count them."""

    ways: Mapping[tuple[tuple[int, ...], int], int]
    cycle: int
    visited: int

    def scatters(self) -> Counter[tuple[int, ...]]:
        """How many results show so many of each scatter."""
        found: Counter[tuple[int, ...]] = Counter()
        for (shown, _), ways in self.ways.items():
            found[shown] += ways
        return found


def spins(model: Model, reels: Reels, lines: int = 0) -> Spins:
    """Every result of a game on these reels, in which so many lines, from the first, are played
    where a model has lines.

    TooMany where its prizes, or its falls, are more than fit.
    """
    made = Tables(model, reels)
    if model.falls:
        return _falling(model, made)
    return _in_ways(model, made) if model.ways else _on_lines(model, made, lines)


def _on_lines(model: Model, made: Tables, lines: int) -> Spins:
    from sabot.families.machine.enumeration import count
    read = automaton(model)
    pays = [pay for layer in read.settled for pay in layer if pay > 0]
    unit = math.gcd(*pays) or 1
    many = len(made.rows)
    steps = np.zeros((many, max(map(len, read.steps)), len(model.names)), np.int64)
    settled = np.full((many + 1, max(map(len, read.settled))), -1, np.int64)
    for reel, layer in enumerate(read.steps):
        steps[reel, :len(layer)] = layer
    for reel, ends in enumerate(read.settled):
        settled[reel, :len(ends)] = [pay // unit if pay > 0 else pay for pay in ends]
    rows = np.array(model.lines[:lines or None], np.int64) - 1
    size = len(rows)
    hist = made.room(max(pays, default=0) * size // unit)
    alive, states = np.zeros((many + 1, size), np.int64), np.zeros((many + 1, size), np.int64)
    alive[0] = np.arange(size)
    at, left, paid, often, marked = made.zeros(5)
    left[0], often[0] = size, 1
    if settled[0, 0] >= 0:  # every result pays the same
        left[0], paid[0] = 0, settled[0, 0] * size
    visited = count(made.shown, made.times, made.marks, made.windows, rows, steps, settled,
                    made.rest, hist, at, states, alive, left, paid, often, marked)
    return made.spins(hist, unit, visited)


def _in_ways(model: Model, made: Tables) -> Spins:
    from sabot.families.machine.enumeration import count_ways
    worth, pays, _ = made.targets()
    unit = math.gcd(*(int(coins) for coins in pays.flat)) or 1
    longest = np.array([max((n for n, coins in enumerate(row) if coins), default=0)
                        for row in pays], np.int64)
    size, many = len(pays), len(made.rows)
    hist = made.room(made.most_ways(worth, pays) // unit)
    alive = np.zeros((many + 1, size), np.int64)
    ways, best = np.ones((many + 1, size), np.int64), np.zeros((many + 1, size), np.int64)
    alive[0] = np.arange(size)
    at, left, paid, often, marked = made.zeros(5)
    left[0] = size
    often[0] = 1
    visited = count_ways(made.shown, made.times, made.marks, made.windows, made.rows, worth,
                         pays // unit, made.rest, longest, hist, at, alive, ways, best, left, paid,
                         often, marked)
    return made.spins(hist, unit, visited)


def _falling(model: Model, made: Tables) -> Spins:
    from sabot.families.machine.enumeration import count_falls
    reels, many = made.reels, len(made.rows)
    if (stops := math.prod(map(len, reels.strips))) > SHOWS:
        raise TooMany(f"the falls of {stops} stops are more than the {SHOWS} that are looked at; "
                      "allowed: shorter strips")
    worth, pays, reach = made.targets()
    unit = math.gcd(*(int(coins) for coins in pays.flat)) or 1
    turned = made.turned()
    top = made.most_ways(worth, pays, fallen=True) * max(model.falls) // unit
    hist = made.room(min(top * (MOST_FALLS + 1), ROOM // made.codes - 1))
    at, alive, won, often, marked = made.zeros(5)
    alive[0], often[0] = (1 << len(pays)) - 1, 1
    visited = count_falls(turned.strips, turned.sizes, turned.times, turned.marks, made.rows,
                          worth, pays // unit, reach, np.array(model.falls, np.int64),
                          made.rest, hist, at, alive, won, often, marked,
                          np.zeros_like(made.shown[:, 0, :]), np.zeros(many, np.int64),
                          np.zeros(many, np.int64), MOST_FALLS)
    if visited < 0:
        raise TooMany(f"a game pays more than {hist.shape[1] * unit} coins through its falls; "
                      "allowed: smaller prizes, or falls that pay fewer times over")
    return made.spins(hist, unit, visited)


class Turned(NamedTuple):
    """For each stop of each reel the symbol with which its window begins, how often it comes, the
    code of the scatters that it shows; and how many stops a reel has."""

    strips: Numbers
    times: Numbers
    marks: Numbers
    sizes: Numbers


class Tables:
    """A model and a set of its reels as arrays: what each can show (``shown``), how often
    (``times``), the code of its scatters (``marks``); ``rest[reel]``: how often the reels from this
    one on show so many scatters."""

    def __init__(self, model: Model, reels: Reels) -> None:
        self.model, self.reels = model, reels
        number = {name: n for n, name in enumerate(model.names)}
        every = [reels.windows(reel) for reel in range(len(reels.window))]
        most = max(map(len, every))
        self.rows = np.array(reels.window, np.int64)
        self.windows = np.array([len(one) for one in every], np.int64)
        self.shown = np.zeros((len(every), most, max(reels.window)), np.int64)
        self.times = np.zeros((len(every), most), np.int64)
        self.marks = np.zeros((len(every), most), np.int64)
        counts = [[tuple(map(seen.count, model.scatters)) for seen in one] for one in every]
        # A code counts each scatter in a digit of its own, as large as all reels together may show.
        self.bases = [1 + sum(max(shown[i] for shown in one) for one in counts)
                      for i in range(len(model.scatters))]
        self.codes = math.prod(self.bases)
        for reel, one in enumerate(every):
            for n, (seen, times) in enumerate(one.items()):
                self.shown[reel, n, :len(seen)] = [number[symbol] for symbol in seen]
                self.times[reel, n] = times
                self.marks[reel, n] = self.code(counts[reel][n])
        self.rest = self._rest()

    def zeros(self, many: int) -> tuple[Numbers, ...]:
        """So many rows of room, with a number for each reel and one more."""
        return tuple(np.zeros((many, len(self.rows) + 1), np.int64))

    def room(self, most: int) -> Numbers:
        """Where results are counted by scatters and sums up to the most; TooMany where they do not
        fit."""
        if (most + 1) * self.codes > ROOM:
            raise TooMany(f"prizes of {most + 1} sizes, with {self.codes} numbers of scatters, are "
                          f"more than the {ROOM} that are counted apart; allowed: fewer lines, or "
                          "prizes that are smaller or multiples of a larger number")
        return np.zeros((self.codes, most + 1), np.int64)

    def spins(self, hist: Numbers, unit: int, visited: int) -> Spins:
        """What was counted, in coins."""
        found = {}
        for code, coins in zip(*(axis.tolist() for axis in np.nonzero(hist)), strict=True):
            found[self.decoded(code), coins * unit] = int(hist[code, coins])
        return Spins(found, self.reels.cycle, visited)

    def turned(self) -> Turned:
        """The strips, turned so that a stop is where its window begins."""
        strips, many = self.reels.strips, len(self.rows)
        number = {name: n for n, name in enumerate(self.model.names)}
        room = np.zeros((3, many, max(map(len, strips))), np.int64)
        found = Turned(room[0], room[1], room[2], np.array(list(map(len, strips)), np.int64))
        for reel, strip in enumerate(strips):
            stops = range(len(strip))
            found.strips[reel, :len(strip)] = [number[strip[self.reels.top(reel, stop)]]
                                               for stop in stops]
            found.times[reel, :len(strip)] = self.reels.weights[reel]
            found.marks[reel, :len(strip)] = [
                self.code(tuple(map(self.reels.seen(reel, stop).count, self.model.scatters)))
                for stop in stops]
        return found

    def targets(self) -> tuple[Numbers, Numbers, Numbers]:
        """For a model in ways: how many ways each symbol counts as for each that pays, the coins
        for a way by the number of reels, and for each symbol a bit for each that it counts as."""
        names = [name for name in self.model.prizes if not self.model.symbol(name).scatter]
        worth = np.zeros((len(names), len(self.model.names)), np.int64)
        pays = np.zeros((len(names), len(self.rows) + 1), np.int64)
        for n, name in enumerate(names):
            wanted = self.model.wanted(name)
            worth[n] = [self.model.times(one) if one in wanted else 0
                        for one in self.model.names]
            for reels, coins in self.model.prizes[name].items():
                pays[n, reels] = coins
        reach = np.array([sum(1 << n for n in range(len(names)) if worth[n, symbol])
                          for symbol in range(len(self.model.names))], np.int64)
        return worth, pays, reach

    def most_ways(self, worth: Numbers, pays: Numbers, fallen: bool = False) -> int:
        """No window pays more coins in all its ways than this; one into which symbols have
        ``fallen`` may show any of its reel's together."""
        found = 0
        for target in range(len(pays)):
            ways = best = 1
            for reel in range(len(self.rows)):
                shown = self.shown[reel, :self.windows[reel], :self.rows[reel]]
                strip = [self.model.names.index(name) for name in self.reels.strips[reel]]
                ways *= int(worth[target, strip].max()) * int(self.rows[reel]) if fallen else \
                    int(worth[target, shown].sum(axis=1).max())
                best = max(best, ways * int(pays[target, reel + 1]))
            found += best
        return found

    def code(self, shown: tuple[int, ...]) -> int:
        """The number that stands for so many of each scatter."""
        found = 0
        for many, base in zip(shown, self.bases, strict=True):
            found = found * base + many
        return found

    def decoded(self, code: int) -> tuple[int, ...]:
        """So many of each scatter, from its number."""
        found = []
        for base in reversed(self.bases):
            code, many = divmod(code, base)
            found.append(many)
        return tuple(reversed(found))

    def _rest(self) -> Numbers:
        many = len(self.windows)
        found = np.zeros((many + 1, self.codes), np.int64)
        found[many, 0] = 1
        for reel in reversed(range(many)):
            for n in range(self.windows[reel]):
                mark = int(self.marks[reel, n])
                found[reel, mark:] += found[reel + 1, :self.codes - mark] * self.times[reel, n]
        return found
