"""Machines of cards with a decision: five cards, some are held, the others drawn once (*video
poker*).

The player chooses which cards he holds, so that what such a machine returns depends on him. The
best play is found by weighing all 32 ways to hold each of the 2,598,960 hands, exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from sabot.equipment.arrays import Ints, Numbers
from sabot.equipment.cards import SUITS
from sabot.families.machine.model import MOST_PAY, Identified, Wrong
from sabot.families.poker import no_draw
from sabot.families.poker.hands import STANDARD, strength

HAND = no_draw.HAND
PAIR = "high-pair"
"""A pair of the least rank that pays, or of a higher one."""
PRIZES = (*STANDARD.order, PAIR)
WHOLE = ("straight", "flush", "full", "straight-flush", "royal")
"""Combinations that all five cards make."""


class Draw(Identified, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A model of a machine of five cards and one draw.

    ``pays``: coins for a coin that is bet, by the combination that is had in the end; ``high-pair``
    is a pair of ``pair`` or higher. ``stakes``: how many coins may be bet; ``bonus``: other coins
    for each coin where the most of them are.
    """

    name: str
    version: str
    pays: dict[str, int]
    pair: str = "J"
    stakes: tuple[int, ...] = (1, 2, 3, 4, 5)
    bonus: dict[str, int] = {}

    def table(self, coins: int) -> dict[str, int]:
        """The coins for each coin of a bet of so many."""
        return {**self.pays, **self.bonus} if coins == max(self.stakes) else dict(self.pays)

    def prize(self, cards: Sequence[str]) -> str:
        """What five cards are in the pay table."""
        found = strength(cards, STANDARD)
        if found.category == "pair" and found.kickers[0] >= STANDARD.ranks.index(self.pair):
            return PAIR
        return found.category

    def paid(self, cards: Sequence[str], coins: int) -> int:
        """The coins that five cards pay in the end for a bet of so many."""
        return coins * self.table(coins).get(self.prize(cards), 0)


def faults(model: Draw) -> Iterator[Wrong]:
    """Everything that is wrong with a model of cards."""
    for key, text in (("name", model.name), ("version", model.version)):
        if not text.strip():
            yield Wrong(key, repr(text), "text")
    if model.pair not in tuple(STANDARD.ranks):
        yield Wrong("pair", repr(model.pair), f"one of {' '.join(STANDARD.ranks)}")
    for where, table in (("pays", model.pays), ("bonus", model.bonus)):
        for name, coins in table.items():
            if name not in PRIZES:
                yield Wrong(f"{where}.{name}", "no combination", ", ".join(PRIZES))
            if not 1 <= coins <= MOST_PAY:
                yield Wrong(f"{where}.{name}", str(coins), f"1 to {MOST_PAY}")
    if not model.pays:
        yield Wrong("pays", "nothing", "coins for some of " + ", ".join(PRIZES))
    if not model.stakes or any(not 1 <= one <= 1000 for one in model.stakes):
        yield Wrong("stakes", str(list(model.stakes)), "coins of a bet, 1 to 1000")


class DrawSheet:
    """The exact figures of a model of cards for a bet of so many coins.

    It is played best, or with ``simple`` as who looks at no chances plays: he keeps a combination
    that pays with all five cards, else what he has of one rank twice or more, else nothing.
    ``ends``: the chance of each prize in the end. ``hold`` says what to hold.
    """

    def __init__(self, model: Draw, coins: int = 0, simple: bool = False) -> None:
        self.model, self.bet = model, coins or max(model.stakes)
        if self.bet not in model.stakes:
            raise ValueError(f"coins: found {coins}; allowed: {list(model.stakes)}")
        table = model.table(self.bet)
        self._held = _held(model.pair)
        self._pays = np.array([table.get(name, 0) for name in PRIZES], np.int64)
        self.ends = dict(_ends(model.pair, tuple(self._pays.tolist()), simple))

    def kept(self, simple: bool = False, chosen: Numbers | None = None) -> Numbers:
        """Which cards of every hand are held, in the order of `no_draw.hands`; or of ``chosen``
        hands, by their place in it."""
        if chosen is None:
            chosen = np.arange(len(_every().cards))
        return (_simple if simple else _best)(self.model.pair, self._pays, chosen)

    @cached_property
    def returned(self) -> Fraction:
        """What the model returns of a coin that is bet."""
        return sum((chance * self._coins(name) for name, chance in self.ends.items()), Fraction(0))

    @property
    def hit(self) -> Fraction:
        """The chance that a game pays something."""
        return sum((chance for name, chance in self.ends.items() if self._coins(name)),
                   Fraction(0))

    @property
    def variance(self) -> Fraction:
        """In bets squared."""
        square = sum((chance * self._coins(name) ** 2 for name, chance in self.ends.items()),
                     Fraction(0))
        return square - self.returned ** 2

    def _coins(self, name: str) -> int:
        return int(self._pays[PRIZES.index(name)])

    def holds(self, cards: Sequence[str]) -> dict[tuple[str, ...], Fraction]:
        """What each way to hold five cards returns of a coin, the best first."""
        order = sorted(cards, key=lambda card: no_draw.number(card, STANDARD))
        hand = [no_draw.number(card, STANDARD) for card in order]
        sums = [int(self._held[_STARTS[_MANY[hold]] + _index(hand, hold)] @ self._pays)
                for hold in range(1 << HAND)]
        for i in range(HAND):
            for hold in range(1 << HAND):
                if not hold >> i & 1:
                    sums[hold] -= sums[hold | 1 << i]
        found = {tuple(card for i, card in enumerate(order) if hold >> i & 1):
                 Fraction(sums[hold], math.comb(PACK - HAND, HAND - _MANY[hold]))
                 for hold in range(1 << HAND)}
        return dict(sorted(found.items(), key=lambda one: (-one[1], -len(one[0]))))


