"""The odds page of a game without a bank: the percentage of the house, and how many of all hands
end in each combination."""

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
from sabot.probability.people import (
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
"""The pots for which the percentage is given, in minimum bets per player of the smallest game."""


def cost(table: Table) -> Cost:
    """The cost of playing there (7), in cents: from pots of several sizes, or per player and
    session; ``cave`` is the buy-in (75, 98)."""
    charge = commission(table)
    least = table.minimum or 100
    if isinstance(charge, SessionCommission):
        return SessionCost(rate=charge.rate, law=charge.law, cents=charge.cents, seconds=HOUR,
                           cave=cave(table))
    cap, rate = charge.cap or None, Fraction(charge.rate, 100)
    pots = [least * LEAST * times for times in POTS]
    return HandCost(rate=charge.rate, law=charge.law, cap=charge.cap, pots=tuple(
        Pot(pot=pot, kept=sum(of_hand({1: pot}, rate, cap).values())) for pot in pots))


def of_five(variant: Variant) -> Census:
    """All hands of five cards of the pack, by combination."""
    pack = len(variant.ranking.pack)
    return _census(variant, by_combination(variant.ranking), comb(pack, 5))


def of_a_deal(variant: Variant) -> Census:
    """All deals of a player's own cards and a full board, by their best hand. In Omaha this counts
    some ten thousand million hands."""
    pack, hole = len(variant.ranking.pack), variant.hole
    if variant.use:
        form = Form(variant.name, variant.names["en"], variant.ranking, hole, variant.use)
        return _census(variant, of_two_and_three(form),
                       comb(pack, hole) * comb(pack - hole, BOARD))
    return _census(variant, by_combination(variant.ranking, seven=True), comb(pack, hole + BOARD))


def _census(variant: Variant, counts: Mapping[str, int], deals: int) -> Census:
    """The counts, the strongest combination first; ValueError unless every hand is counted."""
    if sum(counts.values()) != deals:
        raise ValueError(f"counted {sum(counts.values())} hands of {variant.name}, not {deals}")
    rows = []
    for name in reversed(variant.ranking.order):
        if many := counts.get(name, 0):
            chance = Fraction(many, deals)
            rows.append(Combination(name=name, many=many, chance=str(chance),
                                    chance_float=float(chance), once_in=float(1 / chance)))
    return Census(deals=deals, combinations=tuple(rows))
