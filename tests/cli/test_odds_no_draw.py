"""The odds of no-draw poker in the terminal."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main

GAME = "no-draw-poker"


def odds(*args: str) -> Result:
    return CliRunner().invoke(main, ["odds", GAME, *args])


def test_the_price_of_the_best_play_is_told_to_people() -> None:
    result = odds("--session", "100", "--stake", "10", "--bank", "100000")
    assert result.exit_code == 0, result.output
    for words in ("7231756354/138425211925", "2.55530 % of all that is staked", "call 52.23 %",
                  "Ace-king", "AKQJ", "Strategies", "an hour of 70 coups returns -36.57",
                  "K 8.70 %"):
        assert words in result.output, words


def test_the_same_as_json() -> None:
    found = json.loads(odds("--json", "--strategy", "akj83").output)
    main_bet = found["bets"][0]
    assert Fraction(main_bet["edge"]) == Fraction(1_059_715_400_580, 19_933_230_517_200)
    assert sum(Fraction(chance) for _, chance in main_bet["net"]) == 1
    assert main_bet["first_decision"]["call"] == pytest.approx(0.5239, abs=1e-4)
    assert {sheet["name"] for sheet in found["sheets"]} == {"plays", "hands", "kings"}
    assert found["most"]["place"] == 201 * found["most"]["stake"]


def test_a_hand_is_told_what_to_do() -> None:
    result = odds("--hand", "AS KD 9H 4C 2S", "--up", "7D")
    assert result.exit_code == 0 and "163,185 hands" in result.output
    found = json.loads(odds("--hand", "as kd 10h 4c 2s", "--up", "2h", "--json").output)
    assert found["hand"] == ["AS", "KD", "TH", "4C", "2S"] and found["best"] == "call"
    gain = Fraction(found["acts"]["call"]["exact"]) + 1
    assert gain == Fraction(found["cost"]["exact"]) > 0
    assert sum(end["ways"] for end in found["ends"].values()) == found["bank_hands"]


@pytest.mark.parametrize(("args", "words"), [
    (("--hand", "AS KD 9H 4C 2S"), "together"),
    (("--up", "2H"), "together"),
    (("--hand", "AS KD 9H 4C 2S", "--up", "AS"), "the same card twice: AS"),
    (("--hand", "AS KD 9H 4C", "--up", "2H"), "five cards, not 4"),
    (("--hand", "AS KD 9H 4C 1S", "--up", "2H"), "'1S'"),
    (("--hand", "AS KD 9H 4C 2S", "--up", "XX"), "'XX'"),
    (("--seen", "AS",), "cannot be computed from the cards left"),
    (("--bets", "main=1",), "is for games with a layout"),
])
def test_wrong_use_is_told(args: tuple[str, ...], words: str) -> None:
    result = odds(*args)
    assert result.exit_code == 2 and words in result.output


@pytest.mark.more
def test_what_the_rules_are_worth() -> None:
    found = json.loads(odds("--vary", "--json").output)
    assert len(found["steps"]) == 2 and abs(found["steps"][1]["change"]) < 1e-9
    changes = {row["rule"]: row["change"] for row in found["options"]}
    assert changes["flush_all = false"] > 0 and "pair_all = false" not in changes
    costs = {row["class"]: row["change"] for row in found["classes"]}
    assert costs["best"] == 0 < costs["ranks"] < costs["rules"] < costs["akj83"]


def test_published_figures_agree_or_are_explained() -> None:
    result = odds("--against", "published", "--json")
    rows = json.loads(result.output)
    assert result.exit_code == 0 and len(rows) > 40
    assert all(row["agrees"] or row["because"] for row in rows)
    assert sum(not row["agrees"] for row in rows) == 3


@pytest.mark.more
def test_the_chart_is_drawn_and_written(tmp_path: Path) -> None:
    for name in ("chart.svg", "chart.png", "chart.csv", "chart.json"):
        result = odds("--out", str(tmp_path / name))
        assert result.exit_code == 0 and (tmp_path / name).stat().st_size > 500
    rows = list(csv.reader((tmp_path / "chart.csv").read_text("utf-8").splitlines()))
    kings = [row for row in rows if row[0] == "kings"]
    assert kings[0][1:3] == ["AKQJ", "V"] and len(kings) == 24
    assert "AKQJ" in (tmp_path / "chart.svg").read_text("utf-8")


def test_the_chip_of_a_jackpot_is_priced() -> None:
    table = str(Path(__file__).parents[2] / "examples/tables/poquer-sem-descarte-acumulado.toml")
    found = json.loads(odds("--table", table, "--json").output)
    chip = next(bet for bet in found["bets"] if bet["bet"] == "jackpot")
    lines = {line["name"]: Fraction(line["chance"]) for line in chip["jackpot"]["lines"]}
    assert lines["royal"] == Fraction(4, 2_598_960)
    assert lines["flush"] == Fraction(5108, 2_598_960)
    result = odds("--table", table)
    assert "the chip is worth its price from a pool of 218,047" in result.output
    shared = chip["jackpot"]["shared"]
    assert shared["boxes"] == 6 and Fraction(shared["also"]["royal"]) == Fraction(3, 1_533_939)
    assert Fraction(chip["jackpot"]["even"]) < Fraction(shared["even"]) < 22_000_000
    assert "all 6 boxes have one and divide equal prizes, from 218," in result.output


def test_a_chart_is_written_and_played(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    assert odds("--chart", str(file), "--strategy", "rules").exit_code == 0
    run = CliRunner().invoke(main, ["simulate", GAME, "--strategy", str(file), "--coups", "20000",
                                    "--json"])
    known = CliRunner().invoke(main, ["simulate", GAME, "--strategy", "rules", "--coups", "20000",
                                      "--json"])
    assert json.loads(run.output)["histogram"] == json.loads(known.output)["histogram"]


def test_a_simulation_is_held_against_the_exact_price() -> None:
    run = CliRunner().invoke(main, ["simulate", GAME, "--coups", "300000", "--seats", "3"])
    assert run.exit_code == 0, run.output
    assert "exact" in run.output and "best play" in run.output
