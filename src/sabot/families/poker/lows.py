"""The lowest hands of games in which they win a half of the pot: eight or better.

Such a hand has five different ranks from ace, which is low, to eight. Straights and flushes do not
count. The hand whose highest card is lower wins, then the next card decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

LOWEST_RANKS = "A2345678"
"""The ranks of a low hand, lowest to highest."""


def eight_or_better(own: Sequence[str], common: Sequence[str], use: int) -> tuple[int, ...] | None:
    """The best low hand of ``use`` own cards and the rest common ones; 0 for any.

    Returns its ranks, the highest first, as places in `LOWEST_RANKS`: the smaller tuple wins. None
    where there is no low hand.
    """
    best: tuple[int, ...] | None = None
    hands = combinations((*own, *common), 5) if not use else (
        (*mine, *shared) for mine in combinations(own, use)
        for shared in combinations(common, 5 - use))
    for cards in hands:
        ranks = {LOWEST_RANKS.find(card[0]) for card in cards}
        if len(ranks) == 5 and -1 not in ranks:
            low = tuple(sorted(ranks, reverse=True))
            best = low if best is None else min(best, low)
    return best
