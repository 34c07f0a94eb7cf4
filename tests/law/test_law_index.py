"""The list of what shows each clause is that of this checkout: names of tests and golden rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.regulations import evidence
from tools.proof import lawindex

ROOT = Path(__file__).parents[2]
ANEW = "make law-index, and review the diff"


def listed(rounds: bool) -> dict[str, evidence.Evidence]:
    return {name: one for name, one in evidence.all_evidence().items() if bool(one.title) is rounds}


def test_every_golden_coup_is_listed_with_what_it_shows() -> None:
    assert listed(rounds=True) == {one.name: one for one in lawindex.rounds()}, ANEW


def test_every_test_that_names_a_clause_is_listed(request: pytest.FixtureRequest) -> None:
    """Of the tests that this run collected, few or all."""
    known = listed(rounds=False)
    stale = [one.name for one in lawindex.tests(request.session.items)
             if one.name not in known or not set(one.clauses) <= set(known[one.name].clauses)]
    assert not stale, ANEW


def test_every_test_that_is_listed_is_there() -> None:
    gone = []
    for name in listed(rounds=False):
        file, *_, function = name.split("::")
        path = ROOT / file
        if not path.is_file() or f"def {function}(" not in path.read_text("utf-8"):
            gone.append(name)
    assert not gone, ANEW


def test_what_is_written_is_read() -> None:
    some = [evidence.Evidence("craps/01-a", "A title", ("ir/1",)),
            evidence.Evidence("tests/t.py::test_b", "", ("ir/2", "ir/3"))]
    assert list(evidence.read(evidence.format_file(iter(reversed(some))))) == some


def test_a_golden_coup_is_opened_by_its_name_alone() -> None:
    name = next(iter(listed(rounds=True)))
    assert evidence.all_evidence()[name].title in evidence.round_text(name).splitlines()[0]
    for wrong in ("../../pyproject", "craps/none", "tests/law/test_law_index.py"):
        with pytest.raises(LookupError):
            evidence.round_text(wrong)
