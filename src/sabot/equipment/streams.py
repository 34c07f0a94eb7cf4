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

from sabot.equipment.arrays import Numbers, Octets, Words, signed
from sabot.equipment.compiled import high, inlined, lean
from sabot.equipment.plain_streams import MASK, Stream, first_state, philox

BATCH = 4
"""The maximum number of draws from one word, for any shoe."""


def stream(seed: int, number: int, lane: int = 0) -> Words:
    """The initial state of stream ``number`` of a seed, four words; the ``lane`` distinguishes
    parallel streams."""
    return np.array(first_state(seed, number, lane), dtype=np.uint64)


def lanes(seed: int, number: int, n: int) -> Words:
    """The initial states of ``n`` parallel streams, one below the other."""
    return np.stack([stream(seed, number, lane) for lane in range(n)])


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


@lean
def shuffle_front(state: Words, cards: Octets, size: int, count: int, places: Numbers) -> None:
    """Bring ``count`` of the first ``size`` cards to the front, in random order. ``places`` is
    working memory."""
    first = signed(0)
    while first < count:
        few = min(signed(BATCH), count - first)
        draws(state, size - first, few, places)
        for k in range(few):
            here, there = first + k, first + k + places[k]
            cards[here], cards[there] = cards[there], cards[here]
        first += few


__all__ = ["BATCH", "MASK", "Stream", "draws", "philox", "shuffle_front", "step", "stream",
           "word"]
