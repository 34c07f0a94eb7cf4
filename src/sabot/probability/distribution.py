"""The net result of one bet, or of one coup, with the chance of each value.

Every game prices its bets as such distributions; sessions and bankrolls are computed from them
alone (`session`, `ruin`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sabot.words import phrase

Number = Fraction | float
"""Exact where all chances are fractions."""

ROUNDING = 1e-9


@dataclass(frozen=True)
class Distribution:
    """The player's net gain in whole cents, negative for a loss, and the chance of each value.
    Values without a chance are left out. Fractions stay exact in every figure.

    ValueError when a chance is negative or their sum is not 1 (floats: to a billionth).
    """

    chances: Mapping[int, Number]

    def __post_init__(self) -> None:
        chances: dict[int, Number] = {
            net: self.chances[net] for net in sorted(self.chances) if self.chances[net]}
        if min(chances.values(), default=0) < 0:
            raise ValueError("a chance is negative")
        total: Number = sum(chances.values(), Fraction(0))
        tolerance: Number = 0.0 if self._exact(chances) else ROUNDING
        if not -tolerance <= total - 1 <= tolerance:
            raise ValueError(f"the chances add up to {total}, not to 1")
        object.__setattr__(self, "chances", chances)

    @staticmethod
    def _exact(chances: Mapping[int, Number]) -> bool:
        return all(isinstance(chance, Fraction | int) for chance in chances.values())

    @classmethod
    def of_units(cls, chances: Mapping[Number, Number], unit: int) -> Distribution:
        """From net results in units of a stake of so many cents; ValueError where a result is not
        whole cents."""
        totals: dict[int, Number] = {}
        for units, chance in chances.items():
            net = Fraction(units) * unit
            if net.denominator != 1:
                raise ValueError(phrase("{units} units of {unit} cents are not whole cents",
                                        units=str(units), unit=unit))
            totals[int(net)] = totals.get(int(net), Fraction(0)) + chance
        return cls(totals)

    @classmethod
    def observed(cls, nets: Mapping[int, int]) -> Distribution:
        """The shares of a histogram, such as a simulation's."""
        coups = sum(nets.values())
        return cls({net: Fraction(times, coups) for net, times in nets.items()})

    @property
    def exact(self) -> bool:
        """Whether every chance is a fraction."""
        return self._exact(self.chances)

    @cached_property
    def mean(self) -> Number:
        """The mean net result in cents; that of the house is its negative."""
        return self._moment(1, 0)

    @cached_property
    def variance(self) -> Number:
        """In cents squared."""
        return self._moment(2, self.mean)

    @property
    def deviation(self) -> float:
        """The standard deviation in cents."""
        return math.sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """The third central moment in standard deviations; 0 where nothing varies."""
        spread = float(self.variance)
        return float(self._moment(3, self.mean)) / spread ** 1.5 if spread else 0.0

    def _moment(self, power: int, about: Number) -> Number:
        return sum((chance * (net - about) ** power for net, chance in self.chances.items()),
                   Fraction(0))

    def edge(self, stake: int) -> Number:
        """The house's average gain for each cent of a stake."""
        return -self.mean / stake

    def above(self, net: int) -> Number:
        """The chance of more than this."""
        return sum((chance for value, chance in self.chances.items() if value > net), Fraction(0))

    @property
    def mirrored(self) -> Distribution:
        """The same coup from the bank's side."""
        return Distribution({-net: chance for net, chance in self.chances.items()})

    @property
    def step(self) -> int:
        """The largest amount of which every result is a multiple; 1 where nothing ever moves."""
        return math.gcd(*self.chances) or 1

    @property
    def low(self) -> int:
        """The maximum loss, as a net result."""
        return min(self.chances)

    @property
    def high(self) -> int:
        """The maximum gain."""
        return max(self.chances)

    def __add__(self, other: Distribution) -> Distribution:
        """The sum of two independent bets."""
        sums: dict[int, Number] = {}
        for a, first in self.chances.items():
            for b, second in other.chances.items():
                sums[a + b] = sums.get(a + b, Fraction(0)) + first * second
        return Distribution(sums)

    def times(self, coups: int) -> Distribution:
        """The exact sum of so many independent coups, for few of them; for many see `session`."""
        if coups < 1:
            raise ValueError("at least one coup")
        half = self.times(coups // 2) if coups > 1 else None
        if half is None:
            return self
        return half + half + self if coups % 2 else half + half
