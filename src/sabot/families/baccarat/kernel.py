"""Compiled simulation of baccarat: coups from a real shoe, counted in whole numbers.

The return of each outcome is read from the cloth once, as the chain of positions of a `Laying`. A
bet that stays is treated as one that is made again, so that there is one position.
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
from sabot.probability.tally import Tally
from sabot.procedure import Deal, Open, Shuffle
from sabot.procedure.steps import ChanceStep
from sabot.words import phrase

VERSION = 1  # of the results of a block: increase it when the loops give other results
BLOCK = 1 << 24
HIGHEST = 10 ** 7  # cents that a coup may move: the square of a shoe's sum fits in 64 bits
WIDEST = 1 << 22  # different sums of a coup


class Part(NamedTuple):
    """Bets whose outcomes can be listed together: their chain, and for each outcome that the loop
    counts its number in the chain, -1 for none. ``unit``: the cents of all bets."""

    chain: Chain
    bets: tuple[tuple[str, int], ...]
    unit: int
    numbers: tuple[int, ...]

    @property
    def nets(self) -> Numbers:
        """The net return of each outcome that the loop counts, in cents."""
        nets = self.chain.nets[0]
        return np.array([nets[n] if n >= 0 else 0 for n in self.numbers], np.int64)


@dataclass(frozen=True, eq=False)
class Dealt:
    """One player who makes the same bets every coup; see `sabot.probability.tally.Kernel`.

    ``bets``: all bets, in cents by spot. A tally has the part "bet/SPOT" for each.
    ``naturals_end``: of ponto and banca, see `drawing.ponto_draws`.
    """

    shoe: Shoe
    groups: tuple[Part, ...]
    bets: tuple[tuple[str, int], ...]
    stakes: dict[str, int]
    unit: int
    strategy: str
    fresh: bool
    size: int = BLOCK
    naturals_end: bool = True

    @property
    def plain_seconds(self) -> float:
        """The seconds that plain code takes for a coup, about."""
        return 2e-5 * (1 + len(self.groups))

    @cached_property
    def identity(self) -> str:
        """The rules and bets that this kernel plays, as a digest."""
        digest = hashlib.sha256(f"{VERSION} {type(self).__name__} {self.shoe} {self.fresh} "
                                f"{self.unit} {self.bets}".encode())
        if not self.naturals_end:
            digest.update(b"drawn against naturals")
        for group in self.groups:
            for part in group.chain[:4]:
                digest.update(f"{part.shape}".encode() + part.tobytes())
        return f"baccarat {digest.hexdigest()[:16]}"

    @staticmethod
    def _add_counts(group: Part, times: Numbers, into: _Counts) -> None:
        """Add the ``times`` of each outcome to the counts of these bets."""
        chain = group.chain
        for at, number in enumerate(group.numbers):
            if number < 0 or not times[at]:
                continue
            often, of_stakes = int(times[at]), int(chain.decided.flat[number])
            into.counts["staked"] += often * of_stakes
            into.counts["ties that hold bets"] += often * (of_stakes < group.unit)
            for bet, gain in chain.bets[number]:
                into.parts.setdefault(group.bets[bet][0], Counter())[gain] += often

    def _tally(self, coups: int, nets: Counter[int], into: _Counts, series: list[int]) -> Tally:
        return Tally(
            coups=coups, shoes=series[0], nn=series[1], ns=series[2], ss=series[3],
            nets=dict(sorted(nets.items())),
            counts=dict(sorted((name, n) for name, n in into.counts.items() if n)),
            parts={f"bet/{spot}": dict(sorted(into.parts[spot].items()))
                   for spot, _ in sorted(self.bets) if spot in into.parts})


class _Counts:
    """The counts of a block in addition to its results."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.parts: dict[str, Counter[int]] = {}


