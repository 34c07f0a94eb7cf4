"""The answer on the odds of chemin de fer: its bets, the solved coup, and advice.

All values are the ponto's, for each unit staked; the banker has the opposite. Exact values are
fractions as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict

import msgspec
from msgspec import UNSET, UnsetType

from sabot.probability.entry import ExactBet
from sabot.probability.sheets import Curve, Sheet, SheetAnswer


class Choice(TypedDict):
    """The figures of a free choice: see `HandChoice`."""

    draws: str
    draws_float: float
    gain: str
    gain_float: float
    often: float
    each: float


class HandChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of the ponto with a free choice: the chance to draw, the gain of drawing over all
    coups and ``each`` time the hand comes, and how ``often`` it comes."""

    hand: str
    total: int
    draws: str
    draws_float: float
    gain: str
    gain_float: float
    often: float
    each: float


class ThirdChoice(msgspec.Struct, frozen=True, kw_only=True):
    """The same for a hand of the banker against the ponto's ``third`` card, None for none."""

    hand: str
    total: int
    third: int | None
    draws: str
    draws_float: float
    gain: str
    gain_float: float
    often: float
    each: float


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """A solved coup: its ``value``, whether it has no other solution (``sole``), and every free
    choice of both sides."""

    value: str
    value_float: float
    sole: bool
    ponto: tuple[HandChoice, ...]
    banker: tuple[ThirdChoice, ...]


class TabledFive(msgspec.Struct, frozen=True, kw_only=True):
    """What a ponto with 5 has with «Não» and with a card, and the gain of the card, when the banker
    draws or not in the free cells of the table: 3 against a nine, 5 against a four."""

    three_nine: bool
    five_four: bool
    no: float
    card: float
    gain: str
    gain_float: float


class BancoFive(msgspec.Struct, frozen=True, kw_only=True):
    """The same with free draws, for a banker who never, and one who always draws with 6 after
    «Não». ``even``: the chance of this draw at which both choices are worth the same, None if there
    is no such chance."""

    even: str | None
    even_float: float | None
    no: tuple[float, float]
    card: tuple[float, float]


class Five(msgspec.Struct, frozen=True, kw_only=True):
    """When drawing at 5 is right, by what the banker does: under rules 64 and 67 (``tabled``), and
    with the free draws of ``banco``; everything else is best play."""

    tabled: tuple[TabledFive, ...]
    banco: BancoFive


class SolvedDuel(msgspec.Struct, frozen=True, kw_only=True):
    """The coup solved by rules 64 and 67 (``tabled``) and with the free draws of ``banco``.
    ``exploited``: what the ponto has when one side has a fixed play and the other replies best."""

    tabled: Solution
    banco: Solution
    five: Five
    exploited: dict[str, str]


class DuelAnswer(SheetAnswer, frozen=True, kw_only=True):
    """The bets of chemin de fer with the solved coup; ``left``: the remaining cards by rank, unset
    for a full shoe."""

    bets: tuple[ExactBet, ...]
    duel: SolvedDuel
    sheets: tuple[Sheet, ...]
    curves: tuple[Curve, ...]
    left: dict[str, int] | UnsetType = UNSET

    @property
    def cards_left(self) -> dict[str, int]:
        """The remaining cards by rank; empty for a full shoe."""
        return {} if self.left is UNSET else self.left

    def lines(self, words: Mapping[str, str]) -> Iterator[tuple[str | float, ...]]:
        """The lines of the CSV file: every free choice of both sides, its chance to draw and its
        gain."""
        yield "game", "side", "hand", "total", "third", "draws", "gain", "often"
        for game, solution in (("tabled", self.duel.tabled), ("banco", self.duel.banco)):
            for row in solution.ponto:
                yield (game, "ponto", row.hand, row.total, "", row.draws, row.gain,
                       repr(row.often))
            for case in solution.banker:
                yield (game, "banker", case.hand, case.total,
                       "none" if case.third is None else case.third, case.draws, case.gain,
                       repr(case.often))
