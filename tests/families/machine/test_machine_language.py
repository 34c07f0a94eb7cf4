"""What a model may say beyond so many in a row: each rule by an example."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sabot
from sabot.families.machine import free
from sabot.families.machine.combinations import combination_chances
from sabot.families.machine.file import read_model
from sabot.families.machine.linepay import best_win, pay
from sabot.families.machine.minimum_return import bets, least_return, return_to_player
from sabot.families.machine.model import Free, Mixed, Model, Respin, Symbol
from sabot.families.machine.model_faults import faults
from sabot.families.machine.par import Sheet
from sabot.families.machine.par_report import par_sheet
from sabot.words import render
from support.machine_models import exact_return, result

BARS = Model(
    name="bars", version="1", window=(1, 1, 1), lines=((1, 1, 1),),
    reels=("cherry seven bar wild blank",) * 3, symbols={
        "blank": Symbol(), "cherry": Symbol(alone=True), "wild": Symbol(wild=True, times=2)},
    groups={"red": ("cherry", "seven")}, anywhere=("cherry",), mixed={
        "sandwich": Mixed(symbols=("seven", "bar", "seven")),
        "ends": Mixed(symbols=("bar", "*", "cherry")),
        "pair": Mixed(symbols=("seven", "bar"), order="any")},
    pays={"cherry": {"1": 2, "2": 5, "3": 10}, "seven": {"3": 100}, "bar": {"3": 20},
          "wild": {"3": 500}, "sandwich": {"3": 50}, "ends": {"3": 7}, "pair": {"2": 3}})


@pytest.mark.parametrize("line, coins, reels", [
    ("blank cherry blank", 2, (1,)),         # in any place
    ("cherry blank cherry", 5, (0, 2)),
    ("cherry wild cherry", 5, (0, 2)),       # a cherry is alone: no wild symbol counts as one
    ("seven bar seven", 50, (0, 1, 2)),      # in this order
    ("bar seven blank", 3, (0, 1)),          # in any order
    ("blank bar wild", 6, (1, 2)),           # the wild one is the seven, and doubles
    ("bar blank cherry", 7, (0, 2)),
    ("wild bar seven", 100, (0, 1, 2)),      # seven bar seven, doubled
    ("seven wild wild", 400, (0, 1, 2)),
    ("wild wild wild", 4000, (0, 1, 2)),
])
def test_a_line_pays_its_highest_combination(line: str, coins: int, reels: tuple[int, ...]) -> None:
    win = best_win(BARS, line.split())
    assert win is not None and (win.coins, win.reels) == (coins, reels)


@pytest.mark.parametrize("change, coins", [
    ({}, 800), ({"wilds": "largest"}, 400), ({"wilds": "sum"}, 600),
    ({"fixed": ("seven", "sandwich")}, 100)])
def test_multipliers_are_multiplied_or_once_or_added(change: dict[str, Any], coins: int) -> None:
    rich = msgspec.structs.replace(
        BARS, reels=("cherry seven bar wild blank more",) * 3, **change,
        symbols={**BARS.symbols, "more": Symbol(wild=True, times=4)})
    assert pay(rich, ["seven", "wild", "more"]) == coins


def test_wild_symbols_alone_are_nothing_else_where_an_own_symbol_is_needed() -> None:
    poor = msgspec.structs.replace(BARS, pays={**BARS.pays, "wild": {"3": 1}}, fixed=("wild",))
    wilds = ["wild"] * 3
    assert pay(poor, wilds) == 800
    assert pay(msgspec.structs.replace(poor, needs_own=True), wilds) == 1
    assert pay(msgspec.structs.replace(poor, needs_own=True), ["wild", "wild", "seven"]) == 400


def test_rows_count_from_the_right_too() -> None:
    both = msgspec.structs.replace(BARS, pays={"bar": {"2": 4, "3": 20}}, mixed={}, anywhere=(),
                                   from_right=True)
    win = best_win(both, ["blank", "bar", "wild"])
    assert win is not None and (win.coins, win.reels) == (8, (1, 2))
    left = msgspec.structs.replace(both, from_right=False)
    assert best_win(left, ["blank", "bar", "bar"]) is None


def test_the_cherries_of_a_classic_return_what_they_should() -> None:
    """Of 27 results: three cherries 1 × 10, two 6 × 5, one 12 × 2."""
    model = Model(name="c", version="1", window=(1, 1, 1), lines=((1, 1, 1),), anywhere=("cherry",),
                  reels=("cherry bar blank",) * 3, symbols={"bar": Symbol(), "blank": Symbol()},
                  pays={"cherry": {"1": 2, "2": 5, "3": 10}})
    assert Sheet(model).returned == Fraction(64, 27)
    assert {row.many: row.chance for row in combination_chances(model, model.base)} == {
        3: Fraction(1, 27), 2: Fraction(6, 27), 1: Fraction(12, 27)}


COINS = Model(
    name="coins", version="1", window=(1, 1), lines=((1, 1),), reels=("A B", "A B"),
    stakes=(1, 2, 3), pays={"A": {"2": 2}, "B": {"2": 1}},
    by_coins={"1": {"B": {"2": 0}}, "3": {"A": {"2": 10}}})


def test_each_number_of_coins_has_its_own_return() -> None:
    """One coin does not buy the second prize; the third pays more than its part for the first."""
    assert bets(COINS) == (1, 2, 3)
    assert [return_to_player(COINS, bet) for bet in (1, 2, 3)] == [
        Fraction(2, 4), Fraction(4 + 2, 8), Fraction(10 + 3, 12)]
    assert least_return(COINS) == (Fraction(1, 2), 1)
    sheet = par_sheet(COINS, 3)
    assert (sheet.bet, sheet.lines, sheet.identity) == (3, 1, COINS.identity)
    with pytest.raises(ValueError, match=r"allowed: \[1, 2, 3\]"):
        Sheet(COINS, 4)


STARS = Model(
    name="stars", version="1", window=(2, 1, 2), lines=((1, 1, 1), (2, 1, 2)),
    reels=("A B C", "A star B", "A B C star"), symbols={"star": Symbol(wild=True, expands=True)},
    weights=((1, 2, 1), (2, 1, 2), (1, 1, 1, 2)), pays={"A": {"2": 2, "3": 9}, "B": {"3": 6},
                                                       "C": {"1": 1}}, respin=Respin(symbol="star"))


def test_a_symbol_covers_its_reel_and_scatters_are_counted_before() -> None:
    model = msgspec.structs.replace(STARS, symbols={**STARS.symbols, "C": Symbol(scatter=True)},
                                    respin=None, pays={"A": {"3": 9}, "C": {"1": 1}})
    assert model.base.expanded(("C", "star")) == ("star", "star")
    shown, coins = result(model, model.base, (0, 1, 2))  # A / B, star, C / star
    assert shown == (1,) and coins == 9  # the upper line only: A, star, star


def _games(model: Model, stops: tuple[int, ...], left: int) -> list[tuple[Fraction, int]]:
    """Every way in which respins may go on, with its chance and what it pays."""
    assert model.respin is not None
    reels = model.base
    held = [model.respin.symbol in reels.window_at(reel, stop) for reel, stop in enumerate(stops)]
    if not left or all(held):
        return [(Fraction(1), 0)]
    ends = []
    free_reels = [range(1) if stays else range(side)
                  for stays, side in zip(held, reels.sides, strict=True)]
    for numbers in itertools.product(*free_reels):
        then = tuple(stop if stays else reels.stop(reel, number) for reel, (stop, stays, number)
                     in enumerate(zip(stops, held, numbers, strict=True)))
        now = sum(model.respin.symbol in reels.window_at(reel, stop)
                  for reel, stop in enumerate(then))
        coins = result(model, reels, then)[1]
        left_then = model.respin.turns if now > sum(held) else left - 1
        for chance, paid in _games(model, then, left_then):
            ends.append((chance / len(list(itertools.product(*free_reels))), coins + paid))
    return ends


@pytest.mark.parametrize("least, turns", [(1, 1), (1, 2), (2, 1)])
def test_respins_are_followed_to_their_end(least: int, turns: int) -> None:
    """Return and spread of whole games, by every way in which they may go on."""
    model = msgspec.structs.replace(STARS, respin=Respin(symbol="star", least=least, turns=turns))
    assert not faults(model)
    mean = square = Fraction(0)
    for numbers in itertools.product(*map(range, model.base.sides)):
        stops = tuple(model.base.stop(reel, number) for reel, number in enumerate(numbers))
        coins = result(model, model.base, stops)[1]
        many = sum("star" in model.base.window_at(reel, stop) for reel, stop in enumerate(stops))
        for chance, paid in _games(model, stops, turns if many >= least else 0):
            share = chance / model.base.cycle
            mean += share * (coins + paid)
            square += share * (coins + paid) ** 2
    sheet = Sheet(model)
    assert sheet.returned == mean / 2 == exact_return(model)
    assert sheet.variance == (square - mean ** 2) / 4
    assert sum(sheet.parts.values()) == sheet.returned
    assert 0 < sheet.begins["respin"] < 1


# -- free games without end ------------------------------------------------------------------------

GAMES = {0: (6, 9, 27), 1: (2, 3, 9), 2: (1, 4, 16)}
"""Of nine results of a free game six grant nothing, two a game and one two games."""


def test_games_without_a_limit_are_a_branching_process() -> None:
    """Their moments by their definition: T = X + T1 + ... + TN, each distributed as T."""
    one = free.feature(GAMES, 1, 0)
    further = Fraction(2 * 1 + 1 * 2, 9)
    assert one.mean == Fraction(9 + 3 + 4, 9) / (1 - further) and one.error == 0
    assert one.games == 1 / (1 - further)
    three = free.feature(GAMES, 3, 0)
    assert three.mean == 3 * one.mean and three.games == 3 * one.games
    assert three.square - three.mean ** 2 == 3 * (one.square - one.mean ** 2)
    spread = (Fraction(27 + 9 + 16, 9) + 2 * one.mean * Fraction(3 + 8, 9)
              + one.mean ** 2 * Fraction(2, 9) + further * one.square)
    assert one.square == spread


def test_the_higher_the_limit_the_nearer_they_come() -> None:
    endless = free.feature(GAMES, 2, 0)
    limited = [free.feature(GAMES, 2, most) for most in (4, 16, 64, 256)]
    means = [one.mean for one in limited]
    assert means == sorted(means) and all(mean < endless.mean for mean in means)
    assert endless.mean - means[-1] < Fraction(1, 10 ** 9)
    assert abs(endless.square - limited[-1].square) < Fraction(1, 10 ** 6)


def test_games_that_would_never_end_are_refused() -> None:
    with pytest.raises(free.Endless, match="1"):
        free.feature({1: (1, 1, 1)}, 1, 0)


def test_what_has_too_many_digits_is_enclosed(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = free.feature(GAMES, 3, 60)
    monkeypatch.setattr(free, "MAX_DIGITS", 10)
    near = free.feature(GAMES, 3, 60)
    assert 0 < near.error < Fraction(1, 10 ** 140)
    for low, value in zip(near[:3], exact[:3], strict=True):
        assert low <= value <= low + near.error
    assert near != exact


def long_games(most: int) -> Model:
    """Free games that are won again and again, of 25,000 results."""
    reel = "s a b a b a b b a b a b b a b a b a b b b a a b b"
    return Model(name="long", version="1", window=(1,) * 3, lines=((1, 1, 1),), reels=(reel,) * 3,
                 symbols={"s": Symbol(scatter=True)}, pays={"a": {"3": 2}, "b": {"2": 1}},
                 free=Free(scatter="s", games={"1": 5}, again=True, most=most))


def test_a_sheet_gives_the_digits_that_are_certain() -> None:
    long, endless = par_sheet(long_games(500)), Sheet(long_games(0))
    assert long.bound and long.bound.error_float < 1e-140
    assert len(long.returned) < 1_000
    digits = long.bound.digits
    low = Fraction(digits)
    assert low <= Fraction(long.returned) <= Fraction(long.returned) + Fraction(long.bound.error) \
        < low + Fraction(1, 10 ** len(digits.partition(".")[2]))
    assert len(digits) > 50
    assert abs(float(endless.returned) - long.returned_float) < 1e-8
    assert endless.bound == 0 and not par_sheet(long_games(20)).bound


# -- faults ----------------------------------------------------------------------------------------

WRONG = """
name = "wrong"
version = "1"
reels = ["a b wild", "a b wild"]
window = [1, 1]
lines = [[1, 1]]
stakes = [1, 2]
anywhere = ["c"]
fixed = ["nobody"]
[symbols]
wild = { wild = true }
[mixed]
a = { symbols = ["a", "b"] }
short = { symbols = ["a"] }
odd = { symbols = ["a", "x"], order = "any" }
[pays]
a = { 2 = 3 }
b = { 2 = 3 }
odd = { 1 = 1 }
short = { 1 = 1 }
[by_coins.3]
a = { 3 = 1 }
[respin]
symbol = "star"
"""


def test_all_faults_are_reported_at_once_in_every_language() -> None:
    with pytest.raises(sabot.SabotError) as error:
        sabot.Machine.parse(WRONG)
    where = [problem.what for problem in error.value.problems]
    assert where == ["mixed.a", "mixed.short.symbols", "mixed.odd.symbols", "pays.odd.1",
                     "anywhere[1]", "fixed[1]", "by_coins.3", "by_coins.3.a.3", "respin.symbol"]
    for fault in error.value.problems:
        assert fault.found and fault.allowed
    own = next(fault for fault in error.value.problems if fault.what == "mixed.a")
    assert render(own.allowed, "pt") == "um nome que nenhum símbolo e nenhum grupo tem"
    assert render(own.allowed, "zh") != own.allowed != render(own.allowed, "pt")


@pytest.mark.parametrize("change, where", [
    ({"ways": 5, "lines": ()}, ["anywhere", "mixed"]),
    ({"symbols": {**BARS.symbols, "bar": Symbol(scatter=True, expands=True)}},
     ["mixed.sandwich.symbols", "mixed.ends.symbols", "mixed.pair.symbols",
      "symbols.bar.expands"]),
    ({"free": Free(scatter="blank", games={"1": 9}, again=True, most=0),
      "symbols": {**BARS.symbols, "blank": Symbol(scatter=True)}}, ["free.most"]),
    ({"by_coins": {"1": {}}, "taken": (1,), "stakes": (1, 1)}, ["by_coins"]),
    ({"respin": Respin(symbol="wild", least=4)}, ["respin.least"]),
    ({"mixed": {**BARS.mixed, "none": Mixed(symbols=("*", "*", "*"))},
      "pays": {**BARS.pays, "none": {"3": 1}}}, ["mixed.none.symbols"]),
])
def test_what_cannot_be_together_is_a_fault(change: dict[str, Any], where: list[str]) -> None:
    assert [fault.where for fault in faults(msgspec.structs.replace(BARS, **change))] == where


def test_a_model_without_the_new_options_keeps_its_identity() -> None:
    """They are no part of what is hashed where they are not used."""
    plain = Model(name="a", version="1", window=(1,), lines=((1,),), reels=("A",),
                  pays={"A": {"1": 1}}, symbols={"A": Symbol(alone=True)})
    assert b"mixed" not in plain.canonical and b"expands" not in plain.canonical
    assert msgspec.structs.replace(plain, from_right=True).identity != plain.identity
    assert read_model(plain.canonical.decode()) == plain
    used = msgspec.structs.replace(BARS, wilds="sum", respin=Respin(symbol="wild"))
    assert read_model(used.canonical.decode()) == used


def test_a_model_is_read_priced_and_simulated(tmp_path: Path) -> None:
    file = tmp_path / "coins.json"
    file.write_bytes(COINS.canonical)
    machine = sabot.Machine.read(file)
    assert machine.model == COINS and sabot.Machine("cinco") == sabot.Machine("cinco")
    found = machine.simulate(50_000, bet=2, seed=4)
    assert found.exact_mean == machine.par(2).returned_float - 1
    assert found.errors_from_exact is not None and abs(found.errors_from_exact) < 5
    assert machine.simulate(50_000, bet=2, seed=4) == found
