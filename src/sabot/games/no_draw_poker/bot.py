"""The bot of demo tables: small bets, and a simple rule for going on."""

from __future__ import annotations

from collections.abc import Callable

from sabot.families.poker.hands import strength
from sabot.games.no_draw_poker.rules import CARDS
from sabot.procedure import Act, Offer, TableState
from sabot.procedure.table import Table

LEAST = strength(("AS", "KH", "JD", "8C", "3S"))
"""The weakest hand with which the bot goes on."""


def bot(table: Table, player: str, state: TableState, offers: tuple[Offer, ...],
        dice: Callable[[int], int]) -> Act | None:
    """The next act of a bot, None while it waits for others."""
    mine = {(offer.act, offer.seat): offer for offer in offers if player not in offer.barred}
    for (act, seat), offer in mine.items():
        if act == "call":
            cards = [card for card in state.hands.get(seat, []) if card]
            good = len(cards) == CARDS and strength(cards, distinct=False) >= LEAST
            return Act(player, "call" if good else "pass", seat)
        if act == "bet" and "/" not in seat and not state.bets.get(seat):
            return Act(player, "bet", seat, min(offer.high, offer.low * (1 + dice(3))))
        if act == "bet" and "/" in seat and not dice(4):
            return Act(player, "bet", seat, offer.low)
    return None
