"""The arithmetic of a blackjack hand: values, totals, pairs, naturals."""

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
DEALT = 2  # cards first dealt to a hand, or that make one after a split

_RANK = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, **{str(n): n for n in range(2, 10)}}
_VALUE = {card: _RANK[card[0]] for card in PACK}
_MARK = 10_000  # what an ace adds beside its point, so that one sum holds the points and the aces
_MARKED = {card: points + _MARK * (card[0] == ACE) for card, points in _VALUE.items()}


class Total(NamedTuple):
    """The points of a hand; ``soft`` while one ace in it counts 11."""

    points: int
    soft: bool


@cache
def _total(marked: int) -> Total:
    """The total of a marked sum. There are few of them, and they are asked for all the time."""
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
    """The best points of a hand; ``ace_fixed`` keeps its first ace at 1, a later one is free."""
    marked = -_MARK if ace_fixed else 0
    for card in cards:
        marked += _MARKED[card]
    return _total(marked)


def has_ace(cards: Sequence[str]) -> bool:
    """Whether an ace is among these cards, whatever it counts."""
    return ACE in [card[0] for card in cards]


def is_blackjack(cards: Sequence[str]) -> bool:
    """An ace with a ten or a figure, in exactly two cards."""
    return len(cards) == 2 and _MARKED[cards[0]] + _MARKED[cards[1]] == _MARK + 11


def same_value(first: str, second: str) -> bool:
    """Whether two cards have one value: king and ten do."""
    return _VALUE[first] == _VALUE[second]


def same_rank(first: str, second: str) -> bool:
    """Whether two cards form a pair: king and ten do not."""
    return first[0] == second[0]


def label(hand: str, cards: Sequence[str | None], calls: Sequence[str] = ()) -> HandLabel:
    """What a hand of visible cards counts; a hidden card (None) is left out, and of a hand that
    lies face down nothing is said.

    The call "ace-fixed" at the hand keeps its ace at 1.
    """
    seen = [card for card in cards if card is not None]
    if not seen:
        return NO_LABEL
    points, soft = total(seen, "ace-fixed" in calls)
    return HandLabel(total=points, soft=soft)
