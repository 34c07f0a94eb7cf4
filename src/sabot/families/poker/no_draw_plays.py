"""Ways to play póquer sem descarte, each priced over every deal: the best, and simpler ones.

A play says for each hand against which open cards it goes on. All of them but `BLIND` pass what is
less than ace and king and, but for `QUALIFY` and what lies above, go on with a pair or better; they
differ in hands of ace and king. That this is best is found by the count and not supposed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Flags, Halves, Numbers, Octets, Words
from sabot.equipment.cards import SUITS
from sabot.families.poker.no_draw import (
    ENDS,
    FOLD,
    LOSE,
    WIN,
    Counts,
    Law,
    Strengths,
    counts,
    strengths,
)
from sabot.odds.distribution import Distribution, Number

BEST, RANKS, RULES, BEACON, MATCH, PAIR, QUALIFY, BLIND = (
    "best", "ranks", "rules", "akj83", "match", "pair", "qualify", "blind")
PLAYS = {
    BEST: "by all five cards and the open one",
    RANKS: "by ranks alone, suits not looked at",
    RULES: "a pair or better; ace and king by three rules of thumb",
    BEACON: "ace, king, jack, 8 and 3 or better",
    MATCH: "a pair or better, or ace and king with a card of the open one's rank",
    PAIR: "a pair or better",
    QUALIFY: "ace and king or better: what the bank plays with",
    BLIND: "every hand",
}
"""The classes of play that are priced, with what goes on; the first where nothing is said."""
ACE, KING, QUEEN, JACK = -1, -2, -3, -4
"""Ranks from the highest."""


class Seen(NamedTuple):
    """All that a play decides by: the hands of a count with the strengths and what each gains."""

    law: Law
    known: Strengths
    counts: Counts
    gains: Numbers

    @property
    def ranks(self) -> int:
        """Ranks of the pack."""
        return self.counts.size // len(SUITS)

    def least(self, *ranks: int) -> Flags:
        """The hands that are worth as much as these ranks without a combination, or more; ranks are
        counted from the highest, -1, or by their place."""
        want = tuple(rank % self.ranks for rank in ranks)
        first = next(at for at, one in enumerate(self.known.of)
                     if one.rank or one.kickers[:len(want)] >= want)
        return self.counts.strength >= first

    def has(self, rank: int) -> Flags:
        """The hands with a card of this rank."""
        found: Flags = (self.counts.cards // len(SUITS) == rank % self.ranks).any(1)
        return found

    def against(self, rank: int) -> np.uint64:
        """The open cards of a rank, a bit each."""
        return np.uint64(0xF << len(SUITS) * (rank % self.ranks))

    @property
    def paired(self) -> Flags:
        """The hands with a combination."""
        found: Flags = self.known.categories[self.counts.strength] > 0
        return found


def _where(hands: Flags, cards: np.uint64) -> Words:
    """These open cards for these hands, none for others."""
    return np.where(hands, cards, np.uint64(0))


def _all(seen: Seen) -> np.uint64:
    return np.uint64((1 << seen.counts.size) - 1)


def _best(seen: Seen) -> Words:
    return _bits(seen.gains > -seen.counts.whole * seen.law.ante)


def _bits(goes: Flags) -> Words:
    """A row of truth values as bits."""
    packed = np.packbits(goes, axis=1, bitorder="little")
    found = np.zeros((len(goes), 8), np.uint8)
    found[:, :packed.shape[1]] = packed
    return found.view("<u8")[:, 0].astype(np.uint64)


def _ranks(seen: Seen) -> Words:
    """The best for who looks at ranks alone: hands of the same ranks go on or pass together, but
    for five of one suit."""
    cards, size = seen.counts.cards.astype(np.int64), seen.counts.size
    key = (cards // 4 * 13 ** np.arange(5)).sum(1) * 2 + (np.ptp(cards % 4, axis=1) == 0)
    _, at = np.unique(key, return_inverse=True)
    over = seen.gains + seen.counts.whole * seen.law.ante
    over *= seen.counts.times[:, None]
    np.put_along_axis(over, cards, 0, 1)
    over = over.reshape(len(cards), size // 4, 4).sum(2)
    sums = np.zeros((at.max() + 1, size // 4), np.int64)
    np.add.at(sums, at, over)
    return _bits(np.repeat(sums > 0, 4, axis=1)[at])


def _rules(seen: Seen) -> Words:
    """Three rules of thumb for ace and king, known from print (see `published`): the open card, not
    an ace or king, has the rank of one's own; it is an ace or king and one has a queen or jack; it
    has the rank of none, is lower than one's fourth card, and one has a queen."""
    found = _where(seen.paired, _all(seen))
    hands = seen.least(ACE, KING) & ~seen.paired
    fourth = seen.counts.cards[:, 1] // len(SUITS)  # of five from the lowest
    for rank in range(seen.ranks):
        mine = seen.has(rank)
        if rank >= seen.ranks - 2:
            goes = seen.has(QUEEN) | seen.has(JACK)
        else:
            goes = mine | (seen.has(QUEEN) & (rank < fourth))
        found |= _where(hands & goes, seen.against(rank))
    return found


def _match(seen: Seen) -> Words:
    found = _where(seen.paired, _all(seen))
    hands = seen.least(ACE, KING) & ~seen.paired
    for rank in range(seen.ranks):
        found |= _where(hands & seen.has(rank), seen.against(rank))
    return found


