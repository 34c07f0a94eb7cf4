"""Random numbers for compiled code, addressed: a seed and a number name a separate stream.

The initial state of a stream is one block of Philox4x64-10 with the seed as its key and the number
as its counter. Under one key Philox is a bijection, so that two numbers never begin in the same
state, and any block can be computed without those before it. From there xoshiro256** continues: its
state stays in registers and a word costs a few shifts, where four words of Philox cost twenty wide
products. Streams of a period of 2**256 - 1 begin at practically random points of it: the chance
that any two of a million streams of 2**40 words overlap is below 2**-170.

Cards are drawn as whole numbers below n without bias: a word is taken as a binary fraction and
multiplied by n, n - 1, ...; each product's whole part is one draw and its fraction goes on. The few
words (about one in 2**28 for four cards) that would favour some draws are rejected: Lemire 2019,
Brackett-Rozinsky and Lemire 2024.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Numbers, Words
from sabot.equipment.compiled import high, inlined, lean

MASK = (1 << 64) - 1
ROUNDS = 10
MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
WEYL = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)
BATCH = 4
"""The maximum number of draws from one word, for any shoe."""


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, ...]:
    """One block of Philox4x64-10 (Salmon, Moraes, Dror, Shaw 2011)."""
    a, b, c, d = counter
    k, m = key
    for _ in range(ROUNDS):
        first, second = MULTIPLIERS[0] * a, MULTIPLIERS[1] * c
        a, b, c, d = second >> 64 ^ b ^ k, second & MASK, first >> 64 ^ d ^ m, first & MASK
        k, m = (k + WEYL[0]) & MASK, (m + WEYL[1]) & MASK
    return a, b, c, d


def stream(seed: int, number: int, lane: int = 0) -> Words:
    """The initial state of stream ``number`` of a seed, four words; the ``lane`` distinguishes
    parallel streams."""
    if number < 0:
        raise ValueError(f"streams are numbered from 0, not {number}")
    words = philox((number & MASK, number >> 64 & MASK, lane, 0), (seed & MASK, seed >> 64 & MASK))
    return np.array(words if any(words) else (1, 2, 3, 4), dtype=np.uint64)


@lean
def word(state: Words) -> np.uint64:
    """The next 64 random bits of a stream (xoshiro256**, Blackman and Vigna 2018)."""
    second: np.uint64 = state[1]
    five = second * np.uint64(5)
    out = (five << np.uint64(7) | five >> np.uint64(57)) * np.uint64(9)
    third = state[2] ^ state[0]
    fourth = state[3] ^ second
    state[1] = second ^ third
    state[0] ^= fourth
    state[2] = third ^ second << np.uint64(17)
    state[3] = fourth << np.uint64(45) | fourth >> np.uint64(19)
    return out


@inlined
def step(a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
         ) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """A word and the state after it, all in registers: the same as `word`."""
    five = b * np.uint64(5)
    c ^= a
    e = d ^ b
    return ((five << np.uint64(7) | five >> np.uint64(57)) * np.uint64(9),
            a ^ e, b ^ c, c ^ (b << np.uint64(17)), e << np.uint64(45) | e >> np.uint64(19))


@lean
def draws(state: Words, below: int | np.uint64, count: int | np.uint64,
          out: Numbers | Words) -> None:
    """Write ``count`` numbers to ``out``: the first below ``below``, the next below one less, and
    so on, all equally likely. The product of these limits must be less than a word: up to six draws
    from eight packs, `BATCH` from any shoe."""
    product = np.uint64(1)
    for i in range(count):
        product *= np.uint64(below - i)
    while True:
        left = word(state)
        for i in range(count):
            size = np.uint64(below - i)
            out[i] = high(left, size)
            left *= size
        if left >= product or left >= (np.uint64(0) - product) % product:
            return


class Stream:
    """A stream in plain Python: slow, for code that must repeat what compiled code has drawn."""

    def __init__(self, seed: int, number: int, lane: int = 0) -> None:
        self.address = seed, number
        self.state = [int(word) for word in stream(seed, number, lane)]

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
