"""The fast player of a machine of cards: games with one draw, in a compiled loop."""

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

VERSION = 1  # of what a block gives
BLOCK = 1 << 21
BEST, SIMPLE = "best", "simple"
WORDS = {BEST: "the best cards held", SIMPLE: "pairs and what pays held, else nothing"}
Holds = Octets
"""For each hand by its number which of its cards are held, a bit each, the weakest first."""


class CardPlayer:
    """One player of a machine of cards who bets so many coins, each of so many cents, and holds the
    cards that return most, those of a ``simple`` rule (`DrawSheet`), or what ``holds`` say.
    `sabot.odds.tally.Kernel` says the rest."""

    size = BLOCK

    def __init__(self, model: Draw, coins: int = 0, coin: int = 1, play: str = BEST,
                 holds: Holds | None = None) -> None:
        self.model, self.bet, self.coin = model, coins or max(model.stakes), coin
        self.play, self.given = play, holds

    @property
    def unit(self) -> int:
        """The cents of a game."""
        return self.bet * self.coin

    @property
    def strategy(self) -> str:
        """How is played, in words."""
        how = WORDS[self.play] if self.given is None else "the cards held that a chart says"
        return f"{self.bet} coin{'s' * (self.bet > 1)}, {how}"

    @cached_property
    def identity(self) -> str:
        told = f"{VERSION} {self.model.identity} {self.bet} {self.coin} {self.play}".encode()
        if self.given is not None:
            told += self.given.tobytes()
        return f"cards {hashlib.sha256(told).hexdigest()[:16]}"

    @property
    def kept(self) -> Holds:
        """Which cards of each hand are held."""
        return self.given if self.given is not None else _kept(
            self.model.canonical, self.bet, self.play)

    def _played(self, seed: int, number: int, size: int, told: Numbers) -> Numbers:
        from sabot.families.machine import drawloop
        ends = np.zeros(len(PRIZES), np.int64)
        drawloop.played(
            stream(seed, number), np.arange(PACK), self.kept, _prizes(self.model.pair),
            draw._ABOVE, np.zeros(2 * HAND, np.int64), np.zeros(HAND, np.int64),
            np.zeros(HAND, np.int64), size, ends, told)
        return ends

    def _paid(self) -> list[int]:
        table = self.model.table(self.bet)
        return [self.unit * table.get(name, 0) for name in PRIZES]

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` games by stream ``number`` of the seed."""
        ends = self._played(seed, number, size, np.zeros(0, np.int64)).tolist()
        nets: dict[int, int] = {}
        for often, paid in zip(ends, self._paid(), strict=True):
            nets[paid - self.unit] = nets.get(paid - self.unit, 0) + often
        nets = {net: nets[net] for net in sorted(nets) if nets[net]}
        counts = {name: often for name, often in zip(PRIZES, ends, strict=True) if often}
        counts["staked"] = size * self.unit
        return Tally(coups=size, shoes=size, nn=size,
                     ns=sum(net * often for net, often in nets.items()),
                     ss=sum(net * net * often for net, often in nets.items()), nets=nets,
                     counts=dict(sorted(counts.items())))

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """What each game of a block returned net, in cents."""
        told, paid = np.zeros(size, np.int64), self._paid()
        self._played(seed, number, size, told)
        return [[paid[prize] - self.unit] for prize in told.tolist()]


@lru_cache(maxsize=2)
def _prizes(pair: str) -> Octets:
    """What each hand is in the end, by its number."""
    every = draw._every()
    found = np.zeros(len(every.cards), np.uint8)
    found[_numbers()] = draw._prizes(pair)[every.strength]
    return found


@lru_cache(maxsize=1)
def _numbers() -> Numbers:
    """The number of every hand."""
    cards = draw._every().cards.astype(np.int64)
    found: Numbers = sum(draw._ABOVE[cards[:, i], i + 1] for i in range(HAND))
    return found


@lru_cache(maxsize=4)
def _kept(canonical: bytes, bet: int, play: str) -> Holds:
    sheet = DrawSheet(msgspec.json.decode(canonical, type=Draw), bet)
    found = np.zeros(len(draw._every().cards), np.uint8)
    found[_numbers()] = sheet.kept(play == SIMPLE)
    return found