class Sides(Dealt):
    """Ponto against banca."""

    @cached_property
    def _nets(self) -> Numbers:
        return self.groups[0].nets

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Play ``size`` coups from new packs, with the cards of stream ``number`` of the seed."""
        times, sums, _ = self.count(seed, number, size)
        nets, into = Counter[int](), _Counts()
        for at in np.flatnonzero(times).tolist():
            nets[int(self._nets[at])] += int(times[at])
        self._add_counts(self.groups[0], times, into)
        if self.fresh or not self.shoe.behind:
            total = sum(net * often for net, often in nets.items())
            squares = sum(net * net * often for net, often in nets.items())
            return self._tally(size, nets, into, [size, size, total, squares])
        shoes, nn, ns, low, above = (int(n) for n in sums)
        return self._tally(size, nets, into, [shoes, nn, ns, low + (above << loop.LOW)])

    def count(self, seed: int, number: int, size: int, listing: bool = False
              ) -> tuple[Numbers, Numbers, Numbers]:
        """How often each outcome came, the sums over shoes, and with ``listing`` every outcome."""
        times, sums = np.zeros(len(OUTCOMES), np.int64), np.zeros(5, np.int64)
        each = np.zeros(size if listing else 0, np.int64)
        count = loop.sides if listing else loop.sides.for_work(size * self.plain_seconds)
        count(law(self.shoe, self.fresh, self.naturals_end), stream(seed, number),
                   of_sides(self.shoe.packs), against(), self._nets, size, times, sums, each)
        return times, sums, each

    def each(self, seed: int, number: int, size: int) -> list[int]:
        """The net result of every coup of a block, in cents."""
        nets: list[int] = self._nets[self.count(seed, number, size, True)[2]].tolist()
        return nets


class Places(Dealt):
    """The hands of some places against the bank's; bets on the bank's hand alone come first."""

    @cached_property
    def _steps(self) -> tuple[Numbers, int, int]:
        """The net of each outcome of each part, in steps above the lowest; the cents of a step, and
        the lowest sum."""
        nets = np.stack([part.nets for part in self.groups])
        low = np.array([part.chain.nets[0].min() for part in self.groups])
        above = np.maximum(nets - low[:, None], 0)
        step = int(np.gcd.reduce(above, axis=None)) or 1
        return above // step, step, int(low.sum())

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Play ``size`` coups from new packs, with the cards of stream ``number`` of the seed."""
        times, totals, sums, _ = self.count(seed, number, size)
        _, step, least = self._steps
        into = _Counts()
        for group, part in zip(self.groups, times, strict=True):
            self._add_counts(group, part, into)
        nets = Counter({least + step * int(at): int(totals[at]) for at in np.flatnonzero(totals)})
        shoes, nn, ns, low, above = (int(n) for n in sums)
        ss = low + (above << loop.LOW)
        # Of n coups that returned s = least * n + step * t cents: see `_shoe`.
        return self._tally(size, nets, into, [
            shoes, nn, least * nn + step * ns,
            least * least * nn + 2 * least * step * ns + step * step * ss])

    def count(self, seed: int, number: int, size: int, listing: bool = False
              ) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """How often each outcome of each laying and each sum came, the sums over shoes, and with
        ``listing`` every sum."""
        nets, _, _ = self._steps
        times = np.zeros_like(nets)
        totals = np.zeros(int(nets.max(axis=1).sum()) + 1, np.int64)
        sums, each = np.zeros(5, np.int64), np.zeros(size if listing else 0, np.int64)
        count = loop.hands if listing else loop.hands.for_work(size * self.plain_seconds)
        count(law(self.shoe, self.fresh), stream(seed, number), of_hands(self.shoe.packs),
                   ranks(), nets, size, np.zeros(loop.WORD, np.uint64),
                   np.zeros(len(nets), np.int64), times, totals, sums, each)
        return times, totals, sums, each

    def each(self, seed: int, number: int, size: int) -> list[int]:
        """The net result of every coup of a block, in cents."""
        _, step, least = self._steps
        nets: list[int] = (least + step * self.count(seed, number, size, True)[3]).tolist()
        return nets


# -- input of the loops ---------------------------------------------------------------------------


def law(shoe: Shoe, fresh: bool, naturals_end: bool = True) -> Numbers:
    """A shoe as the loops read it: see `loop.SIZE` and the names after it."""
    size = len(PACK) * shoe.packs
    return np.array([size, shoe.first, shoe.burn, size - shoe.behind, fresh or not shoe.behind,
                     not naturals_end], np.int64)


def of_sides(packs: int) -> Numbers:
    """New packs: each card as its value plus 16 times its rank."""
    return np.array([value(card) + 16 * RANKS.index(card[0]) for card in PACK] * packs, np.int64)


def of_hands(packs: int) -> Numbers:
    """New packs: each card as its points, plus `loop.FIGURE` for a figure."""
    return np.array([value(card) + loop.FIGURE * (card[0] in "JQK") for card in PACK] * packs,
                    np.int64)


def against() -> Numbers:
    """For the points of banca's two cards, the third cards of ponto on which banca draws: bits by
    value, the tenth for no third card."""
    return np.array([sum((1 << at) * banca_draws(5, points, card)
                         for at, card in enumerate(CARD)) + (1 << 10) * banca_draws(7, points)
                     for points in range(10)], np.int64)


