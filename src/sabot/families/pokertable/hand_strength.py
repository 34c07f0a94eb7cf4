"""How good a hand of cards looks to whoever holds it: how often it beats another, by dealing on.

Few deals, by the definition of hands or by its tables where these are made already, both with the
same answer: enough for who plays by himself at a demo table. `families.poker.equity` counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from sabot.families.pokertable.hand_values import value
from sabot.families.pokertable.variant import Variant

DEALS = 24
"""Deals for one look at cards of which any may be used; fewer where each costs more."""


def beats(variant: Variant, hole: Sequence[str], board: Sequence[str],
          dice: Callable[[int], int]) -> Fraction:
    """How often these cards beat those of one other player who holds any, a tie as half, on boards
    that go on by chance. Own cards that are not known are dealt too."""
    of, common = value(variant), sum(variant.board) - len(board)
    own, deals = variant.hole - len(hole), DEALS * 2 // max(2, variant.hole)
    left = [card for card in variant.ranking.pack if card not in hole and card not in board]
    mine = of(hole, board) if not own and not common else None
    won = 0
    for _ in range(deals):
        drawn = list(_drawn(left, variant.hole + own + common, dice))
        full = [*board, *drawn[:common]]
        theirs = of(drawn[common:common + variant.hole], full)
        ours = mine if mine is not None else of([*hole, *drawn[common + variant.hole:]], full)
        won += 2 if ours > theirs else ours == theirs
    return Fraction(won, 2 * deals)


def _drawn(left: list[str], count: int, dice: Callable[[int], int]) -> Iterator[str]:
    """So many of these cards, each as likely; the others stay in some order."""
    for n in range(count):
        at = n + dice(len(left) - n)
        left[n], left[at] = left[at], left[n]
        yield left[n]
