"""The joint law of the hands of three cards: the banker's, and those of up to two places.

Hands of three cards are counted as sets; 286 kinds of them have one of 31 ranks each. The figures
are one kind of card, the tens another: a ten counts nothing and is no figure.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np

from sabot.equipment.arrays import Counts, Numbers
from sabot.families.baccarat.ranks import LOWEST, rank
from sabot.families.baccarat.remaining_cards import Left

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
"""How many a hand takes of each kind that is in it, as columns of what `_deals` counts; 0 is the
one way to take none."""


def kinds(left: Left) -> tuple[int, ...]:
    """The cards of each kind."""
    return sum(left[10:]), *left[:9], left[9]


@lru_cache(maxsize=64)
def law(left: Left, places: int = 0) -> tuple[int, ...]:
    """How many deals give the banker and so many places (up to 2) hands of these ranks: the
    banker's rank, then that of each place, in the order of a product."""
    if sum(left) < CARDS * (places + 1):
        raise ValueError(f"{sum(left)} cards are left; this deal takes {CARDS * (places + 1)}")
    # Two hands of eight packs are dealt in 10**14 ways; Python's own numbers have no end.
    cards = np.array(kinds(left), dtype=np.int64 if sum(left) ** 6 < 2 ** 63 else object)
    if not places:
        return tuple(_ranks(cards[None])[0].tolist())
    first, second = _deals(cards[None])[0], cards - TAKES
    if places == 1:
        return tuple(_of_rank(first[:, None] * _ranks(second)).ravel().tolist())
    six, at = _six()
    then, last = _deals(second), _ranks(cards - six)
    found = np.zeros((LOWEST, LOWEST ** 2), dtype=object)
    for hand in np.flatnonzero(first):
        two = _of_rank(then[hand][:, None] * last[at[hand]])
        found[RANK[hand] - 1] += int(first[hand]) * two.ravel().astype(object)
    return tuple(found.ravel())


def _deals(cards: Counts) -> Counts:
    """In how many ways each of `HANDS` comes from each of these rows of cards by their kind."""
    there = np.maximum(cards, 0)
    ways = np.concatenate([np.ones_like(there), there, there * (there - 1) // 2,
                           there * (there - 1) * (there - 2) // 6], axis=1)
    one, two, three = (ways[:, parts] for parts in _PARTS.T)
    deals: Counts = one * two * three
    return deals


def _of_rank(deals: Counts) -> Counts:
    """The sums over the hands of each rank."""
    return np.add.reduceat(deals, _STARTS, axis=0)


def _ranks(cards: Counts) -> Counts:
    """The hands of each rank that each of these rows of cards makes."""
    return _of_rank(_deals(cards).T).T


@cache
def _six() -> tuple[Numbers, Numbers]:
    """What two hands take together, each such six cards once; and where those of each two are."""
    both = (TAKES[:, None] + TAKES).reshape(-1, KINDS)
    _, first, at = np.unique(both @ 7 ** np.arange(KINDS), return_index=True, return_inverse=True)
    return both[first], at.reshape(len(HANDS), len(HANDS))


def weigh(left: Left, falls: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """How many deals from these cards lead to each of these outcomes: see `Cloth.weigh`; a place
    whose hand is 0 takes no part."""
    places = sum(hand > 0 for hand in falls[0][1:]) if falls else 0
    known = law(left, places)
    found = []
    for fell in falls:
        at = 0
        for hand in filter(None, fell):
            at = at * LOWEST + hand - 1
        found.append(known[at])
    return tuple(found)
