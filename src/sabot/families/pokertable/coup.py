"""A hand of non-banked poker in the order of the law; each phase is a module."""

from __future__ import annotations

from sabot import law
from sabot.families.pokertable import (
    absences,
    blind,
    cards,
    dealer_choice,
    early_cards,
    faults,
    misdeal,
    people,
    showdown,
    start,
)
from sabot.families.pokertable.betting import begin, betting
from sabot.families.pokertable.betting_terms import lawful
from sabot.families.pokertable.irregularities import Annulled
from sabot.families.pokertable.round import Carry, Round, Steps
from sabot.families.pokertable.variant import Variant
from sabot.law import IR
from sabot.procedure import Call, Void
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/poquer-nao-bancado")


def coup(variant: Variant, table: Table, carry: Carry) -> Steps:
    """One hand, from the caves being made up to the cards being taken back; the next carry."""
    r = Round(table, carry, variant, lawful(table, variant))
    try:
        yield from r.resume({bet: (who, cents) for bet, who, cents in carry.held}, L["52"])
        yield from people.between(r)   # 8, 12-14, 24-28, 75-80
        yield from hand(r)
    except Annulled as null:
        yield from misdeal.annulled(r, null)   # 69, 109
        yield from cards.removed(r)
    except Void as stopped:
        yield from void(r, stopped)
    left = r.left()
    yield from r.hold(L["52"])
    return left


def hand(r: Round) -> Steps:
    """The hand itself, once it is known who plays."""
    yield from start.hand(r)          # 29, 30
    yield from dealer_choice.chosen(r)       # 23
    yield from cards.prepare(r)       # 31-33, 100-101
    begin(r)
    yield from start.forced(r)        # 81-83, 102
    yield from cards.pockets(r)       # 34, 35, 77
    if r.variant.ahead:
        yield from betting(r, *start.first(r, 1))
    else:
        yield from blind.blind(r)     # 106
        r.level, r.raised, r.put = 0, 0, {}
        r.trouble.begin()
    for n in range(len(r.variant.board)):
        if len(r.live) < 2:
            break
        if (yield from early_cards.lost(r)):  # 110
            continue
        yield from cards.street(r, n)  # 41, 43, 45, 107, 108
        if n or r.variant.ahead:
            begin(r)
        yield from betting(r, *start.first(r, r.street))
    yield from faults.turned_up(r)             # 62
    found = yield from showdown.showdown(r)    # 51, 62-64
    if len(r.live) > 1:
        yield from faults.agreed(r, next(iter(found.won)))   # 63-65
    absences.counted(r)                           # 13, 89
    yield from showdown.settle(r, found)       # 7, 49-50, 65-67, 104
    yield from cards.removed(r)       # 68
    r.hands += 1


def void(r: Round, stopped: Void) -> Steps:
    """A hand that cannot be determined: what was bet goes back to the caves (69, IR 24); where the
    table closes, caves go back to their players."""
    yield Call(IR[24], call="void", facts={"cause": stopped.cause})
    yield from misdeal.given_back(r, IR[24])
    yield from cards.removed(r)
    r.renewed = True  # play was interrupted (4-2)
    if stopped.closes:
        yield from r.refund(IR[24])
