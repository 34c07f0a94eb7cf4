"""One coup of chemin de fer: its phases in the order of the law, each in a module."""

from __future__ import annotations

from sabot.games.chemin_de_fer import banco, bank, cards, deal, decide, hand, people, settle
from sabot.games.chemin_de_fer.play import Annulled
from sabot.games.chemin_de_fer.playing import collect_cards
from sabot.games.chemin_de_fer.round import Carry, Round, Steps
from sabot.procedure import Void
from sabot.procedure.table import Table
from sabot.regulations import IR


def coup(table: Table, carry: Carry) -> Steps:
    """One coup, from giving the hand to paying the bets; returns the next carry."""
    r = Round(table, carry)
    try:
        yield from bank.resume_stakes(r)
        yield from people.wait_for_players(r)  # 15, 16: at least four
        yield from cards.prepare(r)            # 7-8, 12-14, 27-29, 32-33
        yield from hand.give_hand(r)           # 29-35, 39, 76-94: the banker and the bank
        yield from banco.take_bets(r)          # 36-61: banco, then other bets
        try:
            yield from deal.deal(r)            # 62-63, 101
            yield from decide.play_hands(r)    # 64-71, 98-102
            yield from settle.settle(r)        # 2, 72-76, 95
        except Annulled as reason:             # 75-2, 104.c, 106.c
            yield from settle.annul(r, reason)
        yield from bank.update_hand(r)         # 34, 47, 96.c: percentage, whose hand it is now
    except Void as reason:
        yield from collect_cards(r, IR[24])
        yield from bank.void_coup(r, reason)
    return (yield from bank.end_coup(r))
