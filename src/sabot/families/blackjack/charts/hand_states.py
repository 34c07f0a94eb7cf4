"""Every hand that can be drawn, numbered: the states of exact odds and of the kernel.

A hand is the multiset of its values, ace 1 to ten 10. Hands that count 21 or more need no decision.
Numbers grow with the points of the hand (its aces as 1), so that every card leads to a higher
number. Six more numbers, from ``States.plain`` on, are the two-card hands 6-7, 6-8 and 7-8 of one
suit, two numbers each: the first where the bank does not show the missing rank of their suit, the
second where it does. Their next hands are those of the same cards in any suits.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Bytes, Shorts

VALUES = range(1, 11)
BUST = -1
SUITED = ((6, 7), (6, 8), (7, 8))


class States(NamedTuple):
    """Arrays over the numbers of hands.

    ``cards`` (n, 10): cards of each value; ``size``: number of cards; ``hard``: points with aces as
    1; ``total``: the best points; ``soft``: 1 while an ace counts 11. ``next`` (n, 10): the hand
    after one more card, BUST above 21. ``one`` (10,): the hand of one card; ``two`` (10, 10): of
    two. ``twin``: the value of a pair, 0 for other hands. ``plain``: the number of hands that are
    not suited.
    """

    cards: Bytes
    size: Bytes
    hard: Bytes
    total: Bytes
    soft: Bytes
    next: Shorts
    one: Shorts
    two: Shorts
    twin: Bytes
    plain: int


def suited_offset(first: int, second: int, same: bool) -> int:
    """The offset of a suited two-card hand from ``States.plain``. ``same``: the bank shows the
    missing card of that suit."""
    return 2 * SUITED.index((min(first, second), max(first, second))) + same


def _hands() -> list[tuple[int, ...]]:
    hands: list[tuple[int, ...]] = []

    def more(hand: list[int], low: int, points_left: int) -> None:
        for value in range(low, min(10, points_left) + 1):
            hand.append(value)
            hands.append(tuple(hand))
            more(hand, value, points_left - value)
            hand.pop()

    more([], 1, 21)
    return sorted(hands, key=lambda hand: (sum(hand), len(hand), hand))


@cache
def states() -> States:
    """The table of all hands, built once."""
    hands = _hands()
    number = {hand: i for i, hand in enumerate(hands)}
    base = [*hands, *(pair for pair in SUITED for _ in range(2))]
    cards = np.array([[hand.count(v) for v in VALUES] for hand in base], dtype=np.int8)
    hard = np.array([sum(hand) for hand in base], dtype=np.int8)
    soft = ((cards[:, 0] > 0) & (hard <= 11)).astype(np.int8)
    follow = np.array([[number.get(tuple(sorted((*hand, v))), BUST) for v in VALUES]
                       for hand in base], dtype=np.int16)
    pairs = [[number[min(a, b), max(a, b)] for b in VALUES] for a in VALUES]
    return States(
        cards, cards.sum(axis=1).astype(np.int8), hard, (hard + 10 * soft).astype(np.int8), soft,
        follow, np.array([number[v,] for v in VALUES], dtype=np.int16),
        np.array(pairs, dtype=np.int16),
        np.array([hand[0] if len(hand) == 2 and hand[0] == hand[1] else 0 for hand in base],
                 dtype=np.int8), len(hands))
