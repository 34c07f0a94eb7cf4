"""The procedure of one round of no-draw poker; each phase is a module."""

from __future__ import annotations

from sabot.games.no_draw_poker import bets, cards, deal, people, play, settle
from sabot.games.no_draw_poker.round import Carry, Round, Steps
from sabot.procedure import Call, Void
from sabot.procedure.table import Table
from sabot.regulations import IR


def coup(table: Table, carry: Carry) -> Steps:
    """One round, from the shuffle to the last payment; returns the next carry."""
    r = Round(table, carry)
    try:
        yield from cards.prepare(r)             # 16: shown, shuffled, cut, one burnt
        yield from bets.take_bets(r)            # 13, 16
        yield from bets.close(r)                # 4, 16: nada mais; the jackpot's chips
        try:
            yield from deal.deal(r)             # 16
            yield from play.look(r)             # 17: vejam o vosso jogo
            yield from play.decide(r)           # 17: vou, passo
            plays = yield from play.uncover_bank(r)  # 18
            yield from settle.settle(r, plays)  # 6, 7, 15, 18
            yield from settle.settle_jackpot(r)  # 9, 11, 12
        except deal.Misdeal:
            yield from deal.annul(r)            # 19
    except Void as stopped:
        yield Call(IR[24], call="void", facts={"cause": stopped.cause})
        yield from r.refund(IR[24])
    yield from settle.collect_cards(r)
    yield from people.bar_players(r)            # 20
    return r.next_carry()
