"""Compiled estimates of how strong a hand is: how often it wins in random deals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean, within
from sabot.equipment.streams import BATCH, shuffle_front, stream
from sabot.families.poker.kernel import rank7, two
from sabot.families.poker.lookup import Evaluator
from sabot.families.poker.tables import Paired, Sized


class Values(NamedTuple):
    """The tables that evaluate hands: ``seven`` where any own cards may be used, ``two`` where
    exactly two are; the other is empty."""

    seven: Sized
    two: Paired


def values_of(use: int, evaluator: Evaluator) -> Values:
    """The tables that evaluate hands under the ranking of an evaluator; ``use``: how many own cards
    a hand must have, 2, or 0 for any number."""
    tables = evaluator.tables
    return Values(_no_sized() if use else tables.of_size(7),
                  tables.with_board() if use else _no_paired())


@within
def _value(values: Values, hole: Octets, board: Octets, exactly_two: bool) -> int:
    """The strength of own cards with five common ones."""
    if exactly_two:
        return two(values.two, hole, board)
    return rank7(values.seven, hole[0], hole[1], board[0], board[1], board[2], board[3], board[4])


@lean
def half_wins(values: Values, exactly_two: bool, deals: int, own: int, common: int, rng: Words,
              left: Octets, mine: Octets, theirs: Octets, board: Octets, places: Numbers) -> int:
    """In so many deals, twice the number of those that these cards win, and those that they tie.

    ``mine`` has ``own`` known cards and ``board`` ``common`` known ones; the others and ``theirs``
    are drawn from ``left``.
    """
    points = 0
    hole, size = len(mine), len(left)
    count = 5 - common + hole + hole - own
    for _ in range(deals):
        shuffle_front(rng, left, size, count, places)
        at = signed(0)
        for k in range(common, 5):
            board[k] = left[at]
            at += 1
        for k in range(hole):
            theirs[k] = left[at]
            at += 1
        for k in range(own, hole):
            mine[k] = left[at]
            at += 1
        other = _value(values, theirs, board, exactly_two)
        this = _value(values, mine, board, exactly_two)
        points += 2 if this > other else signed(this == other)
    return points


def compile_estimates(values: Values, exactly_two: bool) -> None:
    """Compiles `half_wins`, or loads its machine code, by a call without deals."""
    no_cards = np.zeros(5, np.uint8)
    half_wins(values, exactly_two, 0, 2, 0, stream(0, 0), no_cards, no_cards, no_cards, no_cards,
              np.zeros(BATCH, np.int64))


def _no_sized() -> Sized:
    words, halves = np.zeros(1, np.uint64), np.zeros(1, np.uint16)
    return Sized(words, words, halves, halves, halves, halves, np.zeros(1, np.int64))


def _no_paired() -> Paired:
    octets, halves = np.zeros(1, np.uint8), np.zeros((1, 1), np.uint16)
    return Paired(_no_sized(), octets, octets, halves, np.zeros(1, np.int64), halves)
