"""The benches run, and what they measure is whole coups."""

from __future__ import annotations

import importlib
import json
import shlex
import sys
from pathlib import Path
from random import Random

import pytest

from benchmarks import (
    baccarat,
    books,
    chemin,
    crowd,
    engine,
    families,
    hands,
    kernel,
    layout,
    learn,
    machine,
    newcomer,
    nodraw,
    odds,
    poker,
    pokertable,
    run,
    selfplay,
    states,
    study,
    tables,
)
from benchmarks.goals import BEGIN, END, Goal, page, write
from benchmarks.run import main
from sabot.equipment import Seeded
from sabot.families.poker.lookup import evaluator
from sabot.families.pokertable.betting_terms import general
from sabot.games import catalogue, game, read_table
from sabot.money import euros
from sabot.procedure import Act, Dealer, Live, Reveal, flows, in_play, replay
from sabot.procedure.table import Table

pytestmark = pytest.mark.more


def test_the_scripted_player_plays_whole_lawful_coups() -> None:
    """Each of them is over, paid, not void, and replays from its record."""
    this_game, table = game("blackjack-online"), read_table(engine.TABLE)
    assert isinstance(table, Table), table
    chance, carry = Live(Seeded(7)), this_game.opening(table)
    for _ in range(100):
        dealer = engine.play(this_game, table, carry, chance)
        assert dealer.over and not any(event.void for event in dealer.record)
        assert flows(dealer.record)[0][1].amount == engine.BET.amount, euros(engine.BET.amount)
        assert in_play(dealer.record) == {}
        assert replay(this_game.coup(table, carry), dealer.record).outcome == dealer.outcome
        carry = dealer.outcome


def test_the_figures_are_written_with_their_setting(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
        ) -> None:
    short = engine.measure(coups=60, rounds=3)
    monkeypatch.setattr(engine, "measure", lambda: short)
    monkeypatch.setattr("sys.argv", ["run", "engine", "--json", str(tmp_path / "out.json")])
    run.main()
    written = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert written["engine"] == short and written["setting"]["cores"]
    assert "setting" not in run.BENCHES, "no bench takes its place"
    text = capsys.readouterr().out
    assert "reference engine" in text and "≥ 20,000 coups/s" in text and short["setting"] in text
    assert short["worst"] <= short["coups_per_second"] <= short["best"]
    assert max(short["coups_per_second"], short["told_alone_per_second"]) < short["bare_per_second"]


def test_an_evening_in_both_formats_tells_of_every_game() -> None:
    found = books.measure(acts=400, rounds=1, seats=2, seconds=0.2)
    assert len({t.game for t in books.tables().values()}) == len(catalogue())
    sizes = found["bytes"]
    assert sizes[1]["plays"] == sizes[2]["plays"] > 100
    assert found["dictionaries"] and 2 * found["per_play"][1] < found["per_play"][0]
    assert len(books.goals(found)) == 4 and all(n > 0 for n in found["settled"])


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
    assert alone["peer"].startswith("skipped") and "peer_seconds" not in alone["packs_1"]
    peer = tmp_path / "peer.py"
    peer.write_text("import sys; print('0.181934306', 0.01 * int(sys.argv[1]))", "utf-8")
    monkeypatch.setenv("SABOT_ANALYSER", f"{sys.executable} {peer}")
    monkeypatch.setenv("SABOT_ANALYSER_NAME", "another, commit 1")
    both = odds.measure(rounds=1)
    assert both["peer"] == "another, commit 1"
    assert both["packs_1"]["peer_seconds"] == 0.01
    assert both["packs_1"]["peer_mean"] == both["packs_1"]["mean"] == 0.181934306
    raced = odds.goals(both)[0]
    assert raced.ratio == both["packs_1"]["seconds"] / 0.01 and raced.asked == 1
    assert raced.reached is (both["packs_1"]["seconds"] <= 0.01)


def test_layouts_are_counted_as_a_plain_loop_counts_them() -> None:
    found = layout.measure(count=3000, runs=1)
    assert set(layout.LAID) <= set(found)
    if not found["c_loop"].startswith("skipped"):
        assert all(found[game]["same_counts"] for game in layout.LAID)


