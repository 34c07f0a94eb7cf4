"""``sabot simulate``: the same result for any number of workers, from blocks known by number."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sabot import games
from sabot.cli import main
from sabot.cli.simulating.progress import coups_needed, short_number, time_left
from sabot.cli.simulating.simulate import histogram_rows
from sabot.probability.tally import merge
from sabot.simulation import Aim, Engine, figures, play_shoe
from support.plain_tables import table_with

GAME = games.game("blackjack-online")
MACHINE = ("seconds", "preparation_seconds", "coups_per_second", "lost")


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", "blackjack-online", *words])


def simulate_by_engine(*words: str) -> dict[str, Any]:
    """By the reference engine, whose figures depend on nothing but the law."""
    return simulate_json(*words, "--engine")


def simulate_json(*words: str) -> dict[str, Any]:
    done = ask(*words, "--json")
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return {key: value for key, value in found.items() if key not in MACHINE}


def test_a_shoe_is_the_same_whenever_it_is_played() -> None:
    table = table_with(GAME, ())
    assert play_shoe(GAME, table, 1, 5) == play_shoe(GAME, table, 1, 5)
    assert play_shoe(GAME, table, 1, 5) != play_shoe(GAME, table, 1, 6)
    assert play_shoe(GAME, table, 2, 5) != play_shoe(GAME, table, 1, 5)


def test_a_shoe_ends_where_its_warning_card_stands() -> None:
    """Coups of at least four cards: a fresh shuffle for each coup makes shoes of one coup."""
    each = table_with(GAME, ("warning_card=312",))
    assert len(play_shoe(GAME, each, 1, 0)) == 1
    assert 20 < len(play_shoe(GAME, table_with(GAME, ()), 1, 0)) < 59


def test_a_block_of_the_engine_has_its_coups_and_begins_as_the_longer_one() -> None:
    engine = Engine(GAME.id, table_with(GAME, ()))
    short_number, long = engine.block(1, 0, 90), engine.block(1, 0, 150)
    assert (short_number.coups, long.coups) == (90, 150) and not long.wrong()
    assert short_number.total == sum(
        [*play_shoe(GAME, engine.table, 1, "0.0"), *play_shoe(GAME, engine.table, 1, "0.1"),
         *play_shoe(GAME, engine.table, 1, "0.2")][:90])
    assert sum(long.counts[name] for name in ("won", "lost", "tie", "blackjack", "bust")) == 150
    assert long.counts["staked"] == 150 * engine.unit


def test_a_fresh_shoe_for_each_coup() -> None:
    found = simulate_by_engine("--coups", "150", "--fresh")
    assert found["shoes"] == found["coups"] == 150 and found["fresh"]
    assert found["standard_error"] == pytest.approx(found["deviation"] / 150 ** 0.5)


def test_the_report_is_that_of_the_blocks_whoever_plays_them() -> None:
    words = ("--coups", "1200", "--seed", "9")
    one, two = simulate_by_engine(*words), simulate_by_engine(*words, "--workers", "2")
    assert one == two
    low, high = one["interval_99"]
    assert one["interval_999"][0] < low < one["interval_95"][0] < one["mean"] < high
    assert one["edge"] == -one["mean"] and one["coups"] == 1200 and one["game"] == GAME.id
    assert "below 17" in one["strategy"] and one["independent"] in ("coup", "shoe")
    engine = Engine(GAME.id, table_with(GAME, ()))
    tally = merge((engine.block(9, 0, 1000), engine.block(9, 1, 200)))
    found = figures(tally, engine.unit)
    assert (one["mean"], one["standard_error"]) == (found.mean, found.error)
    assert one["histogram"] == {str(net): n for net, n in tally.nets.items()}
    assert sum(one["outcomes"].values()) == pytest.approx(1)


def test_the_report_for_people() -> None:
    text = ask("--coups", "50", "--pace", "80", "--engine").stdout
    for part in ("99 % interval", "99.9 % interval", "coups/s", "ahead", "80 coups at 10.00",
                 "staked"):
        assert part in text


def test_precision_ends_it() -> None:
    found = simulate_by_engine("--until", "12%")
    low, high = found["interval_99"]
    assert (high - low) / 2 < 0.12 and found["coups"] % found["block"] == 0


def test_a_checkpoint_goes_on_and_another_is_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "point")
    assert simulate_by_engine("--coups", "1500", "--checkpoint", file)["coups"] == 1500
    on = simulate_by_engine("--coups", "2100", "--checkpoint", file)
    assert on == simulate_by_engine("--coups", "2100")
    for words, what in ((("--seed", "3"), "seed: 0 there, 3 here"),
                        (("--set", "packs=8"), "rule packs: 6 there, 8 here"),
                        (("--fresh",), "limits, places or cards")):
        done = ask("--coups", "2100", "--engine", "--checkpoint", file, *words)
        assert done.exit_code == 2 and what in done.stderr
    done = CliRunner().invoke(main, ["simulate", "blackjack-macau", "--coups", "2100", "--engine",
                                     "--checkpoint", file])
    assert done.exit_code == 2
    assert f"(game: {GAME.id} there, blackjack-macau here);" in done.stderr
    done = ask("--coups", "1500", "--engine", "--checkpoint", file)
    assert done.exit_code == 2 and "already has 2000 coups" in done.stderr


def test_interrupted_it_says_what_it_knows_and_can_go_on(tmp_path: Path) -> None:
    """A real program, a real Ctrl-C, with two workers that must not mind it."""
    file = tmp_path / "point"
    words = ["simulate", GAME.id, "--coups", "10000000", "--workers", "2", "--checkpoint",
             str(file), "--json", "--engine"]
    run = subprocess.Popen(
        [sys.executable, "-c", "from sabot.cli import main; main()", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    until = time.monotonic() + 60
    while time.monotonic() < until and not (
            file.exists() and json.loads(file.read_text())["tally"]["coups"]):
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert run.returncode == 130 and "Traceback" not in err
    found = json.loads(out)
    assert not found["complete"] and "stopped before the end" in err
    coups_kept = json.loads(file.read_text())["tally"]["coups"]
    assert coups_kept == found["coups"] and coups_kept % 1000 == 0
    assert [one.name for one in tmp_path.iterdir()] == ["point"]


def test_the_kernel_plays_the_best_play_and_is_held_against_its_exact_worth() -> None:
    """The same for one thread and three; within four standard errors of the exact figure."""
    one = simulate_json("--coups", "400000", "--fresh")
    assert simulate_json("--coups", "400000", "--fresh", "--workers", "3") == one
    assert one["kernel"].startswith("blackjack ") and "best play" in one["strategy"]
    assert abs(one["mean"] - one["exact"]) < 4 * one["standard_error"]
    assert one["standard_error"] == pytest.approx(one["deviation"] / 400_000 ** 0.5)
    table = table_with(GAME, ())
    main_bet = next(bet for bet in GAME.priced.odds(table).bets if bet.bet == "main")
    staked = one["counts"]["staked"] / one["unit"] / one["coups"]
    assert staked == pytest.approx(main_bet.staked, abs=0.004)
    text = " ".join(ask("--coups", "20000").stdout.split())
    assert "exact, from a full shoe" in text and "shoes that are not full" in text


def test_a_strategy_by_name_or_from_a_file(tmp_path: Path) -> None:
    mimic = simulate_json("--coups", "20000", "--strategy", "mimic")
    assert mimic["edge"] > 0.03 and "below 17" in mimic["strategy"] and mimic["exact"] is None
    file = tmp_path / "chart.json"
    rows = {f"hard {n}": "hit" if n < 17 else "stand" for n in range(4, 21)} | {
        f"soft {n}": "hit" if n < 17 else "stand" for n in range(12, 21)}
    file.write_text(json.dumps({"hands": rows}))
    found = simulate_json("--coups", "20000", "--strategy", str(file))
    assert found["histogram"] == mimic["histogram"] and "file" in found["strategy"]
    file.write_text(json.dumps({"game": "blackjack-macau", "hands": rows}))
    done = ask("--coups", "20000", "--strategy", str(file))
    assert done.exit_code == 2 and f"is for blackjack-macau, not for {GAME.id}" in done.stderr
    file.write_text(json.dumps({"hands": rows | {"hard 9": "stand"}}))
    done = ask("--coups", "20000", "--strategy", str(file))
    assert done.exit_code == 2 and str(file) in done.stderr
    assert "hard 9 against A: stand is not open" in done.stderr
    assert "(pt-805-2015/blackjack-online/15.a)" in done.stderr


def test_several_places() -> None:
    found = simulate_json("--coups", "20000", "--seats", "3", "--set", "minimum=10")
    assert found["seats"] == 3 and found["unit"] == 3000
    assert set(found["parts"]) == {"place/1", "place/2", "place/3"}
    done = ask("--coups", "20000", "--seats", "9")
    assert done.exit_code == 2 and "1 to 7" in done.stderr


def test_the_house_options_are_used() -> None:
    assert simulate_by_engine("--coups", "50", "--set", "packs=8")["rules"]["packs"] == 8


@pytest.mark.parametrize(("words", "status", "answer"), [
    (["--coups", "1"], 2, "allowed: 2 to"),
    (["--coups", "many"], 2, "not a whole number"),
    ([], 2, "--coups or --until"),
    (["--until", "soon"], 2, "not a share of the stake"),
    (["--until", "0%"], 2, "of the stake"),
    (["--until", "nan"], 2, "of the stake"),
    (["--coups", "10", "--workers", "0"], 2, "allowed: 1 to"),
    (["--coups", "10", "--set", "packs=7"], 1, "4, 6 or 8"),
    (["--coups", "10", "--engine", "--seats", "2"], 2, "plays only one place"),
    (["--coups", "10", "--engine", "--strategy", "mimic"], 2, "only one simple strategy"),
    (["--coups", "10", "--strategy", "perfect"], 2, "allowed: best, mimic, composition"),
    (["--coups", "10", "--strategy", "/etc"], 2, "neither a file nor a strategy"),
    (["--coups", "10", "--checkpoint", "/nowhere/at/all"], 2, "cannot be written"),
    (["--coups", "10", "--checkpoint", "/"], 2, "cannot be read"),
    (["--coups", "10", "--cluster", "nonsense://here"], 2, "no Dask scheduler answers"),
])
def test_wrong_use(words: list[str], status: int, answer: str) -> None:
    done = ask(*words)
    assert done.exit_code == status
    assert answer in done.stderr


def test_a_cluster_needs_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine where dask is not installed."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = ask("--coups", "10", "--cluster", "tcp://127.0.0.1:1")
    assert done.exit_code == 2
    assert "needs the cluster: pip install 'sabot[cluster]'" in done.stderr


def test_what_one_watches() -> None:
    """An interval halves with four times the coups."""
    assert coups_needed(Aim(until=0.01), 1000, 0.02) == 4000
    assert (
        coups_needed(Aim(3000, 0.01), 1000, 0.02) == 3000
        and coups_needed(Aim(3000), 1000, 0.02) == 3000
    )
    assert [short_number(n) for n in (12, 1_500, 2.5e6, 3e9)] == ["12", "1.5k", "2.5M", "3.0G"]
    assert (
        time_left(1000, 400, 10) == ", 1:00 left" and time_left(10**6, 0, 100) == ", 2:46:40 left"
    )
    assert time_left(None, 5, 10) == ""


def test_many_different_results_are_not_all_listed() -> None:
    nets = {net: 1000 - abs(net) for net in range(-500, 500, 5)}
    lines = histogram_rows(nets, 100)
    assert len(lines) == 25 and lines[-1][0] == "others"
    assert sum(times for _, times in lines) == sum(nets.values())


def test_a_number_out_of_its_range_is_refused_in_plain_words() -> None:
    for words, why in ((("--seed", "-1"), "allowed: 0 to 9 223 372 036 854 775 807; this is less"),
                       (("--coups", "0"), "allowed: 2 to 1 000 000 000 000 000; this is less"),
                       (("--workers", "257"), "allowed: 1 to 256; this is more"),
                       (("--seed", "x"), "'x' is not a whole number")):
        refused = ask("--coups", "10", *words)
        assert refused.exit_code == 2 and why in " ".join(refused.output.split())
        assert "<=" not in refused.output
