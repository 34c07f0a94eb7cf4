"""The PAR sheet of a model: what it returns, how often and how unevenly, in exact fractions.

Sums are in coins with one coin on each line; a bet of more coins on each line pays as many times
over, so that returns do not depend on it. What does depend on the bet is how many lines are played.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from sabot.families.machine import free
from sabot.families.machine.features import Chances, climbs, holds
from sabot.families.machine.model import Model, counts
from sabot.families.machine.spins import Spins, spins

PARTS = ("lines", "scatters", "free", "hold", "ladder")
"""The parts of a game that pay: lines or ways, scatters, and each feature."""

Shown = tuple[int, ...]
"""How many of each scatter a result shows."""


class Top(NamedTuple):
    """The most that a paid game pays without its features, and how often."""

    coins: int
    chance: Fraction


class Sheet:
    """The exact figures of a model in which so many lines are played, one coin on each.

    ``bet``: the coins of a game. ``base``: every result of a paid game; ``extra`` of a free one,
    where there are any. Computing them is the work, and is done once.
    """

    def __init__(self, model: Model, lines: int = 0) -> None:
        if not 0 <= lines <= len(model.lines):
            raise ValueError(f"lines: found {lines}; allowed: 1 to {len(model.lines)}")
        self.model, self.bet = model, model.coins(lines)
        self.base = spins(model, model.base, lines)
        self.extra: Spins | None = None
        if model.free is not None:
            alike = model.extra == model.base
            self.extra = self.base if alike else spins(model, model.extra, lines)

    # -- one game -----------------------------------------------------------------------------

    def scatter(self, shown: Shown) -> int:
        """What the scatters of a result pay, in coins: so many times the whole bet."""
        return self.bet * sum(
            counts(self.model.prizes.get(name, {}), many)
            for name, many in zip(self.model.scatters, shown, strict=True))

    def granted(self, shown: Shown) -> int:
        """How many free games a result grants."""
        feature = self.model.free
        if feature is None:
            return 0
        return counts({int(count): games for count, games in feature.games.items()},
                      self._many(feature.scatter, shown))

    def _many(self, scatter: str, shown: Shown) -> int:
        return shown[self.model.scatters.index(scatter)]

    @cached_property
    def wins(self) -> dict[int, Fraction]:
        """The chance of each sum that a paid game pays without its features, in coins."""
        ways: Counter[int] = Counter()
        for (shown, coins), times in self.base.ways.items():
            ways[coins + self.scatter(shown)] += times
        return {coins: Fraction(ways[coins], self.base.cycle) for coins in sorted(ways)}

    # -- features -----------------------------------------------------------------------------

    @cached_property
    def freely(self) -> dict[int, free.Feature]:
        """For each number of free games that may be granted at first, what they pay, in coins."""
        feature = self.model.free
        if feature is None or self.extra is None:
            return {}
        one = free.by_grant((self.granted(shown) if feature.again else 0,
                             (coins + self.scatter(shown)) * feature.times, times)
                            for (shown, coins), times in self.extra.ways.items())
        first = {self.granted(shown) for shown in self.base.scatters()} - {0}
        return {games: free.feature(one, games, feature.most) for games in sorted(first)}

    @cached_property
    def held(self) -> dict[int, Chances]:
        """For each number of coins that may be held at first, the chance of each sum that hold and
        respin pays, in bets."""
        hold = self.model.hold
        if hold is None:
            return {}
        first = {many for shown in self.base.scatters()
                 if (many := self._many(hold.scatter, shown)) >= hold.least}
        return {many: holds(hold, sum(self.model.window), many) for many in sorted(first)}

    @cached_property
    def climbed(self) -> Chances:
        """The chance of each sum that the ladder pays its best player, in bets."""
        return climbs(self.model.ladder).chances if self.model.ladder else {}

    def begun(self, shown: Shown) -> Iterator[tuple[str, free.Feature]]:
        """The features that a result begins, each with what it pays in coins."""
        if games := self.granted(shown):
            yield "free", self.freely[games]
        hold, ladder = self.model.hold, self.model.ladder
        if hold and self._many(hold.scatter, shown) >= hold.least:
            yield "hold", self._moments(self.held[self._many(hold.scatter, shown)])
        if ladder and self._many(ladder.scatter, shown) >= ladder.least:
            yield "ladder", self._moments(self.climbed)

    def _moments(self, chances: Mapping[int, Fraction]) -> free.Feature:
        mean = sum((chance * paid for paid, chance in chances.items()), Fraction(0))
        square = sum((chance * paid * paid for paid, chance in chances.items()), Fraction(0))
        return free.Feature(mean * self.bet, square * self.bet ** 2, Fraction(0))

    # -- the sheet ----------------------------------------------------------------------------

    @cached_property
    def begins(self) -> dict[str, Fraction]:
        """How often a paid game begins each feature."""
        ways: Counter[str] = Counter()
        for shown, times in self.base.scatters().items():
            for name, _ in self.begun(shown):
                ways[name] += times
        return {name: Fraction(ways[name], self.base.cycle) for name in PARTS if ways[name]}

    @cached_property
    def parts(self) -> dict[str, Fraction]:
        """What each part of the game returns of a coin that is bet."""
        found = dict.fromkeys(PARTS, Fraction(0))
        found["lines"] += sum(coins * times for (_, coins), times in self.base.ways.items())
        for shown, times in self.base.scatters().items():
            found["scatters"] += self.scatter(shown) * times
            for name, feature in self.begun(shown):
                found[name] += feature.mean * times
        return {name: total / (self.base.cycle * self.bet) for name, total in found.items()
                if total}

    @property
    def returned(self) -> Fraction:
        """What the model returns of a coin that is bet."""
        return sum(self.parts.values(), Fraction(0))

    @cached_property
    def hit(self) -> Fraction:
        """The chance that a paid game pays something, or begins a feature."""
        ways = sum(times for (shown, coins), times in self.base.ways.items()
                   if coins + self.scatter(shown) or any(self.begun(shown)))
        return Fraction(ways, self.base.cycle)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of what a paid game pays with all that follows from it, in bets squared."""
        square = total = Fraction(0)
        begun = {shown: list(self.begun(shown)) for shown in self.base.scatters()}
        for (shown, coins), times in self.base.ways.items():
            mean = Fraction(coins + self.scatter(shown))
            spread = Fraction(0)
            for _, feature in begun[shown]:
                mean += feature.mean
                spread += feature.square - feature.mean ** 2
            total += times * mean
            square += times * (mean * mean + spread)
        cycle, bet = self.base.cycle, self.bet
        return (square / cycle - (total / cycle) ** 2) / bet ** 2

    @property
    def deviation(self) -> float:
        """The standard deviation of a game, in bets."""
        return math.sqrt(self.variance)

    @property
    def top(self) -> Top:
        """The most that a paid game pays without its features."""
        coins = max(self.wins)
        return Top(coins, self.wins[coins])