MADE: dict[str, Callable[[Seen], Words]] = {
    BEST: _best, RANKS: _ranks, RULES: _rules, MATCH: _match,
    BEACON: lambda seen: _where(seen.least(ACE, KING, JACK, -7, -12), _all(seen)),
    PAIR: lambda seen: _where(seen.paired, _all(seen)),
    QUALIFY: lambda seen: _where(seen.least(ACE, KING), _all(seen)),
    BLIND: lambda seen: _where(np.ones(len(seen.gains), bool), _all(seen)),
}
FULL = 13
"""Ranks without which `BEACON` names no hand."""


# -- priced ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """All deals by how they end under a play: ``sums[combination][rank of the open card][end]``."""

    law: Law
    sums: tuple[tuple[tuple[int, ...], ...], ...]

    @cached_property
    def deals(self) -> int:
        """All of them."""
        return sum(self.often(ends) for ends in ENDS)

    def often(self, ends: int, category: int | None = None, up: int | None = None) -> int:
        """The deals that end so, perhaps of one combination and one rank of the open card alone."""
        return sum(cell[ends] for kind, row in enumerate(self.sums) for rank, cell in enumerate(row)
                   if category in (None, kind) and up in (None, rank))

    def net(self, category: int | None = None, up: int | None = None
            ) -> dict[Number, Number]:
        """What the player gains net in initial bets, by chance."""
        found: dict[Number, int] = {}
        for kind in range(len(self.sums)) if category is None else (category,):
            for ends in ENDS:
                gain = Fraction(self.law.gain(ends, kind), self.law.ante)
                found[gain] = found.get(gain, 0) + self.often(ends, kind, up)
        whole = sum(found.values())
        return {gain: Fraction(ways, whole) for gain, ways in sorted(found.items()) if ways}

    @cached_property
    def lost(self) -> int:
        """What all deals together lose, in units of the law."""
        return -sum(self.law.gain(ends, kind) * self.often(ends, kind)
                    for kind in range(len(self.sums)) for ends in ENDS)

    @property
    def edge(self) -> Fraction:
        """What the bank keeps on average of each initial bet."""
        return Fraction(self.lost, self.deals * self.law.ante)

    @property
    def calls(self) -> Fraction:
        """How often the player goes on."""
        return 1 - Fraction(self.often(FOLD), self.deals)

    @property
    def staked(self) -> Fraction:
        """What he stakes on average, in initial bets."""
        return 1 + self.law.second * self.calls

    @property
    def risk(self) -> Fraction:
        """What the bank keeps of each unit staked."""
        return self.edge / self.staked

    def distribution(self, ante: int) -> Distribution:
        """The net result of a coup with an initial bet of so many cents."""
        return Distribution.of_units(self.net(), ante)


@dataclass(frozen=True)
class Solved:
    """A law solved: each play priced, and for each hand of `Counts` the open cards, a bit each,
    that are ``free`` to come and against which each play ``calls``."""

    law: Law
    played: dict[str, Played]
    cards: Octets
    times: Numbers
    strength: Halves
    free: Words
    calls: dict[str, Words]
    gains: Numbers
    """Of hands of ace and king, in the order of ``kings``: what going on returns over all bank
    hands, in units of the law, by open card."""
    kings: Numbers
    whole: int
    always: int
    """The weakest strength from which on the best play always goes on; below ``never`` it never
    does."""
    never: int
    weak: Fraction
    """How often the bank does not play, before any card is known."""


@lru_cache(maxsize=8)
def solved(law: Law) -> Solved:
    """A law solved, which takes some seconds."""
    from sabot.families.poker import no_draw_count as loop
    known, found = strengths(law.ranking), counts(law.ranking)
    categories = known.categories
    wins = np.array([law.gain(WIN, kind) for kind in categories], np.int64)
    gains = np.zeros(found.out.shape[1:], np.int64)
    loop.worth(found.out, found.cards, found.strength, wins, law.ante, -law.gain(LOSE),
               known.plays, found.whole, gains)
    seen = Seen(law, known, found, gains)
    played, calls = {}, {}
    for play, made in MADE.items():
        if play == BEACON and seen.ranks < FULL:
            continue
        calls[play] = made(seen)
        sums = np.zeros((len(law.wins), seen.ranks, len(ENDS)), np.int64)
        loop.weigh(found.out, found.cards, found.times, found.strength, categories, calls[play],
                   known.plays, found.whole, sums)
        played[play] = Played(law, tuple(tuple(map(tuple, row)) for row in sums.tolist()))
    free = np.zeros(len(found.cards), np.uint64)
    for at in range(5):
        free |= np.uint64(1) << found.cards[:, at].astype(np.uint64)
    free = ~free & _all(seen)
    best = calls[BEST] & free
    calls = {play: mine & free for play, mine in calls.items()}
    some, lacks = found.strength[best != 0], found.strength[best != free]
    kings = np.flatnonzero(seen.least(ACE, KING) & ~seen.paired)
    weak = int((found.out[0].sum(1, dtype=np.int64) * found.times).sum())
    return Solved(law, played, found.cards, found.times, found.strength, free, calls,
                  gains[kings].copy(), kings, found.whole, int(lacks.max()) + 1, int(some.min()),
                  Fraction(weak, found.deals))
