"""What five cards are worth, slowly and exactly: the definition that everything faster is held to.

A `Ranking` is the law of one game as plain values: its cards from lowest to highest, the order of
its combinations, and the points on which texts differ (Portaria 217/2007, póquer não bancado 17,
18, 72-2, 95-2, 103 and 105; póquer sem descarte 6 and 7). A `Strength` compares: the greater wins,
equal ones tie, and suits never decide but where `Ranking.suited_high` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from sabot.equipment.cards import SUITS

FIGURES = frozenset("AKQJ")
"""The figures of synthetic poker: *ás, rei, dama, valete* (105.a)."""

PLAIN = {"royal": "straight-flush", "figures-with-pairs": "two-pair", "simple-figures": "pair"}
"""What a combination is where the ranking has no word for it."""

WORDS = ("high", "pair", "two-pair", "three", "straight", "flush", "full", "four",
         "straight-flush", *PLAIN)
"""Every combination that a ranking may order."""


@dataclass(frozen=True)
class Ranking:
    """The combinations of one game, and how equal ones are told apart."""

    name: str
    ranks: str
    """The ranks of the pack, lowest to highest."""
    order: tuple[str, ...]
    """The combinations, lowest to highest."""
    ace_low: bool = True
    """The highest rank may also begin a straight, below the lowest (72-2, 95-2, 7.c)."""
    flush_all: bool = True
    """Equal flushes are compared card by card; else by the highest card alone."""
    pair_all: bool = True
    """Cards beside equal pairs are compared downwards; else the highest alone."""
    suited_high: bool = False
    """Of equal hands without a combination, one with three cards of a suit beats one without
    (póquer sem descarte 6.j)."""

    def __post_init__(self) -> None:
        if len(set(self.ranks)) != len(self.ranks) or len(self.ranks) < 5:
            raise ValueError(f"a pack of poker has five different ranks or more, not "
                             f"{self.ranks!r}")
        if unknown := sorted(set(self.order) - set(WORDS)):
            raise ValueError(f"no combination of poker: {', '.join(unknown)}; there are "
                             f"{', '.join(WORDS)}")
        missing = sorted(set(WORDS) - set(PLAIN) - set(self.order))
        if missing or len(set(self.order)) != len(self.order):
            raise ValueError("an order names each combination once; "
                             f"it lacks {', '.join(missing) or 'none'}")

    @cached_property
    def pack(self) -> tuple[str, ...]:
        """Its cards, in the order of suits and then of ranks."""
        return tuple(rank + suit for suit in SUITS for rank in self.ranks)


class Strength(NamedTuple):
    """What five cards are worth. Of two under one ranking the greater wins, equal ones tie."""

    rank: int
    """The place of the combination in `Ranking.order`, from 0."""
    kickers: tuple[int, ...]
    """The places in `Ranking.ranks` that decide between equal combinations, weightiest first."""
    category: str
    """The word of the combination."""


STANDARD = Ranking("standard", "23456789TJQKA", (
    "high", "pair", "two-pair", "three", "straight", "flush", "full", "four", "straight-flush",
    "royal"))
"""Hold'em and Omaha (póquer não bancado 17, 18; the ace as in 72-2)."""

SYNTHETIC = Ranking("synthetic", "89TJQKA", (
    "high", "pair", "two-pair", "simple-figures", "figures-with-pairs", "three", "straight", "full",
    "flush", "four", "straight-flush", "royal"))
"""Synthetic poker, *sintético*, of 28 cards (103, 105; the ace as in 95-2)."""


def no_draw(flush_all: bool = True, pair_all: bool = True, suited_high: bool = True) -> Ranking:
    """No-draw poker, *póquer sem descarte* (6, 7), under these readings of 7.d, 7.g and 6.j."""
    return replace(STANDARD, name="no-draw", flush_all=flush_all, pair_all=pair_all,
                   suited_high=suited_high)


NO_DRAW = no_draw()


def strength(cards: Sequence[str], ranking: Ranking = STANDARD, *, distinct: bool = True
             ) -> Strength:
    """What exactly five cards are worth; ValueError for cards that are no hand of the ranking.

    A coup takes cards as they are told and not as they ought to be: with ``distinct`` false the
    same card may be there twice.
    """
    check(cards, ranking, distinct)
    if len(cards) != 5:
        raise ValueError(f"a hand of poker is five cards, not {len(cards)}")
    return _strength(cards, ranking)


