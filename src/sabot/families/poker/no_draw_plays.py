"""Ways to play póquer sem descarte, each priced over every deal: the best play, and simpler ones.

A play gives for each hand the open cards against which it goes on. All plays but `BLIND` pass hands
below ace and king. All but `QUALIFY` and `BEACON` treat hands of ace and king by their own rule and
go on with a pair or better. The count derives the best play; it assumes none of this.
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
from sabot.probability.distribution import Distribution, Number

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
"""The plays that are priced, with the hands that go on; the first is the default."""
ACE, KING, QUEEN, JACK = -1, -2, -3, -4
"""Ranks counted from the highest."""


class PlayInput(NamedTuple):
    """The data from which a play decides: the hands of a count, their strengths and the gain of
    each."""

    law: Law
    known: Strengths
    counts: Counts
    gains: Numbers

    @property
    def ranks(self) -> int:
        """The number of ranks of the pack."""
        return self.counts.size // len(SUITS)

    def least(self, *ranks: int) -> Flags:
        """The hands that are at least as strong as these ranks without a combination. Ranks are
        places, or count from the highest, -1."""
        wanted = tuple(rank % self.ranks for rank in ranks)
        first = next(at for at, value in enumerate(self.known.of)
                     if value.rank or value.kickers[:len(wanted)] >= wanted)
        return self.counts.strength >= first

    def has(self, rank: int) -> Flags:
        """The hands with a card of this rank."""
        flags: Flags = (self.counts.cards // len(SUITS) == rank % self.ranks).any(1)
        return flags

    def against(self, rank: int) -> np.uint64:
        """The open cards of a rank, a bit each."""
        return np.uint64(0xF << len(SUITS) * (rank % self.ranks))

    @property
    def paired(self) -> Flags:
        """The hands with a combination."""
        flags: Flags = self.known.categories[self.counts.strength] > 0
        return flags


def _where(hands: Flags, cards: np.uint64) -> Words:
    """These open cards for the given hands, none for others."""
    return np.where(hands, cards, np.uint64(0))


def _all(seen: PlayInput) -> np.uint64:
    return np.uint64((1 << seen.counts.size) - 1)


def _best(seen: PlayInput) -> Words:
    return _bits(seen.gains > -seen.counts.whole * seen.law.ante)


def _bits(goes: Flags) -> Words:
    """Packs rows of truth values into bits."""
    octets = np.packbits(goes, axis=1, bitorder="little")
    padded = np.zeros((len(goes), 8), np.uint8)
    padded[:, :octets.shape[1]] = octets
    return padded.view("<u8")[:, 0].astype(np.uint64)


def _ranks(seen: PlayInput) -> Words:
    """The best play by ranks alone: hands of the same ranks go on or pass together, except five
    cards of one suit."""
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


def _rules(seen: PlayInput) -> Words:
    """Three published rules of thumb for ace and king (see `published`). Go on if the open card is
    not an ace or king and has the rank of an own card; if it is an ace or king, with a queen or
    jack; if it has the rank of no own card and is lower than the fourth card, with a queen."""
    calls = _where(seen.paired, _all(seen))
    hands = seen.least(ACE, KING) & ~seen.paired
    fourth = seen.counts.cards[:, 1] // len(SUITS)  # of five from the lowest
    for rank in range(seen.ranks):
        matches = seen.has(rank)
        if rank >= seen.ranks - 2:
            goes = seen.has(QUEEN) | seen.has(JACK)
        else:
            goes = matches | (seen.has(QUEEN) & (rank < fourth))
        calls |= _where(hands & goes, seen.against(rank))
    return calls


def _match(seen: PlayInput) -> Words:
    calls = _where(seen.paired, _all(seen))
    hands = seen.least(ACE, KING) & ~seen.paired
    for rank in range(seen.ranks):
        calls |= _where(hands & seen.has(rank), seen.against(rank))
    return calls


CALLS: dict[str, Callable[[PlayInput], Words]] = {
    BEST: _best, RANKS: _ranks, RULES: _rules, MATCH: _match,
    BEACON: lambda seen: _where(seen.least(ACE, KING, JACK, -7, -12), _all(seen)),
    PAIR: lambda seen: _where(seen.paired, _all(seen)),
    QUALIFY: lambda seen: _where(seen.least(ACE, KING), _all(seen)),
    BLIND: lambda seen: _where(np.ones(len(seen.gains), bool), _all(seen)),
}
FULL = 13
"""`BEACON` needs a pack with so many ranks."""


# -- priced ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PricedPlay:
    """All deals by their end under a play: ``sums[combination][rank of the open card][end]``."""

    law: Law
    sums: tuple[tuple[tuple[int, ...], ...], ...]

    @cached_property
    def deals(self) -> int:
        """The number of all deals."""
        return sum(self.often(ends) for ends in ENDS)

    def often(self, ends: int, category: int | None = None, up: int | None = None) -> int:
        """The number of deals with this end; optionally only those of a combination and of a rank
        of the open card."""
        return sum(cell[ends] for kind, row in enumerate(self.sums) for rank, cell in enumerate(row)
                   if category in (None, kind) and up in (None, rank))

    def net(self, category: int | None = None, up: int | None = None
            ) -> dict[Number, Number]:
        """The distribution of the player's net gain, in initial bets."""
        deals: dict[Number, int] = {}
        for kind in range(len(self.sums)) if category is None else (category,):
            for ends in ENDS:
                gain = Fraction(self.law.gain(ends, kind), self.law.ante)
                deals[gain] = deals.get(gain, 0) + self.often(ends, kind, up)
        whole = sum(deals.values())
        return {gain: Fraction(count, whole) for gain, count in sorted(deals.items()) if count}

    @cached_property
    def lost(self) -> int:
        """The sum of the player's losses over all deals, in units of the law."""
        return -sum(self.law.gain(ends, kind) * self.often(ends, kind)
                    for kind in range(len(self.sums)) for ends in ENDS)

    @property
    def edge(self) -> Fraction:
        """The bank's mean gain per initial bet."""
        return Fraction(self.lost, self.deals * self.law.ante)

    @property
    def calls(self) -> Fraction:
        """The chance that the player goes on."""
        return 1 - Fraction(self.often(FOLD), self.deals)

    @property
    def staked(self) -> Fraction:
        """The mean total stake, in initial bets."""
        return 1 + self.law.second * self.calls

    @property
    def risk(self) -> Fraction:
        """The bank's mean gain per unit staked."""
        return self.edge / self.staked

    def distribution(self, ante: int) -> Distribution:
        """The net result of a round with an initial bet of ``ante`` cents."""
        return Distribution.of_units(self.net(), ante)


