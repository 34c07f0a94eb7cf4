"""Video poker: five cards are dealt, the player holds some and draws the others once.

The return depends on which cards the player holds. The best play is computed exactly by comparing
all 32 ways to hold each of the 2,598,960 hands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from sabot.equipment.arrays import Ints, Numbers
from sabot.equipment.cards import SUITS
from sabot.families.machine.model import MAX_PAY, Identified, ModelFault
from sabot.families.poker import no_draw
from sabot.families.poker.hands import STANDARD, strength

HAND = no_draw.HAND
PAIR = "high-pair"
"""A pair of the lowest rank that pays, or of a higher one."""
PRIZES = (*STANDARD.order, PAIR)
PAT = ("straight", "flush", "full", "straight-flush", "royal")
"""Combinations that need all five cards."""


class Draw(Identified, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A model of a video poker machine: five cards and one draw.

    ``pays``: coins per coin bet, by the final combination; ``high-pair`` is a pair of ``pair`` or
    higher. ``stakes``: the numbers of coins that may be bet. ``bonus``: replaces ``pays`` of the
    named combinations when the maximum number of coins is bet.
    """

    name: str
    version: str
    pays: dict[str, int]
    pair: str = "J"
    stakes: tuple[int, ...] = (1, 2, 3, 4, 5)
    bonus: dict[str, int] = {}

    def pay_table(self, coins: int) -> dict[str, int]:
        """The prize of each combination, per coin, for a bet of ``coins``."""
        return {**self.pays, **self.bonus} if coins == max(self.stakes) else dict(self.pays)

    def prize(self, cards: Sequence[str]) -> str:
        """The combination of the pay table that five cards make."""
        hand = strength(cards, STANDARD)
        if hand.category == "pair" and hand.kickers[0] >= STANDARD.ranks.index(self.pair):
            return PAIR
        return hand.category

    def pay(self, cards: Sequence[str], coins: int) -> int:
        """The coins that the final five cards pay for a bet of ``coins``."""
        return coins * self.pay_table(coins).get(self.prize(cards), 0)


def faults(model: Draw) -> Iterator[ModelFault]:
    """Every fault of a video poker model."""
    for key, text in (("name", model.name), ("version", model.version)):
        if not text.strip():
            yield ModelFault(key, repr(text), "text")
    if model.pair not in tuple(STANDARD.ranks):
        yield ModelFault("pair", repr(model.pair), f"one of {' '.join(STANDARD.ranks)}")
    for section, table in (("pays", model.pays), ("bonus", model.bonus)):
        for name, coins in table.items():
            if name not in PRIZES:
                yield ModelFault(f"{section}.{name}", "no combination", ", ".join(PRIZES))
            if not 1 <= coins <= MAX_PAY:
                yield ModelFault(f"{section}.{name}", str(coins), f"1 to {MAX_PAY}")
    if not model.pays:
        yield ModelFault("pays", "nothing", "coins for some of " + ", ".join(PRIZES))
    if not model.stakes or any(not 1 <= coins <= 1000 for coins in model.stakes):
        yield ModelFault("stakes", str(list(model.stakes)), "coins of a bet, 1 to 1000")


