"""The fast simulator of video poker: games with one draw, in a compiled loop."""

from __future__ import annotations

import hashlib
from functools import cached_property, lru_cache

import msgspec
import numpy as np

from sabot.equipment.arrays import Numbers, Octets
from sabot.equipment.streams import stream
from sabot.families.machine.draw import Draw, DrawSheet, prizes_by_hand
from sabot.families.machine.drawhands import HAND, every_hand, numbering
from sabot.probability.tally import Tally

VERSION = 1  # of the results of a block
BLOCK = 1 << 21
BEST, SIMPLE = "best", "simple"
WORDS = {BEST: "the best cards held", SIMPLE: "pairs and what pays held, else nothing"}
Holds = Octets
"""By hand number, the cards held: a bit for each card, the weakest first."""


class CardPlayer:
    """One player of video poker: bets ``coins`` coins of ``coin`` cents, and holds the cards with
    the best return, those of the ``simple`` rule (`DrawSheet`), or those of a ``chart``. See
    `sabot.probability.tally.Kernel` for the interface."""

    size = BLOCK
    plain_seconds = 1.5e-4

    def __init__(self, model: Draw, coins: int = 0, coin: int = 1, play: str = BEST,
                 chart: Holds | None = None) -> None:
        self.model, self.bet, self.coin = model, coins or max(model.stakes), coin
        self.play, self.chart = play, chart

    @property
    def unit(self) -> int:
        """The cost of a game in cents."""
        return self.bet * self.coin

    @property
    def strategy(self) -> str:
        """The play in words."""
        holds = WORDS[self.play] if self.chart is None else "the cards held that a chart says"
        return f"{self.bet} coin{'s' * (self.bet > 1)}, {holds}"

    @cached_property
    def identity(self) -> str:
        """A digest of everything that determines the results of a block."""
        source = f"{VERSION} {self.model.identity} {self.bet} {self.coin} {self.play}".encode()
        if self.chart is not None:
            source += self.chart.tobytes()
        return f"cards {hashlib.sha256(source).hexdigest()[:16]}"

    @property
    def holds(self) -> Holds:
        """The cards held of each hand."""
        return self.chart if self.chart is not None else _holds(
            self.model.canonical, self.bet, self.play)

    def _play(self, seed: int, number: int, size: int, each: Numbers) -> Numbers:
        from sabot.families.machine import drawloop
        counts = np.zeros(len(self.model.outcomes), np.int64)
        pack = self.model.kinds.size
        play = drawloop.play if len(each) else drawloop.play.for_work(size * self.plain_seconds)
        play(
            stream(seed, number), np.arange(pack), self.holds,
            prizes_by_number(self.model.canonical), numbering(pack).binomials,
            np.zeros(2 * HAND, np.int64), np.zeros(HAND, np.int64), np.zeros(HAND, np.int64),
            size, counts, each)
        return counts

    def _pays(self) -> list[int]:
        table = self.model.pay_table(self.bet)
        return [self.unit * table.get(name, 0) for name in self.model.outcomes]

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Simulate ``size`` games from stream ``number`` of the seed."""
        ends = self._play(seed, number, size, np.zeros(0, np.int64)).tolist()
        nets: dict[int, int] = {}
        for times, paid in zip(ends, self._pays(), strict=True):
            nets[paid - self.unit] = nets.get(paid - self.unit, 0) + times
        nets = {net: nets[net] for net in sorted(nets) if nets[net]}
        counts = {name: times for name, times in zip(self.model.outcomes, ends, strict=True)
                  if times}
        counts["staked"] = size * self.unit
        return Tally(coups=size, shoes=size, nn=size,
                     ns=sum(net * times for net, times in nets.items()),
                     ss=sum(net * net * times for net, times in nets.items()), nets=nets,
                     counts=dict(sorted(counts.items())))

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """The net result of each game of a block, in cents."""
        prizes, pays = np.zeros(size, np.int64), self._pays()
        self._play(seed, number, size, prizes)
        return [[pays[prize] - self.unit] for prize in prizes.tolist()]


@lru_cache(maxsize=2)
def prizes_by_number(canonical: bytes) -> Octets:
    """The prize of each final hand, by hand number."""
    model = msgspec.json.decode(canonical, type=Draw)
    prizes = np.zeros(len(every_hand(model.kinds.size).cards), np.uint8)
    prizes[_numbers(model.kinds.size)] = prizes_by_hand(model)
    return prizes


@lru_cache(maxsize=2)
def _numbers(pack: int) -> Numbers:
    """The number of every hand."""
    return numbering(pack).number_of(every_hand(pack).cards)


@lru_cache(maxsize=4)
def _holds(canonical: bytes, bet: int, play: str) -> Holds:
    sheet = DrawSheet(msgspec.json.decode(canonical, type=Draw), bet)
    pack = sheet.model.kinds.size
    holds = np.zeros(len(every_hand(pack).cards), np.uint8)
    holds[_numbers(pack)] = sheet.holds(play == SIMPLE)
    return holds
