"""The fast evaluator for plain Python: one hand at a time, or arrays of hands.

Strengths are whole numbers, greater is better, comparable between hands of any number of cards;
`Evaluator.strength` gives the meaning of a number. Single hands need no compiled code; after some
thousands of them it takes over (`Evaluator.compile`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from sabot.equipment.arrays import Halves, Numbers, Octets
from sabot.equipment.cards import PACK, spellings
from sabot.error_texts import error_text
from sabot.errors import SabotError, wrong
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
from sabot.words import phrase

Cards = Sequence[str] | Sequence[int]
SUMS = SUM | SUM << HALF
THREE = 0x2222 << COUNTS
PLAIN_CENSUS = 4.0  # seconds of plain code for all hands of seven cards


SOON = 10_000
"""Single hands are evaluated by compiled code after so many: importing it takes as long as half a
million of them."""


class Evaluator:
    """Evaluates hands under one ranking."""

    rank: Callable[[Cards], int]
    """The strength of five cards, or of the best five of six or seven: codes ("AS", "as", "10S"),
    or places in `PACK`.

    It does not check that the cards differ, since it is called a million times a second. ValueError
    for a card that is not in the pack, and for another number of cards.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.rank = _ranker(tables, self.compile)

    def __reduce__(self) -> tuple[object, ...]:
        """A copy, also in another process, is that process's evaluator of the ranking."""
        return evaluator, (self.tables.ranking,)

    def compile(self) -> Callable[[Cards], int]:
        """From now on `rank` is compiled; returns it. Where there is no compiled form of it
        (`equipment.builtins.define`), it stays as it is."""
        plain = _ranker(self.tables)
        try:
            from sabot.families.poker.single import compiled_rank
            self.rank = compiled_rank(self.tables, plain)
        except ImportError:
            self.rank = plain
        return self.rank

    def strength(self, number: int) -> Strength:
        """The strength behind a number; SabotError where no hand has it."""
        known = self.tables.strengths
        value = known[number] if isinstance(number, int | np.integer) \
            and 0 < number < len(known) else None
        if value is None:
            raise SabotError(phrase("no hand has the strength {number}; the highest is {highest}",
                                    number=repr(number), highest=len(known) - 1))
        return value

    def two(self, hole: Sequence[str], board: Sequence[str]) -> int:
        """The strength of the best five of exactly two own cards and three of the board."""
        if len(hole) < 2 or len(board) < 3:
            raise SabotError(phrase("2 of {own} own cards and 3 of {common} board cards do not "
                                    "make a hand of five", own=len(hole), common=len(board)))
        rank, threes = self.rank, list(combinations(board, 3))
        return max([rank(own + common) for own in combinations(hole, 2) for common in threes])

    def ranks(self, hands: ArrayLike, check: bool = True) -> Halves:
        """The strength of each row of five, six or seven cards, given as places in `PACK`.

        SabotError for a row that repeats a card or has a card outside the pack; without ``check``
        such a row gets a meaningless strength.
        """
        from sabot.families.poker import kernel

        rows = _bytes(hands)
        out = np.empty(len(rows), np.uint16)
        sized, cards = self.tables.of_size(rows.shape[1]), rows.reshape(-1)
        self._raise_wrong(kernel.sevens(sized, cards, check, out) if rows.shape[1] == 7 else
                          kernel.many(sized, cards, rows.shape[1], check, out), rows)
        return out

    def twos(self, holes: ArrayLike, boards: ArrayLike, check: bool = True) -> Halves:
        """The strength of the best five of two cards of each row of ``holes`` and three of the same
        row of ``boards``, which has five."""
        from sabot.families.poker import kernel

        own, common = _bytes(holes), _bytes(boards)
        if len(own) != len(common) or own.shape[1] < 2 or common.shape[1] != 5:
            raise SabotError(phrase("rows of two or more cards and as many rows of five are "
                                    "needed, not {own} and {common}", own=own.shape,
                                    common=common.shape))
        out = np.empty(len(own), np.uint16)
        wrong = kernel.twos(self.tables.with_board(), own, common, check, out)
        self._raise_wrong(wrong, own, common)
        return out

    def census(self, seven: bool = False) -> Numbers:
        """For each strength the number of hands that have it, of all hands of five cards, or of the
        best five of all hands of seven."""
        from sabot.families.poker import kernel

        sized = self.tables.of_size(7 if seven else 5)
        pack = np.flatnonzero(sized.masks)
        counts = np.zeros((4, len(self.tables.strengths)), np.int64)
        kernel.census.of_work(
            PLAIN_CENSUS if seven else PLAIN_CENSUS / 50, sized, sized.keys[pack],
            sized.masks[pack], seven, counts)
        total: Numbers = counts.sum(axis=0)
        return total

    def _raise_wrong(self, wrong: int, *rows: Octets) -> None:
        if wrong >= 0:
            cards = [card for part in rows for card in part[wrong].tolist()]
            raise SabotError(phrase("row {n}: {why}", n=wrong,
                                    why=_describe_fault(cards, self.tables.ranking)))


