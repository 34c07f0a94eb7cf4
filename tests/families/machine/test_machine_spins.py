"""What a machine pays in all, counted, is what its results pay one by one."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings

from sabot.families.machine.linepay import automaton, pay
from sabot.families.machine.model import Model, Symbol
from sabot.families.machine.spins import TooMany, spins
from sabot.families.machine.waypay import falls, wins
from support.machine_models import all_results, models


@pytest.mark.more
@settings(max_examples=60)
@given(models())
def test_counting_finds_what_looking_at_every_result_finds(model: Model) -> None:
    assert dict(spins(model, model.base).ways) == all_results(model, model.base)


@settings(max_examples=20)
@given(models("lines"))
def test_fewer_lines_are_the_first_ones(model: Model) -> None:
    assert dict(spins(model, model.base, 1).ways) == all_results(model, model.base, 1)


FRUIT = Model(
    name="fruit", version="1", window=(1, 1, 1), lines=((1, 1, 1),),
    reels=("cherry plum bell wild",) * 3, groups={"any": ("plum", "bell")},
    symbols={"wild": Symbol(wild=True, times=2)},
    pays={"cherry": {"1": 1, "2": 3}, "plum": {"3": 10}, "bell": {"3": 20}, "any": {"3": 2},
          "wild": {"3": 100}})


@pytest.mark.parametrize("line, coins", [
    ("cherry plum bell", 1),
    ("cherry cherry bell", 3),
    ("cherry wild bell", 6),      # the wild one counts as a cherry and doubles
    ("plum plum plum", 10),
    ("plum wild plum", 20),
    ("wild wild plum", 40),       # twice twofold
    ("plum bell plum", 2),
    ("plum bell wild", 4),
    ("wild wild wild", 800),      # wild ones are their own combination too; the highest counts
    ("bell cherry cherry", 0),    # from the left alone
])
def test_the_highest_combination_of_a_line_counts(line: str, coins: int) -> None:
    assert pay(FRUIT, line.split()) == coins


def test_a_line_is_read_reel_by_reel_and_forgets_what_no_longer_matters() -> None:
    read = automaton(FRUIT)
    state, lost = 0, FRUIT.names.index("bell")
    for reel, symbol in enumerate(["cherry", "plum", "bell"]):
        state = read.steps[reel][state][FRUIT.names.index(symbol)]
        if reel == 1:
            assert read.settled[2][state] == 1  # a single cherry, whatever comes
    assert read.settled[3][state] == 1
    after = read.steps[0][0][lost]
    assert read.settled[1][after] == -1


WATER = Model(
    name="water", version="1", window=(2, 2, 2), ways=5, reels=("a a b c d",) * 3,
    symbols={"d": Symbol()},
    pays={"a": {"2": 1, "3": 4}, "b": {"3": 6}, "c": {"3": 9}}, falls=(1, 3))


def test_a_symbol_pays_in_every_way_to_find_it() -> None:
    found = wins(WATER, [["a", "a"], ["a", "b"], ["b", "a"]])
    assert [(win.name, win.reels, win.ways, win.coins) for win in found] == [("a", 3, 2, 8)]


def test_what_wins_falls_out_and_the_strip_goes_on_above() -> None:
    first, second, *rest = falls(WATER, WATER.base, (0, 0, 0))
    assert first.window == (("a", "a"),) * 3
    assert first.times == 1
    assert second.window == (("c", "d"),) * 3  # the strip ends where it begins
    assert (second.times, [win.coins for win in second.won]) == (3, [9])
    assert [fall.window for fall in rest] == [(("b", "d"),) * 3, (("a", "d"),) * 3,
                                              (("a", "d"),) * 3, (("d", "d"),) * 3]
    assert [fall.times for fall in rest] == [3] * 4
    assert not rest[-1].won


def test_a_prize_that_always_comes_is_counted_too() -> None:
    always = Model(name="a", version="1", window=(1, 1), lines=((1, 1),), reels=("A A", "A"),
                   pays={"A": {"1": 2}})
    assert dict(spins(always, always.base).ways) == {((), 2): 2}


def test_prizes_that_do_not_fit_are_told_so() -> None:
    huge = msgspec.structs.replace(FRUIT, pays={"plum": {"3": 10**7 - 1}, "bell": {"3": 1},
                                                "cherry": {"1": 2}})
    with pytest.raises(TooMany, match="sizes"):
        spins(huge, huge.base)


def test_weights_are_numbers_of_the_generator() -> None:
    weighed = msgspec.structs.replace(FRUIT, weights=((1, 0, 0, 0), (4, 1, 1, 1), (1, 1, 1, 1)))
    found = spins(weighed, weighed.base)
    assert found.cycle == 28
    assert Fraction(sum(ways for (_, coins), ways in found.ways.items() if coins == 3),
                    found.cycle) == Fraction(4, 7)
    assert [weighed.base.stop(1, number) for number in range(7)] == [0, 0, 0, 0, 1, 2, 3]
