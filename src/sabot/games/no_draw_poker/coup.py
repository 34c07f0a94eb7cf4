"""A play of no-draw poker in the order of the law; each phase is a module."""

from __future__ import annotations

from sabot.games.no_draw_poker import bets, cards, deal, people, play, settle
from sabot.games.no_draw_poker.round import Carry, Round, Steps
from sabot.law import IR
from sabot.procedure import Call, Void
from sabot.procedure.table import Table


def coup(table: Table, carry: Carry) -> Steps:
    """One play, from the pack that is shuffled for it to the last payment; the next carry."""
    r = Round(table, carry)
    try:
        yield from cards.prepare(r)             # 16: shown, shuffled, cut, one burnt
        yield from bets.take_bets(r)            # 13, 16
        yield from bets.close(r)                # 4, 16: nada mais; the jackpot's chips
        try:
            yield from deal.deal(r)             # 16
            yield from play.look(r)             # 17: vejam o vosso jogo
            yield from play.decide(r)           # 17: vou, passo
            plays = yield from play.bank(r)     # 18
            yield from settle.settle(r, plays)  # 6, 7, 15, 18
            yield from settle.jackpot(r)        # 9, 11, 12
        except deal.Annulled:
            yield from deal.annulled(r)         # 19
    except Void as stopped:
        yield Call(IR[24], call="void", facts={"cause": stopped.cause})
        yield from r.refund(IR[24])
    yield from settle.collected(r)
    yield from people.leaves(r)                 # 20
    return r.after()
