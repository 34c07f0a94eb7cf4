"""The arithmetic of a blackjack hand: values, totals, pairs, blackjacks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from sabot.equipment import PACK
from sabot.procedure.visible_events import NO_LABEL, HandLabel

ACE = "A"
FACES = frozenset("KQJ")
TENS = frozenset("TJQK")
LIMIT = 21
DEALT = 2  # cards first dealt to a hand, or of a hand made by a split

_RANK = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, **{str(n): n for n in range(2, 10)}}
_VALUE = {card: _RANK[card[0]] for card in PACK}
_MARK = 10_000  # added by each ace, so that one sum holds both the points and the aces
_MARKED = {card: points + _MARK * (card[0] == ACE) for card, points in _VALUE.items()}


class Total(NamedTuple):
    """The points of a hand; ``soft`` while one ace in it counts 11."""

    points: int
    soft: bool


@cache
def _total(marked: int) -> Total:
    """The total of a marked sum; cached, since it is asked for all the time."""
    aces, points = divmod(marked, _MARK)
    if aces > 0 and points <= LIMIT - 10:
        return Total(points + 10, True)
    return Total(points, False)


def value(card: str) -> int:
    """The points of one card, an ace as 1."""
    return _VALUE[card]


def hard(cards: Sequence[str]) -> int:
    """The points of a hand with every ace as 1."""
    points = 0
    for card in cards:
        points += _VALUE[card]
    return points


def total(cards: Sequence[str], ace_fixed: bool = False) -> Total:
    """The best points of a hand; ``ace_fixed`` keeps its first ace at 1, a later ace is free."""
    marked = -_MARK if ace_fixed else 0
    for card in cards:
        marked += _MARKED[card]
    return _total(marked)


def has_ace(cards: Sequence[str]) -> bool:
    """Whether one of these cards is an ace, whatever it counts."""
    return ACE in [card[0] for card in cards]


def is_blackjack(cards: Sequence[str]) -> bool:
    """Whether the hand is an ace and a ten or face card, in exactly two cards."""
    return len(cards) == 2 and _MARKED[cards[0]] + _MARKED[cards[1]] == _MARK + 11


def same_value(first: str, second: str) -> bool:
    """Whether two cards have the same value: king and ten do."""
    return _VALUE[first] == _VALUE[second]


def same_rank(first: str, second: str) -> bool:
    """Whether two cards have the same rank: king and ten do not."""
    return first[0] == second[0]


def label(hand: str, cards: Sequence[str | None], calls: Sequence[str] = ()) -> HandLabel:
    """The points of the visible cards of a hand. Hidden cards (None) are left out; a hand that is
    all face down has no label.

    The call "ace-fixed" at the hand keeps its ace at 1, "aces-fixed" all of them.
    """
    visible = [card for card in cards if card is not None]
    if not visible:
        return NO_LABEL
    if "aces-fixed" in calls:
        return HandLabel(total=hard(visible), soft=False)
    points, soft = total(visible, "ace-fixed" in calls)
    return HandLabel(total=points, soft=soft)
