"""The bot of demo tables: plays lawfully, draws by the table, and never delays others."""

from __future__ import annotations

from collections.abc import Callable

from sabot.games.chemin_de_fer import drawing
from sabot.games.chemin_de_fer.play import BANCA, PONTO
from sabot.procedure import Act, Offer, TableState
from sabot.procedure.table import Table
from sabot.procedure.visible_events import NO_LABEL

_WAITS = frozenset(("sit", "join", "book", "change-seat", "leave", "stand-up", "by-the-table",
                    "by-choice", "shuffle", "associate", "bid-together", "half", "clear",
                    "ask-advice"))
"""Acts that a bot never chooses."""
_FIRST = ("show", "no-cut", "alone", "continue")
"""Acts that it chooses first."""
_LAST = ("no-banco", "no-level", "no-bid", "done", "decline-hand")
"""Acts that it chooses when it chose nothing else."""


def bot(table: Table, player: str, state: TableState, offers: tuple[Offer, ...],
        dice: Callable[[int], int]) -> Act | None:
    """The next act of a bot, None when it waits for others.

    It banks with the minimum, sometimes goes banco, bets small sums, and draws by the table.
    """
    own = {offer.act: offer for offer in offers if offer.act not in _WAITS
           and player not in offer.barred and offer.note != "full"}
    if not own:
        return None
    for act in _FIRST:
        if act in own and (act != "continue" or "pass-hand" not in own or dice(5)):
            return _minimum_act(player, own[act])
    if "banco" in own or "banco-table" in own or "suivi" in own or "banco-alone" in own:
        return _go_banco(table, player, own, dice)
    if "bet" in own:
        return _bet(player, state, own, dice)
    for act in ("pass-hand", "bank", "take-hand"):
        if act in own:
            return _minimum_act(player, own[act])
    for act in _drawing_acts(state, own, dice):
        if act in own:
            return _minimum_act(player, own[act])
    return next((_minimum_act(player, own[act]) for act in _LAST if act in own), None)


def _minimum_act(player: str, offer: Offer) -> Act:
    """The act of an offer with the minimum amount."""
    amount = -(-offer.low // offer.unit) * offer.unit if offer.unit else 0
    return Act(player, offer.act, offer.spots[0], amount)


def _go_banco(table: Table, player: str, own: dict[str, Offer], dice: Callable[[int], int]) -> Act:
    """Go banco one time in eight, unless the bank is high."""
    for act in ("suivi", "banco", "banco-alone"):
        if act in own and own[act].cost <= 10 * table.minimum and not dice(8):
            return _minimum_act(player, own[act])
    return _minimum_act(player, own["no-banco"])


def _bet(player: str, state: TableState, own: dict[str, Offer], dice: Callable[[int], int]) -> Act:
    """Bet one to three times the minimum, once."""
    bet = own["bet"]
    if state.bets.get(bet.seat) and "done" in own:
        return _minimum_act(player, own["done"])
    return Act(player, "bet", bet.seat, min(bet.high, bet.low * (1 + dice(3))))


def _drawing_acts(state: TableState, own: dict[str, Offer], dice: Callable[[int], int]
                  ) -> tuple[str, ...]:
    """What the table of drawing says, by chance for a ponto with 5; the preferred act first."""
    if "draw" in own:
        cards = state.hands.get(PONTO, [])
        third = cards[2] or "" if len(cards) > 2 else ""
        score = _score(state, BANCA)
        draws = 0 <= score < 8 and drawing.banker_letter(score, third) != drawing.NOT
        return ("draw", "stand") if draws else ("stand", "draw")
    score = _score(state, PONTO)
    letter = drawing.ponto_letter(score) if 0 <= score < 8 else drawing.NOT
    draws = letter == drawing.MUST or (letter == drawing.MAY and not dice(2))
    return ("card", "no") if draws else ("no", "card")


def _score(state: TableState, hand: str) -> int:
    """The score of a hand as the bot sees it, -1 when it does not see it."""
    total = state.labels.get(hand, NO_LABEL).total
    return total if isinstance(total, int) else -1
