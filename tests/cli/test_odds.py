"""``sabot odds``: exact odds, held against counting every card of the shoe."""

from __future__ import annotations

import csv
import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main
from sabot.equipment import packs as cards_of
from sabot.families.blackjack import general, is_blackjack
from sabot.families.blackjack import special as is_special
from sabot.families.blackjack.pricing import odds

ONLINE = "pt-805-2015/blackjack-online"


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["odds", "blackjack-online", *words])


def bets(*words: str) -> dict[str, dict[str, Any]]:
    result = ask(*words, "--json")
    assert result.exit_code == 0, result.stderr
    return {entry["bet"]: entry for entry in json.loads(result.stdout)["bets"]}


@pytest.mark.parametrize(("packs", "edge"), [(4, "5/69"), (6, "23/311"), (8, "31/415")])
def test_the_edge_of_insurance_is_exact(packs: int, edge: str) -> None:
    insurance = bets("--packs", str(packs))["insurance"]
    assert insurance["edge"] == edge
    win = Fraction(insurance["p_win"])
    assert win == Fraction(16 * packs, 52 * packs - 1)
    assert Fraction(insurance["edge"]) == (1 - win) - 2 * win
    mean = 2 * win - (1 - win)
    assert Fraction(insurance["variance"]) == 4 * win + (1 - win) - mean ** 2
    assert insurance["edge_float"] == pytest.approx(float(Fraction(edge)))


def test_insurance_counted_card_by_card() -> None:
    """One pack: every hole card and every hand of the bettor, under an ace."""
    left = cards_of(1)
    left.remove("AS")
    wins: Counter[bool] = Counter()
    offered: Counter[bool] = Counter()
    for hole in left:
        rest = [card for card in left if card is not hole]
        win = is_blackjack(["AS", hole])
        for hand in combinations(rest, 2):
            wins[win] += 1
            if not is_blackjack(hand):
                offered[win] += 1
    plain, without = odds.insurance_chances(1)
    assert plain == Fraction(wins[True], wins.total())
    assert without == Fraction(offered[True], offered.total())


def test_the_special_prize_counted_card_by_card() -> None:
    shoe = cards_of(2)
    found = sum(bool(is_special(hand)) for hand in combinations(shoe, 3))
    total = sum(1 for _ in combinations(shoe, 3))
    assert odds.special_chance(2) == Fraction(found, total)


def test_what_the_house_does_not_offer_is_not_priced() -> None:
    assert set(bets()) == {"main", "insurance", "special"}
    assert set(bets("--set", "insurance=false")) == {"main", "special"}
    assert set(bets("--set", "special_prizes=false")) == {"main", "insurance"}


def test_the_main_bet_has_a_value_and_a_bound() -> None:
    answer = json.loads(ask("--json").stdout)
    main_bet = answer["bets"][0]
    assert answer["game"] == "blackjack-online" and answer["rules"]["packs"] == 6
    assert main_bet["edge_float"] == float(main_bet["edge"]) == pytest.approx(0.00199624, abs=1e-8)
    assert main_bet["bound"] < 1e-8
    assert sum(main_bet["first_decision"].values()) == pytest.approx(1, abs=1e-12)
    chances = [float(chance) for _, chance in main_bet["net"]]
    assert sum(chances) == pytest.approx(1, abs=1e-12)
    mean = sum(float(Fraction(net)) * float(chance) for net, chance in main_bet["net"])
    assert -mean == pytest.approx(main_bet["edge_float"], abs=5e-6)


def test_a_class_of_play_that_is_not_known_is_refused_with_those_that_are() -> None:
    result = ask("--strategy", "lucky")
    assert result.exit_code == 2
    assert "composition, zero-memory, two-card, total" in result.stderr


