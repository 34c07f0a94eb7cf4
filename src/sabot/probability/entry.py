"""One priced bet, in the form that all games share.

Everything is per unit of the stake; exact values are fractions as text, with floats next to them. A
family whose bets have more to say extends these structs, in its own order of fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

Prizes = list[tuple[Fraction, Fraction]]
"""Chances with the prize of each for one unit of the stake."""
Net = tuple[tuple[str, str | float], ...]
"""Each net result in stakes, a fraction as text, with its chance: a fraction as text or a float."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The exact return of a bet: the edge is what the house keeps, negative for what the bettor
    gains."""

    edge: str
    edge_float: float
    p_win: str
    p_push: str
    p_lose: str
    variance: str
    variance_float: float
    net: Net


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """A priced bet: its name, its edge (positive for the house), its chances and its variance.

    Where these are floats ``bound`` is a proven limit of the error of a mean. Every kind of bet has
    its ``net`` results, the ``conditions`` of its price (sent as ``given``), and its ``skewness``.
    """

    bet: str
    edge: str
    edge_float: float
    bound: float | UnsetType = UNSET
    p_win: str
    p_push: str
    p_lose: str
    variance: str
    variance_float: float

    def __post_init__(self) -> None:
        """Hold the conditions as plain English: answers are stored and sent."""
        if type(self.conditions) is not str:
            msgspec.structs.force_setattr(self, "conditions", str(self.conditions))

    # Each kind declares these as fields, in its own order with its additions.
    @property
    def net(self) -> Net:
        """Each net result with its chance."""
        raise NotImplementedError

    @property
    def conditions(self) -> str:
        """The conditions of the price, in words."""
        raise NotImplementedError

    @property
    def skewness(self) -> float:
        """See the function `skewness`."""
        raise NotImplementedError

    @property
    def exact(self) -> bool:
        """Whether its edge is a fraction."""
        return self.bound is UNSET


class ExactBet(Bet, frozen=True, kw_only=True):
    """A bet without further fields."""

    net: Net
    conditions: str = msgspec.field(name="given")
    skewness: float


def figures(prizes: Prizes, lose: Fraction | None = None) -> Figures:
    """The figures of a bet that pays each of these prizes with its chance, and loses its stake with
    the chance ``lose``; by default in all other cases."""
    win = sum((chance for chance, _ in prizes), Fraction(0))
    lose = 1 - win if lose is None else lose
    net: dict[Fraction, Fraction] = {}
    for chance, pays in (*prizes, (lose, Fraction(-1)), (1 - win - lose, Fraction(0))):
        if chance:
            net[pays] = net.get(pays, Fraction(0)) + chance
    mean = sum((chance * pays for pays, chance in net.items()), Fraction(0))
    variance = sum((chance * pays ** 2 for pays, chance in net.items()), Fraction(0)) - mean ** 2
    return Figures(
        edge=str(-mean), edge_float=float(-mean), p_win=str(win), p_push=str(1 - win - lose),
        p_lose=str(lose), variance=str(variance), variance_float=float(variance),
        net=tuple((str(pays), str(net[pays])) for pays in sorted(net)))


def bet(name: str, prizes: Prizes, lose: Fraction | None = None, *, conditions: str) -> ExactBet:
    """A bet with these `figures`."""
    priced = figures(prizes, lose)
    return ExactBet(bet=name, conditions=conditions, skewness=skewness(priced.net),
                    **msgspec.structs.asdict(priced))


def skewness(net: Iterable[tuple[str, str | float]]) -> float:
    """The third central moment of a priced bet in standard deviations: positive where a gain is
    rare and large, negative where a loss is; 0 where nothing varies."""
    results = [(float(Fraction(units)), float(Fraction(chance))) for units, chance in net]
    mean = sum(units * chance for units, chance in results)
    spread, third = (sum(chance * (units - mean) ** power for units, chance in results)
                     for power in (2, 3))
    return third / spread ** 1.5 if spread else 0.0
