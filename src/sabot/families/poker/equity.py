"""Equity of hands and ranges against one another: the share of the pot that each wins.

Exact, over every deal and every board, where that takes seconds; otherwise by sampling, from
numbered streams of a seed, with an interval. There is no betting: nobody folds, and the pot is one
unit.
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
from sabot.equipment.cards import PACK, as_card
from sabot.equipment.compiled import expect_work
from sabot.equipment.streams import stream
from sabot.families.poker.forms import BOARD, BY_HIGHEST_CARD, FORMS, Form
from sabot.families.poker.hands import check
from sabot.families.poker.ranges import hands_of
from sabot.families.poker.tables import BIAS, Paired, Sized, tables
from sabot.words import both, phrase

MOST = 2_000_000_000
"""Above so many evaluated hands a sample is drawn instead of an exact count, which would take more
than seconds."""
EVER = 500 * MOST
"""The limit of evaluated hands when an exact answer is demanded."""
ROWS = 20_000_000
SAMPLES = 2_000_000
BLOCK = 1 << 18
"""Deals drawn from one stream."""
TRIES = 5_000_000
"""Rejected hands after which a block fails, in addition to a hundred per deal."""
SORTING = 4_000
"""The cost of sorting the hands of one board, in evaluated hands."""
PLAIN_DEAL, PLAIN_BOARD, PLAIN_RENAMING, PLAIN_HAND = 2e-6, 3e-7, 3e-8, 5e-8
PLAIN_SORTING, PLAIN_SAMPLE = 7e-4, 1.2e-4
"""The seconds that plain code takes, about: to list a deal of hands and a board, to compare a board
with one renaming of it, to evaluate a hand; to sort the hands of a board; to draw a player's hand.
"""
DEVIATIONS = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""


class Share(NamedTuple):
    """One player's part of all deals that were counted."""

    text: str
    hands: int
    """Hands of their range that the known cards leave."""
    wins: int
    """Deals in which their hand alone was the best."""
    ties: tuple[tuple[int, int], ...]
    """Deals that they shared, by the number of players who shared."""
    equity: Fraction
    """Their part of the pot."""
    interval: tuple[float, float]
    """The 95 % confidence interval; for an exact equity the equity itself, twice."""


@dataclass(frozen=True)
class Equity:
    """The result: a share for each player, over ``deals`` deals."""

    form: Form
    board: tuple[str, ...]
    dead: tuple[str, ...]
    shares: tuple[Share, ...]
    deals: int
    """Deals counted: all of them, or those of the sample."""
    exact: bool
    seed: int | None


def equity(form: Form | str, ranges: Sequence[str], board: Sequence[str] = (),
           dead: Sequence[str] = (), *, samples: int | None = None, seed: int = 0,
           exact: bool = False, most: int = MOST, instead: int = SAMPLES) -> Equity:
    """The equity of each range (see `ranges`), given the cards of the board and the dead cards.

    ``samples`` demands that many random deals, ``exact`` a count of all deals however long it
    takes. Without either all deals are counted if at most ``most`` hands are evaluated; otherwise
    ``instead`` deals are sampled. Raises ValueError for hands that cannot be dealt.
    """
    if isinstance(form, str):
        known = FORMS | BY_HIGHEST_CARD
        if form not in known:
            raise ValueError(phrase("unknown form of poker {form}; choose {forms}",
                                    form=repr(form), forms=", ".join(FORMS)))
        form = known[form]
    question = _Question(form, ranges, board, dead)
    if samples is not None and exact:
        raise ValueError("ask for samples or for an exact answer, not both")
    if samples is not None and samples < 1:
        raise ValueError(phrase("samples must be 1 or more, not {samples}", samples=samples))
    if samples is None:
        cost = question.cost()
        if exact and cost > EVER:
            raise ValueError(phrase("an exact answer would evaluate {cost} hands; the limit is "
                                    "{ever}: ask for samples, or give fewer hands",
                                    cost=f"{float(cost):.1e}", ever=f"{float(EVER):.0e}"))
        if exact or cost <= most:
            return question.answer(question.count_all(), None)
    return question.answer(question.sample(samples or instead, seed), seed)


