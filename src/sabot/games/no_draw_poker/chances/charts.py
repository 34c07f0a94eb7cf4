"""Ways to play a table as the compiled loop reads them, and their text as a file."""

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
from sabot.odds.tally import Strategy

NONE = -1
PACK = 52
EACH = 0x1111111111111
"""The cards of one suit among those of the pack, a bit each."""


class Chart(NamedTuple):
    """How a box is played: by the number of its strength it passes, goes on, or looks; what looks
    has the number ``places[row]`` by its ranks, and by its suits too the open cards, a bit each,
    against which it goes on (``masks``)."""

    decides: Octets
    places: Ints
    masks: Words
    words: str


def of_play(law: Law, play: str) -> Strategy:
    """One of the priced plays, and what it is worth."""
    found = solve(law)
    words = f"best play, {PLAYS[play]}" if play in (BEST, RANKS) else f"goes on with {PLAYS[play]}"
    return Strategy(chart_of(law, play), words, -float(found.played[play].edge))


@lru_cache(maxsize=8)
def chart_of(law: Law, play: str) -> Chart:
    """One of the priced plays as a chart."""
    found, known = solve(law), strengths(law.ranking)
    calls, free = found.calls[play], found.free
    decides = np.full(len(known.of), LOOK, np.uint8)
    first, last = (np.searchsorted(found.strength, np.arange(len(known.of)), side)
                   for side in ("left", "right"))
    for number, (begin, end) in enumerate(zip(first, last, strict=True)):
        if not calls[begin:end].any():
            decides[number] = PASS
        elif (calls[begin:end] == free[begin:end]).all():
            decides[number] = CALL
    looks = np.flatnonzero(decides[found.strength] == LOOK)
    return Chart(decides, *_masks(law.ranking, found, looks, calls), play)


def _masks(ranking: Ranking, found: Solved, looks: Numbers, calls: Words) -> tuple[Ints, Words]:
    """What these hands do, and all that differ from them in the names of suits alone."""
    cards = found.cards[looks].astype(np.int64)
    ranks, suits = cards // len(SUITS), cards % len(SUITS)
    rows = np.array([row(one) for one in ranks.tolist()], np.int64)
    places = np.full(len(strengths(ranking).codes), NONE, np.int32)
    kept = np.unique(rows)
    places[kept] = np.arange(len(kept))
    masks = np.zeros(max(len(kept), 1) * PATTERNS, np.uint64)
    for names in itertools.permutations(range(len(SUITS))):
        other = np.array(names)[suits]
        pattern = (other << 2 * np.arange(HAND)).sum(1)
        masks[places[rows] * PATTERNS + pattern] = renamed(calls[looks], names)
    return places, masks


def renamed(cards: Words, names: tuple[int, ...]) -> Words:
    """Sets of cards with other names of their suits."""
    found = np.zeros_like(cards)
    for suit, other in enumerate(names):
        found |= (cards >> np.uint64(suit) & np.uint64(EACH)) << np.uint64(other)
    return found


@cache
def _rows(ranks: int) -> list[int]:
    """The rows of five ranks that all differ."""
    return [row(five) for five in itertools.combinations(range(ranks), HAND)]


def drawn(law: Law, seed: int) -> Chart:
    """Some way to play, by chance: hands of five ranks may look at everything."""
    stream, known = Stream(seed, 0), strengths(law.ranking)
    chance = np.random.default_rng(stream.word())
    decides = chance.choice(np.array([PASS, CALL], np.uint8), len(known.of))
    alone = known.categories == 0
    decides[alone] = chance.integers(0, LOOK + 1, int(alone.sum()), np.uint8)
    places = np.full(len(known.codes), NONE, np.int32)
    rows = _rows(len(law.ranking.ranks))
    places[rows] = np.arange(len(rows))
    masks = chance.integers(0, 1 << PACK, len(rows) * PATTERNS, np.uint64)
    return Chart(decides, places, masks, "anything lawful")
