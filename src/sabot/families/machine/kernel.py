"""The fast player of a machine with reels: paid games with all that follows, in compiled loops."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Numbers, Words
from sabot.equipment.streams import stream
from sabot.families.machine import loop
from sabot.families.machine.features import Stops, at_once, climbs, never
from sabot.families.machine.graph import graph
from sabot.families.machine.model import Model, Reels, counts
from sabot.families.machine.spins import Tables
from sabot.families.machine.waypay import MOST_FALLS
from sabot.odds.tally import Tally

VERSION = 1  # of what a block gives: a change of the loop that changes it counts on
BLOCK, IN_WAYS = 1 << 23, 1 << 20
ROOM = 1 << 18   # sums of a game, in coins, that are counted in an array
RARE = 1 << 20   # larger ones in a block
NAMES = ("free games", "holds", "ladders")


class TooHigh(ValueError):
    """A model that pays so much so often that a block cannot keep it."""


_ROW, _ROWS, _SIDES = np.zeros(0, np.int64), np.zeros((0, 0), np.int64), np.zeros(0, np.uint64)
NO_LINES: loop.Lines = _ROW, _ROW, _ROW, np.zeros((0, 0), np.int32), _ROWS, _SIDES
NO_WAYS: loop.Ways = _ROWS, _ROW, _ROWS, _ROWS, _SIDES, _ROW, _ROWS, _ROWS, _ROW, _ROW


class _Compiled(NamedTuple):
    """What the loop needs of a set of reels: the arrays of its lines or ways, those of the other
    without anything in them."""

    lines: loop.Lines
    ways: loop.Ways
    floor: np.uint64
    codes: Tables


class Player:
    """One player of a machine who plays so many lines, each with one ``coin`` of so many cents (a
    stake of several coins is a coin worth as many), and climbs the ladder as ``stops`` say, with
    the highest mean where nothing is said. A coup is a paid game with its features;
    `sabot.odds.tally.Kernel` says the rest.
    """

    def __init__(self, model: Model, lines: int = 0, coin: int = 1, stops: Stops | None = None
                 ) -> None:
        self.model, self.lines = model, 0 if model.ways else lines or len(model.lines)
        self.coin, self.bet = coin, model.coins(self.lines)
        ladder = model.ladder
        self.stops = climbs(ladder, stops).stops if ladder else ()

    @property
    def size(self) -> int:
        return IN_WAYS if self.model.ways else BLOCK

    @property
    def unit(self) -> int:
        """The cents of a game."""
        return self.bet * self.coin

    @property
    def strategy(self) -> str:
        """How is played, in words."""
        bet = f"{self.lines} lines with one coin on each" if self.lines else \
            f"{self.bet} coins, every way pays"
        ladder = self.model.ladder
        if not ladder or not ladder.choice:
            return bet
        how = {climbs(ladder).stops: "with the highest mean", at_once(ladder): "one step",
               never(ladder): "to its end"}
        return f"{bet}, the ladder climbed {how.get(self.stops, 'as a chart says')}"

    @cached_property
    def identity(self) -> str:
        told = f"{VERSION} {self.model.identity} {self.lines} {self.coin} {self.stops}"
        return f"machine {hashlib.sha256(told.encode()).hexdigest()[:16]}"

    # -- what the loop needs ----------------------------------------------------------------------

    def _reels(self, reels: Reels) -> _Compiled:
        codes, floor = Tables(self.model, reels), np.uint64((1 << 64) % reels.cycle)
        if self.model.ways:
            return _Compiled(NO_LINES, self._ways(reels, codes), floor, codes)
        made = graph(self.model, reels, self.lines,
                     [codes.marks[n, :codes.windows[n]] for n in range(len(reels.window))])
        edges = made.then.astype(np.int64) | made.coins << loop.NODE
        lines = (edges, made.begin, made.width, made.of, made.marks, made.sides)
        return _Compiled(lines, NO_WAYS, floor, codes)

    def _ways(self, reels: Reels, codes: Tables) -> loop.Ways:
        """The strips, turned so that a stop is where its window begins, and what ways pay."""
        turned = codes.turned()
        of = np.zeros((len(reels.sides), max(reels.sides)), np.int64)
        for reel, weights in enumerate(reels.weights):
            of[reel, :reels.sides[reel]] = np.repeat(np.arange(len(weights)), weights)
        return (turned.strips, turned.sizes, of, turned.marks, np.array(reels.sides, np.uint64),
                codes.rows, *codes.targets(), np.array(self.model.falls or (1,), np.int64))

    @property
    def _most(self) -> int:
        return (MOST_FALLS if self.model.falls else 0) if self.model.ways else -1

    @cached_property
    def _base(self) -> _Compiled:
        return self._reels(self.model.base)

    @cached_property
    def _extra(self) -> _Compiled:
        return self._base if self.model.extra == self.model.base else self._reels(self.model.extra)

    def _scatters(self, codes: Tables) -> Numbers:
        """By the code of scatters: coins, free games in a paid and in a free game, what is held,
        whether the ladder begins."""
        model, found = self.model, np.zeros((codes.codes, 5), np.int64)
        free, hold, ladder = model.free, model.hold, model.ladder
        for code in range(codes.codes):
            shown = dict(zip(model.scatters, codes.decoded(code), strict=True))
            found[code, 0] = self.bet * sum(counts(model.prizes.get(name, {}), many)
                                            for name, many in shown.items())
            if free:
                games = {int(count): granted for count, granted in free.games.items()}
                found[code, 1] = counts(games, shown[free.scatter])
                found[code, 2] = found[code, 1] if free.again else 0
            if hold and shown[hold.scatter] >= hold.least:
                found[code, 3] = shown[hold.scatter]
            found[code, 4] = bool(ladder and shown[ladder.scatter] >= ladder.least)
        return found

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
        return (np.array([free.times if free else 1, free.most if free else 0]), of_hold, values,
                rungs, many, stops)

    # -- blocks -----------------------------------------------------------------------------------

    def _played(self, seed: int, number: int, size: int, times: Numbers, rare: Numbers
                ) -> Numbers:
        """So many games: their sums into ``times``, those for which it is too short into
        ``rare``, one by one; and how many these are, with how many features were played."""
        told, base, words = np.zeros(5, np.int64), self._base, stream(seed, number)
        scatters = self._scatters(base.codes)
        if self.model.ways or self.model.free or self.model.hold or self.model.ladder:
            extra, reels = self._extra, len(self.model.window)
            room = (np.zeros((reels, max(self.model.window)), np.int64),
                    np.zeros(reels, np.int64), np.zeros(reels, np.int64))
            played = loop.featured(
                words, base[:2], extra[:2], self._most, room, np.array([base.floor, extra.floor]),
                scatters, self._scatters(extra.codes), *self._features, self.bet, size, times,
                rare, told)
        else:
            played = loop.plain(words, base.floor, *base.lines, scatters, size, times, rare,
                                    told, np.zeros(4, np.int64))
        if played == loop.FULL:
            raise TooHigh(f"more than {RARE} of {size} games pay {ROOM} coins or more")
        return told

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` games by stream ``number`` of the seed. TooHigh where their prizes do not
        fit."""
        times, rare = np.zeros(ROOM, np.int64), np.zeros(RARE, np.int64)
        told = self._played(seed, number, size, times, rare)
        paid = {int(coins): int(times[coins]) for coins in np.flatnonzero(times)}
        for coins in rare[:told[0]].tolist():
            paid[coins] = paid.get(coins, 0) + 1
        return self._tally(paid, size, told[1:4].tolist())

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """What each game of a block returned net, in cents."""
        sums = np.zeros(size, np.int64)
        self._played(seed, number, size, np.zeros(0, np.int64), sums)
        return [[(coins - self.bet) * self.coin] for coins in sums.tolist()]

    def _tally(self, paid: Mapping[int, int], size: int, told: list[int]) -> Tally:
        nets = {(coins - self.bet) * self.coin: often for coins, often in sorted(paid.items())}
        found = dict(zip(NAMES, told, strict=True))
        found["staked"] = size * self.unit
        found["wins"] = size - paid.get(0, 0)
        return Tally(coups=size, shoes=size, nn=size,
                     ns=sum(net * often for net, often in nets.items()),
                     ss=sum(net * net * often for net, often in nets.items()), nets=nets,
                     counts={name: n for name, n in sorted(found.items()) if n})


def _rows(shares: Mapping[str, int]) -> Words:
    return np.array([(int(times), share) for times, share in shares.items()],
                    np.uint64).reshape(-1, 2)
