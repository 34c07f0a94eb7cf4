"""The gate says in few lines which rules of a game are open, and stops."""

from __future__ import annotations

import pytest

from sabot import games
from sabot import regulations as law
from sabot.certify import coverage
from tools.proof import gate

ONLINE = "pt-805-2015/blackjack-online"


def stands(monkeypatch: pytest.MonkeyPatch, found: coverage.Coverage | None) -> None:
    monkeypatch.setattr(coverage, "last", lambda: found)


def run_of(*rows: str, perturbed: tuple[str, ...]) -> coverage.Coverage:
    return coverage.Coverage(date="2026-01-01T00:00:00+00:00", version="0", code="0",
                             tests={"a": list(rows)}, perturbed=dict.fromkeys(perturbed, 1))


def test_open_rows_stop_it_in_a_line_for_each_lack(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    every = [row.id for row in law.sections()[ONLINE]]
    shown = tuple(row for row in every if not row.endswith(("/15.a", "/15.b")))
    stands(monkeypatch, run_of(*shown, f"{ONLINE}/15.b", perturbed=shown))
    monkeypatch.setattr(gate, "catalogue", lambda: {"x": games.game("blackjack-online")})
    assert gate.main() == 1
    captured = capsys.readouterr()
    assert captured.err.splitlines() == [
        f"{ONLINE}: no test (1): 15.a", f"{ONLINE}: no perturbation (1): 15.b"]
    assert captured.out == f"blackjack-online: 2 of the 89 rows of {ONLINE} are open\n"


def test_it_opens_when_nothing_is_open(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    every = tuple(row for game in games.catalogue().values()
                  for row in (r.id for r in law.sections()[game.section]))
    stands(monkeypatch, run_of(*every, perturbed=every))
    assert gate.main() == 0 and capsys.readouterr().err == ""


def test_it_can_be_asked_for_one_game(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """After a run of one game's tests all others are open, and say nothing of it."""
    every = tuple(row.id for row in law.sections()[ONLINE])
    stands(monkeypatch, run_of(*every, perturbed=every))
    assert gate.main(["blackjack-online"]) == 0
    assert capsys.readouterr().out == f"blackjack-online: 0 of the 89 rows of {ONLINE} are open\n"
    assert gate.main(["blackjack-online", "craps"]) == 1


def test_without_a_run_it_stays_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    stands(monkeypatch, None)
    assert gate.main() == 1
