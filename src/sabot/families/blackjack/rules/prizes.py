"""Special prizes: what three cards of a hand earn in addition to the hand's result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import msgspec

from sabot.money import Odds


class SuitedRun(msgspec.Struct, frozen=True):
    """Cards of these ranks, each once, all of one suit."""

    ranks: str


class OneRank(msgspec.Struct, frozen=True):
    """Cards of one rank, as many as ``ranks`` is long, such as "777"."""

    ranks: str


Combination = SuitedRun | OneRank
"""A combination that earns a special prize; ``ranks`` is also its name in the record."""

COMBINATIONS: tuple[Combination, ...] = (OneRank("777"), SuitedRun("678"))
"""Three sevens, and 6-7-8 of one suit: the combinations of all four regulations."""


class SpecialPrize(msgspec.Struct, frozen=True, kw_only=True):
    """A prize of ``pays`` times the initial bet for a hand of three cards that makes one of the
    ``combinations``.

    ``on_split``: hands of a split too. ``at_once``: paid as soon as the cards are there, else after
    the bank has played.
    """

    pays: Odds = Odds(3)
    on_split: bool = True
    at_once: bool = True
    combinations: tuple[Combination, ...] = COMBINATIONS


def makes(combination: Combination, cards: Sequence[str]) -> bool:
    """Whether exactly these cards make a combination."""
    ranks = sorted(card[0] for card in cards)
    match combination:
        case SuitedRun(ranks=wanted):
            return ranks == sorted(wanted) and len({card[1] for card in cards}) == 1
        case OneRank(ranks=wanted):
            return ranks == sorted(wanted)
        case _ as never:
            assert_never(never)


def special(cards: Sequence[str],
            combinations: tuple[Combination, ...] = COMBINATIONS) -> str:
    """The ranks of the combination that three cards make, "" for none."""
    if len(cards) != 3:
        return ""
    return next((each.ranks for each in combinations if makes(each, cards)), "")


def has_special_prize(prize: SpecialPrize | None) -> bool:
    """Whether there is a special prize, for code that knows only the combinations of the
    regulations (exact odds and compiled rounds). ValueError for a prize with others."""
    if prize is not None and frozenset(prize.combinations) != frozenset(COMBINATIONS):
        raise ValueError("exact odds and compiled rounds know special prizes only for three "
                         "sevens and for 6-7-8 of one suit")
    return prize is not None
