"""One hand of póquer sem descarte against one open card, by evaluating every bank hand.

This method is independent of `no_draw_count`; tests compare the two.
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
    card_parts,
    number,
    strengths,
)
from sabot.words import phrase


@dataclass(frozen=True)
class Advice:
    """How the bank hands compare with one hand. ``counts`` are those that do not play, that win,
    tie and lose; ``strength`` is that of the hand."""

    law: Law
    strength: Strength
    counts: dict[int, int]

    @property
    def whole(self) -> int:
        """The number of all bank hands."""
        return sum(self.counts.values())

    def chance(self, ends: int) -> Fraction:
        """The chance of this end if the player goes on."""
        return Fraction(self.counts[ends], self.whole)

    @property
    def call(self) -> Fraction:
        """The mean net return of going on, in initial bets; passing returns -1."""
        return sum((self.law.gain(ends, self.strength.rank) * self.chance(ends)
                    for ends in self.counts), Fraction(0)) / self.law.ante

    @property
    def gain(self) -> Fraction:
        """The gain of going on over passing: if positive, go on."""
        return self.call + 1


def sums(parts: Numbers, size: int) -> Numbers:
    """The sums of all subsets of ``size`` of these numbers."""
    totals = parts
    for count in range(2, size + 1):
        totals = np.concatenate([totals[:comb(at, count - 1)] + parts[at]
                                 for at in range(count - 1, len(parts))])
    return totals


def advice(law: Law, hand: Sequence[str], up: str) -> Advice:
    """Five cards against the bank's open card; ValueError for cards that are impossible
    together."""
    ranking = law.ranking
    value = strength(hand, ranking)
    if up not in ranking.pack:
        raise ValueError(phrase("not a card of this pack: {up}; a card is a rank of {ranks} and a "
                                "suit of {suits}", up=repr(up), ranks=ranking.ranks, suits=SUITS))
    if up in hand:
        raise ValueError(phrase("the same card twice: {up}", up=up))
    known, parts = strengths(ranking), np.array(card_parts(ranking))
    mine, open_card = known.number(ranking, hand), number(up, ranking)
    used = [open_card, *(number(card, ranking) for card in hand)]
    left = np.delete(parts, used)
    total = sums(left, HAND - 1) + parts[open_card]
    bank = known.codes[known.rows[total & (1 << RANK_BITS) - 1], known.kinds[total >> RANK_BITS]]
    weak = int((bank < known.plays).sum())
    weaker = int((bank < mine).sum()) - weak if mine >= known.plays else 0
    even = int((bank == mine).sum()) if mine >= known.plays else 0
    return Advice(law, value, {WEAK: weak, WIN: weaker, EVEN: even,
                               LOSE: len(bank) - weak - weaker - even})
