"""Video poker: five cards are dealt, the player holds some and draws the others once.

The return depends on which cards the player holds. The best play is computed exactly by comparing
all 32 ways to hold each of the 2,598,960 hands, or 2,869,685 with a joker.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import ClassVar

import msgspec
import numpy as np

from sabot.equipment.arrays import Ints, Numbers
from sabot.equipment.cards import SUITS
from sabot.families.machine.drawhands import (
    HAND,
    JOKER,
    PACK,
    Kinds,
    combination_bits,
    every_hand,
    numbering,
)
from sabot.families.machine.model import MAX_PAY, Identified
from sabot.families.machine.model_faults import ModelFault, check_names
from sabot.families.poker import no_draw
from sabot.families.poker.hands import STANDARD, strength
from sabot.words import phrase

PAIR = "high-pair"
"""A pair of the lowest rank that pays, or of a higher one."""
PRIZES = (*STANDARD.order, PAIR)
FIVE, WILD_ROYAL, FOUR_WILD = WITH_WILD = ("five", "wild-royal", "four-wild")
"""The combinations that only wild cards make: five of a kind, a royal flush with a wild card, and
all four cards of the wild rank."""
PAT = ("straight", "flush", "full", "straight-flush", "royal", FIVE, WILD_ROYAL)
"""Combinations that need all five cards."""
NO_PRIZE = "no-prize"
"""A hand that pays nothing, in a model with wild cards or special four of a kind."""
MAX_SPECIAL = 8
ROYAL = frozenset("TJQKA")


class FourOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A special four of a kind: of one of these ``ranks``, with a fifth card of one of the
    ``kickers`` if there are any. Wild cards count."""

    ranks: str
    kickers: str = ""


