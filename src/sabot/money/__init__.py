"""Whole cents, exact odds, units of stakes, and balanced transfers between accounts."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

from sabot.words import phrase

__all__ = [
    "CODES",
    "EURO",
    "EVENS",
    "Odds",
    "Transfer",
    "cents",
    "euros",
    "format_money",
    "nearest_stakes",
    "unit_for",
]


class Odds(NamedTuple):
    """The prize of a winning stake: ``win`` for every ``per`` staked, in addition to the stake."""

    win: int
    per: int = 1

    def __str__(self) -> str:
        return f"{self.win}:{self.per}"

    @property
    def ratio(self) -> Fraction:
        """The odds as a fraction."""
        return Fraction(self.win, self.per)

    def pays(self, stake: int) -> int:
        """The prize in cents; ValueError when it is not a whole number of cents."""
        prize, rest = divmod(stake * self.win, self.per)
        if rest:
            raise ValueError(phrase(
                "a stake of {stake} cents cannot be paid {odds} in whole cents", stake=stake,
                odds=str(self)))
        return prize


EVENS = Odds(1)


class Transfer(NamedTuple):
    """One movement of money from ``frm`` to ``to``, so that the sum of all accounts stays zero.

    ``key`` names the movement for ever: a ledger that has it already does nothing the second time.
    """

    key: str
    frm: str
    to: str
    amount: int
    law: str


def unit_for(*odds: Odds) -> int:
    """The smallest unit of stake, in cents, that all these odds pay in whole cents."""
    return lcm(*(o.per for o in odds)) if odds else 1


def nearest_stakes(amount: int, low: int, high: int, unit: int) -> tuple[int, ...]:
    """The lawful stakes nearest to an amount: one, or the two on either side of it."""
    first = -(-low // unit) * unit
    last = high // unit * unit
    if first > last:
        return ()
    if amount <= first:
        return (first,)
    if amount >= last:
        return (last,)
    below = amount // unit * unit
    return (below,) if below == amount else (below, below + unit)


EURO = "€"
CODES = {EURO: "EUR", "MOP": "MOP"}
"""The ISO 4217 code of each currency, by the sign that a game uses."""


def format_money(amount: int, currency: str) -> str:
    """Cents as plain text for messages and logs: 1250 is '12.50 €' or '12.50 MOP'."""
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), 100)
    return f"{sign}{whole}.{part:02d} {currency}".rstrip()


def euros(amount: int) -> str:
    """Cents as euros: 1250 is '12.50 €'."""
    return format_money(amount, EURO)


def cents(text: str) -> int:
    """The cents of an amount written as '12', '12.5' or '12,50'; ValueError for anything else."""
    whole, _, part = text.strip().replace(",", ".").partition(".")
    if not whole.isdecimal() or (part and not part.isdecimal()) or len(part) > 2:
        raise ValueError(phrase("{text} is not a sum such as 12 or 12.50", text=repr(text)))
    return int(whole) * 100 + int(part.ljust(2, "0") or "0")