def test_the_general_rules_price_what_no_regulation_orders() -> None:
    words = ["odds", "blackjack", "--set", "packs=6", "--set", "peek=yes", "--set",
             "even_money=none", "--set", "strategy=zero-memory", "--json"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["rules"]["packs"] == 6
    # Six packs, all 17 stand, double on any two cards and after a split, four hands, one card on
    # split aces: the figure of the exact analyser of Eric Farmer, to its last digit.
    assert round(100 * answer["bets"][0]["edge_float"], 6) == 0.402870


@pytest.mark.parametrize(("option", "says"), [
    ("packs=0", "1 to 16"), ("soft17=maybe", "one of stand, hit, hit-ace-six"),
    ("decks=6", "known are packs, soft17"), ("blackjack_pays=3/2", "odds such as 3:2"),
    ("double=12", ""), ("charlie=2", "every hand has two cards"), ("packs", "OPTION=VALUE")])
def test_a_general_rule_that_cannot_be_is_refused(option: str, says: str) -> None:
    result = CliRunner().invoke(main, ["odds", "blackjack", "--set", option, "--json"])
    assert result.exit_code == (2 if says else 0)
    assert says in result.stderr


@pytest.mark.parametrize(("words", "says"), [
    ("--set packs=6 --set packs=8", "packs is set twice: 6 and 8"),
    ("--packs 6 --set packs=8", "packs is set twice: 8 and 6"),
    ("--strategy total --set strategy=two-card", "set twice: two-card and total"),
    ("--set peek=yes --set bank_blackjack=takes-all", "a bank that looks"),
    ("--set resplit=no --set max_hands=4", "makes two hands"),
    ("--set max_hands=1 --set hit_split_aces=yes", "never split"),
    ("--set rules=6", ", strategy"), ("--json --csv", "not both"),
    ("--out /nowhere/at/all/chart.png", "there is no folder /nowhere/at/all")])
def test_what_contradicts_itself_is_refused(words: str, says: str) -> None:
    text = CliRunner().invoke(main, ["odds", "blackjack", *words.split()])
    assert text.exit_code == 2 and says in text.stderr and text.stdout == ""


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "chart.csv").symlink_to(tmp_path / "none" / "chart.csv")
    result = ask("--out", str(tmp_path / "chart.csv"))
    assert result.exit_code == 2 and "cannot write" in result.stderr


@pytest.mark.more
def test_every_option_has_its_worth() -> None:
    result = CliRunner().invoke(main, ["odds", "blackjack-online", "--vary", "--json"])
    answer = json.loads(result.stdout)
    edge = answer["steps"][-1]["edge"]
    assert edge == pytest.approx(0.00199624, abs=1e-8)
    assert sum(step["change"] for step in answer["steps"]) + answer["steps"][0]["edge"] == \
        pytest.approx(edge, abs=1e-12)
    changes = {row["rule"]: row["change"] for row in answer["options"]}
    assert changes["double_any = true"] < 0 < changes["special_prizes = false"]
    assert "packs = 5" not in changes  # 4.b
    costs = [row["change"] for row in answer["classes"]]
    assert costs[0] == 0 and all(cost >= -1e-12 for cost in costs)
    both = {row["for"]: row for row in answer["together"]}
    assert both["player"]["options"] == ["double_any = true", "packs = 4"]
    asked = [part for rule in both["player"]["options"] for part in ("--set", rule)]
    assert both["player"]["edge"] == bets(*asked)["main"]["edge_float"] < min(
        row["edge"] for row in answer["options"])
    assert both["house"]["edge"] > max(row["edge"] for row in answer["options"])
    rows = list(csv.DictReader(CliRunner().invoke(
        main, ["odds", "blackjack-online", "--vary", "--csv"]).stdout.splitlines()))
    assert {row["table"] for row in rows} == {"rule", "option", "together", "class"}
    assert [float(row["edge"]) for row in rows if row["table"] == "rule"] == [
        step["edge"] for step in answer["steps"]]


def test_options_that_cannot_lie_together_are_not_laid_together() -> None:
    """21.1 and the other rules of a table hold for the options together as for each alone."""
    result = CliRunner().invoke(main, ["odds", "blackjack-macau", "--vary", "--json"])
    for row in json.loads(result.stdout)["together"]:
        asked = [part for rule in row["options"] for part in ("--set", rule)]
        priced = CliRunner().invoke(main, ["odds", "blackjack-macau", "--json", *asked])
        assert priced.exit_code == 0, priced.stderr
        assert json.loads(priced.stdout)["bets"][0]["edge_float"] == row["edge"]
        names = [rule.partition(" = ")[0] for rule in row["options"]]
        assert len(set(names)) == len(names) > 1


def test_every_bet_has_its_skewness() -> None:
    """Of two results with chances p and q it is (q - p) / sqrt(pq), with p the chance to win."""
    win = 96 / 311
    found = bets()
    assert found["insurance"]["skewness"] == pytest.approx(
        (1 - 2 * win) / (win * (1 - win)) ** 0.5, rel=1e-12)
    assert found["main"]["skewness"] == pytest.approx(0.1982, abs=5e-5)
    assert "skewness  0.1982" in ask().stdout