PACK = len(STANDARD.pack)
SCALE = math.lcm(*(math.comb(PACK - HAND, drawn) for drawn in range(HAND + 1)))
"""A number of draws that every way to hold has as many whole times as it has draws."""
_ABOVE = np.array([[math.comb(n, k) for k in range(HAND + 1)] for n in range(PACK)], np.int64)
_MANY = np.array([bin(hold).count("1") for hold in range(1 << HAND)], np.int64)
_STARTS = np.cumsum([0, *(math.comb(PACK, k) for k in range(HAND))])
_SCALES = np.array([SCALE // math.comb(PACK - HAND, HAND - kept) for kept in range(HAND + 1)],
                   np.int64)


def _index(hand: Sequence[int], hold: int) -> int:
    chosen = [card for i, card in enumerate(hand) if hold >> i & 1]
    return sum(math.comb(card, n) for n, card in enumerate(chosen, 1))


@lru_cache(maxsize=1)
def _every() -> no_draw.Hands:
    return no_draw.hands(STANDARD)


@lru_cache(maxsize=2)
def _held(pair: str) -> Ints:
    """How many hands of each prize contain each set of up to five cards."""
    from sabot.families.machine import drawcount as loop
    every = _every()
    held = np.zeros((int(_STARTS[-1]) + math.comb(PACK, HAND), len(PRIZES)), np.int32)
    loop.contain(every.cards, _prizes(pair)[every.strength], _ABOVE, _STARTS, _MANY, held)
    return held


@lru_cache(maxsize=16)
def _ends(pair: str, pays: tuple[int, ...], simple: bool) -> dict[str, Fraction]:
    """The chance of each prize in the end, where the prizes pay so many coins."""
    from sabot.families.machine import drawcount as loop
    known, ends = _every(), np.zeros(len(PRIZES), np.int64)
    kept = (_simple if simple else _best)(pair, np.array(pays, np.int64), known.chosen)
    loop.drawn(known.cards, known.chosen, known.times, kept, _ABOVE, _STARTS, _MANY,
               _held(pair), _SCALES, ends)
    whole = len(known.cards) * SCALE
    return {name: Fraction(int(ways), whole)
            for name, ways in zip(PRIZES, ends, strict=True) if ways}


def _best(pair: str, pays: Numbers, chosen: Numbers) -> Numbers:
    from sabot.families.machine import drawcount as loop
    kept = np.zeros(len(chosen), np.int64)
    loop.decide(_every().cards, chosen, _ABOVE, _STARTS, _MANY, _held(pair), pays, _SCALES,
                np.zeros(loop.HOLDS, np.int64), kept)
    return kept


def _simple(pair: str, pays: Numbers, chosen: Numbers) -> Numbers:
    known = _every()
    ranks = known.cards[chosen] // len(SUITS)
    alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2) > 1
    prizes = _prizes(pair)[known.strength[chosen]]
    whole = np.isin(prizes, [PRIZES.index(name) for name in WHOLE]) & (pays[prizes] > 0)
    found: Numbers = (alike | whole[:, None]) @ (1 << np.arange(HAND))
    return found


def _prizes(pair: str) -> Numbers:
    """The prize of each strength, by its place in `PRIZES`."""
    least = STANDARD.ranks.index(pair)
    return np.array([PRIZES.index(PAIR) if one.category == "pair" and one.kickers[0] >= least
                     else one.rank for one in no_draw.strengths(STANDARD).of], np.int64)