def test_baccarat_is_counted_as_a_plain_loop_counts_it() -> None:
    found = baccarat.measure(count=3000, runs=1)
    assert set(baccarat.TABLES) <= set(found)
    if not found["c_loop"].startswith("skipped"):
        assert all(found[game]["same_counts"] for game in baccarat.TABLES)
    assert all(found[f"{game}_after_some_cards_ms"] > 0 for game in baccarat.TABLES)


def test_a_full_table_of_a_layout_takes_its_bets_and_settles_them() -> None:
    """As many bets as are asked for lie there, and the coup ends with nothing in play."""
    of = game("american-roulette")
    table = tables._table(of, 4)
    dealer = Dealer(of.coup(table, of.opening(table)), Live(Seeded(3)))
    assert tables.lay(dealer, 4, 60, Random(1)) == 60
    tables.close(dealer)
    assert dealer.over and in_play(dealer.record) == {}
    assert len({event.answer.player for event in dealer.record if isinstance(event.answer, Act)}) \
        == 4
    assert tables.alone(of, table, of.opening(table), dealer.record) > 0


def test_chemin_de_fer_is_measured_beside_its_c_loop() -> None:
    found = chemin.measure(count=3000, runs=1)
    assert found["banco"]["coups_per_second"] > 0 and found["banco"].get("same_counts", True)
    assert found["solved, banco, by totals"] > 0


def test_no_draw_poker_is_measured_beside_its_c_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodraw, "counting", lambda: 9.0)
    found = nodraw.measure(count=3000, runs=1)
    assert all(found[play].get("same_counts", True) for play in ("best", "rules", "pair"))
    counted = next(goal for goal in nodraw.goals(found) if goal.what.startswith("every deal"))
    assert counted.figure == 9.0 and counted.reached is False


def test_the_engine_is_measured_on_every_game_that_one_person_can_play() -> None:
    figures = families.measure(coups=5, rounds=1)
    alone = {game_id for game_id, game in catalogue().items() if game.players_needed == 1}
    assert alone <= set(figures) and len(alone) > 10


def test_full_tables_are_those_on_which_a_throw_decides() -> None:
    assert {"craps", "cussec", "french-roulette"} <= set(tables.layouts())
    assert not [one for one in tables.layouts() if "baccarat" in one or "banca-macau" in one]


