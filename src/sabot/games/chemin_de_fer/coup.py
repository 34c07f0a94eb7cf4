"""A coup of chemin de fer in the order of the law; each phase is a module."""

from __future__ import annotations

from sabot.games.chemin_de_fer import banco, bank, cards, deal, decide, hand, people, settle
from sabot.games.chemin_de_fer.play import Annulled
from sabot.games.chemin_de_fer.playing import cleared
from sabot.games.chemin_de_fer.round import Carry, Round, Steps
from sabot.law import IR
from sabot.procedure import Void
from sabot.procedure.table import Table


def coup(table: Table, carry: Carry) -> Steps:
    """One coup, from the hand being given to the bets being paid; the next carry."""
    r = Round(table, carry)
    try:
        yield from bank.again(r)        # what stayed on the table is in play again
        yield from people.enough(r)     # 15, 16: nobody plays with fewer than four
        yield from cards.prepare(r)     # 7-8, 12-14, 27-29, 32-33
        yield from hand.given(r)        # 29-35, 39, 76-94: who banks, with how much, with whom
        yield from banco.bets(r)        # 36-61: the race for the bank, then bets up to it
        try:
            yield from deal.deal(r)     # 62-63, 101
            yield from decide.play(r)   # 64-71, 98-102
            yield from settle.settle(r)  # 2, 72-76, 95
        except Annulled as stopped:     # 75-2, 104.c, 106.c
            yield from settle.annulled(r, stopped)
        yield from bank.after(r)        # 34, 47, 96.c: percentage, garage, whose hand it is now
    except Void as stopped:
        yield from cleared(r, IR[24])
        yield from bank.void(r, stopped)
    return (yield from bank.end(r))
