"""What chemin de fer answers of its bets: the solved coup, and advice drawn from it.

All is told for the ponto and for each unit of his stake; the banker has the opposite. Exact values
are fractions as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict

import msgspec
from msgspec import UNSET, UnsetType

from sabot.odds.entry import ExactBet
from sabot.odds.sheets import Curve, Sheet, SheetAnswer


class Choice(TypedDict):
    """What is known of a choice that was open: see `HandChoice`."""

    draws: str
    draws_float: float
    gain: str
    gain_float: float
    often: float
    each: float


class HandChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of the ponto that was free: how often it draws, what it gains by that over all coups
    and ``each`` time, and how ``often`` it comes."""

    hand: str
    total: int
    draws: str
    draws_float: float
    gain: str
    gain_float: float
    often: float
    each: float


class ThirdChoice(msgspec.Struct, frozen=True, kw_only=True):
    """The same of a hand of the banker against a ``third`` card of the ponto's, None for none."""

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
    """A solved coup: its ``value``, whether it has no other solution (``sole``), and every choice
    that was open to either side."""

    value: str
    value_float: float
    sole: bool
    ponto: tuple[HandChoice, ...]
    banker: tuple[ThirdChoice, ...]


class TabledFive(msgspec.Struct, frozen=True, kw_only=True):
    """What a ponto with 5 has with «Não» and with a card, and gains by it, where the banker does so
    in the cells that the table leaves to him: 3 against a nine, 5 against a four."""

    three_nine: bool
    five_four: bool
    no: float
    card: float
    gain: str
    gain_float: float


class BancoFive(msgspec.Struct, frozen=True, kw_only=True):
    """The same with free draws, where the banker never draws with 6 after «Não» and where he always
    does; ``even``: how often he does where both are worth the same, None where they nowhere are."""

    even: str | None
    even_float: float | None
    no: tuple[float, float]
    card: tuple[float, float]


class Five(msgspec.Struct, frozen=True, kw_only=True):
    """When drawing at 5 is right, by what the banker does: under rules 64 and 67 (``tabled``), and
    with the free draws of ``banco``, all else at its best."""

    tabled: tuple[TabledFive, ...]
    banco: BancoFive


class SolvedDuel(msgspec.Struct, frozen=True, kw_only=True):
    """The coup solved by rules 64 and 67 (``tabled``) and with the free draws of ``banco``; what
    the ponto has where one side is bound and the other answers best (``exploited``)."""

    tabled: Solution
    banco: Solution
    five: Five
    exploited: dict[str, str]


class DuelAnswer(SheetAnswer, frozen=True, kw_only=True):
    """The bets of chemin de fer with the solved coup; ``left``: the cards by rank where they are
    not all."""

    bets: tuple[ExactBet, ...]
    duel: SolvedDuel
    sheets: tuple[Sheet, ...]
    curves: tuple[Curve, ...]
    left: dict[str, int] | UnsetType = UNSET

    @property
    def cards_left(self) -> dict[str, int]:
        """The cards that are left, by rank; none where they are all there."""
        return {} if self.left is UNSET else self.left

    def lines(self, words: Mapping[str, str]) -> Iterator[tuple[str | float, ...]]:
        """Every choice that is open to either side: how often it draws and what that gains."""
        yield "game", "side", "hand", "total", "third", "draws", "gain", "often"
        for game, solution in (("tabled", self.duel.tabled), ("banco", self.duel.banco)):
            for row in solution.ponto:
                yield (game, "ponto", row.hand, row.total, "", row.draws, row.gain,
                       repr(row.often))
            for case in solution.banker:
                yield (game, "banker", case.hand, case.total,
                       "none" if case.third is None else case.third, case.draws, case.gain,
                       repr(case.often))
