"""``sabot odds`` of a game whose bets lie on a cloth: all bets, and several laid together."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main

BOTH = "straight/17=5 red=10"


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["odds", "american-roulette", *words])


def test_every_bet_is_a_line_with_its_exact_edge() -> None:
    result = ask()
    assert result.exit_code == 0, result.stderr
    lines = [line for line in result.stdout.splitlines() if "1/37" in line]
    assert len(lines) == 16 and lines[0].startswith("straight")
    assert "bet,spots,edge" in ask("--csv").stdout
    bets = json.loads(ask("--json").stdout)["bets"]
    assert {entry["edge"] for entry in bets} == {"1/37"}
    assert len(bets[0]["spots"]) == 37


def test_bets_laid_together_are_told_by_what_falls_and_in_all() -> None:
    result = ask("--bets", BOTH)
    assert result.exit_code == 0, result.stderr
    assert "+165.00 €: 17" in result.stdout and "1/37" in result.stdout
    assert "from -15.00 € to +165.00 €" in result.stdout
    found = json.loads(ask("--bets", BOTH, "--json").stdout)
    assert found["bets"] == {"straight/17": 500, "red": 1000}
    assert dict(found["net"]) == {-1500: "18/37", 500: "18/37", 16500: "1/37"}
    assert found["outcomes"][17] == {"outcome": "17", "net": 16500, "stays": 0, "chance": "1/37",
                                     "colour": "black"}


def test_bets_laid_together_are_planned_with_what_they_stake() -> None:
    answer = json.loads(ask("--bets", BOTH, "--session", "100", "--purse", "300", "--json").stdout)
    plan = answer["plan"]
    assert plan["stake"] == 1500 and plan["session"]["coups"] == 100
    assert plan["session"]["mean"] == pytest.approx(-100 * 1500 / 37)
    assert 0 < plan["purse"]["fails"] < 1
    assert "leave --stake out" in ask("--bets", BOTH, "--stake", "5").stderr


@pytest.mark.parametrize("words", [("--bets", BOTH), ()])
@pytest.mark.parametrize("kind", [".png", ".svg", ".csv", ".json"])
def test_they_are_drawn_and_written(tmp_path: Path, words: tuple[str, ...], kind: str) -> None:
    out = tmp_path / f"bets{kind}"
    assert ask(*words, "--out", str(out)).exit_code == 0
    head = out.read_bytes()[:400]
    assert head.startswith({".png": b"\x89PNG", ".svg": b"<?xml", ".csv": b"outcome" if words
                            else b"bet,spots", ".json": b"{"}[kind])


def test_the_outcomes_as_csv_add_up() -> None:
    rows = list(csv.DictReader(io.StringIO(ask("--bets", BOTH, "--csv").stdout)))
    assert len(rows) == 37
    assert sum(Fraction(row["chance"]) * int(row["net"]) for row in rows) == Fraction(-1500, 37)


@pytest.mark.parametrize(("words", "says"), [
    (("--bets", "strait/17=5"), "there is no spot 'strait/17'; did you mean straight/17"),
    (("--bets", "dozens/1-2=5.01"), "such as 5.00 € or 5.02 €"),
    (("--bets", ""), "no bet is named; for example straight/0=5"),
    (("--bets", "red"), "'red' is not SPOT=SUM"),
    (("--cards",), "there is nothing to decide"),
    (("--chart", "x.toml"), "there is nothing to decide in this game"),
    (("--strategy", "total"), "has no class of strategies"),
    (("--vary",), "there is nothing to vary"),
])
def test_what_cannot_be_answered_is_said(words: tuple[str, ...], says: str) -> None:
    result = ask(*words)
    assert result.exit_code == 2 and says in result.stderr and "Traceback" not in result.stderr


def test_other_games_have_no_layout() -> None:
    result = CliRunner().invoke(main, ["odds", "blackjack-online", "--bets", "red=5"])
    assert result.exit_code == 2 and "is for games with a layout" in result.stderr


def test_the_bank_s_liability_is_a_bound_that_says_so() -> None:
    answer = json.loads(ask("--session", "10", "--json", "--set", "minimum=5",
                            "--set", "maximum=150").stdout)["most"]
    # What can win on 17, in euros at the maximum of each: the number; four splits; a street; four
    # corners; two lines; a dozen and a column, and two pairs of each; odd, low and black; and of
    # the orphans two splits of a fifth of the 750 that its straight-up leaves them.
    assert answer["place"] == 100 * (
        35 * 150 + 4 * 17 * 300 + 11 * 450 + 4 * 8 * 600 + 2 * 5 * 900 + 2 * 2 * 1800
        + 4 * 3600 // 2 + 3 * 2700 + 2 * 17 * 150)
    assert answer["outcome"] == "17"
    assert answer["left_out"].startswith("a bound")


def of_craps(*words: str) -> Result:
    return CliRunner().invoke(main, ["odds", "craps", *words])


def test_bets_that_last_are_followed_until_they_are_decided() -> None:
    result = of_craps("--bets", "point=6 pass=10 odds/pass=10")
    assert result.exit_code == 0, result.stderr
    assert "Until all bets are decided" in result.stdout and "3.2727 on average" in result.stdout
    assert "+22.00 €, 0.00 € stays: 6" in result.stdout
    assert "0.00 €, 20.00 € stays: 2, 3, 4, 5, 8, 9, 10, 11, 12" in result.stdout
    found = json.loads(of_craps("--bets", "point=6 pass=10 odds/pass=10", "--json").stdout)
    assert (found["edge"], found["state"], found["throws"]) == ("1/22", 6, "36/11")


def test_the_line_and_the_bar_are_told_by_bet_by_decision_and_by_throw() -> None:
    bets = {entry["bet"]: entry for entry in json.loads(of_craps("--json").stdout)["bets"]}
    assert bets["dont-pass"]["edge"] == "3/220"
    assert bets["dont-pass"]["edge_decided"] == "27/1925"
    assert (bets["pass"]["throws"], bets["pass"]["edge_throw"]) == ("557/165", "7/1671")
    literal = json.loads(of_craps("--set", "literal_odds=true", "--json").stdout)["bets"]
    assert {bet["bet"]: bet["edge"] for bet in literal}["dont-odds-4-10"] == "-1"


@pytest.mark.parametrize(("bets", "says"), [
    ("pass=10 odds/pass=10", "no bet can lie on odds/pass with point=0; with point=4 or 5"),
    ("point=7 pass=10", "the point is one of 0, 4, 5, 6, 8, 9, 10"),
    ("lay/6=10", "it takes multiples of 0.13 €, such as 9.88 € or 10.01 €"),
    ("plaice/6=6", "there is no spot 'plaice/6'; did you mean place/6")])
def test_bets_that_cannot_lie_on_the_cloth_of_craps(bets: str, says: str) -> None:
    result = of_craps("--bets", bets)
    assert result.exit_code == 2 and says in result.stderr
