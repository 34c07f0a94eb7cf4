"""Figures of many digits are told whole: in every door, at the interpreter's least limit."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from sabot.odds.exact import fraction, text

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
ASKED = """
import json, sys
from pathlib import Path
from click.testing import CliRunner
from sabot import games
from sabot.cli import main
from sabot.procedure.table import form
from sabot.families.machine.file import parsed
model, table = sys.argv[1:]
assert sys.get_int_max_str_digits() == 640
def ask(*words):
    told = CliRunner().invoke(main, list(words))
    assert told.exception is None or isinstance(told.exception, SystemExit), told.exception
    return told
said = ask("par", model)
assert said.exit_code == 0, said.output
found = json.loads(ask("par", table, "--json").stdout)
assert len(found["returned"]) > 1300 and len(found["free"]["15"]["games"]) > 640
for name in ("sheet.html", "sheet.svg"):
    assert ask("par", model, "--out", str(Path(model).parent / name)).exit_code == 0
ask("check", table)
made, _ = form(parsed(Path(table).read_text()), lambda game: games.game(game).rules)
game = games.game("machines")
game.violations(made)
felt = game.felt(made)
from sabot.families.machine import lawful
from sabot.families.machine.file import shipped
assert lawful.returned(shipped()["costa"], 20) > lawful.LEAST  # as its approval says
assert felt["returned"][0]["returned"] == found["returned"]
assert game.parts["par"](made)[0]["returned"] == found["returned"]
"""


@pytest.mark.parametrize("value", [
    pytest.param(value, id=f"{n}") for n, value in enumerate((
        Fraction(0), Fraction(-3, 7), Fraction(12), Fraction(10**600), Fraction(-(10**600) - 1),
        Fraction(7**3000, 11**2900), Fraction(-(3**9000)), Fraction(1, 2**20_000), 5, 7**3000))])
def test_a_figure_of_any_length_is_told_in_all_its_digits(value: Fraction | int) -> None:
    said = text(value)
    assert fraction(said) == value
    over, _, under = said.partition("/")
    assert under != "1" and {*over.lstrip("-"), *under} <= {*"0123456789"}
    if abs(value.numerator) < 10**640 > value.denominator:
        assert said == str(value)


def test_no_door_ends_in_the_limit_of_digits(tmp_path: Path) -> None:
    """The sheet for readers, for programs and on paper, the machine as it is drawn, and what the
    page of odds is told."""
    model, table = tmp_path / "model.toml", tmp_path / "table.toml"
    model.write_text(LONG)
    table.write_text(TABLE)
    done = subprocess.run([sys.executable, "-c", ASKED, model, table], capture_output=True,
                          text=True, check=False,
                          env={**os.environ, "PYTHONINTMAXSTRDIGITS": "640"})
    assert done.returncode == 0, done.stderr
