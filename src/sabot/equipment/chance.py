"""Where chance comes from: unbiased integers, shuffles, and the sources behind them.

A source gives whole numbers below n, each with the same probability. The live source reads the
operating system; the seeded one is for tests and reproducible play and is never used for money.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Protocol


class Source(Protocol):
    """Anything that gives a uniform whole number ``0 <= k < n``."""

    def below(self, n: int) -> int: ...


def _width(n: int) -> int:
    """How many random bits make a number below n. One that is too large is thrown away and drawn
    again, never folded back by a remainder, so that the bias is nil."""
    if n < 1:
        raise ValueError(f"there is no number below {n}")
    return (n - 1).bit_length()


class System:
    """The operating system's entropy; it fails rather than fall back on anything weaker."""

    def below(self, n: int) -> int:
        width = _width(n)
        while True:
            value = secrets.randbits(width) if width else 0
            if value < n:
                return value

    def nonce(self) -> bytes:
        return secrets.token_bytes(32)


class Seeded:
    """SHA-256 in counter mode, addressed by (seed, stream): the same numbers on every machine."""

    def __init__(self, seed: int | str, stream: int | str = 0) -> None:
        self._key = hashlib.sha256(f"sabot/{seed}/{stream}".encode()).digest()
        self._counter = 0
        self._pool = 0
        self._left = 0

    def _refill(self, width: int) -> None:
        while self._left < width:
            block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._pool = (self._pool << 256) | int.from_bytes(block, "big")
            self._left += 256

    def _bits(self, width: int) -> int:
        if self._left < width:
            self._refill(width)
        self._left = left = self._left - width
        value = self._pool >> left
        self._pool ^= value << left
        return value

    def below(self, n: int) -> int:
        width = _width(n)
        while True:
            value = self._bits(width)
            if value < n:
                return value

    def nonce(self) -> bytes:
        return self._bits(256).to_bytes(32, "big")


def shuffle(cards: list[str], source: Source) -> list[str]:
    """A new list in a uniformly random order (Fisher-Yates from the top)."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = source.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order
