"""Estimates how strong a hand is for its player: how often it beats another, by random deals.

Few deals are enough for a bot at a demo table. Hands are compared by definition, or by compiled
code where it is prepared (`hand_values.prepare_tables`), with the same cards and the same result.
`families.poker.equity` computes exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.equipment import PACK
from sabot.equipment.plain_streams import Stream
from sabot.families.pokertable.hand_values import compiled_values, valuer, want_compiled
from sabot.families.pokertable.variant import Variant

if TYPE_CHECKING:
    from sabot.families.poker.estimates import Values

DEALS = 24
"""Deals for one estimate where any cards may be used; fewer where a comparison costs more."""
SEEDS = 1 << 62
BATCH = 4
"""The draws from one word: `streams.BATCH`, which is part of compiled code."""
_PLACE = {card: n for n, card in enumerate(PACK)}


def win_chance(variant: Variant, hole: Sequence[str], board: Sequence[str],
               dice: Callable[[int], int]) -> Fraction:
    """How often these cards beat those of one random opponent, a tie counting half, on random
    boards. Unknown own cards are dealt too. The ``dice`` give the seed of the deals."""
    deals, seed, values = DEALS * 2 // max(2, variant.hole), dice(SEEDS), compiled_values(variant)
    left = [card for card in variant.ranking.pack if card not in hole and card not in board]
    if values is None:
        want_compiled(variant)
    won = _by_definition(variant, hole, board, left, seed, deals) if values is None else \
        _compiled(values, variant, hole, board, left, seed, deals)
    return Fraction(won, 2 * deals)


def _compiled(values: Values, variant: Variant, hole: Sequence[str], board: Sequence[str],
              left: Sequence[str], seed: int, deals: int) -> int:
    import numpy as np

    from sabot.equipment.streams import stream
    from sabot.families.poker.estimates import half_wins

    mine, common = np.zeros(variant.hole, np.uint8), np.zeros(5, np.uint8)
    mine[:len(hole)] = [_PLACE[card] for card in hole]
    common[:len(board)] = [_PLACE[card] for card in board]
    return half_wins(values, bool(variant.use), deals, len(hole), len(board),
                     stream(seed, 0), np.array([_PLACE[card] for card in left], np.uint8), mine,
                     np.zeros(variant.hole, np.uint8), common, np.zeros(BATCH, np.int64))


def _by_definition(variant: Variant, hole: Sequence[str], board: Sequence[str], left: list[str],
                   seed: int, deals: int) -> int:
    evaluate, common = valuer(variant), sum(variant.board) - len(board)
    own, random = variant.hole - len(hole), Stream(seed, 0)
    count, won = common + variant.hole + own, 0
    for _ in range(deals):
        for first in range(0, count, BATCH):
            numbers = random.draws(len(left) - first, min(BATCH, count - first))
            for here, number in enumerate(numbers, first):
                left[here], left[here + number] = left[here + number], left[here]
        full = [*board, *left[:common]]
        theirs = evaluate(left[common:common + variant.hole], full)
        ours = evaluate([*hole, *left[common + variant.hole:count]], full)
        won += 2 if ours > theirs else ours == theirs
    return won