def ranks() -> Numbers:
    """The rank of a hand, from 0, by the sum of its three cards."""
    table = np.zeros(3 * (loop.FIGURE + 9) + 1, np.int64)
    cards = {card: value(card) + loop.FIGURE * (card == "J") for card in KIND}
    for first, a in cards.items():
        for second, b in cards.items():
            for third, c in cards.items():
                table[a + b + c] = rank_of((first, second, third)) - 1
    return table


def sides(shoe: Shoe, laying: Laying, strategy: str, fresh: bool, naturals_end: bool = True
          ) -> Sides:
    """The kernel of ponto against banca; ValueError when a coup moves more than can be summed."""
    _check((laying,))
    numbers = tuple(laying.cloth.number.get(fell, -1) for fell in OUTCOMES)
    group = Part(laying.chain, laying.bets, laying.unit, numbers)
    return Sides(shoe, (group,), laying.bets, laying.stakes, laying.unit, strategy, fresh,
                 naturals_end=naturals_end)


def places(shoe: Shoe, laying: Laying, also: Iterable[str], strategy: str, fresh: bool) -> Places:
    """The kernel of places against the bank; ``also``: spots of places that get cards without a
    bet. ValueError when a coup moves more than can be summed, or needs more cards than the shoe may
    have left."""
    place = laying.cloth.place
    if place is None:
        raise ValueError("this game has no places with hands of their own")
    by_place = {place(part.bets[0][0]): part for part in laying.by_place}
    for spots in ((), *((spot,) for spot in also)):
        at = place(spots[0]) if spots else 0
        by_place.setdefault(at, Laying(laying.cloth.of(spots), ()))
    layings = tuple(by_place[at] for at in sorted(by_place))
    need = 3 * len(layings) + shoe.burn
    if not fresh and shoe.behind and need > shoe.behind:
        raise ValueError(phrase("a coup of {n} places takes {need} cards, and {behind} may be "
                                "left: play fewer places", n=len(layings) - 1, need=need,
                                behind=shoe.behind))
    _check(layings)
    parts = tuple(Part(part.chain, part.bets, part.unit, _numbers(part.cloth)) for part in layings)
    kernel = Places(shoe, parts, laying.bets, laying.stakes, laying.unit, strategy, fresh)
    if int(kernel._steps[0].max(axis=1).sum()) >= WIDEST:
        raise ValueError("these stakes have too many different results together: take multiples "
                         "of one sum")
    return kernel


def _numbers(cloth: Cloth) -> tuple[int, ...]:
    """The number of the outcome by the rank of the bank and that of one place; -1 for none."""
    numbers = [-1] * (LOWEST * LOWEST)
    for number, fell in enumerate(cloth.outcomes):
        numbers[LOWEST * (fell[0] - 1) + max(max(fell[1:], default=0) - 1, 0)] = number
    return tuple(numbers)


def _check(layings: tuple[Laying, ...]) -> None:
    if any(laying.chain.positions > 1 for laying in layings):
        raise ValueError("bets that change while they wait cannot be simulated here")
    if sum(int(np.abs(laying.chain.nets).max()) for laying in layings) > HIGHEST:
        raise ValueError("these stakes are too high to be summed: take a tenth of them")


# -- the same cards for the reference engine -------------------------------------------------------


class Tape:
    """Chance from one stream: the cards that the loops draw, ``ahead`` of a coup at a time.

    The loops deal the cards of all hands in turn; where a table deals the cards of each of this
    number of ``hands`` together, each hand has the same cards.
    """

    def __init__(self, stream_: Stream, packs: int, ahead: int, hands: int = 0) -> None:
        self.stream, self.cards, self.ahead = stream_, list(PACK) * packs, ahead
        self.hands = hands
        self.at = self.left = 0
        self.waiting: list[int] = []
        self.dealt: list[str] = []

    def begin(self) -> None:
        """Begin a coup."""
        self.waiting, self.left, self.dealt = [], self.ahead, []

    def resolve(self, step: ChanceStep) -> object:
        """Answer a step of chance with the cards of the stream."""
        if isinstance(step, Deal):
            return PACK[0] if step.to == BURN else \
                self._of_hand() if self.hands else self._card()
        if isinstance(step, Shuffle):
            self.at = 0
            return "tape"
        return {"seal": "tape"} if isinstance(step, Open) else None

    def _of_hand(self) -> str:
        """The next card where the cards of each hand come together."""
        if not self.dealt:
            cards = [self._card() for _ in range(self.ahead)]
            self.dealt = [card for hand in range(self.hands) for card in cards[hand::self.hands]]
        return self.dealt.pop(0)

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
