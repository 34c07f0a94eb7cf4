"""How chemin de fer is played by itself at a demo table: lawfully, by the table, never in the way.
"""

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
"""What a bot never does of itself."""
_FIRST = ("show", "no-cut", "alone", "continue")
"""What it does where it may."""
_LAST = ("no-banco", "no-level", "no-bid", "done", "decline-hand")
"""What it does where nothing else came to its mind."""


def bot(table: Table, player: str, told: TableState, offers: tuple[Offer, ...],
        dice: Callable[[int], int]) -> Act | None:
    """What a bot does next, None where it waits for others.

    It banks with the least, goes banco now and then, bets small sums, and takes cards by the table.
    """
    mine = {offer.act: offer for offer in offers if offer.act not in _WAITS
            and player not in offer.barred and offer.note != "full"}
    if not mine:
        return None
    for act in _FIRST:
        if act in mine and (act != "continue" or "pass-hand" not in mine or dice(5)):
            return _does(player, mine[act])
    if "banco" in mine or "banco-table" in mine or "suivi" in mine or "banco-alone" in mine:
        return _races(table, player, mine, dice)
    if "bet" in mine:
        return _bets(player, told, mine, dice)
    for act in ("pass-hand", "bank", "take-hand"):
        if act in mine:
            return _does(player, mine[act])
    for act in _table(told, mine, dice):
        if act in mine:
            return _does(player, mine[act])
    return next((_does(player, mine[act]) for act in _LAST if act in mine), None)


def _does(player: str, offer: Offer) -> Act:
    """The least that an offer takes."""
    amount = -(-offer.low // offer.unit) * offer.unit if offer.unit else 0
    return Act(player, offer.act, offer.spots[0], amount)


def _races(table: Table, player: str, mine: dict[str, Offer], dice: Callable[[int], int]) -> Act:
    """Banco one time in eight against a bank that is not too high."""
    for act in ("suivi", "banco", "banco-alone"):
        if act in mine and mine[act].cost <= 10 * table.minimum and not dice(8):
            return _does(player, mine[act])
    return _does(player, mine["no-banco"])


def _bets(player: str, told: TableState, mine: dict[str, Offer], dice: Callable[[int], int]) -> Act:
    """One to three times the minimum, once."""
    bet = mine["bet"]
    if told.bets.get(bet.seat) and "done" in mine:
        return _does(player, mine["done"])
    return Act(player, "bet", bet.seat, min(bet.high, bet.low * (1 + dice(3))))


def _table(told: TableState, mine: dict[str, Offer], dice: Callable[[int], int]
           ) -> tuple[str, ...]:
    """What the table of drawing says, the punter's with 5 by chance; first what it prefers."""
    if "draw" in mine:
        cards = told.hands.get(PONTO, [])
        third = cards[2] or "" if len(cards) > 2 else ""
        score = _score(told, BANCA)
        draws = 0 <= score < 8 and drawing.banker(score, third) != drawing.NOT
        return ("draw", "stand") if draws else ("stand", "draw")
    score = _score(told, PONTO)
    says = drawing.ponto(score) if 0 <= score < 8 else drawing.NOT
    draws = says == drawing.MUST or (says == drawing.MAY and not dice(2))
    return ("card", "no") if draws else ("no", "card")


def _score(told: TableState, hand: str) -> int:
    """The score of a hand as the bot sees it, -1 where it does not."""
    total = told.labels.get(hand, NO_LABEL).total
    return total if isinstance(total, int) else -1
