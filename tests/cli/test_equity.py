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
    told = ask("holdem", "AsKs", "QQ", "--board", "2c7d9h")
    assert told.exit_code == 0, told.stderr
    assert "Hold'em, board 2C 7D 9H" in told.stdout
    assert "23.939 %" in told.stdout and "76.061 %" in told.stdout
    assert "exact: all 5 940 deals" in told.stdout


def test_for_programs_equities_are_fractions() -> None:
    told = json.loads(ask("holdem", "AsKs", "QQ", "--board", "2c7d9h", "--json").stdout)
    assert told["exact"] and told["deals"] == 5_940 and told["seed"] is None
    mine, other = told["players"]
    assert Fraction(mine["equity"]) + Fraction(other["equity"]) == 1
    assert mine["wins"] == 1_422 and mine["ties"] == {} and mine["interval_95"] is None
    assert other["hands"] == 6 and other["p_win"] == pytest.approx(0.760606, abs=1e-6)


def test_a_sample_has_an_interval() -> None:
    told = ask("omaha", "AsAhKsKh", "random", "--samples", "20000", "--seed", "3")
    assert told.exit_code == 0, told.stderr
    assert "a sample of 20 000 deals, seed 3" in told.stdout and "95 % interval" in told.stdout
    found = json.loads(ask("omaha", "AsAhKsKh", "random", "--samples", "20000", "--seed", "3",
                           "--json").stdout)
    low, high = found["players"][0]["interval_95"]
    assert low < found["players"][0]["equity_float"] < high < low + 0.02


def test_dead_cards_and_ties_are_told() -> None:
    told = ask("syn", "AsKs", "AhKh", "--dead", "8c 8d", "--board", "QdJdTc9s9c")
    assert told.exit_code == 0, told.stderr
    assert "Synthetic poker, board QD JD TC 9S 9C, without 8C 8D" in told.stdout
    assert "100.000 %" in told.stdout and "50.000 %" in told.stdout


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
    told = ask(*words)
    assert told.exit_code == 2
    assert says in " ".join(told.stderr.split()) and "Traceback" not in told.stderr
