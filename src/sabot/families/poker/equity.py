"""What hands and ranges are worth against one another: the share of the pot that each wins.

Exactly, by every deal and every board, where that takes seconds; else by chance, from numbered
streams of a seed, with an interval. It knows nothing of bets: nobody folds, and the pot is one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.equipment.arrays import Words
from sabot.equipment.cards import PACK
from sabot.equipment.streams import stream
from sabot.families.poker.forms import BOARD, FORMS, Form
from sabot.families.poker.hands import check
from sabot.families.poker.ranges import hands_of
from sabot.families.poker.tables import BIAS, Paired, Sized, tables

MOST = 2_000_000_000
"""Hands that are looked at before chance is asked instead: some seconds."""
EVER = 500 * MOST
"""More than this is refused even where an exact answer is asked for."""
ROWS = 20_000_000
SAMPLES = 2_000_000
BLOCK = 1 << 18
"""Deals that one stream gives."""
TRIES = 5_000_000
"""Hands that may be drawn in vain before a block gives up, beside a hundred for each deal."""
SORTING = 4_000
"""What a board costs where hands are put in order, in hands looked at."""
DEVIATIONS = 1.959963984540054
"""95 % of a normal distribution lie within so many deviations."""


class Share(NamedTuple):
    """What one player has of all deals that were counted."""

    text: str
    hands: int
    """Hands of his range that the known cards leave him."""
    wins: int
    """Deals of which his hand alone was the best."""
    ties: tuple[tuple[int, int], ...]
    """Deals that he shared, by how many did."""
    equity: Fraction
    """His part of the pot."""
    interval: tuple[float, float]
    """Where 95 of 100 samples would have it; exact equities are their own."""


@dataclass(frozen=True)
class Equity:
    """The answer: a share for each player, of so many deals."""

    form: Form
    board: tuple[str, ...]
    dead: tuple[str, ...]
    shares: tuple[Share, ...]
    deals: int
    """Deals counted: of all hands and boards, or of the sample."""
    exact: bool
    seed: int | None


def equity(form: Form | str, ranges: Sequence[str], board: Sequence[str] = (),
           dead: Sequence[str] = (), *, samples: int | None = None, seed: int = 0,
           exact: bool = False, most: int = MOST, instead: int = SAMPLES) -> Equity:
    """The equity of each range (see `ranges`) with these cards on the board and those out of play.

    ``samples`` asks for so many deals by chance, ``exact`` for all of them however long it takes;
    else all are counted where no more than ``most`` hands are looked at, and where it would be
    more, so many are drawn ``instead``. ValueError for what cannot be dealt.
    """
    if isinstance(form, str):
        if form not in FORMS:
            raise ValueError(f"there is no poker of the form {form!r}; known are "
                             f"{', '.join(FORMS)}")
        form = FORMS[form]
    asked = _Asked(form, ranges, board, dead)
    if samples is not None and exact:
        raise ValueError("a number of samples and an exact answer exclude one another")
    if samples is not None and samples < 1:
        raise ValueError(f"a sample is one deal at least, not {samples}")
    if samples is None:
        cost = asked.cost()
        if exact and cost > EVER:
            raise ValueError(f"an exact answer would look at {float(cost):.1e} hands, and "
                             f"{float(EVER):.0e} is the most: ask for samples, or for fewer hands")
        if exact or cost <= most:
            return asked.told(asked.counted(), None)
    return asked.told(asked.drawn(samples or instead, seed), seed)


class _Asked:
    """A question, as arrays."""

    def __init__(self, form: Form, ranges: Sequence[str], board: Sequence[str],
                 dead: Sequence[str]) -> None:
        self.form, self.texts = form, tuple(ranges)
        self.board, self.dead = tuple(board), tuple(dead)
        if len(self.texts) < 2:
            raise ValueError("equity is against somebody: two hands or more are needed")
        check([*self.board, *self.dead], form.ranking)
        if len(self.board) > BOARD:
            raise ValueError(f"a board has {BOARD} cards at most, not {len(self.board)}")
        made = tables(form.ranking)
        self.seven: Sized = made.sized(7)
        self.pair: Paired = made.paired()
        self.known = [PACK.index(card) for card in (*self.board, *self.dead)]
        self.left = np.array([n for n, card in enumerate(PACK)
                              if card in form.ranking.pack and n not in self.known], np.uint8)
        self.draw = BOARD - len(self.board)
        if len(self.texts) * form.hole + self.draw > len(self.left):
            raise ValueError(f"{len(self.left)} cards are not enough for {len(self.texts)} hands "
                             f"of {form.title} and the board")
        own = [self._own(text) for text in self.texts]
        self.begin = np.cumsum([0, *(len(hands) for hands in own)])
        self.hands = np.concatenate(own)
        bits = self.seven.masks[self.hands]
        self.masks: Words = np.bitwise_or.reduce(bits, axis=1)
        self.keys: Words = self.seven.keys[self.hands].sum(axis=1, dtype=np.uint64)
        self.given = np.uint64(sum(int(self.seven.masks[PACK.index(c)]) for c in self.board))
        self.start = np.uint64(BIAS + sum(int(self.seven.keys[PACK.index(c)])
                                          for c in self.board))
        if not self._joint(0)[1]:
            raise ValueError("these hands cannot be dealt together: "
                             f"{' and '.join(self.texts)} need the same cards")

    def _own(self, text: str) -> NDArray[np.uint8]:
        hands = np.array(hands_of(text, self.form), np.uint8)
        hands = hands[~np.isin(hands, self.known).any(axis=1)]
        if not len(hands):
            known = " ".join((*self.board, *self.dead))
            raise ValueError(f"no hand of {text} is left: {known} are on the board or dead")
        return hands

    def _joint(self, rows: int) -> tuple[NDArray[np.int64], int]:
        """The deals of hands alone, and how many; one more than ``rows`` where there are more."""
        from sabot.families.poker import deals

        # Short ranges first, so that what cannot be dealt is seen soon.
        order = sorted(range(len(self.texts)), key=lambda n: self.begin[n + 1] - self.begin[n])
        parts = [self.masks[self.begin[n]:self.begin[n + 1]] for n in order]
        begin = np.cumsum([0, *(len(part) for part in parts)])
        out = np.zeros((rows, len(order)), np.int64)
        found = deals.joint(np.concatenate(parts), begin, np.zeros(len(order), np.int64), out)
        back = np.zeros_like(out[:found])
        for place, player in enumerate(order):
            back[:, player] = out[:found, place] - begin[place] + self.begin[player]
        return back, int(found)

    # -- every deal --------------------------------------------------------------------------------

    @property
    def _boards(self) -> int:
        return math.comb(len(self.left), self.draw)

    @property
    def _sorts(self) -> bool:
        """Whether two lists of hands are put in order on each board: then nothing is said of each
        pair of hands."""
        if self.form.hole != 2 or len(self.texts) != 2:
            return False
        one, other = np.diff(self.begin).tolist()
        return bool(2 * one * other > SORTING + 4 * (one + other))

    def cost(self) -> int:
        """About how many hands an exact answer looks at."""
        sizes = [int(size) for size in np.diff(self.begin)]
        if self._sorts:
            each = SORTING + 4 * sum(sizes)
        else:
            each = math.prod(sizes) * len(sizes)
            if each > ROWS:
                return max(EVER + 1, each * self._boards)
        return each * max(1, self._boards // len(self._names()))

    def _names(self) -> NDArray[np.uint64]:
        """The ways to name the suits otherwise that change nothing: where each goes, in bits."""
        found = []
        fixed = [np.array([self.given]),
                 np.array([sum(int(self.seven.masks[PACK.index(c)]) for c in self.dead)],
                          np.uint64),
                 *(np.sort(self.masks[one:other]) for one, other in
                   zip(self.begin, self.begin[1:], strict=False))]
        for to in permutations(range(4)):
            named = (sum(((cards >> np.uint64(16 * suit) & np.uint64(0xFFFF)) << np.uint64(16 * n))
                         for suit, n in enumerate(to)) for cards in fixed)
            if all(np.array_equal(np.sort(other), cards)
                   for other, cards in zip(named, fixed, strict=True)):
                found.append([16 * n for n in to])
        return np.array(found, np.uint64)

    def boards(self) -> tuple[Words, Words, NDArray[np.int64]]:
        """The sums, the cards and the weights of all boards."""
        from sabot.families.poker import deals

        total, mask = np.zeros(self._boards, np.uint64), np.zeros(self._boards, np.uint64)
        weight = np.zeros(self._boards, np.int64)
        found = deals.boards(self.seven.keys, self.seven.masks, self.left, self.draw, self.start,
                             self.given, self._names(), np.zeros(BOARD, np.int64), total, mask,
                             weight)
        return total[:found], mask[:found], weight[:found]

    def counted(self) -> NDArray[np.int64]:
        """For each player how often he was best, by how many were, of all deals."""
        from sabot.families.poker import deals

        counts = np.zeros((len(self.texts), len(self.texts) + 1), np.int64)
        if self._sorts:
            wins, ties, met = (int(n) for n in self.met().sum(axis=0))
            counts[:] = [[0, wins, ties], [0, met - wins - ties, ties]]
            return counts
        rows, found = self._joint(int(min(ROWS, np.prod(np.diff(self.begin).astype(float)))))
        if found > len(rows):
            raise ValueError("an exact answer would look at too many hands: ask for samples")
        values = np.zeros(len(self.texts), np.uint16)
        if self.form.use:
            deals.two_and_three(self.pair, rows, self.hands, self.masks, *self.boards(), values,
                                counts)
        else:
            deals.any_five(self.seven, rows, self.keys, self.masks, *self.boards(), values, counts)
        return counts

    def met(self) -> NDArray[np.int64]:
        """Of two players with two cards each: for each hand of the first how often it wins, ties
        and meets one of the other's."""
        from sabot.families.poker import deals

        also = np.zeros((len(PACK), len(PACK)), np.int64)
        for one, other in self.hands[self.begin[1]:].tolist():
            also[one, other] = 1
        size = len(self.hands)
        out = np.zeros((int(self.begin[1]), 3), np.int64)
        deals.duel(self.seven, self.pair, bool(self.form.use), self.hands, self.keys, self.masks,
                   self.begin, also, *self.boards(), np.zeros((4, size), np.int64),
                   np.zeros((2, size), np.uint16), np.zeros((4, 1 << 16), np.int64), out)
        return out

    # -- by chance ---------------------------------------------------------------------------------

    def drawn(self, samples: int, seed: int) -> NDArray[np.int64]:
        """The same of so many deals by chance."""
        from sabot.families.poker import deals

        players, hole = len(self.texts), self.form.hole
        counts = np.zeros((players, players + 1), np.int64)
        sizes = np.diff(self.begin)
        few = np.prod(sizes.astype(float)) <= ROWS // 4
        rows = self._joint(ROWS // 4)[0] if few else np.zeros((0, players), np.int64)
        every = math.comb(len(self.left), hole)
        narrow = [n for n in range(players) if sizes[n] < every]
        order = np.array([*narrow, *(n for n in range(players) if sizes[n] == every)], np.int64)
        for number in range(-(-samples // BLOCK)):
            size = min(BLOCK, samples - number * BLOCK)
            made = deals.sampled(
                self.seven, self.pair, bool(self.form.use), stream(seed, number), size,
                TRIES + 100 * size, rows, order, len(narrow), self.hands, self.masks, self.begin,
                self.left, self.draw, self.start, self.given, self.seven.keys, self.seven.masks,
                np.zeros((players, hole), np.uint8), np.zeros(players, np.uint16), counts)
            if made < size:
                raise ValueError("these ranges take one another's cards so often that hardly a "
                                 "deal can be drawn: give fewer of them, or random")
        return counts

    def told(self, counts: NDArray[np.int64], seed: int | None) -> Equity:
        """The answer that counts give."""
        players = len(self.texts)
        # Each deal is counted once for each of those who share it.
        deals = sum(Fraction(int(counts[i, k]), k) for i in range(players)
                    for k in range(1, players + 1))
        assert deals == int(deals)
        shares = []
        for i, text in enumerate(self.texts):
            own = [int(n) for n in counts[i]]
            part = sum((Fraction(own[k], k) for k in range(1, players + 1)), Fraction(0)) / deals
            exact = float(part)
            shares.append(Share(
                text, int(self.begin[i + 1] - self.begin[i]), own[1],
                tuple((k, own[k]) for k in range(2, players + 1) if own[k]), part,
                (exact, exact) if seed is None else _interval(exact, int(deals))))
        return Equity(self.form, self.board, self.dead, tuple(shares), int(deals), seed is None,
                      seed)


def _interval(part: float, samples: int) -> tuple[float, float]:
    """Wilson's interval. Shares of a pot vary no more than wins and losses do, so that it is at
    worst too wide."""
    square = DEVIATIONS ** 2 / samples
    middle = (part + square / 2) / (1 + square)
    half = math.sqrt(square * (part * (1 - part) + square / 4)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def strongest(form: Form) -> list[tuple[str, Fraction]]:
    """The hands of two cards, but for names of suits, from the strongest: what each has against one
    that may be any other (see `ranges.STRONGEST`)."""
    from sabot.families.poker.ranges import classes

    asked = _Asked(form, ("random", "random"), (), ())
    met = asked.met()
    place = {tuple(hand): n for n, hand in enumerate(asked.hands[:asked.begin[1]].tolist())}
    found = []
    for one in classes(form):
        wins, ties, all_ = sum(met[place[hand]] for hand in hands_of(one, form)).tolist()
        found.append((one, Fraction(2 * wins + ties, 2 * all_)))
    return sorted(found, key=lambda pair: pair[1], reverse=True)
