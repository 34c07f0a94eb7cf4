"""Special prizes: what three cards of a hand earn beside whatever becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import msgspec

from sabot.money import Odds


class SuitedRun(msgspec.Struct, frozen=True):
    """Cards of these ranks, each once, all of one suit."""

    ranks: str


class OneRank(msgspec.Struct, frozen=True):
    """As many cards of one rank as ``ranks`` is long, such as "777"."""

    ranks: str


Combination = SuitedRun | OneRank
"""What may earn a special prize; ``ranks`` is also what the record calls it."""

COMBINATIONS: tuple[Combination, ...] = (OneRank("777"), SuitedRun("678"))
"""Three sevens, and 6-7-8 of one suit: those of all four regulations."""


class SpecialPrize(msgspec.Struct, frozen=True, kw_only=True):
    """A prize of ``pays`` times the initial bet for a hand of three cards that makes one of the
    ``combinations``; ``on_split``: hands of a split too; ``at_once``: as soon as they are there,
    else when the bank has played."""

    pays: Odds = Odds(3)
    on_split: bool = True
    at_once: bool = True
    combinations: tuple[Combination, ...] = COMBINATIONS


def makes(combination: Combination, cards: Sequence[str]) -> bool:
    """Whether these are just the cards of a combination."""
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
    """Whether there is a prize, for those who know only the combinations of the regulations: the
    exact odds and the compiled coups. ValueError for a prize with others."""
    if prize is not None and frozenset(prize.combinations) != frozenset(COMBINATIONS):
        raise ValueError("exact odds and compiled coups know a special prize for three sevens and "
                         "for 6-7-8 of one suit, and no other")
    return prize is not None
