"""Tallies add up to the same, whatever the order in which their blocks were played."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from sabot.probability.tally import Tally, merge, tally_shoes

shoes = st.lists(st.lists(st.integers(-9000, 9000), min_size=1, max_size=9), min_size=1, max_size=9)


@given(st.lists(shoes, min_size=1, max_size=6), st.randoms())
def test_any_order_and_any_grouping_give_one_sum(blocks: list[list[list[int]]],
                                                 dice: object) -> None:
    tallies = [tally_shoes(block, {"wins": len(block)}) for block in blocks]
    whole = tally_shoes([shoe for block in blocks for shoe in block],
                        {"wins": sum(map(len, blocks))})
    assert merge(tallies) == whole and not whole.wrong()
    dice.shuffle(tallies)  # type: ignore[attr-defined]
    half = len(tallies) // 2
    assert merge(tallies[:half]) + merge(tallies[half:]) == whole


@given(shoes)
def test_a_tally_survives_its_file(block: list[list[int]]) -> None:
    tally = tally_shoes(block, {"splits": 3})
    assert msgspec.json.decode(msgspec.json.encode(tally), type=Tally) == tally


@given(shoes)
def test_total_and_squares_are_those_of_the_coups(block: list[list[int]]) -> None:
    nets = [net for shoe in block for net in shoe]
    tally = tally_shoes(block)
    assert (tally.total, tally.squares) == (sum(nets), sum(net * net for net in nets))


def test_a_tally_that_contradicts_itself_says_so() -> None:
    good = tally_shoes([[100, -100], [-100]])
    assert good.wrong() == ""
    assert "but 2 coups" in msgspec.structs.replace(good, coups=2).wrong()
    assert "4 shoes" in msgspec.structs.replace(good, shoes=4).wrong()
    assert "impossible" in msgspec.structs.replace(good, nn=1).wrong()
    assert merge(()) == Tally() and not Tally().wrong()
