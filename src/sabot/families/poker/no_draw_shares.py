"""How often two players have the same combination: equal prizes of a jackpot are divided (12)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from sabot.families.poker.hands import Ranking
from sabot.families.poker.no_draw import HAND, Hands, hands, strengths

MOST = 60_000
"""Hands of a combination beyond which looking at their pairs takes too long."""


@lru_cache(maxsize=2)
def _hands(ranking: Ranking) -> Hands:
    return hands(ranking)


@lru_cache(maxsize=64)
def too(ranking: Ranking, category: int) -> Fraction | None:
    """The chance that one other player, whoever he is, has the combination of a player who has it;
    None where it is so common that its pairs are too many. Every pair of hands is looked at, but
    for the names of suits."""
    found = _hands(ranking)
    kinds = strengths(ranking).categories[found.strength]
    mine = kinds == category
    if mine.sum() > MOST:
        return None
    sets = (np.uint64(1) << found.cards.astype(np.uint64)).sum(1, dtype=np.uint64)
    there = sets[mine]
    pairs = sum(int(times) * int((there & sets[hand] == 0).sum())
                for hand, times in zip(found.chosen, found.times, strict=True) if mine[hand])
    left = len(ranking.pack) - HAND
    return Fraction(pairs, int(mine.sum()) * comb(left, HAND))
