"""The fast evaluator as plain Python calls it: one hand at a time, or arrays of them.

Strengths are whole numbers, the greater the better, the same for any number of cards;
`Evaluator.strength` says what one stands for. Single hands need no compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from sabot.equipment.arrays import Halves, Numbers, Octets
from sabot.equipment.cards import PACK
from sabot.families.poker.hands import STANDARD, Ranking, Strength, check
from sabot.families.poker.tables import (
    BIAS,
    COUNTS,
    FIVE,
    HALF,
    SUM,
    Tables,
    tables,
)

Cards = Sequence[str] | Sequence[int]
SUMS = SUM | SUM << HALF
THREE = 0x2222 << COUNTS


class Evaluator:
    """Tells what hands are worth under one ranking."""

    rank: Callable[[Cards], int]
    """The strength of five cards, or of the best five of six or seven: codes ("AS"), or places in
    `PACK`.

    It trusts that they differ, and is made for being called a million times a second. ValueError
    for what is no card of the pack, and for another number of cards."""

    def __init__(self, made: Tables) -> None:
        self.tables = made
        self.rank = _lean(made)

    def strength(self, number: int) -> Strength:
        """What a number stands for; ValueError where it is none of a hand."""
        known = self.tables.strengths
        found = known[number] if 0 < number < len(known) else None
        if found is None:
            raise ValueError(f"no hand has the strength {number}; the highest is {len(known) - 1}")
        return found

    def two(self, hole: Sequence[str], board: Sequence[str]) -> int:
        """The strength of the best five of exactly two own cards and three of the board."""
        if len(hole) < 2 or len(board) < 3:
            raise ValueError(f"2 of {len(hole)} cards and 3 of a board of {len(board)} are no hand "
                             "of five")
        rank, threes = self.rank, list(combinations(board, 3))
        return max([rank(own + common) for own in combinations(hole, 2) for common in threes])

    def ranks(self, hands: ArrayLike, check: bool = True) -> Halves:
        """The strength of each row of five, six or seven cards, each its place in `PACK`.

        ValueError for a row with a card twice, or with what is no card of the pack; without the
        check such a row has a strength that means nothing."""
        from sabot.families.poker import kernel

        rows = _bytes(hands)
        out = np.empty(len(rows), np.uint16)
        sized, cards = self.tables.sized(rows.shape[1]), rows.reshape(-1)
        self._sound(kernel.sevens(sized, cards, check, out) if rows.shape[1] == 7 else
                    kernel.many(sized, cards, rows.shape[1], check, out), rows)
        return out

    def twos(self, holes: ArrayLike, boards: ArrayLike, check: bool = True) -> Halves:
        """The strength of the best five of two cards of each row of ``holes`` and three of that of
        ``boards``, which has five."""
        from sabot.families.poker import kernel

        own, common = _bytes(holes), _bytes(boards)
        if len(own) != len(common) or own.shape[1] < 2 or common.shape[1] != 5:
            raise ValueError(f"rows of two cards or more and as many of five are needed, not "
                             f"{own.shape} and {common.shape}")
        out = np.empty(len(own), np.uint16)
        self._sound(kernel.twos(self.tables.paired(), own, common, check, out), own, common)
        return out

    def census(self, seven: bool = False) -> Numbers:
        """How many of all hands of five cards, or of the best five of all sevens, have each
        strength."""
        from sabot.families.poker import kernel

        sized = self.tables.sized(7 if seven else 5)
        pack = np.flatnonzero(sized.masks)
        counts = np.zeros((4, len(self.tables.strengths)), np.int64)
        kernel.census(sized, sized.keys[pack], sized.masks[pack], seven, counts)
        found: Numbers = counts.sum(axis=0)
        return found

    def _sound(self, wrong: int, *rows: Octets) -> None:
        if wrong >= 0:
            cards = [card for part in rows for card in part[wrong].tolist()]
            raise ValueError(f"row {wrong}: {_told(cards, self.tables.ranking)}")


@lru_cache(maxsize=8)
def evaluator(ranking: Ranking = STANDARD) -> Evaluator:
    """The evaluator of a ranking, made once in a process."""
    return Evaluator(tables(ranking))


def _lean(made: Tables) -> Callable[[Cards], int]:
    """The function `Evaluator.rank`: what it needs stands in its own cells, one sum for each size.
    """
    sized = made.sized(5)
    keys: dict[str | int, int] = {}
    masks: dict[str | int, int] = {}
    for n in np.flatnonzero(sized.masks).tolist():
        for card in (n, PACK[n]):
            keys[card], masks[card] = int(sized.keys[n]), int(sized.masks[n])
    flushes: list[int] = sized.flushes.tolist()
    top, bias, sums, of_five, of_three = int(sized.suited[0]), BIAS, SUMS, FIVE, THREE
    # Those of six and seven are filled when they are first asked for.
    five, six, seven = dict(made.sums(5)), dict[int, int](), dict[int, int]()

    def rank(cards: Cards) -> int:
        try:
            if len(cards) == 7:
                a, b, c, d, e, f, g = cards
                total = (keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
                         + bias)
                found = seven[total & sums]
            elif len(cards) == 5:
                a, b, c, d, e = cards
                total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + bias
                found = five[total & sums]
                if found <= top and total + of_three & of_five and not total & of_five:
                    return found + 1
            else:
                a, b, c, d, e, f = cards
                total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + bias
                found = six[total & sums]
        except (KeyError, ValueError):
            return missed(cards)
        if total & of_five:
            suit = ((total & of_five).bit_length() - COUNTS) // 4 - 1
            return max(found, flushes[sum([masks[card] for card in cards]) >> 16 * suit & 0xFFFF])
        return found

    def missed(cards: Cards) -> int:
        for size, known in ((6, six), (7, seven)):
            if len(cards) == size and not known and not made.ranking.suited_high:
                made.sized(size)
                known.update(made.sums(size))
                return rank(cards)
        raise ValueError(_told(cards, made.ranking))

    return rank


def _bytes(cards: ArrayLike) -> Octets:
    rows = np.asarray(cards)
    if rows.ndim != 2 or rows.dtype.kind not in "iu":
        raise ValueError(f"rows of whole numbers are needed, one for each card, not {rows.ndim} "
                         f"dimensions of {rows.dtype}")
    if rows.dtype != np.uint8:
        # A number beyond a byte is no card, whatever its last byte says.
        rows = np.where((rows >= 0) & (rows < 256), rows, 255)
    return np.ascontiguousarray(rows, np.uint8)


def _told(cards: Cards, ranking: Ranking) -> str:
    """Why these cards have no strength."""
    said = [card if isinstance(card, str) else PACK[card] if 0 <= card < len(PACK) else str(card)
            for card in cards]
    try:
        check(said, ranking)
    except ValueError as wrong:
        return str(wrong)
    sizes = "five" if ranking.suited_high else "five, six or seven"
    return f"a hand of {ranking.name} is told by {sizes} cards, not {len(cards)}"
