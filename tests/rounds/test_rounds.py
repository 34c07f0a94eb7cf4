"""Golden rounds: each file is played again from its head and must give the same bytes.

Written anew with ``--reset-rounds`` (``make rounds RESET=1``), and then read as a diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot import regulations as law
from sabot.conformance.golden import replay_text
from sabot.games import catalogue, game
from sabot.procedure import round_scripts
from sabot.procedure.game import Game
from sabot.regulations.evidence import name_of, texts
from sabot.reports import golden_rounds

FILES = texts()


def game_of(path: Path) -> Game:
    """The game beside which a round lies."""
    return game(name_of(path).partition("/")[0])


def clauses(path: Path) -> list[str]:
    """The full ids of the clauses that a round says it shows."""
    return list(
        golden_rounds.clauses(game_of(path).section, round_scripts.read(path.read_text("utf-8")))
    )


@pytest.mark.parametrize("path", [
    pytest.param(path, id=name_of(path), marks=pytest.mark.law(*clauses(path)))
    for path in FILES
])
def test_a_round_is_told_as_it_is_written(path: Path, request: pytest.FixtureRequest) -> None:
    """The coup below the ruled line is the one that the code plays, clause for clause."""
    now, missing = replay_text(game_of(path), path.read_text("utf-8"))
    assert not missing, f"the round does not cite these clauses that it lists: {missing}"
    if request.config.getoption("--reset-rounds"):
        path.write_text(now, "utf-8")
    assert path.read_text("utf-8") == now


@pytest.mark.parametrize("game_id", catalogue())
def test_every_game_has_rounds(game_id: str) -> None:
    """A game of the catalogue without a written round has not been shown to anybody."""
    assert [path for path in FILES if name_of(path).startswith(f"{game_id}/")]


@pytest.mark.parametrize("rule", [f"{n}" for n in range(14, 29)])
def test_every_rule_of_the_coup_has_a_round(rule: str) -> None:
    """Rules 14 to 28 of Regulamento 805/2015, each letter and each split of them."""
    section = "pt-805-2015/blackjack-online"
    rows = [row.id for row in law.sections()[section]
            if row.rule == rule or row.rule.startswith((f"{rule}.", f"{rule}-"))]
    shown = {clause for path in FILES for clause in clauses(path)}
    assert set(rows) <= shown
