"""The fast players of baccarat: coups from a real shoe in compiled loops, counted in whole numbers.

What each outcome returns is asked of the cloth once, as the chain of positions of a `Laying`; a
bet that stays is as one that is laid again, so that there is one position.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Numbers
from sabot.equipment.cards import PACK, RANKS
from sabot.equipment.streams import Stream, stream
from sabot.families.baccarat import loop
from sabot.families.baccarat.drawing import banca_draws
from sabot.families.baccarat.exact import CARD, OUTCOMES
from sabot.families.baccarat.ranks import LOWEST
from sabot.families.baccarat.ranks import rank as rank_of
from sabot.families.baccarat.remaining_cards import Shoe
from sabot.families.baccarat.three_card import KIND
from sabot.families.baccarat.values import value
from sabot.families.layout.cloth import Cloth
from sabot.families.layout.repeated_bets import Chain, Laying
from sabot.families.shoe.shoe import BURN
from sabot.odds.tally import Tally
from sabot.procedure import Deal, Open, Shuffle
from sabot.procedure.steps import ChanceStep

VERSION = 1  # of what a block gives: a change of the loops that changes it counts on
BLOCK = 1 << 24
HIGHEST = 10 ** 7  # cents that a coup may move: a shoe of them squared is less than a word
WIDEST = 1 << 22  # different sums of a coup


class Part(NamedTuple):
    """Bets whose outcomes can be listed together: their chain, and for each outcome that the loop
    counts its number among the chain's, -1 where it has none. ``unit``: the cents of all."""

    chain: Chain
    bets: tuple[tuple[str, int], ...]
    unit: int
    numbers: tuple[int, ...]

    @property
    def nets(self) -> Numbers:
        """What each outcome that the loop counts returns, in cents."""
        nets = self.chain.nets[0]
        return np.array([nets[n] if n >= 0 else 0 for n in self.numbers], np.int64)


@dataclass(frozen=True, eq=False)
class Dealt:
    """One player who keeps the same bets, coup after coup; see `sabot.odds.tally.Kernel`.

    ``bets``: all of his, in cents by spot. A tally has the part "bet/SPOT" of each.
    """

    shoe: Shoe
    made: tuple[Part, ...]
    bets: tuple[tuple[str, int], ...]
    stakes: dict[str, int]
    unit: int
    strategy: str
    fresh: bool
    size: int = BLOCK

    @cached_property
    def identity(self) -> str:
        told = hashlib.sha256(f"{VERSION} {type(self).__name__} {self.shoe} {self.fresh} "
                              f"{self.unit} {self.bets}".encode())
        for made in self.made:
            for part in made.chain[:4]:
                told.update(f"{part.shape}".encode() + part.tobytes())
        return f"baccarat {told.hexdigest()[:16]}"

    @staticmethod
    def _counted(made: Part, times: Numbers, into: _Counts) -> None:
        """Adds how often each outcome came to what is told of these bets."""
        chain = made.chain
        for at, number in enumerate(made.numbers):
            if number < 0 or not times[at]:
                continue
            often, of_stakes = int(times[at]), int(chain.decided.flat[number])
            into.counts["staked"] += often * of_stakes
            into.counts["ties that hold bets"] += often * (of_stakes < made.unit)
            for bet, gain in chain.bets[number]:
                into.parts.setdefault(made.bets[bet][0], Counter())[gain] += often

    def _tally(self, coups: int, nets: Counter[int], into: _Counts, series: list[int]) -> Tally:
        return Tally(
            coups=coups, shoes=series[0], nn=series[1], ns=series[2], ss=series[3],
            nets=dict(sorted(nets.items())),
            counts=dict(sorted((name, n) for name, n in into.counts.items() if n)),
            parts={f"bet/{spot}": dict(sorted(into.parts[spot].items()))
                   for spot, _ in sorted(self.bets) if spot in into.parts})


