"""The cards of one coup and what was announced; discarded when the coup ends."""

from __future__ import annotations

from sabot.equipment import UNKNOWN
from sabot.families.baccarat.values import NATURALS, points

PONTO, BANCA, ASIDE, BURNT = "ponto", "banca", "aside", "burn"
SHOW, NO, CARD = "show", "no", "card"


class Annulled(Exception):
    """The coup is annulled (75-2, 104.c, 106.c); ``law``: the clauses."""

    def __init__(self, *law: str) -> None:
        super().__init__(*law)
        self.law = law


class Play:
    """The cards of one coup, where they lie, and what the players announced and did.

    ``cards``: the cards of each hand, in the order in which they were dealt; ``up``: whether each
    lies face up. ``announced``: what the ponto announced; ``ponto_shown``: the ponto's 8 or 9 lies
    face up. ``deemed``: scores that the law fixes after a fault. ``by_table``: the banker must play
    by the table; ``follows_advice``: the banker asked for advice and must follow it. ``faults``:
    the kinds of incidents reported in this coup. ``loser``: the hand that lost by a fault.
    ``passed_over``: players who had the ponto's cards and lost them. ``advised``: the ponto asked
    for advice. ``declined``: players who said that they would not go banco.
    """

    __slots__ = ("advised", "announced", "by_table", "cards", "declined", "deemed", "faults",
                 "follows_advice", "loser", "passed_over", "ponto_shown", "up")

    def __init__(self) -> None:
        self.cards: dict[str, list[str]] = {PONTO: [], BANCA: []}
        self.up: dict[str, list[bool]] = {PONTO: [], BANCA: []}
        self.announced = self.loser = ""
        self.ponto_shown = self.by_table = self.follows_advice = self.advised = False
        self.deemed: dict[str, int] = {}
        self.faults: set[str] = set()
        self.passed_over: list[str] = []
        self.declined: set[str] = set()

    def add_card(self, hand: str, card: str, *, up: bool) -> None:
        """Add a card to a hand; ``up``: face up."""
        self.cards.setdefault(hand, []).append(card)
        self.up.setdefault(hand, []).append(up)

    def known(self, hand: str) -> bool:
        """Whether the program knows every card of a hand (not so at a real table)."""
        return UNKNOWN not in self.cards[hand]

    def points(self, hand: str, cards: int = 0) -> int:
        """The score of a hand, or of its first ``cards`` cards only (9, 10)."""
        if hand in self.deemed and not cards:
            return self.deemed[hand]
        return points(self.cards[hand][:cards or None])

    def natural(self, hand: str) -> bool:
        """Whether the first two cards of a hand are known and count 8 or 9."""
        return (hand not in self.deemed and UNKNOWN not in self.cards[hand][:2]
                and self.points(hand, 2) in NATURALS)
