"""The ranks of hands of three cards, in the order of the published list: 1 the highest, 31 the
lowest."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.families.baccarat.values import points

FIGURES = frozenset("JQK")
"""Jack, queen and king. A ten also counts nothing, but is not a figure."""

HIGHEST, LOWEST = 1, 31


def rank(cards: Sequence[str]) -> int:
    """The rank of three cards: three figures, then by their points from nine to nothing, and
    within the same points by the number of figures, two, one or none."""
    count = figures(cards)
    return HIGHEST if count == 3 else 2 + 3 * (9 - points(cards)) + (2 - count)


def figures(cards: Sequence[str]) -> int:
    """The number of figures among these cards."""
    return sum(card[0] in FIGURES for card in cards)


def of_rank(number: int) -> tuple[int, int]:
    """The points and the number of figures of a rank; three figures have no points: (0, 3)."""
    if number == HIGHEST:
        return 0, 3
    down, fewer = divmod(number - 2, 3)
    return 9 - down, 2 - fewer
