"""``sabot conformance``: what it says of a game that holds, of one that does not, and of none."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner, Result

from sabot import games
from sabot.cli import main
from sabot.conformance import CHECKS, Finding, packages
from sabot.procedure import Move
from support.broken_games import without

FANTAN = games.game("fantan")


def conformance(*words: str) -> Result:
    return CliRunner().invoke(main, ["conformance", *words])


def test_a_game_of_the_catalogue_is_checked_and_each_check_says_over_how_much() -> None:
    told = conformance("fantan", "--check", "money", "--check", "golden", "--coups", "3")
    assert told.exit_code == 0
    assert told.stdout.startswith("fantan: Fantan, seed 0, 3 coups for each law\n")
    assert "money        passed 3 tables, 3 coups, " in told.stdout
    assert "golden       passed 16 golden coups" in told.stdout
    assert told.stdout.endswith("2 checks passed.\n")


def test_for_programs() -> None:
    told = json.loads(conformance("fantan", "--check", "money", "--seed", "7", "--coups", "1",
                                  "--json").stdout)
    assert (told["package"], told["seed"], told["coups"], told["passed"]) == ("fantan", 7, 1, True)
    [game] = told["games"]
    assert (game["game"], game["passed"], game["findings"]) == ("fantan", True, [])
    [check] = game["checks"]
    assert (check["check"], check["passed"], check["findings"]) == ("money", True, [])
    assert check["over"]["tables"] == check["over"]["coups"] == 1
    assert check["says"] == next(one.says for one in CHECKS if one.name == "money")


def test_a_check_that_has_nothing_to_look_at_says_so() -> None:
    told = conformance("holdem", "--check", "odds", "--check", "kernel")
    assert told.exit_code == 0
    assert told.stdout.count("nothing to check: it has no simulation") == 2
    assert told.stdout.endswith("0 checks passed, 2 had nothing to check.\n")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fantan, of which a lost bet is never collected."""
    game = without(FANTAN, Move, kind="collect")
    monkeypatch.setattr(packages, "load_game", lambda game_id: game)


@pytest.mark.usefixtures("broken")
def test_what_fails_is_told_with_how_it_is_seen_again() -> None:
    told = conformance("fantan", "--check", "money")
    assert told.exit_code == 1 and "Traceback" not in told.output
    assert "  money        FAILED" in told.stdout
    assert "cents are left on the table" in told.stdout
    lines = [line.strip() for line in told.stdout.splitlines()]
    again = next(line for line in lines if line.startswith("again: sabot "))
    seen = next(line for line in lines if line.startswith("seed "))
    assert "; step " in seen and "; a table " in seen
    assert told.stdout.endswith("0 checks passed, 1 failed.\n")
    once_more = conformance(*again.removeprefix("again: sabot conformance ").split())
    assert once_more.exit_code == 1 and again in once_more.stdout and seen in once_more.stdout


@pytest.mark.usefixtures("broken")
def test_what_fails_is_told_to_programs() -> None:
    told = json.loads(conformance("fantan", "--check", "money", "--json").stdout)
    [check] = told["games"][0]["checks"]
    first = check["findings"][0]
    assert not told["passed"] and not check["passed"] and len(check["findings"]) == 3
    assert first["law"] == "money.conserved" and first["step"] > 0 and first["where"] == ""
    assert first["table"]["game"] == "fantan" and first["coups"] == 1
    assert first["again"] == ("sabot conformance fantan --check money "
                              f"--seed {first['seed']} --coups 1")


def test_a_fault_of_a_game_is_told_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def felt(table: object) -> dict[str, object]:
        raise RuntimeError("the cloth is being washed")

    monkeypatch.setattr(packages, "load_game", lambda game_id: replace(FANTAN, felt=felt))
    told = conformance("fantan", "--check", "declaration")
    assert told.exit_code == 1 and "Traceback" not in told.output
    words = " ".join(told.stdout.split())
    assert "RuntimeError: the cloth is being washed" in words
    assert "test_conformance_verb.py:" in words


def test_a_game_that_cannot_be_made_is_told_with_file_and_line(
        monkeypatch: pytest.MonkeyPatch) -> None:
    found = Finding(law="package.made", what="the package x cannot be read", where="x/coup.py:3")
    monkeypatch.setattr(packages, "load_game", lambda game_id: found)
    told = conformance("fantan")
    assert told.exit_code == 1 and "x/coup.py:3: the package x cannot be read" in told.stdout
    [game] = json.loads(conformance("fantan", "--json").stdout)["games"]
    assert (game["passed"], game["checks"]) == (False, [])
    assert game["findings"][0]["where"] == "x/coup.py:3"


@pytest.mark.parametrize(("words", "said"), [
    (["fantann"], "there is no game and no installed package 'fantann'; perhaps fantan"),
    (["msgspec"], "msgspec declares no games; allowed: a package whose pyproject.toml lists "
                  "them under the entry point 'sabot.games'"),
    (["json"], "the package 'json' declares no games"),
    (["./examples/two-coins"], "there is no game and no installed package"),
    (["fantan", "--game", "craps"], "fantan has no game 'craps'; it has fantan"),
    (["fantan", "--check", "nothing"], "is not one of 'declaration'"),
    (["fantan", "--coups", "0"], "allowed: 1 to"),
    ([], "Missing argument 'PACKAGE'")])
def test_a_wrong_command_is_refused(words: list[str], said: str) -> None:
    told = conformance(*words)
    assert told.exit_code == 2 and said in told.stderr and "Traceback" not in told.output


def test_the_law_of_a_package_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows() -> None:
        raise ValueError("x/law/documents.toml: the key 'x' is taken")

    monkeypatch.setattr(packages.law, "rows", rows)
    told = conformance("fantan")
    assert told.exit_code == 1 and "x/law/documents.toml: the key 'x' is taken" in told.stdout
    [only] = json.loads(conformance("fantan", "--json").stdout)["games"]
    assert only["game"] is None and not only["passed"]


def test_golden_coups_that_are_as_they_are_told_are_not_written() -> None:
    told = conformance("fantan", "--reset-rounds")
    assert (told.exit_code, told.stdout) == (0, "fantan: 0 golden rounds rewritten\n")
