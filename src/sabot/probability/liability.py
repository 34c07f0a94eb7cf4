"""The maximum that a bank may have to pay in one coup, which the laws ask the regulator to bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from sabot.words import phrase


class Owed(msgspec.Struct, frozen=True, kw_only=True):
    """The maximum net payment of a bank in one coup, in cents: at one ``place`` and at the
    ``table``; the outcome and stake that cause it, and what is left out, in words."""

    place: int
    table: int
    outcome: str
    stake: int
    left_out: str


class OwedOnCloth(msgspec.Struct, frozen=True, kw_only=True):
    """The same for bets on a layout, in the field order that its clients know."""

    place: int
    outcome: str
    stake: int
    table: int
    left_out: str


class Unlimited(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing bounds the payment of the bank, and why."""

    why: str


Most = Owed | OwedOnCloth | Unlimited
"""The maximum that a bank may owe in one coup."""


class Limit(NamedTuple):
    """These bets together may have a stake of at most so many cents."""

    bets: frozenset[str]
    most: int


class Liability(NamedTuple):
    """The maximum net payment of the bank, in cents, with its outcome and stakes."""

    cents: Fraction
    outcome: str
    stakes: dict[str, int]


def liability(outcomes: Mapping[str, Mapping[str, Fraction]], limits: Iterable[Limit]) -> Liability:
    """The worst outcome under the worst stakes that the limits allow.

    ``outcomes`` has, for each outcome of a coup, the net gain of each bet for a cent of its stake;
    bets that lose or are missing are not made. Limits are nested or disjoint (of a bet, a place,
    the table), never crossing. Then it is optimal to fill the bets in the order of their gains
    (Edmonds 1970: a linear function over a polymatroid). ValueError for limits that cross and for a
    bet without a limit.
    """
    sets = list(limits)
    for i, first in enumerate(sets):
        for other in sets[:i]:
            if first.bets & other.bets and not (
                first.bets <= other.bets or other.bets <= first.bets
            ):
                raise ValueError(
                    phrase("limits that cross: {bets} and {bets2}", bets=sorted(first.bets),
                           bets2=sorted(other.bets))
                )
    worst = Liability(Fraction(0), "", {})
    for name, gains in outcomes.items():
        room = [limit.most for limit in sets]
        stakes: dict[str, int] = {}
        paid = Fraction(0)
        for bet in sorted((b for b in gains if gains[b] > 0), key=lambda b: (-gains[b], b)):
            over = [i for i, limit in enumerate(sets) if bet in limit.bets]
            if not over:
                raise ValueError(phrase("the bet {bet} has no limit", bet=bet))
            stake = min(room[i] for i in over)
            for i in over:
                room[i] -= stake
            if stake > 0:
                stakes[bet] = stake
                paid += gains[bet] * stake
        if paid > worst.cents:
            worst = Liability(paid, name, stakes)
    return worst
