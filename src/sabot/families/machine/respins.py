"""Exact moments of respins, in which some reels stay as they are and the others spin again.

Which reels are held, and with which windows, is all that a respin depends on: its result is that of
a game on reels of which the held ones have a single window, and the others no window that would be
held too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product

from sabot.families.machine.free import Feature
from sabot.families.machine.model import Model, Reels, Respin
from sabot.families.machine.spins import Spins, spins

Held = tuple[int | None, ...]
"""For each reel the stop at which it is held, or None for a reel that spins. Of stops with the same
window one stands for all."""


class Respins:
    """The respins of a model with so many ``lines``. ``prize``: the coins of a result, by its
    scatters and its coins of lines or ways."""

    def __init__(self, model: Model, lines: int, prize: Callable[[tuple[int, ...], int], int]
                 ) -> None:
        assert model.respin is not None
        self.model, self.lines, self.prize = model, lines, prize
        self.respin: Respin = model.respin
        self.reels: Reels = model.base
        self._moments: dict[tuple[Held, int], tuple[Fraction, Fraction]] = {}
        self._results: dict[Held, Spins] = {}

    @cached_property
    def stops(self) -> tuple[dict[int, int], ...]:
        """For each reel, the stops at which it is held, with the weight of each window."""
        by_reel = []
        for reel in range(len(self.reels.window)):
            first: dict[tuple[str, ...], int] = {}
            weights: dict[int, int] = {}
            for stop, weight in enumerate(self.reels.weights[reel]):
                window = self.reels.window_at(reel, stop)
                if weight and self.respin.symbol in window:
                    at = first.setdefault(window, stop)
                    weights[at] = weights.get(at, 0) + weight
            by_reel.append(weights)
        return tuple(by_reel)

    @cached_property
    def free(self) -> tuple[int, ...]:
        """For each reel, how many numbers of the generator hold nothing."""
        return tuple(side - sum(weights.values())
                     for side, weights in zip(self.reels.sides, self.stops, strict=True))

    def after(self, held: Held) -> Iterator[tuple[Held, Fraction]]:
        """What is held after the reels that are not held have spun, with its chance."""
        choices = []
        for reel, stop in enumerate(held):
            weights: list[tuple[int | None, int]] = [(stop, 1)]
            if stop is None:
                weights = [*self.stops[reel].items(), (None, self.free[reel])]
            choices.append([(at, weight) for at, weight in weights if weight])
        sides = math.prod(side for side, stop in zip(self.reels.sides, held, strict=True)
                          if stop is None)
        for chosen in product(*choices):
            yield tuple(stop for stop, _ in chosen), Fraction(
                math.prod(weight for _, weight in chosen), sides)

    def results(self, held: Held) -> Spins:
        """Every result of the reels where exactly these are held."""
        if held not in self._results:
            weights = tuple(
                tuple(int(at == stop) if stop is not None else
                      0 if self.respin.symbol in self.reels.window_at(reel, at) else weight
                      for at, weight in enumerate(self.reels.weights[reel]))
                for reel, stop in enumerate(held))
            self._results[held] = spins(self.model, self.reels._replace(weights=weights),
                                        self.lines)
        return self._results[held]

    def first(self) -> Iterator[tuple[Held, Fraction]]:
        """What a paid game leaves held, with its chance."""
        return self.after((None,) * len(self.reels.window))

    def begins(self, held: Held) -> bool:
        """Whether respins begin with these reels held: enough, and not all of them."""
        many = sum(stop is not None for stop in held)
        return self.respin.least <= many < len(held)

    def feature(self, held: Held) -> Feature:
        """What respins pay that begin with these reels held, in coins."""
        if not self.begins(held):
            return Feature(Fraction(0), Fraction(0), Fraction(0))
        mean, square = self._value(held, self.respin.turns)
        return Feature(mean, square, Fraction(0))

    def _value(self, held: Held, turns: int) -> tuple[Fraction, Fraction]:
        """The moments of the respins to come, with so many turns left."""
        if not turns or None not in held:
            return Fraction(0), Fraction(0)
        if (held, turns) not in self._moments:
            mean = square = Fraction(0)
            for then, chance in self.after(held):
                later, later_square = self._value(
                    then, turns - 1 if then == held else self.respin.turns)
                paid, paid_square = self._paid(then)
                mean += chance * (paid + later)
                square += chance * (paid_square + 2 * paid * later + later_square)
            self._moments[held, turns] = mean, square
        return self._moments[held, turns]

    def _paid(self, held: Held) -> tuple[Fraction, Fraction]:
        """The moments of the prize of a window with these reels held."""
        result = self.results(held)
        paid = [(self.prize(scatters, coins), ways)
                for (scatters, coins), ways in result.ways.items()]
        return (Fraction(sum(coins * ways for coins, ways in paid), result.cycle),
                Fraction(sum(coins * coins * ways for coins, ways in paid), result.cycle))
