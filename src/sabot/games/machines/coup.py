"""The procedure of one game of a machine; each phase is a module."""

from __future__ import annotations

from sabot.families.machine.draw import Draw
from sabot.games.machines import cards, jackpots, pay, people, reels
from sabot.games.machines.clauses import CARRIED, flat
from sabot.games.machines.round import Carry, Round, Steps
from sabot.procedure import Void
from sabot.procedure.table import Table


def coup(table: Table, carry: Carry) -> Steps:
    """One game, from the credit in the machine to the credit that remains; returns the next
    carry."""
    r = Round(table, carry)
    try:
        yield from r.resume(carry.held, *flat(CARRIED))
        yield from jackpots.seed(r)
        stays = table.rules.readings.credit_of == "whoever-sits"
        if carry.held and not r.player and not stays:
            # the machine was set up again: its credit goes back
            yield from pay.give_back(r)
        if (yield from people.await_bet(r)):
            assert r.bet is not None
            if isinstance(r.model, Draw):
                yield from cards.play(r, r.model, r.bet)
            else:
                yield from reels.play(r, r.model, r.bet)
            yield from pay.settle(r)
            if r.ended is not None and r.ended.closes:
                yield from pay.close(r)
    except Void as stopped:
        yield from pay.void(r, stopped)
    return r.next_carry((yield from r.hold(*flat(CARRIED))))
