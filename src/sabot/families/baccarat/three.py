"""The joint law of the hands of three cards: the banker's, and those of up to two places.

Hands of three cards are counted as sets; 286 kinds of them have one of 31 ranks each. The figures
are one kind of card, the tens another: a ten counts nothing and is no figure.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sabot.families.baccarat.left import Left
from sabot.families.baccarat.ranks import LOWEST, rank

CARDS = 3
KIND = "JA23456789T"
"""A card of each kind: the figures, ace to nine by their value, the tens."""
KINDS = len(KIND)
HANDS = tuple(itertools.combinations_with_replacement(range(KINDS), CARDS))
RANK = tuple(rank([KIND[kind] for kind in hand]) for hand in HANDS)
TAKES = tuple(tuple(hand.count(kind) for kind in range(KINDS)) for hand in HANDS)
_PARTS = tuple(tuple((kind, n) for kind, n in enumerate(takes) if n) for takes in TAKES)
_ORDER = np.argsort(np.array(RANK), kind="stable")
_STARTS = np.searchsorted(np.array(RANK)[_ORDER], np.arange(1, LOWEST + 1))


def kinds(left: Left) -> tuple[int, ...]:
    """The cards of each kind."""
    return sum(left[10:]), *left[:9], left[9]


def _sets(count: int) -> tuple[int, int, int, int]:
    """The ways to take 0 to 3 of so many cards at once."""
    return 1, count, count * (count - 1) // 2, count * (count - 1) * (count - 2) // 6


def _one(cards: Sequence[int]) -> list[int]:
    """The hands of each rank that these cards make."""
    ways = [_sets(count) for count in cards]
    found = [0] * LOWEST
    for at, parts in zip(RANK, _PARTS, strict=True):
        deals = 1
        for kind, n in parts:
            deals *= ways[kind][n]
        found[at - 1] += deals
    return found


@lru_cache(maxsize=64)
def law(left: Left, places: int = 0) -> tuple[int, ...]:
    """How many deals give the banker and so many places (up to 2) hands of these ranks: the
    banker's rank, then that of each place, in the order of a product."""
    if sum(left) < CARDS * (places + 1):
        raise ValueError(f"{sum(left)} cards are left; this deal takes {CARDS * (places + 1)}")
    cards = kinds(left)
    if not places:
        return tuple(_one(cards))
    found = np.zeros((LOWEST, LOWEST ** places), dtype=object)
    for at, takes, parts in zip(RANK, TAKES, _PARTS, strict=True):
        deals = 1
        for kind, n in parts:
            deals *= _sets(cards[kind])[n]
        if deals:
            after = [count - n for count, n in zip(cards, takes, strict=True)]
            found[at - 1] += deals * np.array(
                _one(after) if places == 1 else _two(after), dtype=object)
    return tuple(found.ravel())


def _two(cards: Sequence[int]) -> list[int]:
    """The same for two hands from these cards, in whole numbers of 64 bits: of eight packs there
    are 10**14 such deals."""
    counts = np.array(cards, dtype=np.int64)
    takes = np.array(TAKES, dtype=np.int64)[_ORDER]
    choose = np.stack([np.ones_like(counts), counts, counts * (counts - 1) // 2,
                       counts * (counts - 1) * (counts - 2) // 6])
    first = choose[takes, np.arange(KINDS)].prod(axis=1)
    after = np.maximum(counts - takes, 0)
    more = np.stack([np.ones_like(after), after, after * (after - 1) // 2,
                     after * (after - 1) * (after - 2) // 6])
    second = np.ones((len(HANDS), len(HANDS)), dtype=np.int64)
    for kind in range(KINDS):
        second *= more[:, :, kind][takes[:, kind]].T
    of_rank = np.add.reduceat(second, _STARTS, axis=1)
    found: list[int] = np.add.reduceat(first[:, None] * of_rank, _STARTS, axis=0).ravel().tolist()
    return found


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
