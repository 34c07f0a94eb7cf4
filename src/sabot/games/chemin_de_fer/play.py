"""What a coup finds out while its cards are played; nothing of it outlives the coup."""

from __future__ import annotations

from sabot.equipment import UNKNOWN
from sabot.families.baccarat.values import NATURALS, points

PONTO, BANCA, ASIDE, BURNT = "ponto", "banca", "aside", "burn"
SHOW, NO, CARD = "show", "no", "card"


class Annulled(Exception):
    """The coup is annulled (75-2, 104.c, 106.c); ``law`` says under which clauses."""

    def __init__(self, *law: str) -> None:
        super().__init__(*law)
        self.law = law


class Play:
    """The cards of one coup, where they lie, and what was said and done with them.

    ``cards``: the hands, in the order in which the cards came; ``up`` says of each whether all see
    it. ``said``: the ponto's announcement, ``shown`` whether his game is on the table.
    ``deemed``: scores that the law gives. ``tabled``: the banker plays by the table; ``obeys``: he
    asked what it says. ``faults``: what was reported of this coup. ``loser``: the hand that lost by
    a fault. ``spared``: who had the cards taken from him. ``helped``: the ponto asked for advice.
    ``declined``: who said that he would not go banco.
    """

    __slots__ = ("cards", "declined", "deemed", "faults", "helped", "loser", "obeys", "said",
                 "shown", "spared", "tabled", "up")

    def __init__(self) -> None:
        self.cards: dict[str, list[str]] = {PONTO: [], BANCA: []}
        self.up: dict[str, list[bool]] = {PONTO: [], BANCA: []}
        self.said = self.loser = ""
        self.shown = self.tabled = self.obeys = self.helped = False
        self.deemed: dict[str, int] = {}
        self.faults: set[str] = set()
        self.spared: list[str] = []
        self.declined: set[str] = set()

    def lay(self, hand: str, card: str, *, up: bool) -> None:
        """A card has come to a hand."""
        self.cards.setdefault(hand, []).append(card)
        self.up.setdefault(hand, []).append(up)

    def known(self, hand: str) -> bool:
        """Whether the program knows every card of a hand."""
        return UNKNOWN not in self.cards[hand]

    def points(self, hand: str, cards: int = 0) -> int:
        """The score of a hand, or of its first so many cards (9, 10)."""
        if hand in self.deemed and not cards:
            return self.deemed[hand]
        return points(self.cards[hand][:cards or None])

    def natural(self, hand: str) -> bool:
        """Whether the first two cards of a hand are known to count 8 or 9."""
        return (hand not in self.deemed and UNKNOWN not in self.cards[hand][:2]
                and self.points(hand, 2) in NATURALS)
