"""Where chance comes from: unbiased integers, shuffles, and the sources behind them.

A source gives whole numbers below n, each with the same probability. The live source reads the
operating system; the seeded one is for tests and reproducible play and is never used for money.

Both take as many random bits as n - 1 has; a number that comes out too large is thrown away and
drawn again, never folded back by a remainder, so that the bias is nil.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Protocol


class Source(Protocol):
    """Gives uniform whole numbers ``0 <= k < n``: one, or one for each n of a list."""

    def below(self, n: int) -> int: ...

    def each_below(self, limits: Iterable[int]) -> list[int]: ...


class System:
    """The operating system's entropy; it fails rather than fall back on anything weaker."""

    def below(self, n: int) -> int:
        if n < 1:
            raise ValueError(f"there is no number below {n}")
        value = n
        while value >= n:
            value = secrets.randbits((n - 1).bit_length()) if n > 1 else 0
        return value

    def each_below(self, limits: Iterable[int]) -> list[int]:
        return [self.below(n) for n in limits]

    def nonce(self) -> bytes:
        return secrets.token_bytes(32)


class Seeded:
    """SHA-256 in counter mode, addressed by (seed, stream): the same numbers on every machine."""

    def __init__(self, seed: int | str, stream: int | str = 0) -> None:
        self._key = hashlib.sha256(f"sabot/{seed}/{stream}".encode()).digest()
        self._counter = 0
        self._pool = 0
        self._left = 0

    def _block(self) -> int:
        block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        return int.from_bytes(block, "big")

    def below(self, n: int) -> int:
        return self.each_below((n,))[0]

    def each_below(self, limits: Iterable[int]) -> list[int]:
        pool, left = self._pool, self._left  # the low ``left`` bits of the pool are still unused
        numbers = []
        for n in limits:
            if n < 1:
                raise ValueError(f"there is no number below {n}")
            width = (n - 1).bit_length()
            mask = (1 << width) - 1
            value = n
            while value >= n:
                while left < width:
                    pool = (pool & ((1 << left) - 1)) << 256 | self._block()
                    left += 256
                left -= width
                value = pool >> left & mask
            numbers.append(value)
        self._pool, self._left = pool, left
        return numbers

    def nonce(self) -> bytes:
        return self.below(1 << 256).to_bytes(32, "big")


def shuffle(cards: list[str], source: Source) -> list[str]:
    """A new list in a uniformly random order (Fisher-Yates from the top)."""
    order = list(cards)
    last = len(order) - 1
    for i, j in zip(range(last, 0, -1), source.each_below(range(last + 1, 1, -1)), strict=True):
        order[i], order[j] = order[j], order[i]
    return order