def test_the_general_rules_are_listed_with_what_each_is_if_left_out() -> None:
    """Typed as they are printed, they change nothing."""
    result = CliRunner().invoke(main, ["odds", "blackjack", "--set", "help"])
    assert result.exit_code == 0
    usual = {rule: general.default_value(rule) for rule in general.RULES}
    lines = result.stdout.splitlines()
    for rule, text in usual.items():
        line = next(line for line in lines if line.split()[0] == rule)
        assert line.endswith(f"({text})"), line
    assert (usual["packs"], usual["insurance_pays"], usual["double"]) == ("6", "2:1", "any")
    del usual["special_on_split"]  # of a prize that is not there
    assert general.parse_terms(usual) == general.Terms()


@pytest.fixture(scope="module")
def chart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The best play by the total alone, written to a file."""
    file = tmp_path_factory.mktemp("chart") / "best.json"
    result = ask("--chart", str(file), "--strategy", "total")
    assert result.exit_code == 0, result.stderr
    return file


def test_a_chart_is_written_for_a_game_of_the_catalogue(chart: Path, tmp_path: Path) -> None:
    assert json.loads(chart.read_text("utf-8"))["game"] == "blackjack-online"
    file = tmp_path / "general.json"
    refused = CliRunner().invoke(main, ["odds", "blackjack", "--chart", str(file)])
    assert refused.exit_code == 2 and "a game of the catalogue" in refused.stderr
    assert not file.exists()


def test_a_chart_that_is_written_is_played(chart: Path) -> None:
    played = [json.loads(CliRunner().invoke(main, [
        "simulate", "blackjack-online", "--coups", "20000", "--fresh", "--json", "--strategy", how,
    ]).stdout) for how in (str(chart), "total")]
    assert played[0]["mean"] == played[1]["mean"]


@pytest.mark.parametrize("name", ["chart.svg", "chart.png", "chart.csv", "chart.json"])
def test_a_chart_is_written_as_a_picture_or_as_data(name: str, tmp_path: Path) -> None:
    result = ask("--out", str(tmp_path / name))
    assert result.exit_code == 0, result.stderr
    assert (tmp_path / name).stat().st_size > 2000
    assert ask("--out", str(tmp_path / "chart.doc")).exit_code == 2


def test_for_people_it_is_a_table() -> None:
    result = ask()
    assert result.exit_code == 0
    assert "23/311" in result.stdout and "0.07395498" in result.stdout


@pytest.mark.parametrize(("words", "status", "answer"), [
    (["--packs", "5"], 1, "4, 6 or 8"),
    (["--set", "packs=5"], 1, f"{ONLINE}/4.b"),
    (["--set", "pack=6"], 2, "perhaps packs?"),
    (["--set", "insurance=maybe"], 2, "rules.insurance: found 'maybe'; allowed: true or false"),
    (["--set", "insurance=3"], 2, "true or false"),
    (["--set", "insurance"], 2, "OPTION=VALUE"),
    (["--set", "packs=6\nmax_splits=1"], 2, "without control characters"),
])
def test_unlawful_or_unreadable_options(words: list[str], status: int, answer: str) -> None:
    result = ask(*words)
    assert result.exit_code == status
    assert answer in result.stderr and result.stdout == ""


def test_an_unknown_game_is_wrong_use() -> None:
    result = CliRunner().invoke(main, ["odds", "blackjack-onlin"])
    assert result.exit_code == 2 and "blackjack-online" in result.stderr
    result = CliRunner().invoke(main, ["odds", "blackjak"])
    assert result.exit_code == 2 and "perhaps blackjack, the general rules" in result.stderr


def test_an_option_that_needs_a_consent_is_priced_without_one() -> None:
    """A table that is only calculated is nobody's: any_pair of Macau falls under 21.1."""
    result = CliRunner().invoke(main, ["odds", "blackjack-macau", "--set", "any_pair=true",
                                       "--packs", "8", "--json"])
    rules = json.loads(result.stdout)["rules"]
    assert result.exit_code == 0 and rules["any_pair"] and rules["packs"] == 8
    wrong = CliRunner().invoke(main, ["odds", "blackjack-macau", "--set", "packs=9"])
    assert wrong.exit_code == 1 and "rules.packs: found 9" in wrong.stderr
    assert "places" not in wrong.stderr.splitlines()[1]
