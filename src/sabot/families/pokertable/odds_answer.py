"""What a page of odds tells of a game without a bank: what the house keeps of it, and how many of
all hands end in each combination."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from sabot.families.poker.census import by_combination, of_two_and_three
from sabot.families.poker.forms import BOARD, Form
from sabot.families.pokertable.percentage import HOUR, of_hand
from sabot.families.pokertable.rules import LEAST, cave
from sabot.families.pokertable.session import commission
from sabot.families.pokertable.variant import Variant
from sabot.odds.people import (
    Census,
    Combination,
    Cost,
    HandCost,
    Pot,
    SessionCommission,
    SessionCost,
)
from sabot.procedure.table import Table

POTS = (1, 2, 5, 10, 25)
"""Pots for which the percentage is told, in least bets for each who must play at least."""


def cost(table: Table) -> Cost:
    """What the house keeps of who plays there (7), in cents: of pots of several sizes, or of each
    player for a session; ``cave`` is what he brings (75, 98)."""
    kept = commission(table)
    least = table.minimum or 100
    if isinstance(kept, SessionCommission):
        return SessionCost(rate=kept.rate, law=kept.law, cents=kept.cents, seconds=HOUR,
                           cave=cave(table))
    most, rate = kept.cap or None, Fraction(kept.rate, 100)
    pots = [least * LEAST * times for times in POTS]
    return HandCost(rate=kept.rate, law=kept.law, cap=kept.cap, pots=tuple(
        Pot(pot=pot, kept=sum(of_hand({1: pot}, rate, most).values())) for pot in pots))


def of_five(variant: Variant) -> Census:
    """All hands of five cards of the pack, by combination."""
    pack = len(variant.ranking.pack)
    return _counted(variant, by_combination(variant.ranking), comb(pack, 5))


def of_a_deal(variant: Variant) -> Census:
    """All deals of a player's own cards and a whole board, by the best hand that they make. In
    Omaha this looks at some ten thousand million hands."""
    pack, hole = len(variant.ranking.pack), variant.hole
    if variant.use:
        form = Form(variant.name, variant.names["en"], variant.ranking, hole, variant.use)
        return _counted(variant, of_two_and_three(form),
                        comb(pack, hole) * comb(pack - hole, BOARD))
    return _counted(variant, by_combination(variant.ranking, seven=True), comb(pack, hole + BOARD))


def _counted(variant: Variant, found: Mapping[str, int], deals: int) -> Census:
    """The strongest combination first; ValueError where not every hand is counted."""
    if sum(found.values()) != deals:
        raise ValueError(f"{sum(found.values())} hands of {variant.name} are counted of {deals}")
    rows = []
    for name in reversed(variant.ranking.order):
        if many := found.get(name, 0):
            chance = Fraction(many, deals)
            rows.append(Combination(name=name, many=many, chance=str(chance),
                                    chance_float=float(chance), once_in=float(1 / chance)))
    return Census(deals=deals, combinations=tuple(rows))
