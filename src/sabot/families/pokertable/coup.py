"""A hand of non-banked poker in the order of the law; each phase is a module."""

from __future__ import annotations

from sabot import regulations as law
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
from sabot.families.pokertable.betting import begin_street, betting
from sabot.families.pokertable.betting_terms import lawful
from sabot.families.pokertable.irregularities import Annulled, Shared
from sabot.families.pokertable.round import Carry, Round, Steps
from sabot.families.pokertable.variant import Variant, as_read
from sabot.procedure import Call, Void
from sabot.procedure.table import Table
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")


def coup(variant: Variant, table: Table, carry: Carry) -> Steps:
    """One hand, from the top-ups to the collection of the cards; returns the next carry."""
    r = Round(table, carry, as_read(variant.name, table.rules.readings), lawful(table, variant))
    try:
        yield from r.resume({bet: (player, cents) for bet, player, cents in carry.held}, L["52"])
        yield from people.between_hands(r)   # 8, 12-14, 24-28, 75-80
        yield from play_hand(r)
    except Shared as pot:
        yield from showdown.share(r, pot.places)   # 71.g
    except Annulled as null:
        yield from misdeal.annul(r, null)   # 69, 109
        yield from cards.collect(r)
    except Void as stopped:
        yield from void(r, stopped)
    next_carry = r.next_carry()
    yield from r.hold(L["52"])
    return next_carry


def play_hand(r: Round) -> Steps:
    """The hand itself, once its players are known."""
    yield from start.assign_hand(r)          # 29, 30
    yield from dealer_choice.choose(r)       # 23
    yield from cards.prepare(r)       # 31-33, 100-101
    begin_street(r)
    yield from start.forced_bets(r)        # 81-83, 102
    yield from cards.deal_hole_cards(r)       # 34, 35, 77
    if r.variant.ahead:
        yield from betting(r, *start.first_to_speak(r, 1))
    else:
        yield from blind.blind_bets(r)     # 106
        r.level, r.last_raise, r.wagered = 0, 0, {}
        r.trouble.begin()
    for n in range(len(r.variant.board)):
        if len(r.live) < 2:
            break
        if (yield from early_cards.skip_round(r)):  # 110
            continue
        yield from cards.deal_street(r, n)  # 41, 43, 45, 107, 108
        if n or r.variant.ahead:
            begin_street(r)
        if (yield from early_cards.skip_own_round(r)):
            continue
        yield from betting(r, *start.first_to_speak(r, r.street))
    for own in r.terms.boards if len(r.live) > 1 else ():
        yield from cards.deal_further_board(r, own)
    yield from faults.call_for_cards(r)             # 62
    division = yield from showdown.showdown(r)    # 51, 62-64
    if len(r.live) > 1:
        yield from faults.ask_agreement(r, next(iter(division.won)))   # 63-65
    absences.count_hand(r)                           # 13, 89
    yield from showdown.settle(r, division)       # 7, 49-50, 65-67, 104
    yield from cards.collect(r)       # 68
    r.hands += 1


def void(r: Round, stopped: Void) -> Steps:
    """A hand that cannot be determined: bets go back to the stacks (69, IR 24). If the table
    closes, stacks go back to their players."""
    yield Call(IR[24], call="void", facts={"cause": stopped.cause})
    yield from misdeal.return_bets(r, IR[24])
    yield from cards.collect(r)
    r.renewed = True  # play was interrupted (4-2)
    if stopped.closes:
        yield from r.refund(IR[24])
