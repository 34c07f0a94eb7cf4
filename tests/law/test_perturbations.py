"""The perturbations of the law: each applies, each figure has one, and the instrument works."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from sabot import games, law
from sabot.certify import coverage, perturb
from sabot.certify.perturb import Perturbation

ROOT = Path(__file__).parents[2]
PATCHES = perturb.load(ROOT)
ONLINE = "pt-805-2015/blackjack-online"
RULES = "games/blackjack_online/rules.py"

# A figure of the law in a file of rules: a name, its value, and the clause in the comment.
FIGURE = re.compile(r"^\s*([A-Za-z_, ]+?) ?= ?(\S.*?),?\s+# (\d+(?:\.[a-z]+)*|IR \d+)\b")


@pytest.mark.parametrize("patch", PATCHES, ids=[f"{i} {p.row}" for i, p in enumerate(PATCHES)])
def test_a_perturbation_applies(patch: Perturbation) -> None:
    assert perturb.fault(patch, ROOT) == ""
    assert coverage.check_citations([patch.row]) == []
    source = (ROOT / perturb.SOURCE / patch.file).read_text("utf-8")
    ast.parse(source.replace(patch.find, patch.replace))


def test_no_perturbation_stands_twice() -> None:
    assert len(set(PATCHES)) == len(PATCHES)


@pytest.mark.parametrize("game_id", games.catalogue())
def test_every_figure_of_the_law_is_perturbed(game_id: str) -> None:
    """A number in a game's rules that cites a clause has a patch, named by that clause."""
    file = f"games/{game_id.replace('-', '_')}/rules.py"
    section = games.game(game_id).section
    lines = (ROOT / perturb.SOURCE / file).read_text("utf-8").splitlines()
    figures = [found for line in lines if (found := FIGURE.match(line))]
    assert len(figures) > 10
    for figure in figures:
        cite = figure.group(3)
        row = cite.lower().replace(" ", "/") if cite.startswith("IR") else f"{section}/{cite}"
        aimed = [p for p in PATCHES if p.file == file and p.row == row
                 and p.find in figure.group(0)]
        assert aimed, f"{figure.group(1)} cites {row} and no perturbation changes it"


def test_a_patch_must_find_its_text_once() -> None:
    there = Perturbation(f"{ONLINE}/17.a", RULES, "BANK_STANDS = 17", "BANK_STANDS = 18")
    assert perturb.fault(there, ROOT) == ""
    assert "0 times" in perturb.fault(there._replace(find="BANK_SITS"), ROOT)
    assert "not once" in perturb.fault(there._replace(find="EVENS"), ROOT)
    assert "does not exist" in perturb.fault(there._replace(file="no.py"), ROOT)
    assert "changes nothing" in perturb.fault(there._replace(replace=there.find), ROOT)
    cite = there._replace(find='L["11"], "maximum"', replace='L["10"], "maximum"')
    assert "changes a citation" in perturb.fault(cite, ROOT)


@pytest.mark.parametrize(("row", "figure"), [
    ("17.a", "BANK_STANDS"), ("15.a", "MUST_HIT"), ("25.i", "SPECIAL_PAYS")])
def test_a_broken_figure_is_noticed(row: str, figure: str) -> None:
    patch = next(p for p in PATCHES if p.row == f"{ONLINE}/{row}" and p.find.startswith(figure))
    outcome = perturb.attempt(patch._replace(tests="tests/rounds"), ROOT, {})
    assert outcome.end == "killed", outcome.text


def test_a_change_that_breaks_nothing_survives() -> None:
    """The control: without a wrong figure the same tests pass."""
    harmless = Perturbation(f"{ONLINE}/17.a", RULES, "BANK_STANDS = 17", "BANK_STANDS = 17 + 0",
                            "tests/rounds")
    assert perturb.attempt(harmless, ROOT, {}).end == "survived"


def test_a_patch_without_a_test_proves_nothing() -> None:
    lone = Perturbation("pt-217-2007/craps/1", RULES, "BANK_STANDS = 17", "BANK_STANDS = 18",
                        "tests/law/test_citations.py")
    assert law.find("pt-217-2007/craps")
    outcome = perturb.attempt(lone, ROOT, {})
    assert outcome.end == "broken" and "no test is marked" in outcome.text
