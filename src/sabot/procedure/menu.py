"""The bets of a table as they are listed: on its page of rules, in the API and at the terminal."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class MenuPays(msgspec.Struct, frozen=True, kw_only=True):
    """One line of what a bet pays: for ``what`` it does, as "WIN:PER" or in the words of its
    regulation ("25x", "100 %"), and the clause."""

    what: str = msgspec.field(name="for")
    odds: str
    law: str


class MenuBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet of the menu: its name, the clause that allows it, its least and greatest stake and its
    ``unit`` in cents, what it pays, and the clause of its limit where it has one of its own. For
    the chip of a jackpot also its ``start`` in cents and the ``rate`` of bets that it takes, in
    hundredths."""

    bet: str
    law: str
    minimum: int
    maximum: int
    unit: int
    pays: tuple[MenuPays, ...]
    limit_law: str | UnsetType = UNSET
    rate: int | UnsetType = UNSET
    start: int | UnsetType = UNSET


def clauses(bets: tuple[MenuBet, ...]) -> tuple[str, ...]:
    """The clauses that allow and pay some bets."""
    return (*(bet.law for bet in bets), *(one.law for bet in bets for one in bet.pays))
