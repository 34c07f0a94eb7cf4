"""Evaluates the hands shown: by definition, or by tables where they are built.

Tables take a second to build. A live table shows a few hands an hour and needs none; players of the
house, who estimate their hands at every decision, and a simulation of thousands of hands do. A
house builds them in the background (`wants_tables`, `prepare_tables`), an environment when it is
made; until they exist, hands are evaluated by definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from sabot.families.poker.hands import Ranking, Strength, arrange, best
from sabot.families.pokertable.variant import Variant

if TYPE_CHECKING:
    from sabot.families.poker.estimates import Values
    from sabot.families.poker.lookup import Evaluator

MANY = 500
"""Tables of a ranking are built after so many shown hands."""
SOON = MANY // 2
"""A house builds the tables in advance after so many shown hands."""
_hands_shown: dict[str, int] = {}
# By the ranking's name, whose hash is cheaper than that of a ranking.
_evaluators: dict[str, Evaluator] = {}
_in_preparation: set[tuple[str, int]] = set()
_compiled: dict[tuple[str, int], Values] = {}
_wanted: dict[tuple[str, int], Variant] = {}
# By the ranking's name and the number of own cards that a hand must use.


def _tables(ranking: Ranking) -> Evaluator:
    if ranking.name not in _evaluators:
        from sabot.families.poker.lookup import evaluator
        _evaluators[ranking.name] = evaluator(ranking)
    return _evaluators[ranking.name]


def strengths(variant: Variant, hands: Mapping[int, Sequence[str]], board: Sequence[str]
              ) -> dict[int, Strength]:
    """The strength of each place's cards with the common ones."""
    name = variant.ranking.name
    _hands_shown[name] = _hands_shown.get(name, 0) + len(hands)
    cards = [card for hand in hands.values() for card in hand] + list(board)
    if not _uses_tables(variant.ranking) or len(set(cards)) < len(cards):
        return {place: best(hand, board, variant.ranking, variant.use, distinct=False)[0]
                for place, hand in hands.items()}
    evaluate, tables = valuer(variant), _tables(variant.ranking)
    return {place: tables.strength(evaluate(hand, board)) for place, hand in hands.items()}


def valuer(variant: Variant) -> Callable[[Sequence[str], Sequence[str]], Any]:
    """A function that evaluates own cards and five common ones; its values compare with one
    another. It uses tables where they exist already. No card may occur twice."""
    if not _uses_tables(variant.ranking):
        return lambda hand, board: best(hand, board, variant.ranking, variant.use,
                                        distinct=False)[0]
    tables = _tables(variant.ranking)
    rank: Callable[[Sequence[str]], int] = tables.rank
    if variant.use:
        two: Callable[[Sequence[str], Sequence[str]], int] = tables.two
        return two
    return lambda hand, board: rank((*hand, *board))


def expect_many(variant: Variant) -> None:
    """Announces that many hands will be shown: from now on tables are used."""
    _hands_shown[variant.ranking.name] = MANY + 1


def want_compiled(variant: Variant) -> None:
    """Notes that players of the house estimate such hands: as another variant of a mixed table, or
    by another reading of the ranking."""
    _wanted[variant.ranking.name, variant.use] = variant


def wants_tables(variant: Variant) -> bool:
    """Whether the tables of a ranking, or compiled estimates, will soon be used, and are neither
    built nor being built."""
    name = variant.ranking.name
    return any(key not in _compiled and key not in _in_preparation for key in _wanted) or (
        _hands_shown.get(name, 0) > SOON and name not in _evaluators
        and not _prepares(variant.ranking))


def prepare_tables(variant: Variant) -> None:
    """Builds all tables of a ranking that hands of a table need, and compiles the estimates of
    players of the house, also those that they wanted meanwhile; may run in a thread while games go
    on."""
    for one in (variant, *_wanted.values()):
        _prepare(one)


def _prepare(variant: Variant) -> None:
    ranking = variant.ranking
    key = ranking.name, variant.use
    if (key in _compiled and ranking.name in _evaluators) or key in _in_preparation:
        return
    _in_preparation.add(key)
    try:
        tables, cards = _tables(ranking), list(ranking.pack[:7])
        tables.compile()
        for hand in (cards[:5], *(() if ranking.suited_high else (cards[:6], cards))):
            tables.rank(hand)
        from sabot.families.poker.estimates import compile_estimates, values_of
        values = values_of(variant.use, tables)
        compile_estimates(values, bool(variant.use))
        _compiled[key] = values
    finally:
        _in_preparation.discard(key)


def compiled_values(variant: Variant) -> Values | None:
    """The tables of compiled estimates, None where they are not prepared."""
    return _compiled.get((variant.ranking.name, variant.use))


def _uses_tables(ranking: Ranking) -> bool:
    built = ranking.name in _evaluators or _hands_shown.get(ranking.name, 0) > MANY
    return built and not _prepares(ranking)


def _prepares(ranking: Ranking) -> bool:
    """Whether a thread builds tables of this ranking now."""
    return bool(_in_preparation) and any(name == ranking.name for name, _ in _in_preparation)


def best_five(variant: Variant, hand: Sequence[str], board: Sequence[str], wanted: Strength
              ) -> tuple[str, ...]:
    """The five cards that have this strength, those of the combination first."""
    ranking, every = variant.ranking, (*hand, *board)
    if _uses_tables(ranking) and len(set(every)) == len(every):
        rank, number = _tables(ranking).rank, valuer(variant)(hand, board)
        return arrange(next(cards for cards in _choices(variant, hand, board)
                            if rank(cards) == number), wanted, ranking)
    for cards in _choices(variant, hand, board):
        if best(cards, (), ranking, distinct=False)[0] == wanted:
            return arrange(cards, wanted, ranking)
    raise ValueError(f"no five of {' '.join((*hand, *board))} make {wanted.category}")


def _choices(variant: Variant, hand: Sequence[str], board: Sequence[str]
             ) -> Iterator[tuple[str, ...]]:
    """Every five cards of which a combination may consist."""
    if not variant.use:
        yield from combinations((*hand, *board), 5)
    else:
        for own in combinations(hand, variant.use):
            for common in combinations(board, 5 - variant.use):
                yield (*own, *common)
