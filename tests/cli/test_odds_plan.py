"""``sabot odds`` for people who play or bank: sessions, purses, capital, liability, the chip."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main

FILE = str(Path(__file__).parents[2] / "examples/tables/quatro-baralhos-acumulado.toml")
ASKED = ("--session", "300", "--purse", "200", "--bank", "20000", "--risk", "0.001")


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["odds", "blackjack-2007", "--table", FILE, *words])


@pytest.fixture(scope="module")
def plan_answer() -> dict[str, Any]:
    answer = ask(*ASKED, "--json")
    assert answer.exit_code == 0, answer.output
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def test_a_session_is_played_with_the_minimum_of_the_table(plan_answer: dict[str, Any]) -> None:
    plan, main_bet = plan_answer["plan"], plan_answer["bets"][0]
    assert plan["stake"] == 500 and plan["currency"]
    assert plan["hour"] == {"coups": 70, "mean": -70 * 500 * main_bet["edge_float"]}
    session = plan["session"]
    assert session["coups"] == 300 and 0.4 < session["ahead"] < 0.5
    assert session["deviation"] == pytest.approx(
        500 * (300 * main_bet["variance_float"]) ** 0.5, rel=1e-6)
    values = list(session["quantiles"].values())
    assert values == sorted(values) and values[0] < 0 < values[-1]


def test_purse_and_capital_are_told_with_their_chances(plan_answer: dict[str, Any]) -> None:
    plan = plan_answer["plan"]
    assert plan["purse"]["sum"] == 20_000 and 0 < plan["purse"]["fails"] < 0.1
    house = plan["house"]
    assert house["bank"] == 2_000_000 and house["risk"] == 0.001
    assert house["ruin"] < 0.001  # 20 000 are more than the capital that keeps it to that
    assert 0 < house["capital"] < 2_000_000


def test_the_chip_is_a_bet_with_its_lines(plan_answer: dict[str, Any]) -> None:
    chip = next(bet for bet in plan_answer["bets"] if bet["bet"] == "jackpot")
    assert [line["name"] for line in chip["jackpot"]["lines"]] == [
        "aces-2", "aces-2-suit", "aces-3", "aces-4"]
    assert chip["jackpot"]["lines"][-1]["chance"] == "7/3788031"
    assert plan_answer["most"]["place"] == (64 + 16) * 15_000


def test_it_is_told_in_words() -> None:
    text = " ".join(ask(*ASKED).stdout.split())
    for words in ("With 5.00 € a coup", "300 coups", "a purse of 200.00 € fails within 300 coups",
                  "a house with 20000.00 € that banks this bet for ever",
                  "keep that chance to 0.1000%",
                  "at most 12000.00 € on one place (tens split into 64 hands",
                  "the chip is worth its price from a pool of 367,490.14 on",
                  "the whole pool is won after 541,147 chips on average"):
        assert words in text, words


def test_a_family_of_rules_has_the_stake_that_is_asked_for() -> None:
    answer = CliRunner().invoke(main, ["odds", "blackjack", "--session", "10", "--stake", "2.50",
                                       "--json"])
    plan = json.loads(answer.stdout)["plan"]
    assert (plan["stake"], plan["session"]["coups"]) == (250, 10)


@pytest.mark.parametrize(("words", "expected"), [
    (("--stake", "ten"), "--stake"), (("--purse", "0"), "--purse"), (("--bank", "-5"), "--bank"),
    (("--stake", "0.25", "--session", "5"), "are not whole cents"),
    (("--risk", "2"), "--risk"), (("--session", "0"), "--session"),
])
def test_what_cannot_be_is_refused_in_words(words: tuple[str, ...], expected: str) -> None:
    answer = ask(*words)
    assert answer.exit_code != 0 and expected in answer.output
    assert "Traceback" not in answer.output
