"""Addressed random numbers in plain Python: the streams of `streams`, without compiled code."""

from __future__ import annotations

MASK = (1 << 64) - 1
ROUNDS = 10
MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
WEYL = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, ...]:
    """One block of Philox4x64-10 (Salmon, Moraes, Dror, Shaw 2011)."""
    a, b, c, d = counter
    k, m = key
    for _ in range(ROUNDS):
        first, second = MULTIPLIERS[0] * a, MULTIPLIERS[1] * c
        a, b, c, d = second >> 64 ^ b ^ k, second & MASK, first >> 64 ^ d ^ m, first & MASK
        k, m = (k + WEYL[0]) & MASK, (m + WEYL[1]) & MASK
    return a, b, c, d


def first_state(seed: int, number: int, lane: int = 0) -> tuple[int, ...]:
    """The initial state of stream ``number`` of a seed, four words; the ``lane`` distinguishes
    parallel streams."""
    if number < 0:
        raise ValueError(f"streams are numbered from 0, not {number}")
    words = philox((number & MASK, number >> 64 & MASK, lane, 0), (seed & MASK, seed >> 64 & MASK))
    return words if any(words) else (1, 2, 3, 4)


class Stream:
    """A stream in plain Python: slow, for code that must repeat what compiled code has drawn."""

    def __init__(self, seed: int, number: int, lane: int = 0) -> None:
        self.address = seed, number
        self.state = list(first_state(seed, number, lane))

    def lane(self, lane: int) -> Stream:
        """A parallel stream, from its beginning."""
        return Stream(*self.address, lane)

    def word(self) -> int:
        """The next 64 random bits."""
        s = self.state
        five = s[1] * 5 & MASK
        out = (five << 7 | five >> 57) * 9 & MASK
        shifted = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = (s[3] << 45 | s[3] >> 19) & MASK
        return out

    def draws(self, below: int, count: int, ahead: list[int] | None = None) -> list[int]:
        """The result of the compiled `draws`; words that were taken ``ahead`` are used first."""
        product = 1
        for i in range(count):
            product *= below - i
        while True:
            left = ahead.pop(0) if ahead else self.word()
            numbers = []
            for i in range(count):
                left *= below - i
                numbers.append(left >> 64)
                left &= MASK
            if left >= product or left >= (1 << 64) % product:
                return numbers