class _Counts:
    """What is told of a block beside its results."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.parts: dict[str, Counter[int]] = {}


class Sides(Dealt):
    """Ponto against banca."""

    @cached_property
    def _nets(self) -> Numbers:
        return self.made[0].nets

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` coups from new packs on, with the cards of stream ``number`` of the seed."""
        times, sums, _ = self.counted(seed, number, size)
        nets, into = Counter[int](), _Counts()
        for at in np.flatnonzero(times).tolist():
            nets[int(self._nets[at])] += int(times[at])
        self._counted(self.made[0], times, into)
        if self.fresh or not self.shoe.behind:
            total = sum(net * often for net, often in nets.items())
            squares = sum(net * net * often for net, often in nets.items())
            return self._tally(size, nets, into, [size, size, total, squares])
        shoes, nn, ns, low, above = (int(n) for n in sums)
        return self._tally(size, nets, into, [shoes, nn, ns, low + (above << loop.LOW)])

    def counted(self, seed: int, number: int, size: int, telling: bool = False
                ) -> tuple[Numbers, Numbers, Numbers]:
        """How often each outcome came, the sums over shoes, and every outcome where ``telling``."""
        times, sums = np.zeros(len(OUTCOMES), np.int64), np.zeros(5, np.int64)
        each = np.zeros(size if telling else 0, np.int64)
        loop.sides(law(self.shoe, self.fresh), stream(seed, number), of_sides(self.shoe.packs),
                   against(), self._nets, size, times, sums, each)
        return times, sums, each

    def each(self, seed: int, number: int, size: int) -> list[int]:
        """What every coup of a block returned net, in cents."""
        found: list[int] = self._nets[self.counted(seed, number, size, True)[2]].tolist()
        return found


