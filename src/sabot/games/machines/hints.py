"""Hints for practice at a machine: what each bet costs, and what each way to hold cards costs."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sabot.families.machine.draw import Draw
from sabot.families.machine.drawhands import HAND
from sabot.families.machine.minimum_return import bet_of
from sabot.families.machine.par_report import par_sheet
from sabot.games.machines.cards import hand, held_places, hold_names
from sabot.games.machines.round import GAME
from sabot.games.machines.rules import bets_of, model_of, rate_of, winners_by_bet
from sabot.probability.answer import Answer
from sabot.procedure.hints import (
    MACHINE,
    ActCosts,
    Hint,
    Seen,
    SpotPrice,
    act_costs,
    cheapest,
    spot_price,
)
from sabot.procedure.table import Table

LONGEST = 40
"""The longest fraction that is sent as text; a longer one is sent as a number."""


@lru_cache(maxsize=32)
def prices(table: Table) -> dict[str, SpotPrice]:
    """The price of each bet of a machine by the plan of its prizes, with the jackpots that it can
    win."""
    model, rate = model_of(table.rules), rate_of(table.rules.jackpot)
    every = {bet.bet: bet for bet in par_sheet(model, 0, rate, winners_by_bet(table)).every_bet}
    priced = {}
    for seat, bet in bets_of(table).items():
        back = every[bet_of(model, bet.lines, bet.stake)]
        edge = 1 - Fraction(back.whole)
        text = str(edge)
        priced[seat] = spot_price(seat, text if len(text) <= LONGEST else repr(float(edge)),
                                  float(edge), cents=bet.cost)
    return priced


def hint(table: Table, seen: Seen, answer: Answer | None) -> Hint:
    """The hint of a moment: cards to hold, or the price of each bet that is open."""
    model = model_of(table.rules)
    acts = {offer.act for offer in seen.offers}
    if isinstance(model, Draw) and "draw" in acts:
        costs = _holds(table, model, seen)
        return Hint(basis=MACHINE, decisions=(costs,) if costs else ())
    priced = prices(table)
    spots = tuple(priced[spot] for offer in seen.offers if offer.act == "spin" and not offer.barred
                  for spot in offer.spots if spot in priced)
    return Hint(basis=MACHINE, spots=spots, best=cheapest(spots))


def _holds(table: Table, model: Draw, seen: Seen) -> ActCosts | None:
    """What each way to hold the five cards costs; None where a card is not in view."""
    from sabot.families.machine.draw import DrawSheet
    cost = seen.mine.get(GAME, 0)
    stakes = {bet.stake for bet in bets_of(table).values() if bet.cost == cost}
    five = [cards[0] for place in range(1, HAND + 1)
            if (cards := seen.state.hands.get(hand(place))) and cards[0]]
    tables = {tuple(model.pay_table(stake).items()) for stake in stakes}
    if len(tables) != 1 or len(five) < HAND:
        return None
    values = DrawSheet(model, min(stakes)).values_of(five)
    by_hold = {frozenset(held): value for held, value in values.items()}
    return act_costs({("draw", name): by_hold[frozenset(five[place - 1] for place in
                                                       held_places(name))]
                     for name in hold_names()}, cost)
