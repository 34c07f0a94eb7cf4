"""What the two Portuguese blackjacks of real tables have in common, for their oracles.

Portaria 217/2007 took nearly all rules over from Portaria 1364/2001. The register divides them
differently, so rules are cited as "2007 | 2001" where the numbers differ: "23 | 23-2".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from judging import Difference, Json, Judge

TENS = "TJQK"
BLACKJACK = STANDING_TOTAL = 21
BANK_STANDS = 17
READINGS = ("silent", "split_by", "follow", "bank_over", "low_hands", "burns", "burned_card")
"""The options of ``rules.readings`` that both oracles honour."""
Bet = tuple[str, str]
"""Whose bet lies on which hand: ``(hand, player)``."""


class Book:
    """Compares a round with one of the two acts.

    ``rare`` are rules that random rounds do not meet: they are compared wherever they come up, but
    not counted.
    """

    def __init__(self, verdict: Judge, section: str, rare: Iterable[str]) -> None:
        self.verdict: Final = verdict
        self.section: Final = section
        self.rare: Final = frozenset(rare)
        self.act_of_2001: Final = section.startswith("pt-1364-2001")

    def names(self, rules: str) -> list[str]:
        """The numbers that these rules have in this act: "13 14 | 13 15-2"."""
        new, bar, old = rules.partition("|")
        return (old if self.act_of_2001 and bar else new).split()

    def law(self, rules: str) -> str:
        """How a step cites the first of these rules."""
        return f"{self.section}/{self.names(rules)[0]}"

    def hold(self, rules: str, found: Any, expected: Any, at: int = -1) -> bool:
        """Compare what the record has with what the text says."""
        for rule in self.names(rules):
            if rule not in self.rare:
                self.verdict.hold(rule, found, expected, at)
            elif found != expected:
                self.verdict.differences.append(Difference(rule, found, expected, at))
        return bool(found == expected)


def reading(rules: Json, name: str) -> str:
    """The reading that a table has chosen, "" for the usual one."""
    return str(rules.get("readings", {}).get(name, ""))


class Stop(Exception):
    """Nothing more can be judged: the round ends here, or it is not what was expected."""


def points(card: str) -> int:
    """What a card counts, an ace 1 (6)."""
    rank = card[0]
    return 1 if rank == "A" else 10 if rank in TENS else int(rank)


def total(cards: Iterable[str], fixed: bool = False) -> int:
    """The total of a player's hand: an ace counts 11 where that does not exceed 21 (6.a).

    ``fixed``: one ace keeps the value 1 (32).
    """
    cards = list(cards)
    low = sum(map(points, cards))
    free = sum(card[0] == "A" for card in cards) - fixed
    return low + 10 if free > 0 and low + 10 <= BLACKJACK else low


def bank_total(cards: Iterable[str]) -> int:
    """The total of the bank's hand: an ace counts 11 if the total is then 17 to 21 (6.a)."""
    cards = list(cards)
    low = sum(map(points, cards))
    ace = any(card[0] == "A" for card in cards)
    return low + 10 if ace and BANK_STANDS <= low + 10 <= BLACKJACK else low


def is_blackjack(cards: list[str]) -> bool:
    """An ace with a king, queen, jack or 10 as the first two cards (1.a)."""
    return len(cards) == 2 and sorted(map(points, cards)) == [1, 10]


def is_special(cards: list[str]) -> bool:
    """6, 7 and 8 of one suit, or three 7s (35)."""
    ranks = sorted(card[0] for card in cards)
    return ranks == ["7", "7", "7"] or (ranks == ["6", "7", "8"]
                                        and len({card[1] for card in cards}) == 1)


def place_of(bet: str) -> str:
    """The place of a hand or bet: "5" of "5.2+1/insurance"."""
    return hand_of(bet).partition(".")[0]


def hand_of(bet: str) -> str:
    """The hand of a bet: "5.2" of "5.2+1/insurance"."""
    return bet.partition("/")[0].partition("+")[0]


COUNTS = ("damaged", "misplaced", "jam", "warning-card")
"""The faults that leave an open card to the hand to which it was due."""


def open_card(event: Json) -> str:
    """The card that an event brought to its hand, "" if none.

    A damaged card that lies open keeps its value (ir/50), and a misplaced one belongs to the hand
    to which it was due (ir/24). Neither the warning card (11) nor a jam (51-3) takes a card from
    its hand. What was due face down and is seen is void.
    """
    if incident := event.get("incident"):
        counts = incident["kind"] in COUNTS
        hidden = event["step"].get("seen_by") == ""
        return str(incident.get("card", "")) if counts and not hidden else ""
    return str(event.get("card", ""))


@dataclass
class Hand:
    """The cards of a place, or of one hand of a split, and the bets on them by player."""

    name: str
    stakes: dict[str, int]
    decider: str
    cards: list[str] = field(default_factory=list)
    split: bool = False
    of_aces: bool = False
    fixed: bool = False
    over: bool = False
    """True: lost, surrendered or paid before the bank plays."""

    @property
    def place(self) -> str:
        return place_of(self.name)

    @property
    def total(self) -> int:
        return total(self.cards, self.fixed)

    @property
    def blackjack(self) -> bool:
        """Not a hand of a split: that is a total of 21 (20-2)."""
        return not self.split and is_blackjack(self.cards)

    def must_draw(self, reading: str) -> bool:
        """Whether the hand may not stand (18): at 11 or less. ir/391: of each hand, or only of the
        two cards first dealt, or of none."""
        first = len(self.cards) == 2 and not self.split
        return self.total <= 11 and (
            first if reading == "first-cards-draw" else reading != "may-stand")

    def offers(self, may_split: bool, may_surrender: bool, rules: Json) -> set[str]:
        """What the player who decides may do (18, 26, 27, 29, 31, 36)."""
        two, alike = len(self.cards) == 2, len(set(map(points, self.cards))) == 1
        if reading(rules, "split_by") == "rank":  # ir/37
            alike = len({card[0] for card in self.cards}) == 1
        if self.of_aces:
            return {"stand", "split"}
        found = {"hit"}
        if not self.must_draw(reading(rules, "low_hands")):
            found.add("stand")
        # ir/41: an ace counts 1 for a double. ir/40: an ace with a ten is 21.
        if two and sum(map(points, self.cards)) in (9, 10, 11) and not is_blackjack(self.cards):
            found.add("double")
        if two and alike and may_split:
            found.add("split")
        if two and may_surrender:
            found.add("surrender")
        return found


@dataclass
class Opening:
    """What lies on the table when the first card is dealt."""

    stakes: dict[str, dict[str, int]] = field(default_factory=dict)
    """The bets on each place by player."""
    deciders: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Who decides for a place, and by which rule."""
    chips: dict[str, str] = field(default_factory=dict)
    """The place of each player's jackpot chip."""
    pool: int = 0
    """The jackpot, with the chips of this round."""
    start: int = 0
    """The event with which the deal begins."""
