"""Streams of random words: the published answers, addresses, and draws without bias."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from sabot.equipment.streams import BATCH, Stream, draws, philox, stream, word

ONES = (1 << 64) - 1


@pytest.mark.parametrize(("counter", "key", "block"), [
    ((0, 0, 0, 0), (0, 0), "16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b"),
    ((ONES,) * 4, (ONES, ONES),
     "87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0"),
])
def test_philox_gives_the_known_answers_of_its_authors(
        counter: tuple[int, int, int, int], key: tuple[int, int], block: str) -> None:
    assert " ".join(f"{one:016x}" for one in philox(counter, key)) == block


def test_numpy_has_the_same_philox() -> None:
    theirs = np.random.Philox(counter=[4, 0, 0, 0], key=[9, 0]).random_raw(4).tolist()
    assert stream(9, 5).tolist() == theirs  # it counts on before it gives


def test_xoshiro_gives_the_known_answers() -> None:
    state = np.array([1, 2, 3, 4], dtype=np.uint64)
    assert [int(word(state)) for _ in range(6)] == [
        11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600]


def test_plain_python_follows_the_compiled_stream() -> None:
    state, plain = stream(7, 123), Stream(7, 123)
    found = np.zeros(BATCH, np.int64)
    for below, count in ((416, 4), (52, 1), (4, 4), (1, 1), (312, 3)) * 20:
        draws(state, below, count, found)
        assert found[:count].tolist() == plain.draws(below, count)


def test_a_word_that_would_favour_some_draws_is_thrown_away() -> None:
    """Of 2**64 words 3 * 2**62 numbers have one each and a fourth part of them a second."""
    below, words, plain, state = 3 << 62, Stream(1, 1), Stream(1, 1), stream(1, 1)
    found = np.zeros(1, np.uint64)
    for one in [one for one in (words.word() for _ in range(200)) if one % 4]:
        assert plain.draws(below, 1) == [3 * one >> 2]
        draws(state, np.uint64(below), 1, found)
        assert int(found[0]) == 3 * one >> 2


def test_seeds_and_numbers_name_streams_of_their_own() -> None:
    states = {tuple(stream(seed, number, lane).tolist()) for lane in (0, 1, 2)
              for seed in (-1, 0, 1, 1 << 64, 1 << 100) for number in (0, 1, 2, 1 << 64)}
    assert len(states) == 60
    assert Stream(1, 2).lane(3).state == stream(1, 2, 3).tolist()
    with pytest.raises(ValueError, match="numbered from 0"):
        stream(1, -1)


def test_every_arrangement_of_two_draws_is_as_common_as_any_other() -> None:
    state, found = stream(2, 0), np.zeros(BATCH, np.int64)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        draws(state, 4, 3, found)
        seen[tuple(found[:3].tolist())] += 1
    assert len(seen) == 24
    assert sum((times - 1000) ** 2 / 1000 for times in seen.values()) < 50  # 23 degrees
