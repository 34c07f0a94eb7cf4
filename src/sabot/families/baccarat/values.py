"""The points of cards at baccarat, and those of the cards of one side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sabot.equipment.cards import RANKS

PIPS: Mapping[str, int] = {rank: min(n, 10) for n, rank in enumerate(RANKS, start=1)}
"""The pips of a rank: an ace 1, figures and the ten 10, as in the printed tables of drawing."""

NATURALS = (8, 9)
"""The points of two cards that are announced at once."""


def value(card: str) -> int:
    """The points of one card: an ace 1, 2 to 9 as printed, 10 and figures nothing."""
    return PIPS[card[0]] % 10


def points(cards: Iterable[str]) -> int:
    """The points of the cards of one side, 0 to 9: the last digit of their sum."""
    return sum(map(value, cards)) % 10


def is_pair(cards: Iterable[str]) -> bool:
    """Whether the first two cards of a side have the same rank; suits do not matter."""
    first, second, *_ = cards
    return first[0] == second[0]
