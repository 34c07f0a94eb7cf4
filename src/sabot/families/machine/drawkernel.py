"""The fast simulator of video poker: games with one draw, in a compiled loop."""

from __future__ import annotations

import hashlib
from functools import cached_property, lru_cache

import msgspec
import numpy as np

from sabot.equipment.arrays import Numbers, Octets
from sabot.equipment.streams import stream
from sabot.families.machine import draw
from sabot.families.machine.draw import HAND, PACK, PRIZES, Draw, DrawSheet
from sabot.odds.tally import Tally

VERSION = 1  # of the results of a block
BLOCK = 1 << 21
BEST, SIMPLE = "best", "simple"
WORDS = {BEST: "the best cards held", SIMPLE: "pairs and what pays held, else nothing"}
Holds = Octets
"""By hand number, the cards held: a bit for each card, the weakest first."""


class CardPlayer:
    """One player of video poker: bets ``coins`` coins of ``coin`` cents, and holds the cards with
    the best return, those of the ``simple`` rule (`DrawSheet`), or those of a ``chart``. See
    `sabot.odds.tally.Kernel` for the interface."""

    size = BLOCK

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
        counts = np.zeros(len(PRIZES), np.int64)
        drawloop.play(
            stream(seed, number), np.arange(PACK), self.holds, _prizes(self.model.pair),
            draw._BINOMIALS, np.zeros(2 * HAND, np.int64), np.zeros(HAND, np.int64),
            np.zeros(HAND, np.int64), size, counts, each)
        return counts

    def _pays(self) -> list[int]:
        table = self.model.pay_table(self.bet)
        return [self.unit * table.get(name, 0) for name in PRIZES]

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Simulate ``size`` games from stream ``number`` of the seed."""
        ends = self._play(seed, number, size, np.zeros(0, np.int64)).tolist()
        nets: dict[int, int] = {}
        for times, paid in zip(ends, self._pays(), strict=True):
            nets[paid - self.unit] = nets.get(paid - self.unit, 0) + times
        nets = {net: nets[net] for net in sorted(nets) if nets[net]}
        counts = {name: times for name, times in zip(PRIZES, ends, strict=True) if times}
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
def _prizes(pair: str) -> Octets:
    """The prize of each final hand, by hand number."""
    hands = draw._hands()
    prizes = np.zeros(len(hands.cards), np.uint8)
    prizes[_numbers()] = draw._prizes(pair)[hands.strength]
    return prizes


@lru_cache(maxsize=1)
def _numbers() -> Numbers:
    """The number of every hand."""
    cards = draw._hands().cards.astype(np.int64)
    numbers: Numbers = sum(draw._BINOMIALS[cards[:, i], i + 1] for i in range(HAND))
    return numbers


@lru_cache(maxsize=4)
def _holds(canonical: bytes, bet: int, play: str) -> Holds:
    sheet = DrawSheet(msgspec.json.decode(canonical, type=Draw), bet)
    holds = np.zeros(len(draw._hands().cards), np.uint8)
    holds[_numbers()] = sheet.holds(play == SIMPLE)
    return holds