def best(hole: Sequence[str], board: Sequence[str], ranking: Ranking = STANDARD,
         use: int = 0, *, distinct: bool = True) -> tuple[Strength, tuple[str, ...]]:
    """The strongest five cards that a player's own and the board's give, and which they are, the
    cards of the combination first.

    ``use`` says how many are the player's own, the rest being the board's: 2 in Omaha and in
    synthetic poker; 0 leaves that open. ``distinct`` is that of `strength`.
    """
    check([*hole, *board], ranking, distinct)
    if use:
        if len(hole) < use or len(board) < 5 - use:
            raise ValueError(f"{use} of {len(hole)} cards and {5 - use} of a board of {len(board)} "
                             "are no hand of five")
        hands = [(*own, *common) for own in combinations(hole, use)
                 for common in combinations(board, 5 - use)]
    else:
        hands = list(combinations([*hole, *board], 5))
        if not hands:
            raise ValueError(f"a hand of poker is five cards, not {len(hole) + len(board)}")
    found = max(hands, key=lambda hand: _strength(hand, ranking))
    value = _strength(found, ranking)
    return value, laid(found, value, ranking)


def check(cards: Sequence[str], ranking: Ranking, distinct: bool = True) -> None:
    """ValueError for a card twice, and for what is no card of the pack."""
    for card in cards:
        if len(card) != 2 or card[0] not in ranking.ranks or card[1] not in SUITS:
            raise ValueError(f"no card of this pack: {card!r}; a card is a rank of "
                             f"{ranking.ranks} and a suit of {SUITS}")
    if not distinct:
        return
    if len(set(cards)) < len(cards):
        twice = sorted(card for card, times in Counter(cards).items() if times > 1)
        raise ValueError(f"the same card twice: {', '.join(twice)}")


def _strength(cards: Sequence[str], ranking: Ranking) -> Strength:
    places = sorted((ranking.ranks.index(card[0]) for card in cards), reverse=True)
    counts = {place: places.count(place) for place in places}
    # The weightiest first: of what there is most, and of that the highest.
    groups = tuple(sorted(counts, key=lambda place: (counts[place], place), reverse=True))
    pattern = tuple([counts[place] for place in groups])
    of_suits = [card[1] for card in cards]
    suits = {suit: of_suits.count(suit) for suit in of_suits}
    top = _straight(groups, ranking)
    figures = all(card[0] in FIGURES for card in cards)
    if len(suits) == 1 and top is not None:
        word = "royal" if top == len(ranking.ranks) - 1 else "straight-flush"
    elif pattern == (4, 1):
        word = "four"
    elif pattern == (3, 2):
        word = "full"
    elif len(suits) == 1:
        word = "flush"
    elif top is not None:
        word = "straight"
    elif pattern == (3, 1, 1):
        word = "three"
    elif pattern == (2, 2, 1):
        word = "figures-with-pairs" if figures else "two-pair"
    elif pattern == (2, 1, 1, 1):
        word = "simple-figures" if figures else "pair"
    else:
        word = "high"
    if word not in ranking.order:
        word = PLAIN[word]
    kickers = groups
    if top is not None:
        kickers = (top,)
    elif word == "flush" and not ranking.flush_all:
        kickers = groups[:1]
    elif word in ("pair", "simple-figures") and not ranking.pair_all:
        kickers = groups[:2]
    elif word == "high" and ranking.suited_high:
        kickers = (*groups, int(max(suits.values()) >= 3))
    return Strength(ranking.order.index(word), kickers, word)


def _straight(places: tuple[int, ...], ranking: Ranking) -> int | None:
    """The place of the highest card of five in sequence; of an ace below the lowest card that of
    the fourth above it."""
    if len(places) != 5:
        return None
    if places[0] - places[4] == 4:
        return places[0]
    if ranking.ace_low and places == (len(ranking.ranks) - 1, 3, 2, 1, 0):
        return 3
    return None


def laid(cards: Sequence[str], value: Strength, ranking: Ranking) -> tuple[str, ...]:
    """Five cards as they are shown: what there is most of first, an ace that counts low last."""
    ranks = [card[0] for card in cards]
    low = len(set(ranks)) == 5 and value.kickers == (3,)

    def key(card: str) -> tuple[int, int]:
        place = ranking.ranks.index(card[0])
        return ranks.count(card[0]), -1 if low and place == len(ranking.ranks) - 1 else place

    return tuple(sorted(cards, key=key, reverse=True))
