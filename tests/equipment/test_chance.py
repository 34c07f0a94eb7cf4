"""Chance: whole numbers without bias, and shuffles in which every order is equally likely.

The statistics use a seeded source, so they give the same figures in every run. The limits are the
0.999 quantiles of chi-square: a fair source stays below each of them 999 times in 1000.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations, product

import pytest

from sabot.equipment import PACK, Seeded, Source, System, packs, shuffle
from sabot.equipment import chance as chance_module

# Degrees of freedom -> the 0.999 quantile of chi-square.
QUANTILE = {1: 10.83, 2: 13.82, 4: 18.47, 5: 20.52, 6: 22.46, 12: 32.91, 23: 49.73, 36: 67.99,
            51: 87.97, 119: 173.6}


def chi_square(counts: Counter[object], cells: int, drawn: int) -> float:
    """The statistic of a uniform distribution; cells that never came count too."""
    expected = drawn / cells
    seen = sum((n - expected) ** 2 / expected for n in counts.values())
    return seen + (cells - len(counts)) * expected


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 13, 37, 52])
def test_numbers_below_n_are_uniform(n: int) -> None:
    """Wheels, dice and cards: 20,000 numbers each."""
    source = Seeded(1, f"below {n}")
    counts = Counter(source.below(n) for _ in range(20_000))
    assert set(counts) <= set(range(n))
    assert chi_square(counts, n, 20_000) < QUANTILE[n - 1]


@pytest.mark.parametrize("n", [6, 37])
def test_the_operating_system_gives_every_number_and_no_other(n: int) -> None:
    source = System()
    assert {source.below(n) for _ in range(60 * n)} == set(range(n))
    assert len({source.nonce() for _ in range(50)}) == 50
    assert len(source.nonce()) == 32


class Bits:
    """Stands in for the system's entropy: these bits first, zeros after them."""

    def __init__(self, value: int, width: int) -> None:
        self.first = value << (512 - width)

    def token_bytes(self, count: int) -> bytes:
        assert count == 64
        return self.first.to_bytes(64, "big")


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 8, 13, 37, 52])
def test_rejection_is_exact(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every value of the bits in turn: each number comes from one value only, the rest is drawn
    again. So each number has exactly the probability 1/n; a remainder could not do that."""
    width = (n - 1).bit_length()
    for value in range(2**width):
        monkeypatch.setattr(chance_module, "secrets", Bits(value, width))
        # What is too large is thrown away, and the zeros behind it are taken instead.
        assert System().below(n) == (value if value < n else 0)


def test_one_needs_no_chance_and_none_cannot_be() -> None:
    for source in (System(), Seeded(1)):
        assert source.below(1) == 0
        with pytest.raises(ValueError, match="no number below 0"):
            source.below(0)


def test_a_seeded_source_is_addressed_by_seed_and_stream() -> None:
    """The same address gives the same numbers everywhere; another one gives others."""
    def numbers(seed: object, stream: object = 0) -> list[int]:
        return [Seeded(seed, stream).below(1000) for _ in (1,)] + list(  # type: ignore[arg-type]
            Seeded(seed, stream).each_below([1000] * 20))  # type: ignore[arg-type]

    assert numbers(7, 3) == numbers(7, 3)
    assert len({tuple(numbers(seed, stream)) for seed in (7, 8, "x") for stream in (0, 1)}) == 6


def test_a_seeded_source_is_sha_256_in_counter_mode() -> None:
    """Worked out from the bits: 6 at a time, from the first, and 52 and more thrown away."""
    key = hashlib.sha256(b"sabot/5/s").digest()
    bits = ""
    for counter in range(3):
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        bits += f"{int.from_bytes(block, 'big'):0256b}"
    sixes = [int(bits[i:i + 6], 2) for i in range(0, 252, 6)]
    source = Seeded(5, "s")
    assert [source.below(52) for _ in range(20)] == [n for n in sixes if n < 52][:20]


def test_many_numbers_at_once_are_the_same_numbers() -> None:
    limits = [52, 6, 1, 37, 2, 312, 7] * 30
    together, one_by_one = Seeded(3), Seeded(3)
    assert list(together.each_below(limits)) == [one_by_one.below(n) for n in limits]
    assert together.below(10**9) == one_by_one.below(10**9)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_order_is_equally_likely(size: int) -> None:
    """All the permutations of a few cards, counted."""
    source, cells = Seeded(2, f"orders {size}"), len(list(permutations(range(size))))
    cards = list(PACK[:size])
    drawn = 200 * cells
    counts = Counter(tuple(shuffle(cards, source)) for _ in range(drawn))
    assert len(counts) == cells
    assert chi_square(counts, cells, drawn) < QUANTILE[cells - 1]


def test_each_card_is_as_likely_in_each_place() -> None:
    """First, middle and last place of a whole pack."""
    source = Seeded(3, "places")
    orders = [shuffle(list(PACK), source) for _ in range(5_200)]
    for place in (0, 1, 25, 50, 51):
        assert chi_square(Counter(o[place] for o in orders), 52, 5_200) < QUANTILE[51]


class Choices:
    """A source that gives the numbers of a list."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def below(self, n: int) -> int:
        number = self.numbers.pop(0)
        assert 0 <= number < n
        return number

    def each_below(self, limits: object) -> list[int]:
        return [self.below(n) for n in limits]  # type: ignore[attr-defined]


def test_fisher_yates_reaches_each_order_in_one_way() -> None:
    """4 x 3 x 2 choices, 24 orders, each once: uniform numbers make uniform orders."""
    cards = list(PACK[:4])
    reached = Counter(tuple(shuffle(cards, source_of(c))) for c in product(range(4), range(3),
                                                                          range(2)))
    assert reached == Counter(dict.fromkeys(permutations(cards), 1))


def source_of(choice: tuple[int, ...]) -> Source:
    return Choices(list(choice))


def test_a_shuffle_keeps_the_cards_and_its_list() -> None:
    cards = packs(2)
    order = shuffle(cards, Seeded(4))
    assert cards == packs(2) and order != cards
    assert Counter(order) == Counter(cards)
