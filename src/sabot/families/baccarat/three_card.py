"""The joint distribution of hands of three cards: the banker's, and those of up to two places.

Hands of three cards are counted as sets: 286 hands by kind of card, each with one of 31 ranks. The
figures are one kind of card and the tens another: a ten counts nothing and is not a figure.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np

from sabot.equipment.arrays import Counts, Numbers
from sabot.families.baccarat.ranks import LOWEST, rank
from sabot.families.baccarat.remaining_cards import Left
from sabot.words import phrase

CARDS = 3
KIND = "JA23456789T"
"""A card of each kind: the figures, ace to nine by their value, the tens."""
KINDS = len(KIND)
HANDS = tuple(sorted(itertools.combinations_with_replacement(range(KINDS), CARDS),
                     key=lambda hand: rank([KIND[kind] for kind in hand])))
"""Every hand, those of one rank together."""
RANK = tuple(rank([KIND[kind] for kind in hand]) for hand in HANDS)
TAKES = np.array([[hand.count(kind) for kind in range(KINDS)] for hand in HANDS])
_STARTS = np.searchsorted(np.array(RANK), np.arange(1, LOWEST + 1))
_PARTS = np.array([[hand.count(kind) * KINDS + kind if kind not in hand[:at] else 0
                    for at, kind in enumerate(hand)] for hand in HANDS])
"""The number of cards that a hand takes of each of its kinds, as columns of the table in `_deals`;
0 is the column for taking none."""


def kinds(left: Left) -> tuple[int, ...]:
    """The cards of each kind."""
    return sum(left[10:]), *left[:9], left[9]


@lru_cache(maxsize=64)
def law(left: Left, places: int = 0) -> tuple[int, ...]:
    """The number of deals that give the banker and ``places`` places (up to 2) hands of these
    ranks: the banker's rank, then that of each place, in the order of a product. ValueError when
    too few cards are left."""
    if sum(left) < CARDS * (places + 1):
        raise ValueError(phrase("{left} cards are left; this deal takes {cards}", left=sum(left),
                                cards=CARDS * (places + 1)))
    # Two hands of eight packs are dealt in 10**14 ways: integers of Python where 64 bits are few.
    cards = np.array(kinds(left), dtype=np.int64 if sum(left) ** 6 < 2 ** 63 else object)
    if not places:
        return tuple(_ranks(cards[None])[0].tolist())
    first, second = _deals(cards[None])[0], cards - TAKES
    if places == 1:
        return tuple(_of_rank(first[:, None] * _ranks(second)).ravel().tolist())
    six, at = _six()
    middle, last = _deals(second), _ranks(cards - six)
    counts = np.zeros((LOWEST, LOWEST ** 2), dtype=object)
    for hand in np.flatnonzero(first):
        two = _of_rank(middle[hand][:, None] * last[at[hand]])
        counts[RANK[hand] - 1] += int(first[hand]) * two.ravel().astype(object)
    return tuple(counts.ravel())


def _deals(cards: Counts) -> Counts:
    """The number of ways to get each of `HANDS` from each of these rows of cards by kind."""
    left = np.maximum(cards, 0)
    ways = np.concatenate([np.ones_like(left), left, left * (left - 1) // 2,
                           left * (left - 1) * (left - 2) // 6], axis=1)
    first, second, third = (ways[:, parts] for parts in _PARTS.T)
    deals: Counts = first * second * third
    return deals


def _of_rank(deals: Counts) -> Counts:
    """The sums over the hands of each rank."""
    return np.add.reduceat(deals, _STARTS, axis=0)


def _ranks(cards: Counts) -> Counts:
    """The number of hands of each rank from each of these rows of cards."""
    return _of_rank(_deals(cards).T).T


@cache
def _six() -> tuple[Numbers, Numbers]:
    """The distinct sets of six cards that two hands take together, and the index of each pair."""
    both = (TAKES[:, None] + TAKES).reshape(-1, KINDS)
    _, first, at = np.unique(both @ 7 ** np.arange(KINDS), return_index=True, return_inverse=True)
    return both[first], at.reshape(len(HANDS), len(HANDS))


def weigh(left: Left, falls: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The number of deals from these cards that lead to each of these outcomes: see `Cloth.weigh`;
    a place whose hand is 0 takes no part."""
    places = sum(hand > 0 for hand in falls[0][1:]) if falls else 0
    known = law(left, places)
    weights = []
    for fell in falls:
        at = 0
        for hand in filter(None, fell):
            at = at * LOWEST + hand - 1
        weights.append(known[at])
    return tuple(weights)