class _Question:
    """A question as arrays."""

    def __init__(self, form: Form, ranges: Sequence[str], board: Sequence[str],
                 dead: Sequence[str]) -> None:
        self.form, self.texts = form, tuple(ranges)
        self.board, self.dead = tuple(map(as_card, board)), tuple(map(as_card, dead))
        if len(self.texts) < 2:
            raise ValueError("equity needs two hands or more")
        check([*self.board, *self.dead], form.ranking)
        if len(self.board) > BOARD:
            raise ValueError(phrase("a board has at most {board} cards, not {n}", board=BOARD,
                                    n=len(self.board)))
        known = tables(form.ranking)
        self.seven: Sized = known.of_size(7)
        self.pair: Paired = known.with_board()
        self.known = [PACK.index(card) for card in (*self.board, *self.dead)]
        self.left = np.array([n for n, card in enumerate(PACK)
                              if card in form.ranking.pack and n not in self.known], np.uint8)
        self.draw = BOARD - len(self.board)
        if len(self.texts) * form.hole + self.draw > len(self.left):
            raise ValueError(phrase("{n} cards are not enough for {n2} hands of {title} and the "
                                    "board", n=len(self.left), n2=len(self.texts),
                                    title=form.title))
        own = [self._hands_left(text) for text in self.texts]
        self.begin = np.cumsum([0, *(len(hands) for hands in own)])
        self.hands = np.concatenate(own)
        bits = self.seven.masks[self.hands]
        self.masks: Words = np.bitwise_or.reduce(bits, axis=1)
        self.keys: Words = self.seven.keys[self.hands].sum(axis=1, dtype=np.uint64)
        self.on_board = np.uint64(sum(int(self.seven.masks[PACK.index(c)]) for c in self.board))
        self.start = np.uint64(BIAS + sum(int(self.seven.keys[PACK.index(c)])
                                          for c in self.board))
        if not self._joint(0)[1]:
            raise ValueError(phrase(
                "these hands cannot be dealt together: {hands} need the same cards",
                hands=both(self.texts)))

    def _hands_left(self, text: str) -> NDArray[np.uint8]:
        hands = np.array(hands_of(text, self.form), np.uint8)
        hands = hands[~np.isin(hands, self.known).any(axis=1)]
        if not len(hands):
            known = " ".join((*self.board, *self.dead))
            raise ValueError(phrase("no hand of {text} is left: {known} are on the board or dead",
                                    text=text, known=known))
        return hands

    def _joint(self, rows: int) -> tuple[NDArray[np.int64], int]:
        """The deals of hands without boards, and how many; one more than ``rows`` where there are
        more."""
        from sabot.families.poker import deals

        # Short ranges first: conflicts are found early.
        order = sorted(range(len(self.texts)), key=lambda n: self.begin[n + 1] - self.begin[n])
        parts = [self.masks[self.begin[n]:self.begin[n + 1]] for n in order]
        begin = np.cumsum([0, *(len(part) for part in parts)])
        out = np.zeros((rows, len(order)), np.int64)
        ways = math.prod(len(part) for part in parts)
        count = deals.joint.of_work(
            PLAIN_DEAL * min(ways, rows + 1), np.concatenate(parts), begin,
            np.zeros(len(order), np.int64), out)
        result = np.zeros_like(out[:count])
        for place, player in enumerate(order):
            result[:, player] = out[:count, place] - begin[place] + self.begin[player]
        return result, int(count)

    # -- every deal --------------------------------------------------------------------------------

    @property
    def _boards(self) -> int:
        return math.comb(len(self.left), self.draw)

    @property
    def _sorts(self) -> bool:
        """Whether two lists of hands are sorted on each board; then no pair of hands is evaluated
        separately."""
        if self.form.hole != 2 or len(self.texts) != 2:
            return False
        first, second = np.diff(self.begin).tolist()
        return bool(2 * first * second > SORTING + 4 * (first + second))

    def cost(self) -> int:
        """The approximate number of hands that an exact answer evaluates."""
        sizes = [int(size) for size in np.diff(self.begin)]
        if self._sorts:
            each = SORTING + 4 * sum(sizes)
        else:
            each = math.prod(sizes) * len(sizes)
            if each > ROWS:
                return max(EVER + 1, each * self._boards)
        return each * max(1, self._boards // len(self._renamings()))

    def _renamings(self) -> NDArray[np.uint64]:
        """The renamings of suits that change nothing: the shift of each suit, in bits."""
        renamings = []
        fixed = [np.array([self.on_board]),
                 np.array([sum(int(self.seven.masks[PACK.index(c)]) for c in self.dead)],
                          np.uint64),
                 *(np.sort(self.masks[begin:end]) for begin, end in
                   zip(self.begin, self.begin[1:], strict=False))]
        for to in permutations(range(4)):
            named = (sum(((cards >> np.uint64(16 * suit) & np.uint64(0xFFFF)) << np.uint64(16 * n))
                         for suit, n in enumerate(to)) for cards in fixed)
            if all(np.array_equal(np.sort(other), cards)
                   for other, cards in zip(named, fixed, strict=True)):
                renamings.append([16 * n for n in to])
        return np.array(renamings, np.uint64)

    def boards(self) -> tuple[Words, Words, NDArray[np.int64]]:
        """The sums, the masks and the weights of all boards."""
        from sabot.families.poker import deals

        total, mask = np.zeros(self._boards, np.uint64), np.zeros(self._boards, np.uint64)
        weight = np.zeros(self._boards, np.int64)
        renamings = self._renamings()
        seconds = self._boards * (PLAIN_BOARD + PLAIN_RENAMING * len(renamings))
        count = deals.boards.of_work(
            seconds, self.seven.keys, self.seven.masks, self.left, self.draw, self.start,
                             self.on_board, renamings, np.zeros(BOARD, np.int64), total,
                             mask, weight)
        return total[:count], mask[:count], weight[:count]

    def count_all(self) -> NDArray[np.int64]:
        """For each player how often they had the best hand, by how many shared it, over all
        deals."""
        from sabot.families.poker import deals

        counts = np.zeros((len(self.texts), len(self.texts) + 1), np.int64)
        if self._sorts:
            wins, ties, met = (int(n) for n in self.matchups().sum(axis=0))
            counts[:] = [[0, wins, ties], [0, met - wins - ties, ties]]
            return counts
        rows, count = self._joint(int(min(ROWS, np.prod(np.diff(self.begin).astype(float)))))
        if count > len(rows):
            raise ValueError("an exact answer would evaluate too many hands: ask for samples")
        values = np.zeros(len(self.texts), np.uint16)
        seconds = PLAIN_HAND * len(rows) * len(self.texts) * self._boards / len(self._renamings())
        expect_work(seconds * (math.comb(self.form.hole, 2) if self.form.use else 1))
        if self.form.use:
            deals.two_and_three.of_work(
                seconds * math.comb(self.form.hole, 2), self.pair, rows, self.hands, self.masks,
                *self.boards(), values, counts)
        else:
            deals.any_five.of_work(seconds, self.seven, rows, self.keys, self.masks,
                                   *self.boards(), values, counts)
        return counts

    def matchups(self) -> NDArray[np.int64]:
        """For two players with two cards each: how often each hand of the first wins, ties and
        meets a hand of the other."""
        from sabot.families.poker import deals

        also = np.zeros((len(PACK), len(PACK)), np.int64)
        for first, second in self.hands[self.begin[1]:].tolist():
            also[first, second] = 1
        size = len(self.hands)
        out = np.zeros((int(self.begin[1]), 3), np.int64)
        seconds = PLAIN_SORTING * self._boards / len(self._renamings())
        expect_work(seconds)
        deals.duel.of_work(
            seconds, self.seven, self.pair, bool(self.form.use), self.hands, self.keys, self.masks,
            self.begin, also, *self.boards(), np.zeros((4, size), np.int64),
            np.zeros((2, size), np.uint16), np.zeros((4, 1 << 16), np.int64), out)
        return out

    # -- by sampling -------------------------------------------------------------------------------

    def sample(self, samples: int, seed: int) -> NDArray[np.int64]:
        """The counts of `count_all` for so many random deals."""
        from sabot.families.poker import deals

        players, hole = len(self.texts), self.form.hole
        counts = np.zeros((players, players + 1), np.int64)
        sizes = np.diff(self.begin)
        few = np.prod(sizes.astype(float)) <= ROWS // 4
        rows = self._joint(ROWS // 4)[0] if few else np.zeros((0, players), np.int64)
        all_hands = math.comb(len(self.left), hole)
        narrow = [n for n in range(players) if sizes[n] < all_hands]
        order = np.array([*narrow, *(n for n in range(players) if sizes[n] == all_hands)], np.int64)
        expect_work(PLAIN_SAMPLE * players * samples)
        for number in range(-(-samples // BLOCK)):
            size = min(BLOCK, samples - number * BLOCK)
            count = deals.sample.of_work(
                PLAIN_SAMPLE * players * size, self.seven, self.pair, bool(self.form.use),
                stream(seed, number), size,
                TRIES + 100 * size, rows, order, len(narrow), self.hands, self.masks, self.begin,
                self.left, self.draw, self.start, self.on_board, self.seven.keys, self.seven.masks,
                np.zeros((players, hole), np.uint8), np.zeros(players, np.uint16), counts)
            if count < size:
                raise ValueError("these ranges conflict too often to draw deals: they need the "
                                 "same cards; give fewer ranges, or random")
        return counts

    def answer(self, counts: NDArray[np.int64], seed: int | None) -> Equity:
        """The result from the counts."""
        players = len(self.texts)
        # Each deal is counted once for each player who shares it.
        deals = sum(Fraction(int(counts[i, k]), k) for i in range(players)
                    for k in range(1, players + 1))
        assert deals == int(deals)
        shares = []
        for i, text in enumerate(self.texts):
            own = [int(n) for n in counts[i]]
            share = sum((Fraction(own[k], k) for k in range(1, players + 1)), Fraction(0)) / deals
            exact = float(share)
            shares.append(Share(
                text, int(self.begin[i + 1] - self.begin[i]), own[1],
                tuple((k, own[k]) for k in range(2, players + 1) if own[k]), share,
                (exact, exact) if seed is None else _interval(exact, int(deals))))
        return Equity(self.form, self.board, self.dead, tuple(shares), int(deals), seed is None,
                      seed)


def _interval(part: float, samples: int) -> tuple[float, float]:
    """Wilson's interval. The variance of shares of a pot is at most that of wins and losses, so the
    interval is never too narrow."""
    square = DEVIATIONS ** 2 / samples
    middle = (part + square / 2) / (1 + square)
    half = math.sqrt(square * (part * (1 - part) + square / 4)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def strongest(form: Form) -> list[tuple[str, Fraction]]:
    """The hands of two cards, regardless of names of suits, from the strongest: the equity of each
    against a random hand (see `ranges.STRONGEST`)."""
    from sabot.families.poker.ranges import classes

    question = _Question(form, ("random", "random"), (), ())
    met = question.matchups()
    place = {tuple(hand): n for n, hand in enumerate(question.hands[:question.begin[1]].tolist())}
    hands = []
    for name in classes(form):
        wins, ties, meetings = sum(met[place[hand]] for hand in hands_of(name, form)).tolist()
        hands.append((name, Fraction(2 * wins + ties, 2 * meetings)))
    return sorted(hands, key=lambda pair: pair[1], reverse=True)