class Places(Dealt):
    """The hands of some places against the bank's; the bets on that alone come first."""

    @cached_property
    def _steps(self) -> tuple[Numbers, int, int]:
        """What each outcome of each part returns, in steps above the least; the cents of a step,
        and the least sum."""
        nets = np.stack([part.nets for part in self.made])
        low = np.array([part.chain.nets[0].min() for part in self.made])
        above = np.maximum(nets - low[:, None], 0)
        step = int(np.gcd.reduce(above, axis=None)) or 1
        return above // step, step, int(low.sum())

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` coups from new packs on, with the cards of stream ``number`` of the seed."""
        times, totals, sums, _ = self.counted(seed, number, size)
        _, step, least = self._steps
        into = _Counts()
        for made, part in zip(self.made, times, strict=True):
            self._counted(made, part, into)
        nets = Counter({least + step * int(at): int(totals[at]) for at in np.flatnonzero(totals)})
        shoes, nn, ns, low, above = (int(n) for n in sums)
        ss = low + (above << loop.LOW)
        # Of n coups that returned s = least * n + step * t cents: see `_shoe`.
        return self._tally(size, nets, into, [
            shoes, nn, least * nn + step * ns,
            least * least * nn + 2 * least * step * ns + step * step * ss])

    def counted(self, seed: int, number: int, size: int, telling: bool = False
                ) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """How often each outcome of each laying and each sum came, the sums over shoes, and every
        sum where ``telling``."""
        nets, _, _ = self._steps
        times = np.zeros_like(nets)
        totals = np.zeros(int(nets.max(axis=1).sum()) + 1, np.int64)
        sums, each = np.zeros(5, np.int64), np.zeros(size if telling else 0, np.int64)
        loop.hands(law(self.shoe, self.fresh), stream(seed, number), of_hands(self.shoe.packs),
                   ranks(), nets, size, np.zeros(loop.WORD, np.uint64),
                   np.zeros(len(nets), np.int64), times, totals, sums, each)
        return times, totals, sums, each

    def each(self, seed: int, number: int, size: int) -> list[int]:
        """What every coup of a block returned net, in cents."""
        _, step, least = self._steps
        found: list[int] = (least + step * self.counted(seed, number, size, True)[3]).tolist()
        return found


# -- what the loops read ---------------------------------------------------------------------------


def law(shoe: Shoe, fresh: bool) -> Numbers:
    """What the loops know of a shoe."""
    size = len(PACK) * shoe.packs
    return np.array([size, shoe.first, shoe.burn, size - shoe.behind, fresh or not shoe.behind],
                    np.int64)


def of_sides(packs: int) -> Numbers:
    """New packs: of each card its value, and 16 times its rank."""
    return np.array([value(card) + 16 * RANKS.index(card[0]) for card in PACK] * packs, np.int64)


def of_hands(packs: int) -> Numbers:
    """New packs: of each card its points, and more for a figure."""
    return np.array([value(card) + loop.FIGURE * (card[0] in "JQK") for card in PACK] * packs,
                    np.int64)


def against() -> Numbers:
    """For the points of banca's two cards, on which third cards of ponto it draws: bits by value,
    the tenth where ponto has none."""
    return np.array([sum((1 << at) * banca_draws(5, points, card)
                         for at, card in enumerate(CARD)) + (1 << 10) * banca_draws(7, points)
                     for points in range(10)], np.int64)


def ranks() -> Numbers:
    """For the sum of three cards the rank of their hand, from 0."""
    made = np.zeros(3 * (loop.FIGURE + 9) + 1, np.int64)
    cards = {card: value(card) + loop.FIGURE * (card == "J") for card in KIND}
    for one, a in cards.items():
        for two, b in cards.items():
            for three, c in cards.items():
                made[a + b + c] = rank_of((one, two, three)) - 1
    return made


def sides(shoe: Shoe, laying: Laying, strategy: str, fresh: bool) -> Sides:
    """The kernel of ponto against banca; ValueError where a coup moves more than can be summed."""
    _check((laying,))
    numbers = tuple(laying.cloth.number.get(fell, -1) for fell in OUTCOMES)
    made = Part(laying.chain, laying.bets, laying.unit, numbers)
    return Sides(shoe, (made,), laying.bets, laying.stakes, laying.unit, strategy, fresh)


def places(shoe: Shoe, laying: Laying, also: Iterable[str], strategy: str, fresh: bool) -> Places:
    """The kernel of places against the bank; ``also`` are spots of places that have cards without a
    bet. ValueError where a coup moves more than can be summed, or takes more cards than the shoe
    may have left."""
    place = laying.cloth.place
    if place is None:
        raise ValueError("there are no places here that have hands of their own")
    made = {place(one.bets[0][0]): one for one in laying.apart}
    for spots in ((), *((spot,) for spot in also)):
        at = place(spots[0]) if spots else 0
        made.setdefault(at, Laying(laying.cloth.of(spots), ()))
    layings = tuple(made[at] for at in sorted(made))
    need = 3 * len(layings) + shoe.burn
    if not fresh and shoe.behind and need > shoe.behind:
        raise ValueError(f"a coup of {len(layings) - 1} places takes {need} cards, and "
                         f"{shoe.behind} may be left: play fewer places")
    _check(layings)
    parts = tuple(Part(one.chain, one.bets, one.unit, _numbers(one.cloth)) for one in layings)
    found = Places(shoe, parts, laying.bets, laying.stakes, laying.unit, strategy, fresh)
    if int(found._steps[0].max(axis=1).sum()) >= WIDEST:
        raise ValueError("these stakes have too many different results together: take multiples "
                         "of one sum")
    return found


def _numbers(cloth: Cloth) -> tuple[int, ...]:
    """For the rank of the bank and that of one place, the number of the outcome."""
    found = [-1] * (LOWEST * LOWEST)
    for number, fell in enumerate(cloth.outcomes):
        found[LOWEST * (fell[0] - 1) + max(max(fell[1:], default=0) - 1, 0)] = number
    return tuple(found)


def _check(layings: tuple[Laying, ...]) -> None:
    if any(laying.chain.positions > 1 for laying in layings):
        raise ValueError("bets that change while they wait cannot be played here")
    if sum(int(np.abs(laying.chain.nets).max()) for laying in layings) > HIGHEST:
        raise ValueError("these stakes are too high to be summed: take a tenth of them")


# -- the same cards for the reference engine -------------------------------------------------------


class Tape:
    """Chance from one stream: cards as the loops draw them, so many of a coup ahead."""

    def __init__(self, stream_: Stream, packs: int, ahead: int) -> None:
        self.stream, self.cards, self.ahead = stream_, list(PACK) * packs, ahead
        self.at = self.left = 0
        self.waiting: list[int] = []

    def begin(self) -> None:
        """A coup begins."""
        self.waiting, self.left = [], self.ahead

    def resolve(self, told: ChanceStep) -> object:
        if isinstance(told, Deal):
            return PACK[0] if told.to == BURN else self._card()
        if isinstance(told, Shuffle):
            self.at = 0
            return "tape"
        return {"seal": "tape"} if isinstance(told, Open) else None

    def _card(self) -> str:
        if not self.waiting:
            batch = min(loop.WORD, self.left)
            self.waiting = self.stream.draws(len(self.cards) - self.at, batch)[::-1]
            self.left -= batch
        at, cards = self.at, self.cards
        other = at + self.waiting.pop()
        cards[at], cards[other] = cards[other], cards[at]
        self.at += 1
        return cards[at]
