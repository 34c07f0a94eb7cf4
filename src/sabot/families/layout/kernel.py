"""Compiled simulation of a layout: throws in a loop, counted in whole numbers.

The cloth is turned into tables once: the loop draws an outcome, counts it, and goes to the next
position. The returns in money are computed from the counts.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from sabot.equipment.arrays import Numbers
from sabot.equipment.streams import stream
from sabot.families.layout.loop import LOW, count_chain, count_decided, throws
from sabot.families.layout.repeated_bets import Chain, Laying
from sabot.probability.tally import Tally

VERSION = 2  # of the results of a block: increase it when the loop gives other results
BLOCK = 1 << 26
PLAIN_SECONDS = 1.2e-5  # of plain code for a throw
SUMS = 7
HIGHEST = 10 ** 8  # cents that a throw may move: the square of thirty of them fits in 64 bits


@dataclass(frozen=True, eq=False)
class Player:
    """One player who repeats the same bets on a layout; a coup is one throw, or the throws until
    one decides.

    ``bets``: cents by spot; ``stakes``: the cents at stake; ``unit``: the sum of the first bets. A
    tally has the part "bet/SPOT" for each. The throws until the table is in its initial state again
    with no bet left are a series; series are independent: the "shoes" of a tally. See
    `sabot.probability.tally.Kernel`.
    """

    chain: Chain
    bets: tuple[tuple[str, int], ...]
    stakes: dict[str, int]
    unit: int
    strategy: str
    size: int = BLOCK
    plain_seconds: ClassVar[float] = PLAIN_SECONDS

    @cached_property
    def identity(self) -> str:
        """The bets and the law that this kernel plays, as a digest."""
        digest = hashlib.sha256(f"{VERSION} {self.unit} {self.bets}".encode())
        for part in self.chain[:4]:
            digest.update(f"{part.shape}".encode() + part.tobytes())
        return f"layout {digest.hexdigest()[:16]}"

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Play ``size`` coups from the initial state, by stream ``number`` of the seed."""
        return self._tally(*self.count(seed, number, size))

    def count(self, seed: int, number: int, size: int) -> tuple[Numbers, Numbers]:
        """How often each outcome came in each position, and the sums over series: see `loop`."""
        chain = self.chain
        times, sums = np.zeros(chain.nets.size, np.int64), np.zeros(SUMS, np.int64)
        ways = chain.nets.shape[1]
        at, floor = np.uint64(ways), np.uint64((1 << 64) % ways)
        if chain.again.any():
            count_decided.of_work(size * PLAIN_SECONDS, stream(seed, number), at, floor, size,
                                  chain.again, times)
        elif self._plain:
            throws.of_work(size * PLAIN_SECONDS, stream(seed, number), at, floor, size, times)
        else:
            count_chain.of_work(size * PLAIN_SECONDS, stream(seed, number), at, floor, size, 0,
                                chain.then.ravel(), chain.nets.ravel(), chain.ends.ravel(), times,
                                sums)
        return times, sums

    @property
    def _plain(self) -> bool:
        """Whether every coup begins in the initial state."""
        return self.chain.positions == 1 and bool((self.chain.ends | self.chain.again).all())

    def each(self, seed: int, number: int, size: int) -> list[int]:
        """The net result of every coup of a block, in cents, by the same compiled loop."""
        chain = self.chain
        ways = chain.nets.shape[1]
        following, nets, ends = chain.then.ravel(), chain.nets.ravel(), chain.ends.ravel()
        words, sums = stream(seed, number), np.zeros(SUMS, np.int64)
        floor = np.uint64((1 << 64) % ways)
        at, results = 0, []
        for _ in range(size):
            net, ended = 0, False
            while not ended:
                times = np.zeros(nets.size, np.int64)
                at = count_chain(words, np.uint64(ways), floor, 1, at, following, nets, ends, times,
                                 sums)
                edge = int(times.argmax())
                net, ended = net + int(nets[edge]), not chain.again[edge % ways]
            results.append(net)
        return results

    def _tally(self, times: Numbers, totals: Numbers) -> Tally:
        chain, sums = self.chain, [int(n) for n in totals]
        nets, counts = Counter[int](), Counter[str]()
        parts = [Counter[int]() for _ in self.bets]
        played = 0
        for edge in np.flatnonzero(times):
            often, net = int(times[edge]), int(chain.nets.flat[edge])
            of_stakes = int(chain.decided.flat[edge])
            counts["throws that decide nothing"] += often * (not of_stakes)
            if chain.again[edge % chain.again.size]:
                continue
            played += often
            nets[net] += often
            counts["staked"] += often * of_stakes
            for bet, gain in chain.bets[edge]:
                parts[bet][gain] += often
        if self._plain:
            squares = sum(net * net * often for net, often in nets.items())
            series = [played, played, sum(net * often for net, often in nets.items()), squares]
        else:
            n, s, *ended, low, above = sums
            series = [a + b for a, b in zip((*ended, low + (above << LOW)),
                                            (int(n > 0), n * n, n * s, s * s), strict=True)]
        return Tally(coups=played, shoes=series[0], nn=series[1], ns=series[2], ss=series[3],
                     nets=dict(sorted(nets.items())),
                     counts=dict(sorted((name, n) for name, n in counts.items() if n)),
                     parts={f"bet/{spot}": dict(sorted(part.items()))
                            for (spot, _), part in sorted(zip(self.bets, parts, strict=True))
                            if part})


def kernel(laying: Laying, strategy: str) -> Player:
    """The kernel of repeated bets; ValueError when there are too many positions, or when a throw
    moves more than can be squared and summed over a series."""
    if np.abs(laying.chain.nets).max() > HIGHEST:
        raise ValueError("these stakes are too high to be summed: take a tenth of them")
    return Player(laying.chain, laying.bets, laying.stakes, laying.unit, strategy)
