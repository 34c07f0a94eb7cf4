"""The most that a bank may have to pay in one coup, which the laws ask the regulator to bound."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec


class Owed(msgspec.Struct, frozen=True, kw_only=True):
    """The most that a bank may have to pay net in one coup, in cents: at one ``place`` and at the
    ``table``; after which outcome, for which stake, and what is left out of it, in words."""

    place: int
    table: int
    outcome: str
    stake: int
    left_out: str


class OwedOnCloth(msgspec.Struct, frozen=True, kw_only=True):
    """The same of bets on a cloth, in the order in which it has always been told there."""

    place: int
    outcome: str
    stake: int
    table: int
    left_out: str


class Unlimited(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing bounds what a bank may have to pay, and why."""

    why: str


Most = Owed | OwedOnCloth | Unlimited
"""The most that a bank may owe in one coup."""


class Limit(NamedTuple):
    """These bets together may have a stake of so many cents at most."""

    bets: frozenset[str]
    most: int


class Liability(NamedTuple):
    """What the bank pays net at the most, in cents, after which outcome, on which stakes."""

    cents: Fraction
    outcome: str
    stakes: dict[str, int]


def liability(outcomes: Mapping[str, Mapping[str, Fraction]], limits: Iterable[Limit]) -> Liability:
    """The worst outcome under the worst stakes that the limits allow.

    ``outcomes`` says for each outcome of a coup what each bet gains net for a cent of its stake;
    bets that it does not name, or that lose, are not made. Limits lie within each other or apart (a
    bet's, a place's, the table's), never across; then to fill the bets in the order of what they
    pay is best (Edmonds 1970: a linear function over a polymatroid). ValueError for limits that
    cross and for a bet without one.
    """
    sets = list(limits)
    for i, one in enumerate(sets):
        for other in sets[:i]:
            if one.bets & other.bets and not (one.bets <= other.bets or other.bets <= one.bets):
                raise ValueError(f"limits that cross: {sorted(one.bets)} and {sorted(other.bets)}")
    worst = Liability(Fraction(0), "", {})
    for name, gains in outcomes.items():
        room = [limit.most for limit in sets]
        stakes: dict[str, int] = {}
        paid = Fraction(0)
        for bet in sorted((b for b in gains if gains[b] > 0), key=lambda b: (-gains[b], b)):
            over = [i for i, limit in enumerate(sets) if bet in limit.bets]
            if not over:
                raise ValueError(f"no limit bounds the bet {bet}")
            stake = min(room[i] for i in over)
            for i in over:
                room[i] -= stake
            if stake > 0:
                stakes[bet] = stake
                paid += gains[bet] * stake
        if paid > worst.cents:
            worst = Liability(paid, name, stakes)
    return worst
