"""Sources of chance: unbiased integers, shuffles, and the sources behind them.

A source gives whole numbers below n, each with the same probability. The live source reads the
operating system; the seeded one is for tests and reproducible play and is never used for money.

Both take as many random bits as n - 1 has. A number that is too large is rejected and drawn again,
never reduced by a remainder, so that there is no bias.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Protocol

BLOCK = 64  # bytes of the system's entropy


class Source(Protocol):
    """Gives uniform whole numbers ``0 <= k < n``: one, or one for each n of a list."""

    def below(self, n: int) -> int:
        """A number below ``n``, each equally likely."""

    def each_below(self, limits: Iterable[int]) -> list[int]:
        """One number below each of these, independent of one another."""


class Entropy(Protocol):
    """Gives unpredictable bytes: for ids, secrets, salts."""

    def token(self, size: int) -> bytes:
        """This many random bytes."""


def token_text(token: bytes) -> str:
    """Bytes as letters, digits, hyphens and underscores: a secret that can be part of a URL."""
    return base64.urlsafe_b64encode(token).rstrip(b"=").decode("ascii")


@lru_cache(maxsize=256)
def _widths(limits: range | tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Each limit, the number of bits of a number below it, and as many ones."""
    if limits and min(limits) < 1:
        raise ValueError(f"there is no number below {min(limits)}")
    widths = [(n - 1).bit_length() for n in limits]
    return tuple((n, width, (1 << width) - 1) for n, width in zip(limits, widths, strict=True))


class _Pool:
    """Random bits that have been fetched and not used yet."""

    def __init__(self, fetch: Callable[[], bytes]) -> None:
        self._fetch = fetch
        self._bits = 0
        self._left = 0  # only the low ``_left`` of the bits are unused

    def each_below(self, limits: Iterable[int]) -> list[int]:
        bits, left = self._bits, self._left
        numbers = []
        for n, width, mask in _widths(limits if isinstance(limits, range) else tuple(limits)):
            while True:
                while left < width:
                    more = self._fetch()
                    size = 8 * len(more)
                    bits = (bits & ((1 << left) - 1)) << size | int.from_bytes(more, "big")
                    left += size
                left -= width
                value = bits >> left & mask
                if value < n:
                    break
            numbers.append(value)
        self._bits, self._left = bits, left
        return numbers


class System:
    """The operating system's entropy, fresh for every call; it fails rather than fall back."""

    def below(self, n: int) -> int:
        """A number below ``n``, each equally likely."""
        return self.each_below((n,))[0]

    def each_below(self, limits: Iterable[int]) -> list[int]:
        # The remaining bits are discarded.
        """One number below each of these, independent of one another."""
        return _Pool(_entropy().__next__).each_below(limits)

    def nonce(self) -> bytes:
        """A new random nonce."""
        return self.token(32)

    def token(self, size: int) -> bytes:
        """This many random bytes."""
        return secrets.token_bytes(size)


SYSTEM = System()


def _entropy() -> Iterator[bytes]:
    """Blocks of fresh bytes: the first is enough for one number, the next for a whole shuffle. Each
    reading releases the interpreter lock, so that there should be few."""
    yield secrets.token_bytes(BLOCK)
    while True:
        read = secrets.token_bytes(8 * BLOCK)
        for start in range(0, len(read), BLOCK):
            yield read[start:start + BLOCK]


class Seeded:
    """SHA-256 in counter mode, addressed by (seed, stream): the same numbers on every machine."""

    def __init__(self, seed: int | str, stream: int | str = 0) -> None:
        self._key = hashlib.sha256(f"sabot/{seed}/{stream}".encode()).digest()
        self._counter = 0
        self._pool = _Pool(self._block)

    def __deepcopy__(self, memo: dict[int, object]) -> Seeded:
        """An independent source that continues with the same numbers."""
        copy = Seeded.__new__(Seeded)
        copy._key, copy._counter = self._key, self._counter
        copy._pool = _Pool(copy._block)
        copy._pool._bits, copy._pool._left = self._pool._bits, self._pool._left
        return copy

    def _block(self) -> bytes:
        block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        return block

    def below(self, n: int) -> int:
        """A number below ``n``, each equally likely."""
        return self._pool.each_below((n,))[0]

    def each_below(self, limits: Iterable[int]) -> list[int]:
        """One number below each of these, independent of one another."""
        return self._pool.each_below(limits)

    def nonce(self) -> bytes:
        """A new random nonce."""
        return self.token(32)

    def token(self, size: int) -> bytes:
        """This many random bytes."""
        return self.below(1 << 8 * size).to_bytes(size, "big")


def shuffle(cards: list[str], source: Source) -> list[str]:
    """A new list in a uniformly random order (Fisher-Yates from the top)."""
    order = list(cards)
    last = len(order) - 1
    for i, j in zip(range(last, 0, -1), source.each_below(range(last + 1, 1, -1)), strict=True):
        order[i], order[j] = order[j], order[i]
    return order