class DrawSheet:
    """The exact figures of a video poker model for a bet of ``coins`` coins, 0 for the maximum.

    The play is the best one. With ``simple`` the player ignores chances: they hold all five cards
    of a combination that pays, else all cards of a rank that occurs twice or more, else none.
    ``chances``: the chance of each final prize. ValueError for a bet that the model does not take.
    """

    def __init__(self, model: Draw, coins: int = 0, simple: bool = False) -> None:
        self.model, self.bet = model, coins or max(model.stakes)
        if self.bet not in model.stakes:
            raise ValueError(f"coins: found {coins}; allowed: {list(model.stakes)}")
        table = model.pay_table(self.bet)
        self._containing = _containing(model.pair)
        self._pays = np.array([table.get(name, 0) for name in PRIZES], np.int64)
        self.chances = dict(_chances(model.pair, tuple(self._pays.tolist()), simple))

    def holds(self, simple: bool = False, chosen: Numbers | None = None) -> Numbers:
        """The cards held of every hand, a bit for each card, in the order of `no_draw.hands`; or of
        the hands at the indices ``chosen``."""
        if chosen is None:
            chosen = np.arange(len(_hands().cards))
        return (_simple if simple else _best)(self.model.pair, self._pays, chosen)

    @cached_property
    def returned(self) -> Fraction:
        """The return to the player per coin bet."""
        return sum((chance * self._coins(name) for name, chance in self.chances.items()),
                   Fraction(0))

    @property
    def hit(self) -> Fraction:
        """The hit frequency: the chance that a game pays something."""
        return sum((chance for name, chance in self.chances.items() if self._coins(name)),
                   Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of a game, in bets squared."""
        square = sum((chance * self._coins(name) ** 2 for name, chance in self.chances.items()),
                     Fraction(0))
        return square - self.returned ** 2

    def _coins(self, name: str) -> int:
        return int(self._pays[PRIZES.index(name)])

    def values_of(self, cards: Sequence[str]) -> dict[tuple[str, ...], Fraction]:
        """The expected return per coin of each way to hold five cards, the best first."""
        order = sorted(cards, key=lambda card: no_draw.number(card, STANDARD))
        hand = [no_draw.number(card, STANDARD) for card in order]
        sums = [int(self._containing[_STARTS[_SIZES[hold]] + _index(hand, hold)] @ self._pays)
                for hold in range(1 << HAND)]
        for i in range(HAND):
            for hold in range(1 << HAND):
                if not hold >> i & 1:
                    sums[hold] -= sums[hold | 1 << i]
        values = {tuple(card for i, card in enumerate(order) if hold >> i & 1):
                  Fraction(sums[hold], math.comb(PACK - HAND, HAND - _SIZES[hold]))
                  for hold in range(1 << HAND)}
        return dict(sorted(values.items(), key=lambda item: (-item[1], -len(item[0]))))


PACK = len(STANDARD.pack)
SCALE = math.lcm(*(math.comb(PACK - HAND, drawn) for drawn in range(HAND + 1)))
"""A common multiple of the numbers of draws of all holds: each hold has the same weight."""
_BINOMIALS = np.array([[math.comb(n, k) for k in range(HAND + 1)] for n in range(PACK)], np.int64)
_SIZES = np.array([bin(hold).count("1") for hold in range(1 << HAND)], np.int64)
_STARTS = np.cumsum([0, *(math.comb(PACK, k) for k in range(HAND))])
_SCALES = np.array([SCALE // math.comb(PACK - HAND, HAND - held) for held in range(HAND + 1)],
                   np.int64)


def _index(hand: Sequence[int], hold: int) -> int:
    chosen = [card for i, card in enumerate(hand) if hold >> i & 1]
    return sum(math.comb(card, n) for n, card in enumerate(chosen, 1))


@lru_cache(maxsize=1)
def _hands() -> no_draw.Hands:
    return no_draw.hands(STANDARD)


@lru_cache(maxsize=2)
def _containing(pair: str) -> Ints:
    """The number of hands of each prize that contain each set of up to five cards."""
    from sabot.families.machine import drawcount
    hands = _hands()
    containing = np.zeros((int(_STARTS[-1]) + math.comb(PACK, HAND), len(PRIZES)), np.int32)
    drawcount.count_containing(hands.cards, _prizes(pair)[hands.strength], _BINOMIALS, _STARTS,
                               _SIZES, containing)
    return containing


@lru_cache(maxsize=16)
def _chances(pair: str, pays: tuple[int, ...], simple: bool) -> dict[str, Fraction]:
    """The chance of each final prize, where the prizes of `PRIZES` pay these coins."""
    from sabot.families.machine import drawcount
    hands, counts = _hands(), np.zeros(len(PRIZES), np.int64)
    holds = (_simple if simple else _best)(pair, np.array(pays, np.int64), hands.chosen)
    drawcount.count_draws(hands.cards, hands.chosen, hands.times, holds, _BINOMIALS, _STARTS,
                          _SIZES, _containing(pair), _SCALES, counts)
    total = len(hands.cards) * SCALE
    return {name: Fraction(int(ways), total)
            for name, ways in zip(PRIZES, counts, strict=True) if ways}


def _best(pair: str, pays: Numbers, chosen: Numbers) -> Numbers:
    from sabot.families.machine import drawcount
    holds = np.zeros(len(chosen), np.int64)
    drawcount.find_best_holds(
        _hands().cards, chosen, _BINOMIALS, _STARTS, _SIZES, _containing(pair), pays, _SCALES,
        np.zeros(drawcount.HOLDS, np.int64), holds)
    return holds


def _simple(pair: str, pays: Numbers, chosen: Numbers) -> Numbers:
    hands = _hands()
    ranks = hands.cards[chosen] // len(SUITS)
    alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2) > 1
    prizes = _prizes(pair)[hands.strength[chosen]]
    pat = np.isin(prizes, [PRIZES.index(name) for name in PAT]) & (pays[prizes] > 0)
    holds: Numbers = (alike | pat[:, None]) @ (1 << np.arange(HAND))
    return holds


def _prizes(pair: str) -> Numbers:
    """The prize of each strength, as an index into `PRIZES`."""
    least = STANDARD.ranks.index(pair)
    return np.array([
        PRIZES.index(PAIR) if hand.category == "pair" and hand.kickers[0] >= least else hand.rank
        for hand in no_draw.strengths(STANDARD).of], np.int64)
