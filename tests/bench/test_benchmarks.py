"""The benches run, and what they measure is whole coups."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest
from benchmarks import engine, kernel, odds, run, study

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


def test_a_shuffle_for_each_coup_is_a_full_shoe_for_each_coup(tmp_path: Path) -> None:
    """The study of shoes on a page: what stands around the marks stays."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{study.BEGIN}old\n{study.END}after\n")
    study.write(page, 3000, 1)
    text = page.read_text()
    assert text.startswith(f"before\n{study.BEGIN}3000 coups") and text.endswith("after\n")
    assert "old" not in text
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| `")]
    assert len(rows) == len(study.CASES)
    fresh, each = rows[0], next(row for row in rows if "each coup" in row[1] and "online" in row[0])
    assert fresh[2:] == each[2:] and fresh[2] == "1.00"


def test_another_simulator_is_measured_where_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SABOT_SIMULATOR", raising=False)
    assert "skipped" in kernel.measured_beside_peer(2000)["peer"]
    peer = "import sys; print('its rules', flush=True)\n" \
           "for n in sys.stdin: print(-0.005, 1.1, int(n), 0.5, flush=True)"
    monkeypatch.setenv("SABOT_SIMULATOR", shlex.join([sys.executable, "-c", peer]))
    found = kernel.measured_beside_peer(2000)
    assert found["peer_setting"] == "its rules" and found["peer_coups_per_second"] == 4000
    assert found["exact_full_shoe"] == pytest.approx(-0.005176, abs=1e-6)
    monkeypatch.setenv("SABOT_SIMULATOR", shlex.join([sys.executable, "-c", "print('no')"]))
    assert "skipped" in kernel.measured_beside_peer(2000)["peer"]


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
