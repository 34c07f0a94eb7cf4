"""What a stake, a session and a bankroll may expect of a bet that was priced.

A priced bet tells its ``net``: each net result in stakes with its chance, a fraction as text or a
float. All sums here are whole cents.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from sabot.odds.distribution import Distribution, Number
from sabot.odds.ruin import capital_for, ruin, ruined_within
from sabot.odds.session import session

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class SessionForecast(msgspec.Struct, frozen=True, kw_only=True):
    """A session of so many ``coups``: its mean and deviation in cents; net results in cents that
    are not exceeded with each chance (``quantiles``); the chance to end with more than at the
    beginning (``ahead``), or with as much (``even``). No chance is further off than ``bound``."""

    coups: int
    mean: float
    deviation: float
    quantiles: dict[str, int]
    ahead: float
    even: float
    bound: float


class BankForecast(msgspec.Struct, frozen=True, kw_only=True):
    """A house that plays a bet for ever: the chance (``ruin``) that a capital of ``bank`` cents is
    ever lost, and the ``capital`` that keeps that chance at ``risk``; None for what is not asked,
    and for the capital where none is enough."""

    bank: int | None
    ruin: float | None
    risk: float | None
    capital: int | None


def distribution(net: Iterable[tuple[str, str | float]], stake: int) -> Distribution:
    """The distribution of a priced bet of so many cents; ValueError where one of its results is
    not whole cents."""
    chances: dict[Number, Number] = {}
    for units, chance in net:
        chances[Fraction(units)] = Fraction(chance) if isinstance(chance, str) else float(chance)
    return Distribution.of_units(chances, stake)


def of_session(one: Distribution, coups: int, mean: float | None = None) -> SessionForecast:
    """A session of so many coups with one unchanging bet; ``mean`` is that of one coup in cents
    where it is known better than from its distribution."""
    played = session(one, coups)
    return SessionForecast(
        coups=coups, mean=float(one.mean if mean is None else mean) * coups,
        deviation=one.deviation * coups ** 0.5,
        quantiles={f"{part:g}": played.quantile(part) for part in QUANTILES},
        ahead=played.ahead, even=played.even, bound=played.bound)


def of_purse(one: Distribution, purse: int, coups: int) -> float:
    """The chance that a purse of so many cents cannot pay a loss within so many coups."""
    return ruined_within(one, purse, coups)


def of_bank(one: Distribution, bank: int | None, risk: float | None) -> BankForecast:
    """The house that plays this bet against everybody for ever: what it risks with a capital of
    ``bank`` cents, and what keeps that at ``risk``. Where the bet gains the house nothing no
    capital is enough."""
    house = one.mirrored
    sure = house.mean <= 0
    return BankForecast(
        bank=bank, ruin=None if bank is None else ruin(house, bank).value, risk=risk,
        capital=None if sure or risk is None else capital_for(house, risk))
