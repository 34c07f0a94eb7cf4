"""Estimates how strong a hand is for its player: how often it beats another, by random deals.

Few deals are enough for a bot at a demo table. Hands are compared by definition, or by tables where
these exist, with the same result. `families.poker.equity` computes exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from sabot.families.pokertable.hand_values import valuer
from sabot.families.pokertable.variant import Variant

DEALS = 24
"""Deals for one estimate where any cards may be used; fewer where a comparison costs more."""


def win_chance(variant: Variant, hole: Sequence[str], board: Sequence[str],
               dice: Callable[[int], int]) -> Fraction:
    """How often these cards beat those of one random opponent, a tie counting half, on random
    boards. Unknown own cards are dealt too."""
    evaluate, common = valuer(variant), sum(variant.board) - len(board)
    own, deals = variant.hole - len(hole), DEALS * 2 // max(2, variant.hole)
    left = [card for card in variant.ranking.pack if card not in hole and card not in board]
    mine = evaluate(hole, board) if not own and not common else None
    won = 0
    for _ in range(deals):
        drawn = list(_sample(left, variant.hole + own + common, dice))
        full = [*board, *drawn[:common]]
        theirs = evaluate(drawn[common:common + variant.hole], full)
        ours = mine if mine is not None else evaluate([*hole, *drawn[common + variant.hole:]], full)
        won += 2 if ours > theirs else ours == theirs
    return Fraction(won, 2 * deals)


def _sample(left: list[str], count: int, dice: Callable[[int], int]) -> Iterator[str]:
    """A random selection of so many of these cards, uniform; the rest of the list is left in some
    order."""
    for n in range(count):
        at = n + dice(len(left) - n)
        left[n], left[at] = left[at], left[n]
        yield left[n]
