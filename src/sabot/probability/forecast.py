"""What a stake, a session and a bankroll may expect of a priced bet.

A priced bet has its ``net``: each net result in stakes with its chance, a fraction as text or a
float. All amounts here are whole cents.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from sabot.probability.distribution import Distribution, Number
from sabot.probability.ruin import capital_for, ruin, ruined_within
from sabot.probability.session import session

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class SessionForecast(msgspec.Struct, frozen=True, kw_only=True):
    """A session of so many ``coups``: its mean and deviation in cents; net results in cents that
    are not exceeded with each chance (``quantiles``); the chance to end with more than at the
    beginning (``ahead``), or with as much (``even``). No chance has an error of more than
    ``bound``."""

    coups: int
    mean: float
    deviation: float
    quantiles: dict[str, int]
    ahead: float
    even: float
    bound: float


class BankForecast(msgspec.Struct, frozen=True, kw_only=True):
    """A house that plays a bet for ever: the chance (``ruin``) that a capital of ``bank`` cents is
    ever lost, and the ``capital`` that keeps that chance at ``risk``. None for a figure that was
    not requested, and for the capital where none is enough."""

    bank: int | None
    ruin: float | None
    risk: float | None
    capital: int | None


def distribution(net: Iterable[tuple[str, str | float]], stake: int) -> Distribution:
    """The distribution of a priced bet of so many cents; ValueError where a result is not whole
    cents."""
    chances: dict[Number, Number] = {}
    for units, chance in net:
        chances[Fraction(units)] = Fraction(chance) if isinstance(chance, str) else float(chance)
    return Distribution.of_units(chances, stake)


def of_session(bet: Distribution, coups: int, mean: float | None = None) -> SessionForecast:
    """A session of so many coups with one unchanging bet. ``mean`` is that of one coup in cents
    where it is known better than from the distribution."""
    session_result = session(bet, coups)
    return SessionForecast(
        coups=coups, mean=float(bet.mean if mean is None else mean) * coups,
        deviation=bet.deviation * coups ** 0.5,
        quantiles={f"{part:g}": session_result.quantile(part) for part in QUANTILES},
        ahead=session_result.ahead, even=session_result.even, bound=session_result.bound)


def of_purse(bet: Distribution, purse: int, coups: int) -> float:
    """The chance that a purse of so many cents cannot pay a loss within so many coups."""
    return ruined_within(bet, purse, coups)


def of_bank(bet: Distribution, bank: int | None, risk: float | None) -> BankForecast:
    """The house that plays this bet against everybody for ever: its risk with a capital of ``bank``
    cents, and the capital that keeps the risk at ``risk``. Where the house does not gain, no
    capital is enough."""
    house = bet.mirrored
    certain = house.mean <= 0
    return BankForecast(
        bank=bank, ruin=None if bank is None else ruin(house, bank).value, risk=risk,
        capital=None if certain or risk is None else capital_for(house, risk))
