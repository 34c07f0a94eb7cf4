"""One game of a machine in the order in which it happens; each phase is a module."""

from __future__ import annotations

from sabot.families.machine.draw import Draw
from sabot.games.machines import cards, jackpots, pay, people, reels
from sabot.games.machines.clauses import KEPT, flat
from sabot.games.machines.round import Carry, Round, Steps
from sabot.procedure import Void
from sabot.procedure.table import Table


def coup(table: Table, carry: Carry) -> Steps:
    """One game, from the credit that lies in the machine to what is left of it; the next carry."""
    r = Round(table, carry)
    try:
        yield from r.resume(carry.held, *flat(KEPT))
        yield from jackpots.seeded(r)
        if carry.held and not r.player:  # the machine was set up anew: what lay in it goes back
            yield from pay.given_back(r)
        if (yield from people.game_asked(r)):
            assert r.bet is not None
            if isinstance(r.model, Draw):
                yield from cards.play(r, r.model, r.bet)
            else:
                yield from reels.play(r, r.model, r.bet)
            yield from pay.settle(r)
            if r.ended is not None and r.ended.closes:
                yield from pay.closed(r)
    except Void as stopped:
        yield from pay.void(r, stopped)
    return r.after((yield from r.hold(*flat(KEPT))))
