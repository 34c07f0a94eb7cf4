"""The value of five cards: the slow, exact definition that faster evaluators are tested against.

A `Ranking` is the law of one game as plain values: its cards from lowest to highest, the order of
its combinations, and the points on which texts differ (Portaria 217/2007, póquer não bancado 17,
18, 72-2, 95-2, 103 and 105; póquer sem descarte 6 and 7). A `Strength` compares: the greater wins,
equal strengths tie, and suits decide only where `Ranking.suited_high` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from sabot.equipment.cards import SUITS, as_card
from sabot.words import phrase

FIGURES = frozenset("AKQJ")
"""The figures of synthetic poker: *ás, rei, dama, valete* (105.a)."""

PLAIN = {"royal": "straight-flush", "figures-with-pairs": "two-pair", "simple-figures": "pair"}
"""The combination that replaces one which the ranking does not have."""

WORDS = ("high", "pair", "two-pair", "three", "straight", "flush", "full", "four",
         "straight-flush", *PLAIN)
"""Every combination that a ranking may order."""


@dataclass(frozen=True)
class Ranking:
    """The combinations of one game, and how equal combinations are compared."""

    name: str
    ranks: str
    """The ranks of the pack, lowest to highest."""
    order: tuple[str, ...]
    """The combinations, lowest to highest."""
    ace_low: bool = True
    """The highest rank may also begin a straight, below the lowest (72-2, 95-2, 7.c)."""
    flush_all: bool = True
    """Equal flushes are compared card by card; otherwise by the highest card alone."""
    pair_all: bool = True
    """The other cards of equal pairs are compared from the highest down; otherwise only the highest
    is."""
    high_all: bool = True
    """Hands without a combination are compared card by card; otherwise by the highest card
    alone."""
    suited_high: bool = False
    """Of equal hands without a combination, one with three cards of a suit beats one without
    (póquer sem descarte 6.j)."""

    def __post_init__(self) -> None:
        if len(set(self.ranks)) != len(self.ranks) or len(self.ranks) < 5:
            raise ValueError(phrase("a pack of poker has at least five different ranks, not "
                                    "{ranks}", ranks=repr(self.ranks)))
        if unknown := sorted(set(self.order) - set(WORDS)):
            raise ValueError(phrase("not combinations of poker: {unknown}; there are {words}",
                                    unknown=", ".join(unknown), words=", ".join(WORDS)))
        missing = sorted(set(WORDS) - set(PLAIN) - set(self.order))
        if missing or len(set(self.order)) != len(self.order):
            raise ValueError("an order names each combination once; "
                             f"it lacks {', '.join(missing) or 'none'}")

    @cached_property
    def pack(self) -> tuple[str, ...]:
        """The cards of the pack, by suit and then by rank."""
        return tuple(rank + suit for suit in SUITS for rank in self.ranks)


class Strength(NamedTuple):
    """The value of five cards. Under one ranking the greater wins and equal ones tie."""

    rank: int
    """The place of the combination in `Ranking.order`, from 0."""
    kickers: tuple[int, ...]
    """The places in `Ranking.ranks` that decide between equal combinations, most important
    first."""
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


def by_highest_card(ranking: Ranking) -> Ranking:
    """The ranking by the other reading of 17.j, 18.d and 105.b: only the highest card decides
    between flushes and between hands without a combination, and simple figures do not exist."""
    return replace(ranking, name=f"{ranking.name}-highest", flush_all=False, high_all=False,
                   order=tuple(word for word in ranking.order if word != "simple-figures"))


def no_draw(flush_all: bool = True, pair_all: bool = True, suited_high: bool = True) -> Ranking:
    """No-draw poker, *póquer sem descarte* (6, 7), under these readings of 7.d, 7.g and 6.j."""
    return replace(STANDARD, name="no-draw", flush_all=flush_all, pair_all=pair_all,
                   suited_high=suited_high)


NO_DRAW = no_draw()


def strength(cards: Sequence[str], ranking: Ranking = STANDARD, *, distinct: bool = True
             ) -> Strength:
    """The strength of exactly five cards; ValueError for cards that are no hand of the ranking.

    With ``distinct`` false the same card may occur twice: a round records the cards that it is
    given.
    """
    cards = [as_card(card) for card in cards]
    check(cards, ranking, distinct)
    if len(cards) != 5:
        raise ValueError(phrase("a hand of poker is five cards, not {n}", n=len(cards)))
    return _strength(cards, ranking)


def best(hole: Sequence[str], board: Sequence[str], ranking: Ranking = STANDARD,
         use: int = 0, *, distinct: bool = True) -> tuple[Strength, tuple[str, ...]]:
    """The strongest five cards of a player's own and the board's, and the cards themselves, with
    those of the combination first.

    ``use`` is the number of own cards in a hand, the rest being the board's: 2 in Omaha and in
    synthetic poker; 0 for any number. ``distinct`` is that of `strength`.
    """
    hole, board = [as_card(card) for card in hole], [as_card(card) for card in board]
    check([*hole, *board], ranking, distinct)
    if use:
        if len(hole) < use or len(board) < 5 - use:
            raise ValueError(phrase("{use} of {n} own cards and {value} of {n2} board cards do not "
                                    "make a hand of five", use=use, n=len(hole), value=5 - use,
                                    n2=len(board)))
        hands = [(*own, *common) for own in combinations(hole, use)
                 for common in combinations(board, 5 - use)]
    else:
        hands = list(combinations([*hole, *board], 5))
        if not hands:
            raise ValueError(phrase("a hand of poker is five cards, not {n}",
                                    n=len(hole) + len(board)))
    strongest = max(hands, key=lambda hand: _strength(hand, ranking))
    value = _strength(strongest, ranking)
    return value, arrange(strongest, value, ranking)


def check(cards: Sequence[str], ranking: Ranking, distinct: bool = True) -> None:
    """Raises ValueError for a card that occurs twice or is not in the pack."""
    for card in cards:
        if len(card) != 2 or card[0] not in ranking.ranks or card[1] not in SUITS:
            raise ValueError(phrase("not a card of this pack: {card}; a card is a rank of {ranks} "
                                    "and a suit of {suits}", card=repr(card),
                                    ranks=ranking.ranks, suits=SUITS))
    if not distinct:
        return
    if len(set(cards)) < len(cards):
        twice = sorted(card for card, times in Counter(cards).items() if times > 1)
        raise ValueError(phrase("the same card twice: {twice}", twice=", ".join(twice)))


def _strength(cards: Sequence[str], ranking: Ranking) -> Strength:
    places = sorted((ranking.ranks.index(card[0]) for card in cards), reverse=True)
    counts = {place: places.count(place) for place in places}
    # The most frequent rank first; of equally frequent ranks the highest.
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
    elif word == "high" and not ranking.high_all:
        kickers = groups[:1]
    elif word == "high" and ranking.suited_high:
        kickers = (*groups, int(max(suits.values()) >= 3))
    return Strength(ranking.order.index(word), kickers, word)


def _straight(places: tuple[int, ...], ranking: Ranking) -> int | None:
    """The place of the highest card of five in sequence; None where they are not. With an ace below
    the lowest card that is the fourth card above it."""
    if len(places) != 5:
        return None
    if places[0] - places[4] == 4:
        return places[0]
    if ranking.ace_low and places == (len(ranking.ranks) - 1, 3, 2, 1, 0):
        return 3
    return None


def arrange(cards: Sequence[str], value: Strength, ranking: Ranking) -> tuple[str, ...]:
    """Five cards in the order of display: the most frequent rank first, an ace that counts low
    last."""
    ranks = [card[0] for card in cards]
    low = len(set(ranks)) == 5 and value.kickers == (3,)

    def key(card: str) -> tuple[int, int]:
        place = ranking.ranks.index(card[0])
        return ranks.count(card[0]), -1 if low and place == len(ranking.ranks) - 1 else place

    return tuple(sorted(cards, key=key, reverse=True))
