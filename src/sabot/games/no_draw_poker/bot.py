"""How no-draw poker is played by itself at a demo table: small bets, and a simple measure."""

from __future__ import annotations

from collections.abc import Callable

from sabot.families.poker.hands import strength
from sabot.games.no_draw_poker.rules import CARDS
from sabot.procedure import Act, Offer, TableState
from sabot.procedure.table import Table

LEAST = strength(("AS", "KH", "JD", "8C", "3S"))
"""It goes on with ace, king, jack, 8 and 3 or better."""


def bot(table: Table, player: str, told: TableState, offers: tuple[Offer, ...],
        dice: Callable[[int], int]) -> Act | None:
    """What a bot does next, None where it waits for others."""
    mine = {(offer.act, offer.seat): offer for offer in offers if player not in offer.barred}
    for (act, seat), offer in mine.items():
        if act == "call":
            cards = [card for card in told.hands.get(seat, []) if card]
            good = len(cards) == CARDS and strength(cards, distinct=False) >= LEAST
            return Act(player, "call" if good else "pass", seat)
        if act == "bet" and "/" not in seat and not told.bets.get(seat):
            return Act(player, "bet", seat, min(offer.high, offer.low * (1 + dice(3))))
        if act == "bet" and "/" in seat and not dice(4):
            return Act(player, "bet", seat, offer.low)
    return None