@dataclass(frozen=True)
class Solved:
    """A solved law: each play priced, and for each hand of `Counts` the open cards, a bit each,
    that are possible (``free``) and against which each play ``calls``."""

    law: Law
    played: dict[str, PricedPlay]
    cards: Octets
    times: Numbers
    strength: Halves
    free: Words
    calls: dict[str, Words]
    gains: Numbers
    """For hands of ace and king, in the order of ``kings``: the return of going on summed over all
    bank hands, in units of the law, by open card."""
    kings: Numbers
    whole: int
    always: int
    """From this strength on the best play always goes on; below ``never`` it never does."""
    never: int
    weak: Fraction
    """The chance that the bank does not play, before any card is known."""


@lru_cache(maxsize=8)
def solve(law: Law) -> Solved:
    """Solves a law, which takes some seconds."""
    from sabot.families.poker import no_draw_count as loop
    known, result = strengths(law.ranking), counts(law.ranking)
    categories = known.categories
    wins = np.array([law.gain(WIN, kind) for kind in categories], np.int64)
    gains = np.zeros(result.out.shape[1:], np.int64)
    loop.worth(result.out, result.cards, result.strength, wins, law.ante, -law.gain(LOSE),
               known.plays, result.whole, gains)
    seen = PlayInput(law, known, result, gains)
    played, calls = {}, {}
    for play, calls_of in CALLS.items():
        if play == BEACON and seen.ranks < FULL:
            continue
        calls[play] = calls_of(seen)
        sums = np.zeros((len(law.wins), seen.ranks, len(ENDS)), np.int64)
        loop.weigh(result.out, result.cards, result.times, result.strength, categories, calls[play],
                   known.plays, result.whole, sums)
        played[play] = PricedPlay(law, tuple(tuple(map(tuple, row)) for row in sums.tolist()))
    free = np.zeros(len(result.cards), np.uint64)
    for at in range(5):
        free |= np.uint64(1) << result.cards[:, at].astype(np.uint64)
    free = ~free & _all(seen)
    best = calls[BEST] & free
    calls = {play: mine & free for play, mine in calls.items()}
    some, lacks = result.strength[best != 0], result.strength[best != free]
    kings = np.flatnonzero(seen.least(ACE, KING) & ~seen.paired)
    weak = int((result.out[0].sum(1, dtype=np.int64) * result.times).sum())
    return Solved(law, played, result.cards, result.times, result.strength, free, calls,
                  gains[kings].copy(), kings, result.whole, int(lacks.max()) + 1, int(some.min()),
                  Fraction(weak, result.deals))
