"""The list of bets of a table: for its rules page, the API and the terminal."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class MenuPays(msgspec.Struct, frozen=True, kw_only=True):
    """One line of what a bet pays: for ``what``, as "WIN:PER" or in the words of its regulation
    ("25x", "100 %"), and the clause."""

    what: str = msgspec.field(name="for")
    odds: str
    law: str


class MenuBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet: its name, the clause that allows it, its minimum, maximum and ``unit`` in cents, what
    it pays, and the clause of its limit where it has a separate one. The chip of a jackpot also has
    its ``start`` in cents and the ``rate`` of bets that it takes, in hundredths."""

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
    """The clauses that allow and pay these bets."""
    return (*(bet.law for bet in bets), *(prize.law for bet in bets for prize in bet.pays))
