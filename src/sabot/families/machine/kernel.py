"""The fast simulator of machines with reels: paid games with their features, compiled."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Numbers, Words
from sabot.equipment.streams import stream
from sabot.families.machine import loop
from sabot.families.machine.features import Stops, climb, never_stop, stop_at_once
from sabot.families.machine.graph import build_graph
from sabot.families.machine.model import Model, Reels, largest_reached
from sabot.families.machine.spins import Tables
from sabot.families.machine.waypay import MAX_FALLS
from sabot.probability.tally import Tally

VERSION = 1  # of the results of a block: raised when a change of the loop changes them
BLOCK, IN_WAYS = 1 << 23, 1 << 20
ROOM = 1 << 18   # prizes of a game below this many coins are counted in an array
RARE = 1 << 20   # the maximum number of larger prizes in a block
NAMES = ("free games", "holds", "ladders", "respins")
UNLIMITED = 1 << 40
"""The maximum number of free games where a model sets none."""


class TooHigh(ValueError):
    """A model pays large prizes so often that a block cannot store them."""


_ROW, _ROWS, _SIDES = np.zeros(0, np.int64), np.zeros((0, 0), np.int64), np.zeros(0, np.uint64)
NO_LINES: loop.Lines = _ROW, _ROW, _ROW, np.zeros((0, 0), np.int32), _ROWS, _SIDES
NO_WAYS: loop.Ways = _ROWS, _ROW, _ROWS, _ROWS, _SIDES, _ROW, _ROWS, _ROWS, _ROW, _ROW, _ROW


class _Compiled(NamedTuple):
    """The arrays of a set of reels for the loop: those of its lines or of its ways; the others are
    empty."""

    lines: loop.Lines
    ways: loop.Ways
    floor: np.uint64
    codes: Tables


class ReelPlayer:
    """One player of a machine with reels: plays ``lines`` lines (0 for all) with one coin of
    ``coin`` cents on each, and climbs the ladder with ``stops``, by default with the highest mean.

    A stake of several coins is the same as one coin of their total value, except in a model whose
    prizes are those for a ``stake`` of so many coins (`Model.for_coins`). A coup is a paid game
    with its features. See `sabot.probability.tally.Kernel` for the interface.
    """

    def __init__(self, model: Model, lines: int = 0, coin: int = 1, stops: Stops | None = None,
                 stake: int = 1) -> None:
        self.model, self.lines = model, 0 if model.ways else lines or len(model.lines)
        self.coin, self.bet = coin, model.coins(self.lines) * stake
        ladder = model.ladder
        self.stops = climb(ladder, stops).stops if ladder else ()

    @property
    def plain_seconds(self) -> float:
        """The seconds that plain code takes for a coup, about."""
        return 4e-4 if self.model.ways else 4e-5

    @property
    def size(self) -> int:
        """The number of games of a block."""
        return IN_WAYS if self.model.ways else BLOCK

    @property
    def unit(self) -> int:
        """The cost of a game in cents."""
        return self.bet * self.coin

    @property
    def strategy(self) -> str:
        """The play in words."""
        bet = f"{self.lines} lines with one coin on each" if self.lines else \
            f"{self.bet} coins, every way pays"
        ladder = self.model.ladder
        if not ladder or not ladder.choice:
            return bet
        names = {climb(ladder).stops: "with the highest mean", stop_at_once(ladder): "one step",
                 never_stop(ladder): "to its end"}
        return f"{bet}, the ladder climbed {names.get(self.stops, 'as a chart says')}"

    @cached_property
    def identity(self) -> str:
        """A digest of everything that determines the results of a block."""
        source = f"{VERSION} {self.model.identity} {self.lines} {self.coin} {self.stops}"
        return f"machine {hashlib.sha256(source.encode()).hexdigest()[:16]}"

    # -- arrays for the loop ----------------------------------------------------------------------

    def _reels(self, reels: Reels) -> _Compiled:
        codes, floor = Tables(self.model, reels), np.uint64((1 << 64) % reels.cycle)
        if self.model.ways:
            return _Compiled(NO_LINES, self._ways_tables(reels, codes), floor, codes)
        graph = build_graph(self.model, reels, self.lines,
                            [codes.marks[n, :codes.windows[n]] for n in range(len(reels.window))])
        edges = graph.target.astype(np.int64) | graph.coins << loop.NODE
        lines = (edges, graph.begin, graph.width, graph.of, graph.marks, graph.sides)
        return _Compiled(lines, NO_WAYS, floor, codes)

    def _ways_tables(self, reels: Reels, codes: Tables) -> loop.Ways:
        """The strips, rotated so that a stop is the start of its window, and the prizes of ways."""
        rotated = codes.rotate()
        of = np.zeros((len(reels.sides), max(reels.sides)), np.int64)
        for reel, weights in enumerate(reels.weights):
            of[reel, :reels.sides[reel]] = np.repeat(np.arange(len(weights)), weights)
        return (rotated.strips, rotated.sizes, of, rotated.marks, np.array(reels.sides, np.uint64),
                codes.rows, *codes.targets(), np.array(self.model.falls or (1,), np.int64),
                np.array([self.model.symbol(name).expands for name in self.model.names], np.int64))

    @property
    def _max_falls(self) -> int:
        """The maximum number of falls, -1 for a model with lines."""
        return (MAX_FALLS if self.model.falls else 0) if self.model.ways else -1

    @cached_property
    def _base(self) -> _Compiled:
        return self._reels(self.model.base)

    @cached_property
    def _extra(self) -> _Compiled:
        return self._base if self.model.extra == self.model.base else self._reels(self.model.extra)

    def _scatters(self, codes: Tables) -> Numbers:
        """By the code of scatters: coins, free games granted in a paid and in a free game, symbols
        held, whether the ladder begins."""
        model, rows = self.model, np.zeros((codes.codes, 5), np.int64)
        free, hold, ladder = model.free, model.hold, model.ladder
        for code in range(codes.codes):
            numbers = dict(zip(model.scatters, codes.decode(code), strict=True))
            rows[code, 0] = self.bet * sum(largest_reached(model.prizes.get(name, {}), many)
                                           for name, many in numbers.items())
            if free:
                games = {int(count): granted for count, granted in free.games.items()}
                rows[code, 1] = largest_reached(games, numbers[free.scatter])
                rows[code, 2] = rows[code, 1] if free.again else 0
            if hold and numbers[hold.scatter] >= hold.least:
                rows[code, 3] = numbers[hold.scatter]
            rows[code, 4] = bool(ladder and numbers[ladder.scatter] >= ladder.least)
        return rows

    @cached_property
    def _features(self) -> tuple[Numbers, Numbers, Words, Words, Words, Numbers]:
        """Free games, hold and respin and the ladder as arrays."""
        free, hold, ladder = self.model.free, self.model.hold, self.model.ladder
        of_hold, values = np.zeros(7, np.int64), _rows({})
        if hold:
            values = _rows(hold.values)
            of_hold[:6] = (sum(self.model.window), hold.turns, hold.lands[0], hold.lands[1],
                           sum(hold.values.values()), hold.full)
        many, stops = np.zeros((0, 2), np.uint64), np.zeros(0, np.int64)
        rungs = np.zeros((0, 1, 2), np.uint64)
        if ladder:
            of_hold[6] = ladder.lost
            sizes = [1 + len(rung.pays) for rung in ladder.rungs]
            rungs = np.zeros((len(sizes), max(sizes), 2), np.uint64)
            for n, rung in enumerate(ladder.rungs):
                rungs[n, 0, 1] = rung.ends
                rungs[n, 1:sizes[n]] = _rows(rung.pays)
            many = np.stack([np.array(sizes, np.uint64), rungs[:, :, 1].sum(axis=1)], axis=1)
            stops = np.array([-1, *(-1 if at is None else at for at in self.stops)])
        return (np.array([free.times if free else 1, (free.most or UNLIMITED) if free else 0]),
                of_hold, values, rungs, many, stops)

    @cached_property
    def _respin(self) -> tuple[Numbers, Numbers, Words, Numbers]:
        """Respins as arrays: their terms, where the reels of a paid game stop by the number of the
        generator, their sides, and the places where a reel is held. A place is a window of a line,
        else where on its strip a window begins."""
        respin, reels, base = self.model.respin, self.model.base, self._base
        many = len(reels.window)
        if respin is None:
            return _ROW, _ROWS, _SIDES, _ROWS
        lines, ways = base.lines, base.ways
        of = ways[2] if self.model.ways else lines[3].astype(np.int64)
        holds = np.zeros((many, int(of.max()) + 1), np.int64)
        for reel in range(many):
            numbers = 0
            for stop, weight in enumerate(reels.weights[reel]):
                if weight and respin.symbol in reels.window_at(reel, stop):
                    holds[reel, of[reel, numbers]] = 1
                numbers += weight
        sides = np.array(reels.sides, np.uint64)
        return np.array([respin.least, respin.turns], np.int64), of, sides, holds

    # -- blocks -----------------------------------------------------------------------------------

    def _play(self, seed: int, number: int, size: int, times: Numbers, rare: Numbers) -> Numbers:
        """Play ``size`` games: count their prizes in ``times``, or list those beyond its size in
        ``rare``. Returns the number of rare prizes and of features played. TooHigh if ``rare`` is
        full."""
        counters, base, words = np.zeros(6, np.int64), self._base, stream(seed, number)
        scatters, seconds = self._scatters(base.codes), size * self.plain_seconds
        if any((self.model.ways, self.model.free, self.model.hold, self.model.ladder,
                self.model.respin)):
            extra, reels = self._extra, len(self.model.window)
            rows = np.zeros((4, reels), np.int64)
            room = (np.zeros((reels, max(self.model.window)), np.int64), *rows)
            floors = np.array([base.floor, extra.floor])
            featured = loop.play_featured.for_work(seconds) if len(times) else loop.play_featured
            played = featured(
                words, base[:2], extra[:2], self._max_falls, room, floors, scatters,
                self._scatters(extra.codes), *self._features, *self._respin, self.bet, size,
                times, rare, counters)
        else:
            plain = loop.play_plain.for_work(seconds) if len(times) else loop.play_plain
            played = plain(
                words, base.floor, *base.lines, scatters, size, times,
                rare, counters, np.zeros(4, np.int64))
        if played == loop.FULL:
            raise TooHigh(f"more than {RARE} of {size} games pay {ROOM} coins or more")
        return counters

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Simulate ``size`` games from stream ``number`` of the seed. TooHigh if their prizes do
        not fit."""
        times, rare = np.zeros(ROOM, np.int64), np.zeros(RARE, np.int64)
        counters = self._play(seed, number, size, times, rare)
        paid = {int(coins): int(times[coins]) for coins in np.flatnonzero(times)}
        for coins in rare[:counters[0]].tolist():
            paid[coins] = paid.get(coins, 0) + 1
        return self._tally(paid, size, counters[1:5].tolist())

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """The net result of each game of a block, in cents."""
        sums = np.zeros(size, np.int64)
        self._play(seed, number, size, np.zeros(0, np.int64), sums)
        return [[(coins - self.bet) * self.coin] for coins in sums.tolist()]

    def _tally(self, paid: Mapping[int, int], size: int, features: list[int]) -> Tally:
        nets = {(coins - self.bet) * self.coin: times for coins, times in sorted(paid.items())}
        counts = dict(zip(NAMES, features, strict=True))
        counts["staked"] = size * self.unit
        counts["wins"] = size - paid.get(0, 0)
        return Tally(coups=size, shoes=size, nn=size,
                     ns=sum(net * times for net, times in nets.items()),
                     ss=sum(net * net * times for net, times in nets.items()), nets=nets,
                     counts={name: n for name, n in sorted(counts.items()) if n})


def _rows(shares: Mapping[str, int]) -> Words:
    return np.array([(int(times), share) for times, share in shares.items()],
                    np.uint64).reshape(-1, 2)
