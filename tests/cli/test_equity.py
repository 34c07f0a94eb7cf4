"""``sabot equity``: who asks gets a table or JSON, and wrong words are answered."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["equity", *words])


def test_two_hands_on_a_flop() -> None:
    result = ask("holdem", "AsKs", "QQ", "--board", "2c7d9h")
    assert result.exit_code == 0, result.stderr
    assert "Hold'em, board 2C 7D 9H" in result.stdout
    assert "23.939 %" in result.stdout and "76.061 %" in result.stdout
    assert "exact: all 5 940 deals" in result.stdout


def test_for_programs_equities_are_fractions() -> None:
    answer = json.loads(ask("holdem", "AsKs", "QQ", "--board", "2c7d9h", "--json").stdout)
    assert answer["exact"] and answer["deals"] == 5_940 and answer["seed"] is None
    mine, other = answer["players"]
    assert Fraction(mine["equity"]) + Fraction(other["equity"]) == 1
    assert mine["wins"] == 1_422 and mine["ties"] == {} and mine["interval_95"] is None
    assert other["hands"] == 6 and other["p_win"] == pytest.approx(0.760606, abs=1e-6)


def test_a_sample_has_an_interval() -> None:
    result = ask("omaha", "AsAhKsKh", "random", "--samples", "20000", "--seed", "3")
    assert result.exit_code == 0, result.stderr
    assert "a sample of 20 000 deals, seed 3" in result.stdout and "95 % interval" in result.stdout
    found = json.loads(ask("omaha", "AsAhKsKh", "random", "--samples", "20000", "--seed", "3",
                           "--json").stdout)
    low, high = found["players"][0]["interval_95"]
    assert low < found["players"][0]["equity_float"] < high < low + 0.02


def test_dead_cards_and_ties_are_told() -> None:
    result = ask("syn", "AsKs", "AhKh", "--dead", "8c 8d", "--board", "QdJdTc9s9c")
    assert result.exit_code == 0, result.stderr
    assert "Synthetic poker, board QD JD TC 9S 9C, without 8C 8D" in result.stdout
    assert "100.000 %" in result.stdout and "50.000 %" in result.stdout


@pytest.mark.parametrize(("words", "says"), [
    (("stud", "AsKs", "QQ"), "unknown form of poker 'stud'; allowed: holdem, omaha, synthetic"),
    (("holdem", "AsKs"), "give two hands or more"),
    (("omaha",), "AsAhKsKh JdTd9c8c"),
    (("holdem", "AsKs", "AsQs"), "need the same cards"),
    (("holdem", "AsKs", "QQ", "--board", "1c"), "--board: not a card: '1C'"),
    (("holdem", "AsKs", "QQ", "--dead", "zz"), "--dead: not a card: 'ZZ'"),
    (("holdem", "AsKs", "QQ", "--samples", "0"), "1 to 1"),
    (("holdem", "AsKs", "QQ", "--samples", "9", "--exact"), "not both")])
def test_wrong_words_are_answered(words: tuple[str, ...], says: str) -> None:
    result = ask(*words)
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split()) and "Traceback" not in result.stderr
