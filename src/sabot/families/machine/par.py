"""The PAR sheet of a model with reels: return, hit frequency and variance in exact fractions.

Sums are in coins, with one coin on each line. A bet of more coins on each line multiplies every
prize, so the return does not depend on it; it does depend on the number of lines played. Only in a
model with prizes by coins does it depend on the coins that are bet in all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from sabot.families.machine import free
from sabot.families.machine.features import Chances, climb, hold_chances
from sabot.families.machine.model import Model, largest_reached
from sabot.families.machine.respins import Respins
from sabot.families.machine.spins import Spins, spins
from sabot.words import phrase

PARTS = ("lines", "scatters", "free", "hold", "respin", "ladder")
"""The parts of a game that pay: lines or ways, scatters, and each feature."""

Scatters = tuple[int, ...]
"""The number of each scatter that a result shows, in the order of ``model.scatters``."""


class Top(NamedTuple):
    """The highest prize of a paid game without its features, and its chance."""

    coins: int
    chance: Fraction


class Case(NamedTuple):
    """Results of a paid game that leave the same reels held: the number of each by its scatters and
    coins (``ways``), and what the respins then pay, None for none."""

    ways: Mapping[tuple[Scatters, int], int | Fraction]
    respin: free.Feature | None


class Sheet:
    """The exact figures of a model for a number of lines (0 for all), with one coin on each; of a
    model with prizes by coins for a number of coins (0 for the maximum).

    ``bet``: the cost of a game in coins. ``base``: every result of a paid game; ``extra``: of a
    free game, None without free games. Both are computed on construction, which takes the time.
    ``of``: the whole model, of which ``model`` is what holds for this bet. ValueError for a number
    of lines or coins that the model does not have.
    """

    def __init__(self, model: Model, bet: int = 0) -> None:
        lines, self.of = bet or max(model.taken, default=0), model
        if model.by_coins:
            self.bet = bet or max(model.bets_by_coins)
            model, (lines, _) = model.for_coins(self.bet), model.bets_by_coins[self.bet]
        elif not 0 <= lines <= len(model.lines):
            raise ValueError(phrase("lines: found {lines}; allowed: 1 to {most}", lines=lines,
                                    most=len(model.lines)))
        else:
            self.bet = model.coins(lines)
        self.model, self.lines = model, lines
        self.base = spins(model, model.base, lines)
        self.extra: Spins | None = None
        if model.free is not None:
            same = model.extra == model.base
            self.extra = self.base if same else spins(model, model.extra, lines)

    # -- one game -----------------------------------------------------------------------------

    def scatter_pay(self, scatters: Scatters) -> int:
        """The coins that the scatters of a result pay: a multiple of the whole bet."""
        return self.bet * sum(
            largest_reached(self.model.prizes.get(name, {}), many)
            for name, many in zip(self.model.scatters, scatters, strict=True))

    def games_granted(self, scatters: Scatters) -> int:
        """The number of free games that a result grants."""
        feature = self.model.free
        if feature is None:
            return 0
        return largest_reached({int(count): games for count, games in feature.games.items()},
                               self._many(feature.scatter, scatters))

    def _many(self, scatter: str, scatters: Scatters) -> int:
        return scatters[self.model.scatters.index(scatter)]

    @cached_property
    def wins(self) -> dict[int, Fraction]:
        """The chance of each prize of a paid game without its features, in coins."""
        ways: Counter[int] = Counter()
        for (scatters, coins), times in self.base.ways.items():
            ways[coins + self.scatter_pay(scatters)] += times
        return {coins: Fraction(ways[coins], self.base.cycle) for coins in sorted(ways)}

    # -- features -----------------------------------------------------------------------------

    @cached_property
    def free_games(self) -> dict[int, free.Feature]:
        """The feature for each number of free games that a paid game can grant, in coins."""
        feature = self.model.free
        if feature is None or self.extra is None:
            return {}
        results = free.by_grant((self.games_granted(scatters) if feature.again else 0,
                                 (coins + self.scatter_pay(scatters)) * feature.times, times)
                                for (scatters, coins), times in self.extra.ways.items())
        first = {self.games_granted(scatters) for scatters in self.base.scatters()} - {0}
        return {games: free.feature(results, games, feature.most) for games in sorted(first)}

    @cached_property
    def holds(self) -> dict[int, Chances]:
        """For each number of symbols that may be held at the start, the chance of each sum that
        hold and respin pays, in bets."""
        hold = self.model.hold
        if hold is None:
            return {}
        first = {many for scatters in self.base.scatters()
                 if (many := self._many(hold.scatter, scatters)) >= hold.least}
        return {many: hold_chances(hold, sum(self.model.window), many) for many in sorted(first)}

    @cached_property
    def ladder_chances(self) -> Chances:
        """The chance of each sum that the ladder pays with the best play, in bets."""
        return climb(self.model.ladder).chances if self.model.ladder else {}

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The results of a paid game, by the reels that they leave held. The numbers of results add
        up to the cycle."""
        if self.model.respin is None:
            return (Case(self.base.ways, None),)
        respins = Respins(self.model, self.lines,
                          lambda scatters, coins: coins + self.scatter_pay(scatters))
        cases = []
        for held, chance in respins.first():
            result = respins.results(held)
            share = chance * self.base.cycle / result.cycle
            cases.append(Case({key: share * ways for key, ways in result.ways.items()},
                              respins.feature(held) if respins.begins(held) else None))
        return tuple(cases)

    def features_of(self, scatters: Scatters) -> Iterator[tuple[str, free.Feature]]:
        """The features that the scatters of a result trigger, each with its moments in coins."""
        if games := self.games_granted(scatters):
            yield "free", self.free_games[games]
        hold, ladder = self.model.hold, self.model.ladder
        if hold and self._many(hold.scatter, scatters) >= hold.least:
            yield "hold", self._moments(self.holds[self._many(hold.scatter, scatters)])
        if ladder and self._many(ladder.scatter, scatters) >= ladder.least:
            yield "ladder", self._moments(self.ladder_chances)

    def _moments(self, chances: Mapping[int, Fraction]) -> free.Feature:
        mean = sum((chance * paid for paid, chance in chances.items()), Fraction(0))
        square = sum((chance * paid * paid for paid, chance in chances.items()), Fraction(0))
        return free.Feature(mean * self.bet, square * self.bet ** 2, Fraction(0))

    # -- the sheet ----------------------------------------------------------------------------

    @cached_property
    def begins(self) -> dict[str, Fraction]:
        """The chance that a paid game triggers each feature."""
        ways: Counter[str] = Counter()
        for scatters, times in self.base.scatters().items():
            for name, _ in self.features_of(scatters):
                ways[name] += times
        chances = {name: Fraction(ways[name], self.base.cycle) for name in PARTS if ways[name]}
        respun = sum(sum(case.ways.values()) for case in self.cases if case.respin)
        if respun:
            chances["respin"] = Fraction(respun) / self.base.cycle
        return {name: chances[name] for name in PARTS if name in chances}

    @cached_property
    def parts(self) -> dict[str, Fraction]:
        """The return of each part of the game per coin bet."""
        totals = dict.fromkeys(PARTS, Fraction(0))
        totals["lines"] += sum(coins * times for (_, coins), times in self.base.ways.items())
        for scatters, times in self.base.scatters().items():
            totals["scatters"] += self.scatter_pay(scatters) * times
            for name, feature in self.features_of(scatters):
                totals[name] += feature.mean * times
        for case in self.cases:
            if case.respin:
                totals["respin"] += case.respin.mean * sum(case.ways.values())
        return {name: total / (self.base.cycle * self.bet) for name, total in totals.items()
                if total}

    @property
    def returned(self) -> Fraction:
        """The return to the player per coin bet, or its lower end (`bound`)."""
        return sum(self.parts.values(), Fraction(0))

    @cached_property
    def bound(self) -> Fraction:
        """How much more the return per coin bet may be at most than `returned`, and the variance
        than `variance`: 0 if both are exact."""
        error = variance = Fraction(0)
        for (scatters, coins), times in self.base.ways.items():
            features = [feature for _, feature in self.features_of(scatters)]
            if each := sum((feature.error for feature in features), Fraction(0)):
                mean = coins + self.scatter_pay(scatters) + sum(
                    feature.mean for feature in features)
                error += times * each
                # The square of the whole prize grows with each mean by at most twice the prize.
                variance += times * 4 * (mean + 1) * each
        if not error:
            return error
        error, variance = error / self.base.cycle, variance / self.base.cycle
        paid = self.returned * self.bet
        return max(error / self.bet, (variance + (2 * paid + 1) * error) / self.bet ** 2)

    @cached_property
    def hit(self) -> Fraction:
        """The hit frequency: the chance that a paid game pays something or triggers a feature."""
        ways = sum(times for case in self.cases for (scatters, coins), times in case.ways.items()
                   if coins + self.scatter_pay(scatters) or case.respin
                   or any(self.features_of(scatters)))
        return Fraction(ways) / self.base.cycle

    @cached_property
    def variance(self) -> Fraction:
        """The variance of a paid game with its features, in bets squared."""
        square = total = Fraction(0)
        features = {scatters: [feature for _, feature in self.features_of(scatters)]
                    for scatters in self.base.scatters()}
        for case in self.cases:
            respin = [case.respin] if case.respin else []
            for (scatters, coins), times in case.ways.items():
                mean = Fraction(coins + self.scatter_pay(scatters))
                spread = Fraction(0)
                for feature in (*features[scatters], *respin):
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
        """The highest prize of a paid game without its features."""
        coins = max(self.wins)
        return Top(coins, self.wins[coins])
