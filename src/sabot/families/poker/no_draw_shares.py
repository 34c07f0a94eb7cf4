"""How often two players have the same combination: equal jackpot prizes are divided (12)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from sabot.families.poker.hands import Ranking
from sabot.families.poker.no_draw import HAND, Hands, hands, strengths

MOST = 60_000
"""Above so many hands of a combination, comparing their pairs takes too long."""


@lru_cache(maxsize=2)
def _hands(ranking: Ranking) -> Hands:
    return hands(ranking)


@lru_cache(maxsize=64)
def shared_combination(ranking: Ranking, category: int) -> Fraction | None:
    """The chance that one other player has the same combination as a player who has it; None where
    it is so common that there are too many pairs. Every pair of hands is compared, once for all
    renamings of suits."""
    listed = _hands(ranking)
    kinds = strengths(ranking).categories[listed.strength]
    mine = kinds == category
    if mine.sum() > MOST:
        return None
    sets = (np.uint64(1) << listed.cards.astype(np.uint64)).sum(1, dtype=np.uint64)
    masks = sets[mine]
    pairs = sum(int(times) * int((masks & sets[hand] == 0).sum())
                for hand, times in zip(listed.chosen, listed.times, strict=True) if mine[hand])
    left = len(ranking.pack) - HAND
    return Fraction(pairs, int(mine.sum()) * comb(left, HAND))
