"""Every hand of a pack of 52 or 53 cards, and the combinations that each can make.

A card is its rank, from the lowest, times four, plus its suit; the joker follows them all.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Numbers, Octets
from sabot.families.poker import no_draw
from sabot.families.poker.hands import STANDARD

HAND = no_draw.HAND
PACK = len(STANDARD.pack)
JOKER = "**"
"""The joker as a card of a hand; it is no card of a pack of 52."""


class Kinds(NamedTuple):
    """What decides which combinations a hand can make: the lowest rank of a pair that counts, the
    wild rank ("" for none), whether there is a joker, and the ranks and kickers of each special
    four of a kind."""

    pair: str
    wild: str = ""
    joker: bool = False
    four_of: tuple[tuple[str, str], ...] = ()

    @property
    def size(self) -> int:
        """The number of cards of the pack."""
        return PACK + self.joker


class Hands(NamedTuple):
    """Every hand of a pack: its ``cards``, the lowest first. ``chosen`` lists one hand for all that
    differ only in the names of their suits, and ``times`` how many those are."""

    cards: Octets
    chosen: Numbers
    times: Numbers


class Numbering:
    """The numbers of sets of up to five cards of a pack of so many cards, in colexicographic order,
    and how many draws there are for each number of cards that are held."""

    def __init__(self, size: int) -> None:
        self.size = size

    @cached_property
    def binomials(self) -> Numbers:
        """The binomial coefficients that number a set."""
        return np.array([[math.comb(n, k) for k in range(HAND + 1)] for n in range(self.size)],
                        np.int64)

    @cached_property
    def starts(self) -> Numbers:
        """Where the sets of each size begin."""
        return np.cumsum([0, *(math.comb(self.size, k) for k in range(HAND))])

    @cached_property
    def scale(self) -> int:
        """A common multiple of the numbers of draws of all holds."""
        return math.lcm(*(math.comb(self.size - HAND, drawn) for drawn in range(HAND + 1)))

    @cached_property
    def scales(self) -> Numbers:
        """By the number of cards held, the weight of a draw, so that each hold has the same."""
        return np.array([self.scale // math.comb(self.size - HAND, HAND - held)
                         for held in range(HAND + 1)], np.int64)

    def number_of(self, cards: Octets) -> Numbers:
        """The number of every hand, its cards the lowest first."""
        wide = cards.astype(np.int64)
        numbers: Numbers = sum(self.binomials[wide[:, i], i + 1] for i in range(HAND))
        return numbers


@lru_cache(maxsize=2)
def numbering(size: int) -> Numbering:
    """The numbering of the hands of a pack."""
    return Numbering(size)


@lru_cache(maxsize=2)
def every_hand(size: int) -> Hands:
    """Every hand of a pack of 52 cards, or of 53 with the joker."""
    known = no_draw.hands(STANDARD)
    if size == PACK:
        return Hands(known.cards, known.chosen, known.times)
    from sabot.families.machine import drawclass
    many = math.comb(PACK, HAND - 1)
    fours = np.zeros((many, HAND - 1), np.uint8)
    chosen, times = np.zeros(many, np.int64), np.zeros(many, np.int64)
    count = drawclass.list_fours(fours, PACK, np.zeros(4, np.int64), chosen, times)
    with_joker = np.concatenate([fours, np.full((many, 1), PACK, np.uint8)], axis=1)
    return Hands(np.concatenate([known.cards, with_joker]),
                 np.concatenate([known.chosen, chosen[:count] + len(known.cards)]),
                 np.concatenate([known.times, times[:count]]))


@lru_cache(maxsize=4)
def combination_bits(kinds: Kinds) -> Numbers:
    """For every hand of a pack, a bit for each combination that it can make: those of `STANDARD`
    from the lowest, then the ones of `drawclass`."""
    from sabot.families.machine import drawclass
    hands = every_hand(kinds.size)
    bits = np.zeros(len(hands.cards), np.int64)
    masks = [[sum(1 << STANDARD.ranks.index(rank) for rank in ranks) for ranks in both]
             for both in kinds.four_of]
    drawclass.classify(
        hands.cards, STANDARD.ranks.index(kinds.wild) if kinds.wild else -1,
        STANDARD.ranks.index(kinds.pair), np.array(masks, np.int64).reshape(-1, 2), bits)
    return bits
