"""The models that come with the program, and files that are none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sabot.families.machine.draw import Draw, DrawSheet
from sabot.families.machine.file import read_model, shipped_models
from sabot.families.machine.model import Model
from sabot.families.machine.par import Sheet

RETURNS = {"azulejo": 0.8951, "costa": 0.9324, "vindima": 0.9138}


@pytest.mark.parametrize("name", RETURNS)
def test_what_the_models_of_reels_return(name: str) -> None:
    model = shipped_models()[name]
    assert isinstance(model, Model)
    sheet = Sheet(model)
    assert round(float(sheet.returned), 4) == RETURNS[name]
    for lines in model.taken:
        assert Sheet(model, lines).returned > Fraction(80, 100)


def test_what_the_model_of_cards_returns() -> None:
    """Full house eight and flush five: 97.2984 per cent as published, with five coins."""
    model = shipped_models()["cinco"]
    assert isinstance(model, Draw)
    assert round(float(DrawSheet(model).returned), 6) == 0.972984
    assert DrawSheet(model, 1).returned > Fraction(80, 100)


def test_every_model_is_another_one() -> None:
    assert len({model.identity for model in shipped_models().values()}) == 4


@pytest.mark.parametrize("text, where, found", [
    ("name = ", "the file", "Invalid"),
    ("name = 3\nversion = '1'\nreels = []\nwindow = []\npays = {}", "name", "3"),
    ("name = 'a'\nversion = '1'\nreels = ['A']\nwindow = [1]\npays = { A = { 1 = 2.5 } }",
     "pays.A.1", "2.5"),
    ("name = 'a'\nversion = '1'\nreels = ['A']\nwindow = [1]\npays = {}\nspins = 4", "spins",
     "an unknown key"),
    ("name = 'a'\nreels = ['A']\nwindow = [1]\npays = {}", "version", "nothing"),
    ("name = 'a'\nversion = '1'\nreels = ['A']\nwindow = [1]\npays = {}\nwilds = 'most'", "wilds",
     "'most'"),
    ("name = 'a'\nversion = '1'\nreels = ['A']\nwindow = [1]\npays = {}\n[hold]\nscatter = 'A'\n"
     "least = 1\nlands = [5]\nvalues = { 1 = 1 }", "hold.lands", "[5]"),
    ("name = \"a\\u001b[31m\"\nversion = '1'\nreels = ['A']\nwindow = [1]\npays = {}", "name",
     "x1b"),
    ("name = 'a'\nversion = '1'\nreels = [\"A\\u001b\"]\nwindow = [1]\nlines = [[1]]\n"
     "[pays]\n\"A\\u001b\" = { 1 = 2 }", "pays", "x1b"),
    ("name = 'a'\nversion = '1'\nreels = ['A']\nwindow = [1]\nlines = [[1]]\n"
     "groups = { b = [] }\npays = { A = { 1 = 2 } }", "groups.b", "nothing"),
    ("", "name", "nothing"),
    ("name = 'a'\nversion = '1'\nreels = ['A B']\nwindow = [1]\nlines = [[1]]\n"
     "pays = { A = { 1 = 2 } }", "reels[1]", "'B'"),
    ("name = 'a'\nversion = '1'\npays = { pairs = 2 }", "pays.pairs", "no combination"),
])
def test_a_file_that_is_no_model_is_told_where(text: str, where: str, found: str) -> None:
    wrong = read_model(text)
    assert isinstance(wrong, list)
    assert any(one.where == where and found in one.found for one in wrong), wrong
