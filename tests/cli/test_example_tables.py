"""The tables that ship as examples: the lawful are, and each of the others breaks what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli import main
from sabot.games import catalogue, game, read_table
from sabot.procedure.table import Table

EXAMPLES = Path(__file__).parents[2] / "examples"
LAWFUL = sorted((EXAMPLES / "tables").glob("*.toml"))
UNLAWFUL = sorted((EXAMPLES / "unlawful").glob("*.toml"))


def test_there_are_examples_of_every_floor() -> None:
    """At least six lawful tables and a dozen that are not, of each game that has a floor."""
    assert len(LAWFUL) >= 6 and len(UNLAWFUL) >= 12
    shown = {path.read_text("utf-8").partition('game = "')[2].partition('"')[0]
             for path in (*LAWFUL, *UNLAWFUL)}
    assert shown == set(catalogue())


@pytest.mark.parametrize("path", LAWFUL, ids=lambda path: path.stem)
def test_a_lawful_example_is_lawful(path: Path) -> None:
    table = read_table(path.read_text("utf-8"))
    assert isinstance(table, Table), table
    assert game(table.game).felt(table).places
    done = CliRunner().invoke(main, ["check", str(path)])
    assert done.exit_code == 0 and "lawful" in done.output


@pytest.mark.parametrize("path", UNLAWFUL, ids=lambda path: path.stem)
def test_an_unlawful_example_breaks_the_clauses_that_it_names(path: Path) -> None:
    """Its first line says which, in words a person reads: (rule 37), (article 21.1), (reading 9).
    """
    text = path.read_text("utf-8")
    named = re.findall(r"\((?:rule|article|reading) ([^\s]+?)\)(?=[,.:;\s]|$)",
                       text.partition("\n")[0])
    assert named, "the first line names a clause"
    found = read_table(text)
    assert isinstance(found, list)
    clauses = {violation.clause.rpartition("/")[2] for violation in found}
    assert all(any(clause == rule or clause.startswith(f"{rule}-") for clause in clauses)
               for rule in named), (named, clauses)
    done = CliRunner().invoke(main, ["check", str(path)])
    assert done.exit_code == 1 and "not lawful" in done.output
    assert "Traceback" not in done.output
