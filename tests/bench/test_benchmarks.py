"""The benches run, and what they measure is whole coups."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from benchmarks import engine, odds, run

from sabot.equipment import Seeded
from sabot.games import game, read_table
from sabot.money import euros
from sabot.procedure import Live, flows, in_play, replay
from sabot.procedure.table import Table


def test_the_scripted_player_plays_whole_lawful_coups() -> None:
    """Each of them is over, paid, not void, and replays from its record."""
    told, table = game("blackjack-online"), read_table(engine.TABLE)
    assert isinstance(table, Table), table
    chance, carry = Live(Seeded(7)), told.opening(table)
    for _ in range(100):
        dealer = engine.play(told, table, carry, chance)
        assert dealer.over and not any(event.void for event in dealer.record)
        assert flows(dealer.record)[0][1].amount == engine.BET.amount, euros(engine.BET.amount)
        assert in_play(dealer.record) == {}
        assert replay(told.coup(table, carry), dealer.record).outcome == dealer.outcome
        carry = dealer.outcome


def test_the_figures_are_written_with_their_setting(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
        ) -> None:
    short = engine.measure(coups=60, rounds=3)
    monkeypatch.setattr(engine, "measure", lambda: short)
    monkeypatch.setattr("sys.argv", ["run", "engine", "--json", str(tmp_path / "out.json")])
    run.main()
    written = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert written["engine"] == short and written["machine"]["cores"]
    assert "coups per second" in capsys.readouterr().out
    assert short["worst"] <= short["coups_per_second"] <= short["best"]
    assert max(short["coups_per_second"], short["told_alone_per_second"]) < short["bare_per_second"]


def test_the_odds_are_measured_beside_a_program_if_one_is_named(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "_process", lambda *arguments: 0.5)
    monkeypatch.setattr(odds, "PACKS", (1,))
    monkeypatch.delenv("SABOT_ANALYSER", raising=False)
    alone = odds.measure(rounds=1)
    assert alone["peer"].startswith("skipped") and "peer" not in alone["packs_1"]
    peer = tmp_path / "peer.py"
    peer.write_text("import sys; print('0.181934306', 0.01 * int(sys.argv[1]))", "utf-8")
    monkeypatch.setenv("SABOT_ANALYSER", f"{sys.executable} {peer}")
    monkeypatch.setenv("SABOT_ANALYSER_NAME", "another, commit 1")
    both = odds.measure(rounds=1)
    assert both["peer"] == "another, commit 1"
    assert "peer 0.0100 s" in both["packs_1"]
    assert "mean 0.181934306 and 0.181934306" in both["packs_1"]