def test_hands_of_poker_are_measured_beside_other_evaluators(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that puts the hands in the opposite order is as good; one that errs is seen."""
    monkeypatch.delenv("SABOT_EVALUATORS", raising=False)
    alone = poker.measure(rows=3000, single=200, every=False)
    assert "skipped" in alone["peers"] and alone["in_a_kernel"] > alone["single_call"] > 1000
    dealt = poker.rows_of(300)
    ours = {"rows": evaluator().ranks(dealt[:, :7]),
            "omaha": evaluator().twos(dealt[:, :4], dealt[:, 4:])}
    rates = dict.fromkeys(("in_a_kernel", "array_call", "single_call", "omaha_array_call"), 600)
    for part, found in ours.items():
        (9000 - found).tofile(tmp_path / part)
    peer = tmp_path / "peer.py"
    peer.write_text(
        "import json, sys\nprint('another', flush=True)\nfolder = input().rpartition('/')[0]\n"
        "of = {n: {'it': {'seconds': 1, 'hands': 300, 'file': f'{folder}/{n}'}}\n"
        "      for n in ('rows', 'omaha')}\n"
        "if sys.argv[1] == '1':\n    of['omaha'] = of['rows']\n"
        "print(json.dumps(of | {'all': {}, 'single': {}}), flush=True)\n", "utf-8")
    for errs, same in (("0", True), ("1", False)):
        monkeypatch.setenv("SABOT_EVALUATORS", shlex.join([sys.executable, str(peer), errs]))
        both = poker._beside(rates, dealt, tmp_path, ours)
        assert both["peers"] == "another" and both["same_strengths"] is same
        assert both["array_call_peers"]["it"] == {"per_second": 300, "times_peer": 2.0}
    monkeypatch.setenv("SABOT_EVALUATORS", shlex.join([sys.executable, "-c", "print('no')"]))
    assert "skipped" in poker._beside(rates, dealt, tmp_path, ours)["peers"]


def test_foreign_histories_are_measured_beside_the_reference_of_their_format() -> None:
    """Both play the same files to their end, and here each comes to its own chips."""
    figures = hands.measure(hands=12, runs=1)
    assert figures["agree"] == figures["hands"] == 12
    texts = [hands.random_hand(seed).dumps() for seed in range(12)]
    assert hands.play_with_peer(texts) == 12
    [goal] = hands.goals(figures)
    assert goal.ratio is not None and goal.reached is None


def test_whole_hands_of_poker_are_measured_beside_another_engine(
        monkeypatch: pytest.MonkeyPatch) -> None:
    """What is measured are whole hands: every chip lies in a cave again, some are shown."""
    monkeypatch.delenv("SABOT_POKER_ENGINE", raising=False)
    alone = pokertable.measure(hands=30, runs=2)
    assert alone["peer"].startswith("skipped") and alone["worst"] <= alone["hands_per_second"]
    assert alone["lines_of_record_a_hand"] > alone["decisions_a_hand"] > 6
    chance, dice = Live(Seeded(3)), Random(3)
    dealers = [pokertable.played(general(100, 200), chance, dice) for _ in range(30)]
    assert all(dealer.over for dealer in dealers)
    for dealer in dealers:
        caves = dict.fromkeys((f"{n}/cave" for n in range(1, 7)), pokertable.CAVE)
        for _, move in flows(dealer.record):
            caves[move.bet] = caves.get(move.bet, 0) - move.amount
            caves[move.into] = caves.get(move.into, 0) + move.amount
        assert sum(cents for bet, cents in caves.items() if bet.endswith("/cave")) \
            == 6 * pokertable.CAVE
    assert any(isinstance(event.step, Reveal) for dealer in dealers for event in dealer.record)
    peer = "print('another', flush=True)\nwhile True: print(int(input()) / 50, flush=True)"
    monkeypatch.setenv("SABOT_POKER_ENGINE", shlex.join([sys.executable, "-c", peer]))
    assert pokertable.measure(hands=20, runs=1)["peer_hands_per_second"] == 50
    monkeypatch.setenv("SABOT_POKER_ENGINE", shlex.join([sys.executable, "-c", "print('no')"]))
    assert "ended before" in pokertable.measure(hands=20, runs=1)["peer"]


def test_self_play_is_measured_beside_libraries_if_they_are_named(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SABOT_SELFPLAY", raising=False)
    monkeypatch.setattr(selfplay, "GAMES", ("holdem", "omaha", "sintetico"))
    monkeypatch.setattr(selfplay, "engine", lambda game, decisions: (1.0, 2.0))
    short = {"tables": 8, "steps": 30, "alone": 100, "slow": 1}
    figures = selfplay.measure(**short)
    assert figures["peers"].startswith("skipped")
    for game_id in selfplay.GAMES:
        assert figures[game_id]["many_per_second"] > figures[game_id]["single_per_second"] > 100
        assert 4 < figures[game_id]["decisions_a_hand"] < 20
    assert len(selfplay.goals(figures)) == 12
    peer = ("import sys; print('one, another', flush=True)\n"
            "for n in sys.stdin: print('{\"one\": 1, \"another\": 0.5}', flush=True)")
    monkeypatch.setenv("SABOT_SELFPLAY", shlex.join([sys.executable, "-c", peer]))
    found = selfplay.measure(**short)
    assert found["peers_per_second"] == {"one": 25, "another": 50}
    assert {goal.peer for goal in selfplay.goals(found)} == {"another"}
    monkeypatch.setenv("SABOT_SELFPLAY", shlex.join([sys.executable, "-c", "print('no')"]))
    assert "ended before" in selfplay.measure(**short)["peers"]


def test_the_machine_bench_plays_the_games_of_its_c_loop() -> None:
    """With a compiler the loop counts the same coins in the same games."""
    figures = machine.measure(count=20_001, runs=1)
    assert figures["games_per_second"] > 0
    assert figures.get("counts", "the same") == "the same"
    assert all(figures[name] > 0 for name in figures if name.startswith("exact_"))


def test_a_rate_may_not_be_less_and_a_time_not_more() -> None:
    assert Goal("coups", 21_000, "coups/s", asked=20_000).reached is True
    assert Goal("coups", 19_000, "coups/s", asked=20_000).reached is False
    assert Goal("the verb", 1.9, "s", asked=2).reached is True
    assert Goal("the verb", 2.1, "s", asked=2).reached is False
    assert Goal("p99", 31, "ms", "echo", 10, 3, "ratio").reached is False
    assert Goal("coups", 90, "coups/s", "C loop", 100, 0.8, "ratio").reached is True
    assert Goal("coups", 90, "coups/s", "C loop: no compiler", None, 0.8, "ratio").reached is None
    assert Goal("p50", 3, "ms", "echo", 2).reached is None


def test_the_page_names_goal_peer_ratio_setting_date_and_machine(tmp_path: Path) -> None:
    found = {"bench": "The reference engine", "setting": "1 seat, warm"}
    goals = [Goal("coups", 21_000, "coups/s", "told alone", 42_000, 20_000),
             Goal("the verb", 2.1, "s", asked=2)]
    on = {"at": "2026-01-02T03:04:05Z", "processor": "a processor", "cores": 2, "load": 0.1,
          "python": "3.11.7", "system": "Linux"}
    page_text = page([(found, goals)], on)
    for part in ("2026-01-02", "a processor, 2 cores", "1 seat, warm", "21,000 coups/s",
                 "told alone: 42,000 coups/s", "0.5", "≥ 20,000 coups/s", "≤ 2 s"):
        assert part in page_text
    first, second = (line.split("|") for line in page_text.splitlines()[-2:])
    assert (first[-2].strip(), second[-2].strip()) == ("yes", "no")
    file = tmp_path / "bench.md"
    file.write_text(f"before\n{BEGIN}old\n{END}after\n", "utf-8")
    write(file, page_text)
    assert file.read_text("utf-8") == f"before\n{BEGIN}{page_text}{END}after\n"
    file.write_text("no marks", "utf-8")
    with pytest.raises(ValueError, match="has not the marks"):
        write(file, page_text)


def test_a_page_that_is_not_there_is_said_before_anything_is_measured(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr("sys.argv", ["run", "--page", str(tmp_path / "none.md")])
        main()
    assert "none.md is no file" in capsys.readouterr().err


def test_decisions_are_counted_beside_gymnasium() -> None:
    figures = learn.measure(tables=(64,), steps=40, single=20, peers=16, each=("fantan",),
                            alone=50)
    assert figures["times_single"] > 1 and figures["times_gymnasium"] > 1
    many, one, of_game, compiled = learn.goals(figures)
    assert many.ratio and many.ratio > 1 and one.figure == figures["single_env_per_second"]
    assert of_game.ratio and of_game.ratio > 1 and of_game.asked == 1_000_000
    assert compiled.figure == figures["games"]["fantan"]["compiled"]


@pytest.mark.parametrize("name", run.BENCHES)
def test_every_bench_says_what_is_asked_of_it(name: str) -> None:
    bench = importlib.import_module(f"benchmarks.{name}")
    assert callable(bench.measure) and callable(bench.goals)


@pytest.mark.more
def test_a_crowd_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"WATCHERS": 50, "PLAYERS": 12, "SECONDS": 4.0, "WARM": 2.0,
                        "PAUSE": 0.5}.items():
        monkeypatch.setattr(crowd, name, value)
    figures = crowd.measure()
    assert figures["played"]["acts"] > 10 and figures["played"]["lost"] == 0
    reached = {goal.what: goal.reached for goal in crowd.goals(figures)}
    assert reached["acts without an answer"] and reached["memory of 50 sockets that only watch"]


@pytest.mark.browser
@pytest.mark.timeout(400)
def test_a_newcomer_bets_and_sees_the_result() -> None:
    """A click in the lobby, one on the table and one that deals; whoever skips waits no longer than
    the round itself takes."""
    figures = newcomer.measure(games=("blackjack-online",))
    of = figures["games"]["blackjack-online"]
    assert of["table"] == "quick" and of["presses"][:3] == ["sit", "box", "deal"]
    assert of["clicks_to_bet"] == 2 and of["clicks_to_result"] >= 1
    assert min(of[key] for key in of if key.endswith("_s")) > 0
    to_bet, to_result = newcomer.goals(figures)
    assert to_bet.asked == newcomer.SOON and to_result.asked is None
    assert to_bet.figure == of["to_bet_s"] and to_result.beside == of["skipped_to_result_s"]


def test_states_are_walked_and_solved_whole() -> None:
    """The tree has every continuation of the coup, and the peer is named or said to be missing."""
    figures = states.measure(seconds=0.05, iterations=5, sample=5)
    assert figures["nodes"] > 1000 and min(figures["steps_per_second"].values()) > 0
    assert all(set(ms) == {"step", "clone", "second_step"} for ms in figures["ms"].values())
    assert [goal.beside is None for goal in states.goals(figures)].count(False) >= 2
