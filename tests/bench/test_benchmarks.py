"""The benches run, and what they measure is whole coups."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks import engine, run

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
