"""The arithmetic of a blackjack hand: values, totals, pairs, naturals, special combinations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

ACE = "A"
FACES = frozenset("KQJ")
TENS = frozenset("TJQK")
LIMIT = 21

_VALUE = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, **{str(n): n for n in range(2, 10)}}


class Total(NamedTuple):
    """The points of a hand; ``soft`` while one ace in it counts 11."""

    points: int
    soft: bool


def value(card: str) -> int:
    """The points of one card, an ace as 1."""
    return _VALUE[card[0]]


def hard(cards: Sequence[str]) -> int:
    """The points of a hand with every ace as 1."""
    points = 0
    for card in cards:
        points += _VALUE[card[0]]
    return points


def total(cards: Sequence[str], ace_fixed: bool = False) -> Total:
    """The best points of a hand; ``ace_fixed`` keeps its first ace at 1, a later one is free."""
    points = 0
    aces = -1 if ace_fixed else 0
    for card in cards:
        rank = card[0]
        points += _VALUE[rank]
        if rank == ACE:
            aces += 1
    if aces > 0 and points <= LIMIT - 10:
        return Total(points + 10, True)
    return Total(points, False)


def is_blackjack(cards: Sequence[str]) -> bool:
    """An ace with a ten or a figure, in exactly two cards."""
    if len(cards) != 2:
        return False
    first, second = cards[0][0], cards[1][0]
    return (first == ACE and second in TENS) or (second == ACE and first in TENS)


def same_value(first: str, second: str) -> bool:
    """Whether two cards have one value: king and ten do."""
    return _VALUE[first[0]] == _VALUE[second[0]]


def same_rank(first: str, second: str) -> bool:
    """Whether two cards form a pair: king and ten do not."""
    return first[0] == second[0]


def special(cards: Sequence[str]) -> str:
    """``"777"`` or ``"678"`` (of one suit) for the three cards that earn a prize, else ``""``."""
    if len(cards) != 3:
        return ""
    ranks = sorted(card[0] for card in cards)
    if ranks == ["7", "7", "7"]:
        return "777"
    if ranks == ["6", "7", "8"] and len({card[1] for card in cards}) == 1:
        return "678"
    return ""


def label(hand: str, cards: Sequence[str | None], calls: Sequence[str] = ()) -> dict[str, Any]:
    """What a hand of visible cards counts; a hidden card (None) is left out.

    The call "ace-fixed" at the hand keeps its ace at 1.
    """
    seen = [card for card in cards if card is not None]
    points, soft = total(seen, "ace-fixed" in calls)
    return {"total": points, "soft": soft}
