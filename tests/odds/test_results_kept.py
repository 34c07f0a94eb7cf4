"""Odds that were computed once are found again by every door, while the program is the same."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sabot import results
from sabot.games import catalogue, game
from sabot.probability.answer import Answer
from sabot.reports import odds_report
from sabot.results import Results

Found = dict[str, int]


@pytest.fixture
def results_cache(tmp_path: Path) -> Iterator[Results]:
    """Results in a folder of their own, looked at by whoever prices meanwhile."""
    new_results = Results(tmp_path)
    odds_report.set_cache(new_results)
    yield new_results
    odds_report.set_cache(results.default_results())


def test_what_was_found_is_kept_for_the_next_start(tmp_path: Path) -> None:
    asked: list[int] = []

    def work(n: int) -> dict[str, int]:
        asked.append(n)
        return {"found": n}

    assert Results(tmp_path).get_or_compute(("a", "b"), Found, work, 7) == {"found": 7}
    assert Results(tmp_path).get_or_compute(("a", "b"), Found, work, 8) == {
        "found": 7
    } and asked == [7]
    assert Results(tmp_path).get_or_compute(("a", "c"), Found, work, 9) == {"found": 9}
    [file] = [f for f in tmp_path.rglob("*.json") if b"7" in f.read_bytes()]
    file.write_bytes(b"{")  # torn
    assert Results(tmp_path).get_or_compute(("a", "b"), Found, work, 10) == {"found": 10}
    other = tmp_path / "another program"
    other.mkdir()
    assert (
        Results(tmp_path).get_or_compute(("a", "b"), Found, work, 11) == {"found": 10}
        and other.exists()
    )
    os.utime(other, (0, 0))  # nobody has used it for weeks
    assert Results(tmp_path).get_or_compute(("a", "b"), Found, work, 11) == {"found": 10}
    assert not other.exists()


def test_where_nothing_can_be_kept_it_is_computed_again(tmp_path: Path) -> None:
    assert Results(None).get_or_compute(("a",), int, lambda: 12) == 12
    blocked = tmp_path / "a file"
    blocked.write_text("")
    assert Results(blocked).get_or_compute(("a",), int, lambda: 13) == 13


def test_another_program_finds_none_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Results(tmp_path).get_or_compute(("a",), int, lambda: 1) == 1
    monkeypatch.setattr(results, "program_digest", lambda: "f" * 64)
    assert Results(tmp_path).get_or_compute(("a",), int, lambda: 2) == 2
    monkeypatch.undo()
    assert Results(tmp_path).get_or_compute(("a",), int, lambda: 3) == 1


@pytest.mark.parametrize(("floor", "file", "counts"), [
    ("families", "blackjack/worth.py", True), ("games", "machines/models/quinas.toml", True),
    ("games", "craps/rounds/01-call.txt", False),
    ("regulations", "register.py", True), ("regulations", "interpretations.toml", False)])
def test_it_is_another_program_once_a_file_is_another_that_odds_can_depend_on(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, floor: str, file: str, counts: bool
        ) -> None:
    for name in results.FOLDERS:
        (tmp_path / name).mkdir()
    changed = tmp_path / floor / file
    changed.parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(results.resources, "files", lambda package: tmp_path)
    digests = []
    for text in ("EDGE = 1", "EDGE = 2"):
        changed.write_text(text)
        digests.append(results.program_digest.__wrapped__())
    assert (digests[0] != digests[1]) == counts


@pytest.mark.parametrize("name", [
    one.id for one in catalogue().values() if one.pricing and one.pricing.edge])
def test_a_part_that_was_kept_reads_as_it_was_found(name: str, results_cache: Results) -> None:
    """At every game: as a page of odds and the command line read it."""
    of = game(name)
    table, chosen = odds_report.default_table(of), odds_report.default_class(of)
    found = [answer_of(of, table, *chosen) for answer_of in (odds_report.odds, odds_report.edge)]
    odds_report.set_cache(None)
    again = [answer_of(of, table, *chosen) for answer_of in (odds_report.odds, odds_report.edge)]
    assert found[1] == again[1]
    assert found[0] == again[0]


def test_the_odds_of_code_that_is_not_of_the_program_are_never_kept(results_cache: Results) -> None:
    """A keeper knows the program by its files, and those of a test are not among them."""
    of, asked = game("cussec"), []

    def odds(table: Any, strategy: str = "") -> Answer:
        asked.append(table)
        return Answer(strategy=strategy, bets=(), not_priced={})

    own = replace(of, pricing=replace(of.priced, odds=odds))
    for _ in range(2):
        assert odds_report.odds(own, odds_report.default_table(of)).bets == ()
    assert len(asked) == 2
