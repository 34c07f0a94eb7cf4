"""Figures of many digits are printed whole: everywhere, at the interpreter's lowest limit."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot import games
from sabot.cli import main
from sabot.families.machine import minimum_return
from sabot.families.machine.file import parse_file, shipped_models
from sabot.probability.exact import fraction, text
from sabot.procedure.table import table_from_values

# Free games that go on again and again: the return of so small a model has some thousand digits.
LONG = """name = "long"
version = "1"
reels = ["a b c a s b c b a c b c a b c a", "c b b c a b s c a b c a a b c b",
         "c a b w c a c b s c a b c b c b"]
window = [3, 3, 3]
lines = [[2, 2, 2]]
stakes = [1]
symbols = { w = { wild = true, times = 2 }, s = { scatter = true } }
pays = { a = { 3 = 20 }, b = { 3 = 19 }, c = { 3 = 18 }, s = { 2 = 2 } }
free = { scatter = "s", games = { 2 = 15, 3 = 15 }, times = 3, again = true, most = 200 }
"""
TABLE = """game = "machines"
name = "long"
minimum = 1
maximum = 1
[rules]
coins = [1]
[rules.reels]
""" + LONG


@pytest.fixture
def least_digits() -> Iterator[None]:
    """The interpreter reads and writes no whole number of more digits than it must."""
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(sys.int_info.str_digits_check_threshold)
    yield
    sys.set_int_max_str_digits(usual)


def asked(*words: str) -> Result:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result


@pytest.mark.parametrize("value", [
    pytest.param(value, id=f"{n}") for n, value in enumerate((
        Fraction(0), Fraction(-3, 7), Fraction(12), Fraction(10**600), Fraction(-(10**600) - 1),
        Fraction(7**3000, 11**2900), Fraction(-(3**9000)), Fraction(1, 2**20_000), 5, 7**3000))])
def test_a_figure_of_any_length_is_told_in_all_its_digits(value: Fraction | int) -> None:
    written = text(value)
    assert fraction(written) == value
    over, _, under = written.partition("/")
    assert under != "1" and {*over.lstrip("-"), *under} <= {*"0123456789"}
    if abs(value.numerator) < 10**640 > value.denominator:
        assert written == str(value)


def test_no_door_ends_in_the_limit_of_digits(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, least_digits: None) -> None:
    """The sheet for readers, for programs and on paper, the machine as it is drawn, and what the
    page of odds is told."""
    assert sys.get_int_max_str_digits() == 640
    monkeypatch.setattr(minimum_return, "_known", {})  # counted here, and not before
    model, table = tmp_path / "model.toml", tmp_path / "table.toml"
    model.write_text(LONG)
    table.write_text(TABLE)
    asked("par", str(model))
    found = json.loads(asked("par", str(table), "--json").stdout)
    assert len(found["returned"]) > 1300 and len(found["free"]["15"]["games"]) > 640
    for name in ("sheet.html", "sheet.svg"):
        asked("par", str(model), "--out", str(tmp_path / name))
    CliRunner().invoke(main, ["check", str(table)], catch_exceptions=False)
    this_game, _ = table_from_values(parse_file(TABLE), lambda game: games.game(game).rules)
    game = games.game("machines")
    game.violations(this_game)
    felt = game.felt(this_game)
    assert (
        minimum_return.return_to_player(shipped_models()["costa"], 20) > minimum_return.LEAST
    )  # as its approval says
    assert felt.returned[0].returned == found["returned"]
    assert game.cabinet.par(this_game)[0].returned == found["returned"]
