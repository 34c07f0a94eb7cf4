"""What a person writes in a notebook: results with fractions, tables, pictures, one error."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import sabot
from sabot.games import ids

MODEL = """
name = "Little"
version = "1.0"
reels = ["seven plum plum", "plum seven plum", "plum plum seven"]
window = [1, 1, 1]
lines = [[1, 1, 1]]
stakes = [1]
[pays]
seven = { 3 = 10 }
plum = { 3 = 2 }
"""


def test_exact_odds_are_fractions() -> None:
    odds = sabot.odds("american-roulette")
    assert odds.main is odds[0] and odds["straight"].edge == Fraction(1, 37)
    assert odds["straight"].exact and odds["straight"].bound == 0
    assert sum(chance for _, chance in odds["straight"].outcomes) == 1
    assert odds["straight"].distribution(100).mean == Fraction(-100, 37)


def test_odds_that_are_not_exact_have_a_bound() -> None:
    odds = sabot.odds("blackjack-2007", packs=4)
    assert not odds.main.exact and 0 < odds.main.bound < 1e-9
    assert odds.strategy == "composition" and "total" in odds.strategies
    assert sabot.odds("blackjack-2007", packs=4, strategy="total").edge > odds.edge
    assert sabot.odds(sabot.Table("blackjack-2007", packs=4)).edge == odds.edge


def test_the_general_rules_of_blackjack() -> None:
    six, one = (sabot.odds("blackjack", packs=packs) for packs in (6, 1))
    assert six.table is None and one.edge < six.edge
    with pytest.raises(sabot.SabotError, match="packs"):
        sabot.odds("blackjack", packs="many")


def test_the_odds_from_the_cards_that_are_left() -> None:
    full, seen = sabot.odds("ponto-e-banca"), sabot.odds("ponto-e-banca", seen="AS KD 7=3")
    assert full["ponto"].edge != seen["ponto"].edge
    assert sabot.odds("ponto-e-banca", left="").edge == full.edge
    with pytest.raises(sabot.SabotError, match="not both"):
        sabot.odds("ponto-e-banca", left="A=3", seen="AS")
    with pytest.raises(sabot.SabotError, match="cannot be computed from the cards left"):
        sabot.odds("cussec", seen="AS")


def test_several_bets_together() -> None:
    together = sabot.odds("american-roulette").together("straight/17=5 red=10")
    assert Fraction(together.edge) == Fraction(1, 37) and together.staked == 1500
    with pytest.raises(sabot.SabotError, match="layout"):
        sabot.odds("blackjack-2007").together("main=5")


@pytest.mark.parametrize(("call", "answer"), [
    (lambda: sabot.odds("roulette"), "there is no game 'roulette'"),
    (lambda: sabot.odds("holdem"), "sabot.equity"),
    (lambda: sabot.odds("cussec", strategy="brave"), "strategy: found 'brave'; allowed: none"),
    (lambda: sabot.odds("cussec")["large"], "bet: found 'large'; allowed: small"),
    (lambda: sabot.Table("blackjack-2007", packs=5),
     "rules.packs: found 5; allowed: 4 or 6 (pt-217-2007/blackjack/3)"),
    (lambda: sabot.Table("cussec", dice=3), "dice"),
    (lambda: sabot.Table("cussec").hand_counts(), "against a bank"),
    (lambda: sabot.odds(sabot.Table("cussec"), minimum=10), "takes no options"),
    (lambda: sabot.simulate("cussec", 1), "coups: found 1; allowed: 2 to 1,000,000,000,000,000"),
    (lambda: sabot.simulate("blackjack-2007", 10, strategy="brave"),
     "allowed: best, mimic, composition"),
    (lambda: sabot.equity("AsKs"), "two hands or more"),
    (lambda: sabot.equity("AsKs", "AsQs"), "cannot be dealt together"),
    (lambda: sabot.equity("AsKs", "QQ", form="stud"), "unknown form of poker"),
    (lambda: sabot.evaluate("As As Kd Qh Jc"), "AS"),
    (lambda: sabot.evaluate("As Kd"), "five to seven cards"),
    (lambda: sabot.evaluate("As Kd Qh Jc Ts", form="omaha"), "board"),
    (lambda: sabot.law("pt-217-2007/cussec/99"), "pt-217-2007/cussec/9"),
    (lambda: sabot.law("ir/9999"), "9999"),
    (lambda: sabot.law("ir/7", lang="fr"), "lang: found 'fr'; allowed: pt, en, zh"),
    (lambda: sabot.find_law(of="whist"), "a game or a section"),
    (lambda: sabot.Machine("none"), "model: found 'none'; allowed: azulejo"),
    (lambda: sabot.Machine.parse("name = 'x'\nreels = []"), "found"),
    (lambda: sabot.Machine.read("/none.toml"), "cannot read /none.toml"),
    (lambda: sabot.play("whist"), "there is no game 'whist'"),
])
def test_wrong_input_has_one_exception_that_says_what_is_allowed(
        call: Callable[[], object], answer: str) -> None:
    with pytest.raises(sabot.SabotError) as raised:
        call()
    assert answer in str(raised.value)


def test_an_error_in_the_reader_s_language() -> None:
    with pytest.raises(sabot.SabotError) as raised:
        sabot.Table("blackjack-2007", packs=5)
    (problem,) = raised.value.problems
    assert problem == sabot.Problem("rules.packs", "5", "4 or 6", "pt-217-2007/blackjack/3")
    assert "não é lícita" in raised.value.text("pt") and "permitido" in raised.value.text("pt")


def test_a_table_of_a_file_and_its_readings(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('game = "cussec"\nname = "A"\nminimum = 5\nmaximum = 500\n')
    table = sabot.Table.read(file)
    assert (table.game, table.minimum, table.maximum) == ("cussec", 500, 50_000)
    assert table == sabot.Table.of(table.house_table) and len({table, table}) == 1
    assert table.readings("pt")[0].title != table.readings()[0].title
    assert "Cussec" in table._repr_html_()
    file.write_text('game = "cussec"\nminimum = -5\n')
    with pytest.raises(sabot.SabotError, match="is not a lawful table"):
        sabot.Table.read(file)
    with pytest.raises(AttributeError):
        table.house_table = None  # type: ignore[misc,assignment]


def test_a_simulation_agrees_with_the_exact_odds_and_does_not_depend_on_workers() -> None:
    first, again = (sabot.simulate("cussec", 50_000, seed=3, workers=n) for n in (1, 2))
    assert first == again and first.mean == -first.edge
    assert first.errors_from_exact is not None and abs(first.errors_from_exact) < 4
    low, high = first.interval("999")
    assert low < first.mean_float < high
    assert sum(first.distribution.chances.values()) == 1
    with pytest.raises(sabot.SabotError):
        first.interval("98")


def test_simulations_of_all_kinds() -> None:
    assert sabot.simulate("blackjack", 1000, packs=2).coups == 1000
    pairs = sabot.simulate("blackjack-macau", 2000, any_pair=True, bets="pair")
    assert pairs.bets["pair"].times == 2000
    assert sabot.simulate("american-roulette", 1000, bets="red=10 straight/7=10").unit == 2000
    assert sabot.simulate("fantan", 200, engine=True).exact_mean is None


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/18")
def test_hands_of_poker_are_compared() -> None:
    royal, full = sabot.evaluate("As Ks Qs Js Ts 2d 3c"), sabot.evaluate(["AS", "AD", "AH", "KC",
                                                                         "KD"])
    assert royal > full and royal.cards == ("AS", "KS", "QS", "JS", "TS")
    assert sabot.evaluate("AsKs", "QsJsTs") == royal
    assert sabot.evaluate("As Ah Kd Kc", "Ac Kh 4s 3d 4d", form="omaha").category == "full"


def test_equity_is_exact_or_a_sample() -> None:
    exact = sabot.equity("AsKs", "QhQd", board="Qs Js 2d")
    assert exact.exact and exact[0].equity + exact[1].equity == 1
    sample = sabot.equity("AA", "random", samples=10_000, seed=1)
    assert not sample.exact and sample[0].interval[0] < 0.8520 < sample[0].interval[1]


def test_the_law_in_each_language() -> None:
    clause = sabot.law("pt-217-2007/cussec/8")
    assert clause.kind == "payout" and clause.readings[-1].id == "ir/153"
    assert any(place.startswith("sabot.games.cussec") for place in clause.code) and clause.tests
    assert sabot.law("ir/153", lang="pt").kind == "reading"
    insurance = sabot.find_law("seguro", of="blackjack-2007", lang="pt")
    assert len(insurance) > 3 and all("blackjack" in row.id for row in insurance)
    assert len(sabot.find_law(of="pt-217-2007/cussec")) == len(sabot.find_law(of="cussec"))


@pytest.mark.law("pt-217-2007/maquinas-automaticas/2")
def test_a_machine_from_a_text() -> None:
    little = sabot.Machine.parse(MODEL)
    sheet = little.par()
    assert sheet.returned == Fraction(10 * 1 + 2 * 8, 27) and sheet.hit == Fraction(9, 27)
    assert little.odds()[0].edge == sheet.edge and little.name == "Little"
    assert sheet.combinations[0][1:] == (10, Fraction(1, 27))
    assert abs(little.par().sheet.returned_float - 26 / 27) < 1e-12
    played = little.simulate(20_000)
    assert played.errors_from_exact is not None and abs(played.errors_from_exact) < 4
    poor = sabot.Machine.parse(MODEL.replace("plum = { 3 = 2 }", "plum = { 3 = 1 }"))
    assert poor.par().returned == Fraction(18, 27)
    with pytest.raises(sabot.SabotError, match="maquinas-automaticas/2"):
        poor.table()


@pytest.mark.parametrize("game", ids())
def test_every_game_can_be_played(game: str) -> None:
    table = sabot.play(game, seed=4)
    assert table.choices and all("/" in choice.clause for choice in table.choices)
    assert table.picture().svg.startswith("<svg") and "<table" in table.record().html


def test_a_coup_from_the_bet_to_the_result() -> None:
    game = sabot.play("american-roulette", seed=2)
    with pytest.raises(sabot.SabotError) as raised:
        game.act("bet", "straight/7", 1)
    assert raised.value.problems[0].clause
    game.act("bet", "red", 1000)
    assert game.purse == 1000 * game.table.minimum - 1000
    game.act("spin")
    (result,) = game.results
    assert result.net in (-1000, -500, 1000) and result.lines
    assert all(line.clauses for line in result.lines if line.text.startswith("the ball"))


def test_results_as_frames_pictures_and_tables_of_a_notebook() -> None:
    pandas = pytest.importorskip("pandas")
    results = [sabot.odds("cussec"), sabot.simulate("cussec", 1000), sabot.Machine("azulejo").par(),
               sabot.equity("AsKs", "QhQd", board="Qs Js 2d"), sabot.find_law(of="cussec")]
    for result in results:
        assert isinstance(result.to_frame(), pandas.DataFrame) and len(result.to_frame())


def test_pictures_and_tables_of_a_notebook() -> None:
    for result in (sabot.odds("cussec"), sabot.simulate("cussec", 1000),
                   sabot.Machine("azulejo").par(),
                   sabot.equity("AsKs", "QhQd", board="Qs Js 2d")):
        assert result.plot().svg.startswith("<svg") and "<table" in result._repr_html_()
    assert "<table" in sabot.law("ir/7")._repr_html_()


def test_without_pandas_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(sabot.SabotError, match="pip install pandas"):
        sabot.odds("cussec").to_frame()
