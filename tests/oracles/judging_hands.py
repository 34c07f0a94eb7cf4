"""Hands of five cards in the poker sections of Portaria 217/2007, valued from the published text.

Non-banked poker has the combinations of its rules 17, 18, 103 and 105, no-draw poker those of its
rules 6 and 7; both name the same ones, and synthetic poker two more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

WHOLE_PACK = "23456789TJQKA"
"""The values of a pack of 52 cards from the lowest to the highest."""
SHORT_PACK = "89TJQKA"
"""The values of the pack of 28 cards with which synthetic poker is played."""
FIGURES = frozenset("JQKA")

COMBINATIONS = ("high", "pair", "two-pair", "three", "straight", "flush", "full", "four",
                "straight-flush", "royal")
"""From the lowest to the highest (rule 17 of non-banked, rule 6 of no-draw poker)."""
SYNTHETIC_COMBINATIONS = ("high", "pair", "two-pair", "simple-figures", "figures-with-pairs",
                          "three", "straight", "full", "flush", "four", "straight-flush", "royal")
"""The same at synthetic poker: the flush beats the full house, and figures come in (103)."""


class Value(NamedTuple):
    """What a hand is worth: the place of its combination, and the values of the cards that decide
    between equal combinations, in the order in which they are compared."""

    place: int
    decide: tuple[int, ...]
    name: str


def straight_top(values: Sequence[int], size: int) -> int | None:
    """The highest value of five values in sequence; the ace may be below the lowest card."""
    low = sorted(values)
    if all(after == before + 1 for before, after in pairwise(low)):
        return low[-1]
    return 3 if low == [0, 1, 2, 3, size - 1] else None


def value(cards: Iterable[str], synthetic: bool = False) -> Value:
    """The combination of five cards."""
    order = SHORT_PACK if synthetic else WHOLE_PACK
    hand = list(cards)
    values = sorted((order.index(card[0]) for card in hand), reverse=True)
    counts = Counter(values)
    groups = sorted(counts, key=lambda one: (counts[one], one), reverse=True)
    sizes = [counts[one] for one in groups]
    flush = len({card[1] for card in hand}) == 1
    top = straight_top(values, len(order)) if len(groups) == 5 else None
    decide = tuple(groups)
    if flush and top is not None:
        name, decide = ("royal", ()) if top == len(order) - 1 else ("straight-flush", (top,))
    elif sizes[0] >= 4:
        name = "four"
    elif flush and (synthetic or sizes != [3, 2]):
        name, decide = "flush", tuple(values)
    elif sizes == [3, 2]:
        name = "full"
    elif top is not None:
        name, decide = "straight", (top,)
    elif sizes[0] == 3:
        name = "three"
    elif synthetic and sizes[0] == 2 and {card[0] for card in hand} <= FIGURES:
        # 105.a, 105.b: simple figures hold one pair and not two (ir/238).
        name = "figures-with-pairs" if sizes[1] == 2 else "simple-figures"
    elif sizes[0] == 2:
        name = "two-pair" if sizes[1] == 2 else "pair"
    else:
        name = "high"
    table = SYNTHETIC_COMBINATIONS if synthetic else COMBINATIONS
    return Value(table.index(name), decide, name)


def choices(own: Sequence[str], board: Sequence[str], variant: str) -> Iterable[tuple[str, ...]]:
    """The hands of five that a player may form: any five at hold'em (94), otherwise two of their
    own cards and three of the common ones (73, 97)."""
    if variant == "holdem":
        yield from combinations([*own, *board], 5)
    else:
        for two in combinations(own, 2):
            for three in combinations(board, 3):
                yield (*two, *three)


def best(own: Sequence[str], board: Sequence[str], variant: str) -> Value:
    """The best combination that a player can form."""
    return max(value(cards, variant == "sintetico") for cards in choices(own, board, variant))
