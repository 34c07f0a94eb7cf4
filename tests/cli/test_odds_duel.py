"""The odds of a game in which people play one another, in the terminal: chemin de fer."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sabot.cli import main


def run(*args: str) -> str:
    found = CliRunner().invoke(main, ["odds", "chemin-de-fer", *args])
    assert found.exit_code == 0, found.output
    return found.output


def fails(*args: str) -> str:
    found = CliRunner().invoke(main, ["odds", "chemin-de-fer", *args])
    assert found.exit_code == 2 and "Traceback" not in found.output
    return found.output


def run_json(*args: str) -> Any:
    return json.loads(run("--json", *args))


def test_values_choices_and_when_drawing_at_five_is_right() -> None:
    text = run()
    for words in ("-1.2374 %", "-1.2916 %", "81.12 %", "less than 37.88 %", "3 against a 9",
                  "The banker against a banco", "18880657128/1525814595305"):
        assert words in text
    longest = max(map(len, text.splitlines()))
    assert longest <= 120


def test_each_class_is_told_with_exact_values() -> None:
    found = run_json("--strategy", "endless")
    assert found["duel"]["banco"]["value"] == "-679568/53094899"
    five = next(row for row in found["duel"]["banco"]["ponto"] if row["hand"] == "5")
    assert five["draws"] == "9/11"
    six = next(row for row in found["duel"]["banco"]["banker"]
               if row["hand"] == "6" and row["third"] is None)
    assert six["draws"] == "859/2288"
    assert {row["hand"] for row in run_json("--strategy", "cards")["duel"]["tabled"]["ponto"]} == {
        "0-5", "1-4", "2-3", "6-9", "7-8"}


def test_the_house_takes_the_cagnotte_of_what_the_bank_wins() -> None:
    bets = {bet["bet"]: Fraction(bet["edge"]) for bet in run_json("--set", "cagnotte=0")["bets"]}
    assert bets["ponto"] == -bets["banker"]


def test_a_shoe_that_was_dealt_from() -> None:
    left = run_json("--left", "8=0 9=0")
    assert left["left"]["8"] == 0 and left["left"]["A"] == 24
    assert left["curves"][0]["mark"] is None and left["curves"][0]["says"] == "always"
    assert "Drawing is right whatever the banker" in " ".join(run("--left", "8=0 9=0").split())
    seen = run_json("--seen", "AS KD 7=20")
    assert seen["left"]["7"] == 4
    assert seen["duel"]["tabled"]["value"] != left["duel"]["tabled"]["value"]
    assert "cards of a rank" in fails("--seen", "A=25")
    assert "a coup may take 6" in fails("--left", " ".join(
        f"{rank}=0" for rank in ("A", *range(2, 11), "J", "Q", "K")))


def test_a_shoe_of_one_rank_ends_in_ties() -> None:
    found = run_json("--left", " ".join(
        f"{rank}=0" for rank in (*range(2, 11), "J", "Q", "K")) + " A=24")
    assert found["bets"][0]["p_push"] == "1"


def test_files(tmp_path: Path) -> None:
    for name in ("five.svg", "five.png"):
        run("--out", str(tmp_path / name))
        assert (tmp_path / name).stat().st_size > 5000
    run("--out", str(tmp_path / "all.json"))
    assert json.loads((tmp_path / "all.json").read_text())["duel"]
    run("--out", str(tmp_path / "all.csv"))
    rows = list(csv.DictReader(io.StringIO(run("--csv"))))
    assert rows == list(csv.DictReader(io.StringIO((tmp_path / "all.csv").read_text())))
    assert len(rows) == 1 + 2 + 8 + 77
    mixed = [(row["game"], row["side"], row["hand"]) for row in rows if "/" in row["draws"]]
    assert mixed == [("banco", "ponto", "5"), ("banco", "banker", "6")]


@pytest.mark.parametrize("way", ("totals", "cards", "endless"))
def test_its_best_play_is_a_chart_that_is_simulated(way: str, tmp_path: Path) -> None:
    chart = tmp_path / "best.json"
    run("--chart", str(chart), "--strategy", way)
    found = CliRunner().invoke(main, ["simulate", "chemin-de-fer", "--coups", "200000", "--fresh",
                                      "--strategy", str(chart), "--json"])
    assert found.exit_code == 0, found.output
    played = json.loads(found.output)
    low, high = played["interval_999"]
    assert low <= played["exact"] <= high


def test_what_is_lost_in_a_simulation_is_the_bankers() -> None:
    found = CliRunner().invoke(main, ["simulate", "chemin-de-fer", "--coups", "1000000"])
    assert found.exit_code == 0 and "for the banker" in found.output
    assert "by rules 64 and 67" in found.output and "-0.012374" in found.output


def test_the_reference_engine_seats_a_company() -> None:
    """Four have to sit: players of the house's own take the places."""
    found = CliRunner().invoke(main, ["simulate", "chemin-de-fer", "--coups", "9", "--engine"])
    assert found.exit_code == 0
    assert "4 of the house's own players" in found.output.replace("\n", " ")


def test_what_it_has_not() -> None:
    assert "no chart of two cards" in fails("--cards")
    assert "nothing to vary" in fails("--vary")
    assert "no class of strategies" in fails("--strategy", "best")
