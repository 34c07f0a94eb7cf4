"""What a stake, a session and a bankroll may expect of a bet that was priced, as plain data.

A priced bet tells its ``net``: each net result in stakes with its chance, a fraction as text or a
float. All sums here are whole cents.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from sabot.odds.distribution import Distribution, Number
from sabot.odds.ruin import capital_for, ruin, ruined_within
from sabot.odds.session import session

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def distribution(net: Iterable[Iterable[Any]], stake: int) -> Distribution:
    """The distribution of a priced bet of so many cents; ValueError where one of its results is
    not whole cents."""
    chances: dict[Number, Number] = {}
    for units, chance in net:
        chances[Fraction(units)] = Fraction(chance) if isinstance(chance, str) else float(chance)
    return Distribution.of_units(chances, stake)


def skewness(net: Iterable[Iterable[Any]]) -> float:
    """The third central moment of a priced bet in its deviations: above 0 where a gain is rare and
    large, below where a loss is; 0 where nothing varies."""
    found = [(float(Fraction(units)), float(Fraction(chance))) for units, chance in net]
    mean = sum(units * chance for units, chance in found)
    spread, third = (sum(chance * (units - mean) ** power for units, chance in found)
                     for power in (2, 3))
    return third / spread ** 1.5 if spread else 0.0


def of_session(one: Distribution, coups: int, mean: float | None = None) -> dict[str, Any]:
    """A session of so many coups with one unchanging bet; ``mean`` is that of one coup in cents
    where it is known better than from its distribution.

    ``quantiles``: net results in cents that are not exceeded with each chance; ``ahead``: the
    chance to end with more than at the beginning, ``even``: with as much. ``bound``: no chance is
    further off than this.
    """
    played = session(one, coups)
    return {
        "coups": coups, "mean": float(one.mean if mean is None else mean) * coups,
        "deviation": one.deviation * coups ** 0.5,
        "quantiles": {f"{part:g}": played.quantile(part) for part in QUANTILES},
        "ahead": played.ahead, "even": played.even, "bound": played.bound,
    }


def of_purse(one: Distribution, purse: int, coups: int) -> float:
    """The chance that a purse of so many cents cannot pay a loss within so many coups."""
    return ruined_within(one, purse, coups)


def of_bank(one: Distribution, bank: int | None, risk: float | None) -> dict[str, Any]:
    """The house that plays this bet against everybody for ever: what it risks.

    ``ruin``: the chance that a capital of ``bank`` cents is ever lost; ``capital``: what keeps that
    chance at ``risk``; each None where it is not asked for, or where the bet gains the house
    nothing, so that no capital is enough.
    """
    house = one.mirrored
    sure = house.mean <= 0
    return {
        "bank": bank, "ruin": None if bank is None else ruin(house, bank).value,
        "risk": risk,
        "capital": None if sure or risk is None else capital_for(house, risk),
    }
