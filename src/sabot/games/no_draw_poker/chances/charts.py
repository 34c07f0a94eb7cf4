"""Strategies as charts: arrays that the compiled loop reads."""

from __future__ import annotations

import itertools
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Ints, Numbers, Octets, Words
from sabot.equipment.cards import SUITS
from sabot.equipment.streams import Stream
from sabot.families.poker.hands import Ranking
from sabot.families.poker.no_draw import HAND, Law, row, strengths
from sabot.families.poker.no_draw_plays import BEST, PLAYS, RANKS, Solved, solve
from sabot.games.no_draw_poker.chances.loop import CALL, LOOK, PASS, PATTERNS
from sabot.probability.tally import Strategy
from sabot.words import phrase

NONE = -1
PACK = 52
EACH = 0x1111111111111
"""The cards of one suit as a bit mask of the pack."""


class Chart(NamedTuple):
    """The strategy of a box. By the number of its strength a hand passes, goes on, or looks at the
    open card (``decides``). A hand that looks has the index ``places[row]`` by its ranks; by this
    and its suits, ``masks`` has the open cards against which it goes on, a bit for each."""

    decides: Octets
    places: Ints
    masks: Words
    words: str


def strategy_of(law: Law, play: str) -> Strategy:
    """A priced strategy by name, with its expected net result."""
    solution = solve(law)
    words = phrase("best play, {play}" if play in (BEST, RANKS) else "goes on with {play}",
                   play=PLAYS[play])
    return Strategy(chart_of(law, play), words, -float(solution.played[play].edge))


@lru_cache(maxsize=8)
def chart_of(law: Law, play: str) -> Chart:
    """A priced strategy as a chart."""
    solution, known = solve(law), strengths(law.ranking)
    calls, free = solution.calls[play], solution.free
    decides = np.full(len(known.of), LOOK, np.uint8)
    first, last = (np.searchsorted(solution.strength, np.arange(len(known.of)), side)
                   for side in ("left", "right"))
    for number, (begin, end) in enumerate(zip(first, last, strict=True)):
        if not calls[begin:end].any():
            decides[number] = PASS
        elif (calls[begin:end] == free[begin:end]).all():
            decides[number] = CALL
    looks = np.flatnonzero(decides[solution.strength] == LOOK)
    return Chart(decides, *_masks(law.ranking, solution, looks, calls), play)


def _masks(ranking: Ranking, solution: Solved, looks: Numbers, calls: Words
           ) -> tuple[Ints, Words]:
    """The masks of these hands, and of all hands that differ from them only in the names of suits.
    """
    cards = solution.cards[looks].astype(np.int64)
    ranks, suits = cards // len(SUITS), cards % len(SUITS)
    rows = np.array([row(hand) for hand in ranks.tolist()], np.int64)
    places = np.full(len(strengths(ranking).codes), NONE, np.int32)
    distinct = np.unique(rows)
    places[distinct] = np.arange(len(distinct))
    masks = np.zeros(max(len(distinct), 1) * PATTERNS, np.uint64)
    for names in itertools.permutations(range(len(SUITS))):
        other = np.array(names)[suits]
        pattern = (other << 2 * np.arange(HAND)).sum(1)
        masks[places[rows] * PATTERNS + pattern] = rename_suits(calls[looks], names)
    return places, masks


def rename_suits(cards: Words, names: tuple[int, ...]) -> Words:
    """Sets of cards with their suits renamed."""
    renamed = np.zeros_like(cards)
    for suit, other in enumerate(names):
        renamed |= (cards >> np.uint64(suit) & np.uint64(EACH)) << np.uint64(other)
    return renamed


@cache
def _rows(ranks: int) -> list[int]:
    """The rows of five different ranks."""
    return [row(five) for five in itertools.combinations(range(ranks), HAND)]


def random_chart(law: Law, seed: int) -> Chart:
    """A random strategy, in which hands of five ranks may depend on suits and the open card."""
    stream, known = Stream(seed, 0), strengths(law.ranking)
    chance = np.random.default_rng(stream.word())
    decides = chance.choice(np.array([PASS, CALL], np.uint8), len(known.of))
    high = known.categories == 0
    decides[high] = chance.integers(0, LOOK + 1, int(high.sum()), np.uint8)
    places = np.full(len(known.codes), NONE, np.int32)
    rows = _rows(len(law.ranking.ranks))
    places[rows] = np.arange(len(rows))
    masks = chance.integers(0, 1 << PACK, len(rows) * PATTERNS, np.uint64)
    return Chart(decides, places, masks, "anything lawful")
