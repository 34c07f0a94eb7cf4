"""Every hand that can be drawn, numbered: the states in which exact odds and the kernel think.

A hand is the multiset of its values, ace 1 to ten 10; what counts at 21 or more needs no decision.
Numbers grow with the points of the hand (its aces as 1), so that every card leads to a higher one.
Six numbers more, from ``States.plain`` on, are the two-card hands 6-7, 6-8 and 7-8 of one suit,
twice each: that number where the bank does not show the missing rank of their suit, the next one
where it does. They lead where the hand itself leads.
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

    ``cards`` (n, 10): cards of each value; ``size`` cards, ``hard`` points with aces as 1,
    ``total`` the best points, ``soft`` 1 while an ace counts 11. ``next`` (n, 10): the hand after
    one more card, BUST above 21. ``one`` (10,): the hand of one card; ``two`` (10, 10) of two.
    ``twin``: the value of a pair, 0 for other hands. ``plain``: how many are not suited ones.
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


def suited(first: int, second: int, same: bool) -> int:
    """How far behind ``States.plain`` a suited two-card hand is; ``same``: the bank shows the
    missing card of that suit."""
    return 2 * SUITED.index((min(first, second), max(first, second))) + same


def _hands() -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []

    def more(hand: list[int], low: int, left: int) -> None:
        for value in range(low, min(10, left) + 1):
            hand.append(value)
            found.append(tuple(hand))
            more(hand, value, left - value)
            hand.pop()

    more([], 1, 21)
    return sorted(found, key=lambda hand: (sum(hand), len(hand), hand))


@cache
def states() -> States:
    """The states, made once."""
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