@lru_cache(maxsize=8)
def evaluator(ranking: Ranking = STANDARD) -> Evaluator:
    """The evaluator of a ranking, made once in a process."""
    return Evaluator(tables(ranking))


def _ranker(tables_of: Tables, compile: Callable[[], Callable[[Cards], int]] | None = None
            ) -> Callable[[Cards], int]:
    """The function `Evaluator.rank`: what it needs stands in its own cells, one sum for each size.
    After `SOON` hands it hands over to what ``compile`` returns.
    """
    sized = tables_of.of_size(5)
    keys: dict[str | int, int] = {}
    masks: dict[str | int, int] = {}
    for n in np.flatnonzero(sized.masks).tolist():
        names: list[str | int] = [n, *spellings(PACK[n])]
        for card in names:
            keys[card], masks[card] = int(sized.keys[n]), int(sized.masks[n])
    flushes: list[int] = sized.flushes.tolist()
    top, bias, sums, of_five, of_three = int(sized.suited[0]), BIAS, SUMS, FIVE, THREE
    # The sums of six and seven are filled on first use.
    five, six, seven = dict(tables_of.sums(5)), dict[int, int](), dict[int, int]()
    compiled: Callable[[Cards], int] | None = None
    left = SOON if compile else -1

    def rank(cards: Cards) -> int:
        nonlocal left
        if not left:
            return hand_over(cards)
        left -= 1
        try:
            if len(cards) == 7:
                a, b, c, d, e, f, g = cards
                total = (keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
                         + bias)
                strength = seven[total & sums]
            elif len(cards) == 5:
                a, b, c, d, e = cards
                total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + bias
                strength = five[total & sums]
                if strength <= top and total + of_three & of_five and not total & of_five:
                    return strength + 1
            else:
                a, b, c, d, e, f = cards
                total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + bias
                strength = six[total & sums]
        except (KeyError, TypeError, ValueError):
            return rank_or_explain(cards)
        if total & of_five:
            suit = ((total & of_five).bit_length() - COUNTS) // 4 - 1
            every = sum([masks[card] for card in cards])
            return max(strength, flushes[every >> 16 * suit & 0xFFFF])
        return strength

    def rank_or_explain(cards: Cards) -> int:
        if not isinstance(cards, Sequence):
            raise wrong("cards", cards, "cards as a list")
        for size, known in ((6, six), (7, seven)):
            if len(cards) == size and not known and not tables_of.ranking.suited_high:
                tables_of.of_size(size)
                known.update(tables_of.sums(size))
                return rank(cards)
        raise SabotError(_describe_fault(cards, tables_of.ranking))

    def hand_over(cards: Cards) -> int:
        nonlocal compiled
        if compiled is None and compile is not None:
            compiled = compile()
        assert compiled is not None
        return compiled(cards)

    return rank


def _bytes(cards: ArrayLike) -> Octets:
    rows = np.asarray(cards)
    if rows.ndim != 2 or rows.dtype.kind not in "iu":
        raise SabotError(phrase("hands must be rows of whole numbers, one per card, not "
                                "{n} dimensions of {kind}", n=rows.ndim, kind=str(rows.dtype)))
    if rows.dtype != np.uint8:
        # A number beyond a byte is not a card, whatever its last byte.
        rows = np.where((rows >= 0) & (rows < 256), rows, 255)
    return np.ascontiguousarray(rows, np.uint8)


def _describe_fault(cards: Cards, ranking: Ranking) -> str:
    """Why these cards have no strength."""
    names = [card if isinstance(card, str) else PACK[card]
             if isinstance(card, int) and 0 <= card < len(PACK) else str(card) for card in cards]
    try:
        check(names, ranking)
    except ValueError as error:
        return error_text(error)
    if ranking.suited_high:
        return phrase("a hand of {ranking} has five cards, not {n}", ranking=ranking.name,
                      n=len(cards))
    return phrase("a hand of {ranking} has five, six or seven cards, not {n}",
                  ranking=ranking.name, n=len(cards))
