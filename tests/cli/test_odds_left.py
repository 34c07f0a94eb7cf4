"""``sabot odds`` of a shoe that is not full, and published figures of games of the catalogue."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main
from sabot.families.baccarat.odds_words import ODDS
from sabot.games import game as of_catalogue
from sabot.reports import variants


def ask(game: str, *words: str) -> Result:
    return CliRunner().invoke(main, ["odds", game, *words])


@pytest.mark.parametrize("game", ["ponto-e-banca", "ponto-e-banca-macau", "three-card-baccarat"])
def test_cards_that_have_gone_and_those_that_are_left_are_one_shoe(game: str) -> None:
    gone, left, whole = (json.loads(ask(game, *words, "--json").stdout) for words in (
        ("--seen", "AS 10H 7=3 kd"), ("--left", "A=23 T=23 7=21 K=23"), ()))
    assert gone == left and whole["bets"] != gone["bets"] and "left" not in whole
    assert gone["left"] == dict.fromkeys("A23456789TJQK", 24) | {"A": 23, "T": 23, "7": 21, "K": 23}
    result = ask(game, "--seen", "AS 10H 7=3 kd")
    assert result.stdout.startswith("of the 306 cards that are left: A=23 2=24")


def test_a_shoe_without_an_eight_or_nine_knows_no_natural_nine() -> None:
    """All that is left of the cards decides: with tens alone every coup is a tie, and a pair."""
    tens = " ".join(f"{rank}=0" for rank in "A23456789JQK")
    data = json.loads(ask("ponto-e-banca", "--set", "pairs=true", "--left", tens, "--json").stdout)
    edges = {bet["bet"]: bet["edge"] for bet in data["bets"]}
    assert edges == {"banca": "0", "ponto": "0", "tie": "-8", "pair": "-11"}


def test_bets_are_laid_together_on_what_is_left() -> None:
    words = ("--set", "pairs=true", "--bets", "banca=10 tie=1 pair/banca=1")
    full, some = (json.loads(ask("ponto-e-banca", *words, *more, "--json").stdout)
                  for more in ((), ("--seen", "4=20")))
    assert full["by"] == "coup" and full["edge"] != some["edge"] and some["left"]["4"] == 4
    for bet in (full, some):
        assert sum(Fraction(chance) for _, chance in bet["net"]) == 1
        assert sum(Fraction(row["chance"]) for row in bet["outcomes"]) == 1
        assert {row["outcome"] for row in bet["outcomes"]} >= {
            "banca wins", "a tie", "ponto wins and a pair of banca"}
    text = ask("ponto-e-banca", *words, "--seen", "4=20").stdout
    assert "The next coup" in text and "4=4" in text
    half = ask("ponto-e-banca", "--set", "deduction=50%", "--bets", "banca=10").stdout
    assert "+5.00 €: banca wins with 5" in half


def test_two_places_meet_one_bank() -> None:
    words = ("--bets", "hand/1=10 odd=10 tie/1=1")
    result = ask("three-card-baccarat", *words)
    assert result.exit_code == 0 and "three figures and place 1 ties" in result.stdout
    assert "coups     1.0524 on average" in result.stdout
    assert "no bet can lie on hand/2 at this table; hand/1 of its kind can" in ask(
        "three-card-baccarat", "--bets", "hand/2=10").stderr


@pytest.mark.parametrize(("game", "words", "says"), [
    ("ponto-e-banca", ("--seen", "1S"), "--seen: '1S' is not a rank"),
    ("ponto-e-banca", ("--left", "A=25"), "--left: A=25: 6 packs have 24 cards of a rank"),
    ("ponto-e-banca", ("--left", ""), "no rank is named"),
    ("ponto-e-banca", ("--seen", ""), "no card is named"),
    ("ponto-e-banca", ("--left", "A=1", "--seen", "2S"), "not both"),
    ("ponto-e-banca", ("--left", "A=1", "--vary"), "leave out --vary and --against"),
    ("craps", ("--seen", "2S"), "cannot be computed from the cards left"),
    ("blackjack-2007", ("--left", "A=1"), "cannot be computed from the cards left"),
    ("blackjack", ("--left", "A=1"), "games of the catalogue"),
    ("craps", ("--against", "published"), "allowed: blackjack, ")])
def test_what_cannot_be_asked_is_refused_in_words(game: str, words: tuple[str, ...], says: str
                                                  ) -> None:
    result = ask(game, *words)
    assert result.exit_code == 2 and says in result.stderr.replace("\n", " "), result.stderr


@pytest.mark.parametrize("game", ["ponto-e-banca", "ponto-e-banca-macau", "three-card-baccarat"])
def test_the_dearest_outcome_is_told_in_both_languages(game: str) -> None:
    answer = json.loads(ask(game, "--json").stdout)["most"]
    key = "often." + answer["outcome"].removeprefix("a ")
    assert ODDS["pt"][key] != ODDS["en"][key] == answer["outcome"].removeprefix("a ")


def test_published_figures_stand_beside_ours() -> None:
    result = ask("ponto-e-banca", "--against", "published")
    assert result.exit_code == 0 and "38 of 42 agree to every digit" in result.stdout
    rows = json.loads(ask("three-card-baccarat", "--against", "published", "--json").stdout)
    assert {row["published"] for row in rows} >= {"0.9327724", "2292252566437888", "2384"}


def test_what_each_rule_is_worth() -> None:
    data = json.loads(ask("ponto-e-banca", "--set", "deduction=50%", "--vary", "--json").stdout)
    assert [row["rule"].partition(":")[0] for row in data["steps"]] == [
        "the usual game", "a single table",
        "half the prize when banca wins with 5; no other commission"]
    assert all(row["regra"] for row in data["steps"])
    assert [row["names"]["zh"] for row in data["steps"]] == [
        "通行打法：八副牌，莊贏抽佣百分之五", "單檯：六副牌", "莊家以五點贏只派一半彩金，其餘免佣"]
    assert data["steps"][-1]["edge"] == pytest.approx(0.0093179, abs=1e-7)
    none = next(row for row in data["options"] if row["value"] == "none")
    assert none["edge"] == pytest.approx(-0.0123741, abs=1e-7) and "bet" not in none
    other = next(row for row in data["options"] if row.get("bet") == "tie")
    assert other["value"] == "double" and other["edge"] == pytest.approx(0.143596, abs=1e-6)
    of_hands = json.loads(ask("three-card-baccarat", "--vary", "--json").stdout)["options"]
    zero = next(row for row in of_hands if row["name"] == "zero_with_figures")
    assert (zero["bet"], round(zero["edge"], 6)) == ("points-0-2-4-6-8", 0.112258)
    assert zero["value"] is False and round(zero["change"], 6) == 0.107067
    assert {row["value"] for row in of_hands if row["name"] == "packs"} == {1, 2, 3, 4, 5, 7, 8}


def test_a_rule_that_parts_bets_is_worth_something_where_they_differ() -> None:
    """Nought is priced with the other even points where three figures lose on it, and alone where
    they win: the page of the law shows the case of nought, and no other."""
    [worth] = variants.worth(of_catalogue("three-card-baccarat"), "zero_with_figures")
    assert (worth.bet, worth.value, worth.names["en"]) == ("points-0", False, "Zero points")
    assert worth.was == pytest.approx(0.005191, abs=1e-6)
    assert worth.edge == pytest.approx(0.112258, abs=1e-6)
    assert worth.change == worth.edge - worth.was
