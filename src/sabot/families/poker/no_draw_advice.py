"""One hand of póquer sem descarte against one open card: every bank hand is looked at.

This is not how `nodrawcount` counts them: each finds what the other finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from sabot.equipment.arrays import Numbers
from sabot.equipment.cards import SUITS
from sabot.families.poker.hands import Strength, strength
from sabot.families.poker.no_draw import (
    EVEN,
    HAND,
    LOSE,
    RANK_BITS,
    WEAK,
    WIN,
    Law,
    number,
    packed,
    strengths,
)


@dataclass(frozen=True)
class Advice:
    """How the bank hands stand against one hand, in ``ways``: those that do not play, that win,
    tie, and lose; ``held`` is what the hand is worth."""

    law: Law
    held: Strength
    ways: dict[int, int]

    @property
    def whole(self) -> int:
        """All bank hands."""
        return sum(self.ways.values())

    def chance(self, ends: int) -> Fraction:
        """How often it ends so if the player goes on."""
        return Fraction(self.ways[ends], self.whole)

    @property
    def call(self) -> Fraction:
        """What going on returns net on average, in initial bets; to pass returns -1."""
        return sum((self.law.gain(ends, self.held.rank) * self.chance(ends) for ends in self.ways),
                   Fraction(0)) / self.law.ante

    @property
    def gain(self) -> Fraction:
        """What going on gains over passing: above nothing it is right."""
        return self.call + 1


def sums(parts: Numbers, size: int) -> Numbers:
    """The sums of every set of so many of these numbers."""
    found = parts
    for many in range(2, size + 1):
        found = np.concatenate([found[:comb(at, many - 1)] + parts[at]
                                for at in range(many - 1, len(parts))])
    return found


def advice(law: Law, hand: Sequence[str], up: str) -> Advice:
    """Five cards against the bank's open one; ValueError for cards that cannot be so."""
    ranking = law.ranking
    held = strength(hand, ranking)
    if up not in ranking.pack:
        raise ValueError(f"no card of this pack: {up!r}; a card is a rank of {ranking.ranks} and a "
                         f"suit of {SUITS}")
    if up in hand:
        raise ValueError(f"the same card twice: {up}")
    known, parts = strengths(ranking), np.array(packed(ranking))
    mine, there = known.number(ranking, hand), number(up, ranking)
    gone = [there, *(number(card, ranking) for card in hand)]
    left = np.delete(parts, gone)
    total = sums(left, HAND - 1) + parts[there]
    bank = known.codes[known.rows[total & (1 << RANK_BITS) - 1], known.kinds[total >> RANK_BITS]]
    weak = int((bank < known.plays).sum())
    beaten = int((bank < mine).sum()) - weak if mine >= known.plays else 0
    even = int((bank == mine).sum()) if mine >= known.plays else 0
    return Advice(law, held, {WEAK: weak, WIN: beaten, EVEN: even,
                              LOSE: len(bank) - weak - beaten - even})
