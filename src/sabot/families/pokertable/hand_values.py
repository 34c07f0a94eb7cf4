"""What the hands shown are worth: by definition, or by tables where many are shown.

A live table shows a few hands an hour and needs no tables, which take a second to make; whoever
plays thousands of hands soon does. A house has them made beside its games (`soon`, `prepare`):
what is asked meanwhile is told by definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from sabot.equipment import PACK
from sabot.families.poker.hands import Ranking, Strength, best, laid
from sabot.families.pokertable.variant import Variant

if TYPE_CHECKING:
    from sabot.families.poker.lookup import Evaluator

MANY = 500
"""Hands shown under one ranking before its tables are made."""
SOON = MANY // 2
"""Hands shown before a house has the tables made."""
_shown: dict[str, int] = {}
# By the ranking's name, which is found at once where a ranking is not.
_made: dict[str, Evaluator] = {}
_making: set[str] = set()


def _tables(ranking: Ranking) -> Evaluator:
    if ranking.name not in _made:
        from sabot.families.poker.lookup import evaluator
        _made[ranking.name] = evaluator(ranking)
    return _made[ranking.name]


def strengths(variant: Variant, hands: Mapping[int, Sequence[str]], board: Sequence[str]
              ) -> dict[int, Strength]:
    """What each place's cards are worth with the common ones."""
    name = variant.ranking.name
    _shown[name] = _shown.get(name, 0) + len(hands)
    cards = [card for hand in hands.values() for card in hand] + list(board)
    if not _quick(variant.ranking) or len(set(cards)) < len(cards):
        return {place: best(hand, board, variant.ranking, variant.use, distinct=False)[0]
                for place, hand in hands.items()}
    of, made = value(variant), _tables(variant.ranking)
    return {place: made.strength(of(hand, board)) for place, hand in hands.items()}


def value(variant: Variant) -> Callable[[Sequence[str], Sequence[str]], Any]:
    """What own cards and five common ones are worth, as something that compares with its like: by
    tables where they are made already. No card is there twice."""
    if not _quick(variant.ranking):
        return lambda hand, board: best(hand, board, variant.ranking, variant.use,
                                        distinct=False)[0]
    made = _tables(variant.ranking)
    rank: Callable[[Sequence[str]], int] = made.rank
    if variant.use:
        two: Callable[[Sequence[str], Sequence[str]], int] = made.two
        return two
    return lambda hand, board: rank((*hand, *board))


def many(variant: Variant) -> None:
    """Many hands will be shown: the tables are made now."""
    _shown[variant.ranking.name] = MANY + 1


def soon(variant: Variant) -> bool:
    """Whether the tables of a ranking will soon be used, and nobody has made them."""
    name = variant.ranking.name
    return _shown.get(name, 0) > SOON and name not in _made and name not in _making


def prepare(variant: Variant) -> None:
    """Make the tables of a ranking, in a thread where others play on: all that hands of a table
    need of them."""
    ranking, cards = variant.ranking, list(PACK[-7:])
    if ranking.name in _made or ranking.name in _making:
        return
    _making.add(ranking.name)
    try:
        made = _tables(ranking)
        for some in (cards[:5], *(() if ranking.suited_high else (cards[:6], cards))):
            made.rank(some)
    finally:
        _making.discard(ranking.name)


def _quick(ranking: Ranking) -> bool:
    return _shown.get(ranking.name, 0) > MANY and ranking.name not in _making


def five(variant: Variant, hand: Sequence[str], board: Sequence[str], worth: Strength
         ) -> tuple[str, ...]:
    """The five cards that are worth so much, those of the combination first."""
    ranking, all_ = variant.ranking, (*hand, *board)
    if _quick(ranking) and len(set(all_)) == len(all_):
        rank, of = _tables(ranking).rank, value(variant)(hand, board)
        return laid(next(cards for cards in _chosen(variant, hand, board) if rank(cards) == of),
                    worth, ranking)
    for cards in _chosen(variant, hand, board):
        if best(cards, (), ranking, distinct=False)[0] == worth:
            return laid(cards, worth, ranking)
    raise ValueError(f"no five of {' '.join((*hand, *board))} are {worth.category}")


def _chosen(variant: Variant, hand: Sequence[str], board: Sequence[str]
            ) -> Iterator[tuple[str, ...]]:
    """Every five cards that a combination may take."""
    if not variant.use:
        yield from combinations((*hand, *board), 5)
    else:
        for own in combinations(hand, variant.use):
            for common in combinations(board, 5 - variant.use):
                yield (*own, *common)
