"""Statistics of a tally: the mean return and its error.

All sums are whole numbers until the last division, so that the figures depend on the tally alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from sabot.probability.tally import Histogram, Tally

Z = {"95": 1.959963984540054, "99": 2.5758293035489004, "999": 3.2905267314919255}
"""Half of the width of an interval in standard errors, by level (per cent, or tenths of it)."""
ENOUGH_SHOES = 100


@dataclass(frozen=True)
class Figures:
    """The figures of a tally; ``unit`` is what is staked at first in a coup, in cents.

    ``mean`` is the net return for each unit, so that the edge of the house is its negative;
    ``error`` its standard error. From a hundred shoes on shoes are taken as independent (``by`` is
    "shoe"), which allows for coups of one shoe depending on one another: the mean is a ratio of two
    sums over shoes, and its variance that of s - mean * n over shoes of n coups and s cents. With
    fewer of them coups are taken as independent. ``deviation`` is that of one coup.
    """

    coups: int
    shoes: int
    mean: float
    error: float
    deviation: float
    skewness: float
    by: str

    def interval(self, level: str = "99") -> tuple[float, float]:
        """The interval of the mean at a level of `Z`, by the normal law."""
        half = Z[level] * self.error
        return self.mean - half, self.mean + half

    @property
    def known(self) -> bool:
        """Whether there are enough shoes to rely on the error."""
        return self.by == "shoe" and self.error > 0


def figures(tally: Tally, unit: int) -> Figures:
    """The figures of a tally of at least two coups."""
    n, shoes, total = tally.coups, tally.shoes, tally.total
    if n < 2:
        raise ValueError("figures need at least two coups")
    spread = n * tally.squares - total * total
    deviation = math.sqrt(spread / (n * (n - 1))) / unit
    error, by = deviation / math.sqrt(n), "coup"
    if shoes >= ENOUGH_SHOES:
        scatter = n * n * tally.ss - 2 * n * total * tally.ns + total * total * tally.nn
        error = math.sqrt(Fraction(scatter * shoes, (shoes - 1) * n ** 4)) / unit
        by = "shoe"
    return Figures(n, shoes, float(Fraction(total, n * unit)), error, deviation,
                   _skewness(tally, spread), by)


def _skewness(tally: Tally, spread: int) -> float:
    """The third central moment in deviations; negative if rare losses are large."""
    if not spread:
        return 0.0
    n, total = tally.coups, tally.total
    third = sum(times * (n * net - total) ** 3 for net, times in tally.nets.items())
    return float(Fraction(third, n)) / math.sqrt(spread) ** 3


class BetFigures(NamedTuple):
    """The result of a side bet: how often it was decided, the net ``mean`` for each unit staked,
    and its standard ``error``, with bets taken as independent."""

    times: int
    mean: float
    error: float

    def interval(self, level: str = "99") -> tuple[float, float]:
        """The interval of the mean at a level of `Z`, by the normal law."""
        half = Z[level] * self.error
        return self.mean - half, self.mean + half


def of_bet(nets: Histogram, stake: int) -> BetFigures | None:
    """The figures of a bet from a histogram of its net results in cents; None below two bets."""
    times = sum(nets.values())
    if times < 2:
        return None
    total = sum(net * count for net, count in nets.items())
    spread = times * sum(net * net * count for net, count in nets.items()) - total * total
    return BetFigures(times, float(Fraction(total, times * stake)),
                      math.sqrt(Fraction(spread, times ** 2 * (times - 1))) / stake)


def half_width(tally: Tally, unit: int) -> float | None:
    """Half of the 99 % interval; None while there are too few shoes."""
    if tally.shoes < ENOUGH_SHOES:
        return None
    numbers = figures(tally, unit)
    return Z["99"] * numbers.error if numbers.known else None


def hourly(numbers: Figures, unit: int, pace: int) -> dict[str, float]:
    """The loss and the deviation in an hour of ``pace`` coups with this stake, in cents."""
    return {"coups": pace, "loss": -numbers.mean * unit * pace,
            "deviation": numbers.deviation * unit * math.sqrt(pace)}