class Draw(Identified, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A model of a video poker machine: five cards and one draw.

    ``pays``: coins per coin bet, by the final combination; ``high-pair`` is a pair of ``pair`` or
    higher. ``stakes``: the numbers of coins that may be bet. ``bonus``: replaces ``pays`` of the
    named combinations when the maximum number of coins is bet. ``wild``: the rank whose four cards
    stand for any card; ``joker``: a 53rd card that does. ``four_of``: special four of a kind by the
    name under which they pay. A hand pays as the combination that pays most of those that it makes.
    """

    later: ClassVar[frozenset[str]] = frozenset({"wild", "joker", "four_of"})

    name: str
    version: str
    pays: dict[str, int]
    pair: str = "J"
    stakes: tuple[int, ...] = (1, 2, 3, 4, 5)
    bonus: dict[str, int] = {}
    wild: str = ""
    joker: bool = False
    four_of: dict[str, FourOf] = {}

    def pay_table(self, coins: int) -> dict[str, int]:
        """The prize of each combination, per coin, for a bet of ``coins``."""
        return {**self.pays, **self.bonus} if coins == max(self.stakes) else dict(self.pays)

    @cached_property
    def kinds(self) -> Kinds:
        """What decides which combinations a hand can make."""
        return Kinds(self.pair, self.wild, self.joker,
                     tuple((one.ranks, one.kickers) for _, one in sorted(self.four_of.items())))

    @cached_property
    def combinations(self) -> tuple[str, ...]:
        """The names of all combinations of the model, in the order of the bits of `drawclass`."""
        return (*PRIZES, *WITH_WILD, *sorted(self.four_of))

    @property
    def plain(self) -> bool:
        """Whether every hand is one combination of the standard ranking, without wild cards."""
        return not (self.wild or self.joker or self.four_of)

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        """What a final hand may be: every combination of a plain model, else those that pay and
        `NO_PRIZE`."""
        return PRIZES if self.plain else (NO_PRIZE, *(
            name for name in self.combinations if name in self.pays or name in self.bonus))

    def prize(self, cards: Sequence[str]) -> str:
        """The combination of the pay table that five cards make: the one that pays most, or of
        equal ones the lowest."""
        if self.plain:
            hand = strength(cards, STANDARD)
            high = STANDARD.ranks.index(self.pair)
            return PAIR if hand.category == "pair" and hand.kickers[0] >= high else hand.category
        return self.best_of(self.combinations_of(cards))

    def best_of(self, names: frozenset[str]) -> str:
        """Of the combinations that a hand makes the one that pays most."""
        paying = [name for name in self.outcomes if name in names]
        return max(paying, key=self._worth, default=NO_PRIZE)

    def _worth(self, name: str) -> int:
        return self.pays.get(name, self.bonus.get(name, 0))

    def combinations_of(self, cards: Sequence[str]) -> frozenset[str]:
        """The names of all combinations that five cards make, wild cards standing for any card."""
        wilds = [card for card in cards if card == JOKER or card[0] == self.wild]
        plain = [card for card in cards if card not in wilds]
        ranks = [card[0] for card in plain]
        names = {name for name, one in self.four_of.items() if any(
            ranks.count(rank) + len(wilds) >= 4 and (
                not one.kickers or any(other in one.kickers for other in ranks if other != rank))
            for rank in one.ranks)}
        if not wilds:
            hand = strength(cards, STANDARD)
            high = hand.category == "pair" and \
                hand.kickers[0] >= STANDARD.ranks.index(self.pair)
            return frozenset((*names, PAIR if high else hand.category))
        names |= self._made_with(len(wilds), plain)
        if sum(card != JOKER for card in wilds) == len(SUITS):
            names.add(FOUR_WILD)
        return frozenset(names)

    def _made_with(self, wilds: int, plain: Sequence[str]) -> set[str]:
        """The combinations of the standard kinds that these cards make with so many wild ones."""
        ranks = [card[0] for card in plain]
        counts = sorted((ranks.count(rank) for rank in {*ranks}), reverse=True)
        most = counts[0] if counts else 0
        high = STANDARD.ranks.index(self.pair)
        flush = len({card[1] for card in plain}) <= 1
        straight = len(counts) == len(plain) and any(
            {*ranks} <= {*(("A" + STANDARD.ranks)[low:low + HAND])}
            for low in range(len(STANDARD.ranks) - HAND + 2))
        two = [2 - min(count, 2) for count in (*counts, 0, 0)]
        has = {
            "pair": True, "three": most + wilds >= 3, "four": most + wilds >= 4,
            FIVE: most + wilds >= HAND, "full": len(counts) <= 2 and most <= 3,
            PAIR: wilds >= 2 or any(STANDARD.ranks.index(rank) >= high for rank in ranks),
            "two-pair": two[0] + two[1] <= wilds, "flush": flush, "straight": straight,
            "straight-flush": flush and straight,
            WILD_ROYAL: flush and straight and {*ranks} <= ROYAL}
        return {name for name, is_so in has.items() if is_so}

    def pay(self, cards: Sequence[str], coins: int) -> int:
        """The coins that the final five cards pay for a bet of ``coins``."""
        return coins * self.pay_table(coins).get(self.prize(cards), 0)


def faults(model: Draw) -> Iterator[ModelFault]:
    """Every fault of a video poker model."""
    yield from check_names(model.name, model.version, {"four_of": model.four_of})
    ranks = tuple(STANDARD.ranks)
    for key, rank in (("pair", model.pair), *((("wild", model.wild),) if model.wild else ())):
        if rank not in ranks:
            yield ModelFault(key, repr(rank), phrase("one of {names}",
                                                     names=" ".join(STANDARD.ranks)))
    yield from _check_four_of(model)
    extra = (*((FIVE, WILD_ROYAL) if model.wild or model.joker else ()),
             *((FOUR_WILD,) if model.wild else ()), *model.four_of)
    names = (*PRIZES, *extra)
    for section, table in (("pays", model.pays), ("bonus", model.bonus)):
        for name, coins in table.items():
            if name not in names:
                yield ModelFault(f"{section}.{name}", "no combination", ", ".join(names))
            if not 1 <= coins <= MAX_PAY:
                yield ModelFault(f"{section}.{name}", str(coins),
                                 phrase("1 to {most}", most=MAX_PAY))
    if not model.pays:
        yield ModelFault("pays", "nothing", phrase("coins for some of {names}",
                                                   names=", ".join(names)))
    if not model.stakes or any(not 1 <= coins <= 1000 for coins in model.stakes):
        yield ModelFault("stakes", str(list(model.stakes)), "coins of a bet, 1 to 1000")


def _check_four_of(model: Draw) -> Iterator[ModelFault]:
    """Special four of a kind: names of their own, and ranks of the pack that are not wild."""
    if len(model.four_of) > MAX_SPECIAL:
        yield ModelFault("four_of", str(len(model.four_of)),
                         phrase("at most {most}", most=MAX_SPECIAL))
    able = "".join(rank for rank in STANDARD.ranks if rank != model.wild)
    for name, one in model.four_of.items():
        if name in (*PRIZES, *WITH_WILD, NO_PRIZE):
            yield ModelFault(f"four_of.{name}", "the name of a combination", "a name of its own")
        for key, chosen in (("ranks", one.ranks), ("kickers", one.kickers)):
            if (not chosen and key == "ranks") or {*chosen} - {*able}:
                yield ModelFault(f"four_of.{name}.{key}", repr(chosen),
                                 phrase("some of {names}", names=able))


class DrawSheet:
    """The exact figures of a video poker model for a bet of ``coins`` coins, 0 for the maximum.

    The play is the best one. With ``simple`` the player ignores chances: they hold all five cards
    of a combination that pays, else all wild cards and all cards of a rank that occurs twice or
    more, else none. ``chances``: the chance of each final prize. ValueError for a bet that the
    model does not take.
    """

    def __init__(self, model: Draw, coins: int = 0, simple: bool = False) -> None:
        self.model, self.bet = model, coins or max(model.stakes)
        if self.bet not in model.stakes:
            raise ValueError(phrase("coins: found {coins}; allowed: {stakes}", coins=coins,
                                    stakes=list(model.stakes)))
        table = model.pay_table(self.bet)
        self._outcomes = model.outcomes
        self._pays = np.array([table.get(name, 0) for name in self._outcomes], np.int64)
        self.chances = dict(_chances(_class_of(model), tuple(self._pays.tolist()), simple))

    def holds(self, simple: bool = False, chosen: Numbers | None = None) -> Numbers:
        """The cards held of every hand, a bit for each card, in the order of
        `drawhands.every_hand`; or of the hands at the indices ``chosen``."""
        if chosen is None:
            chosen = np.arange(len(every_hand(self.model.kinds.size).cards))
        return (_simple if simple else _best)(_class_of(self.model), self._pays, chosen)

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
        return int(self._pays[self._outcomes.index(name)])

    def values_of(self, cards: Sequence[str]) -> dict[tuple[str, ...], Fraction]:
        """The expected return per coin of each way to hold five cards, the best first."""
        numbers, containing = numbering(self.model.kinds.size), _containing(_class_of(self.model))
        order = sorted(cards, key=card_number)
        hand = [card_number(card) for card in order]
        sums = [int(containing[numbers.starts[_SIZES[hold]] + _index(hand, hold)] @ self._pays)
                for hold in range(1 << HAND)]
        for i in range(HAND):
            for hold in range(1 << HAND):
                if not hold >> i & 1:
                    sums[hold] -= sums[hold | 1 << i]
        values = {tuple(card for i, card in enumerate(order) if hold >> i & 1):
                  Fraction(sums[hold], math.comb(numbers.size - HAND, HAND - _SIZES[hold]))
                  for hold in range(1 << HAND)}
        return dict(sorted(values.items(), key=lambda item: (-item[1], -len(item[0]))))


_SIZES = np.array([bin(hold).count("1") for hold in range(1 << HAND)], np.int64)


def card_number(card: str) -> int:
    """The number of a card of a pack that may have a joker."""
    return PACK if card == JOKER else no_draw.number(card, STANDARD)


def card_name(number: int) -> str:
    """The card of a number."""
    return JOKER if number == PACK else no_draw.name(number, STANDARD)


def _index(hand: Sequence[int], hold: int) -> int:
    chosen = [card for i, card in enumerate(hand) if hold >> i & 1]
    return sum(math.comb(card, n) for n, card in enumerate(chosen, 1))


class _Class(msgspec.Struct, frozen=True):
    """What decides the prize of every hand: the model without what its prizes are worth, as far as
    their order does not matter."""

    kinds: Kinds
    outcomes: tuple[str, ...]
    model: Draw | None


def _class_of(model: Draw) -> _Class:
    return _Class(model.kinds, model.outcomes, None if model.plain else msgspec.structs.replace(
        model, name="", version="", stakes=(1,), bonus={
            name: coins for name, coins in model.bonus.items() if name not in model.pays}))


@lru_cache(maxsize=4)
def hand_prizes(of: _Class) -> Numbers:
    """The prize of every hand, as an index into the outcomes of its model."""
    bits = combination_bits(of.kinds)
    if of.model is None:
        lowest = np.array([PRIZES.index(name) for name in PRIZES], np.int64)
        return lowest[np.log2(bits).astype(np.int64)]
    kinds, which = np.unique(bits, return_inverse=True)
    prizes = np.array([of.outcomes.index(of.model.best_of(frozenset(
        name for n, name in enumerate(of.model.combinations) if kind >> n & 1)))
        for kind in kinds.tolist()], np.int64)
    return prizes[which.ravel()]


def prizes_by_hand(model: Draw) -> Numbers:
    """The prize of every hand of a model, as an index into its outcomes."""
    return hand_prizes(_class_of(model))


@lru_cache(maxsize=2)
def _containing(of: _Class) -> Ints:
    """The number of hands of each prize that contain each set of up to five cards."""
    from sabot.families.machine import drawcount
    size = of.kinds.size
    hands, numbers = every_hand(size), numbering(size)
    containing = np.zeros((int(numbers.starts[-1]) + math.comb(size, HAND), len(of.outcomes)),
                          np.int32)
    drawcount.count_containing(hands.cards, hand_prizes(of), numbers.binomials, numbers.starts,
                               _SIZES, containing)
    return containing


@lru_cache(maxsize=16)
def _chances(of: _Class, pays: tuple[int, ...], simple: bool) -> dict[str, Fraction]:
    """The chance of each final prize, where the outcomes pay these coins."""
    from sabot.families.machine import drawcount
    hands, numbers = every_hand(of.kinds.size), numbering(of.kinds.size)
    counts = np.zeros(len(of.outcomes), np.int64)
    holds = (_simple if simple else _best)(of, np.array(pays, np.int64), hands.chosen)
    drawcount.count_draws(hands.cards, hands.chosen, hands.times, holds, numbers.binomials,
                          numbers.starts, _SIZES, _containing(of), numbers.scales, counts)
    total = len(hands.cards) * numbers.scale
    return {name: Fraction(int(ways), total)
            for name, ways in zip(of.outcomes, counts, strict=True) if ways}


def _best(of: _Class, pays: Numbers, chosen: Numbers) -> Numbers:
    from sabot.families.machine import drawcount
    hands, numbers = every_hand(of.kinds.size), numbering(of.kinds.size)
    holds = np.zeros(len(chosen), np.int64)
    drawcount.find_best_holds(
        hands.cards, chosen, numbers.binomials, numbers.starts, _SIZES, _containing(of), pays,
        numbers.scales, np.zeros(drawcount.HOLDS, np.int64), holds)
    return holds


def _simple(of: _Class, pays: Numbers, chosen: Numbers) -> Numbers:
    cards = every_hand(of.kinds.size).cards[chosen]
    ranks = cards // len(SUITS)
    held = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2) > 1
    if of.kinds.wild:
        held |= ranks == STANDARD.ranks.index(of.kinds.wild)
    held |= cards == PACK
    prizes = hand_prizes(of)[chosen]
    whole = [n for n, name in enumerate(of.outcomes) if name in PAT]
    pat = np.isin(prizes, whole) & (pays[prizes] > 0)
    holds: Numbers = (held | pat[:, None]) @ (1 << np.arange(HAND))
    return holds
