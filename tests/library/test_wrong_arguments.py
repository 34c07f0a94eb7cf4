"""What a public function cannot take is a `SabotError` in each language."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sabot

NAN = float("nan")
untyped: Any = sabot
"""The library for calls that a type checker would refuse."""


@cache
def cussec() -> Any:
    return sabot.odds("cussec")


@cache
def blackjack() -> Any:
    return sabot.odds("blackjack", packs=6, strategy="total")


@cache
def simulated() -> Any:
    return sabot.simulate("cussec", 100)


@pytest.mark.parametrize(("call", "answer"), [
    (lambda: untyped.odds(None), "game: found None; allowed: text"),
    (lambda: untyped.odds(["cussec"]), "game: found ['cussec']; allowed: text"),
    (lambda: untyped.odds("CUSSEC"), "there is no game 'CUSSEC'; perhaps cussec"),
    (lambda: untyped.odds("blackjak"), "perhaps blackjack, the general rules"),
    (lambda: untyped.simulate("Blackjack"), "perhaps blackjack, the general rules"),
    (lambda: untyped.odds(""), "there is no game ''; perhaps american-roulette"),
    (lambda: untyped.odds("cussec", minimum=5.5), "minimum: found 5.5; allowed: a whole sum"),
    (lambda: untyped.odds("cussec", minimum=10 ** 30), "minimum: found 1000000"),
    (lambda: untyped.odds("cussec", minimun=5), "minimun: found an unknown key; allowed: minimum?"),
    (lambda: untyped.odds("blackjack-2007", pakcs=4),
     "pakcs: found an unknown key; allowed: packs?"),
    (lambda: untyped.odds("blackjack-2007", Packs=4),
     "Packs: found an unknown key; allowed: packs?"),
    (lambda: untyped.odds("blackjack", packs=0),
     "'0' is not a value for packs: allowed is 1 to 16"),
    (lambda: untyped.odds("cussec", strategy=None), "strategy: found None; allowed: text"),
    (lambda: untyped.odds("ponto-e-banca", seen=5), "seen: found 5; allowed: text"),
    (lambda: untyped.odds("ponto-e-banca", left="ZZ"), "'ZZ' is not RANK=CARDS"),
    (lambda: cussec()[1000], "bet: found 1000; allowed: -14 to 13"),
    (lambda: cussec()[1.5], "bet: found 1.5; allowed: a whole number from -14 to 13"),
    (lambda: cussec()["small"].session(0), "coups: found 0; allowed: 1 to 100,000"),
    (lambda: cussec()["small"].session(1.5), "coups: found 1.5; allowed: a whole number"),
    (lambda: cussec()["small"].session(9, -5), "stake: found -5; allowed: 1 to"),
    (lambda: cussec()["small"].distribution(NAN), "stake: found nan; allowed: a whole number"),
    (lambda: cussec().plot(0), "most: found 0; allowed: 1 to 1,000"),
    (lambda: cussec().together({"small": 5}), "bets: found {'small': 5}; allowed: text"),
    (lambda: blackjack().hand("8,8", 10), "against: found 10; allowed: text"),
    (lambda: blackjack().hand("8", "9"), "found 1 card; allowed: 2 or more"),
    (lambda: untyped.simulate("cussec", NAN), "coups: found nan; allowed: a whole number"),
    (lambda: untyped.simulate("cussec", True), "coups: found True; allowed: a whole number"),
    (lambda: untyped.simulate("cussec", 10 ** 5000),
     "coups: found a number of thousands of digits"),
    (lambda: untyped.simulate("cussec", 9, seed=-1), "seed: found -1; allowed: 0 to"),
    (lambda: untyped.simulate("cussec", 9, seed=2 ** 64), "seed: found 18446744073709551616"),
    (lambda: untyped.simulate("cussec", 9, workers=0), "workers: found 0; allowed: 1 to 256"),
    (lambda: untyped.simulate("cussec", 9, seats=2), "the number of seats must be 1"),
    (lambda: untyped.simulate("blackjack", 9, seats=0), "seats: found 0; allowed: 1 to 10"),
    (lambda: untyped.simulate("cussec", 9, until=NAN), "until: found nan; allowed: a number"),
    (lambda: untyped.simulate("cussec", 9, strategy=5), "strategy: found 5; allowed: text"),
    (lambda: untyped.simulate("cussec", 9, bets=None), "bets: found None; allowed: bets as a text"),
    (lambda: untyped.simulate("cussec", 9, bets="small=-1"), "'-1' is not a sum"),
    (lambda: untyped.simulate("cussec", 9, cluster=5), "cluster: found 5; allowed: text"),
    (lambda: simulated().interval("98"), "level: found '98'; allowed: 95, 99, 999"),
    (lambda: simulated().plot(-3), "most: found -3; allowed: 1 to 1,000"),
    (lambda: untyped.equity("AsKs", None), "hand: found None; allowed: text"),
    (lambda: untyped.equity(["AsKs", "QQ"]), "hand: found ['AsKs', 'QQ']; allowed: text"),
    (lambda: untyped.equity("AsKs", "QQ", form=4), "form: found 4; allowed: text"),
    (lambda: untyped.equity("AsKs", "QQ", board=[5, 6]), "board: found 5; allowed: text"),
    (lambda: untyped.equity("AsKs", "QQ", board=5), "board: found 5; allowed: cards as a text"),
    (lambda: untyped.equity("AsKs", "QQ", samples=1.5), "samples: found 1.5; allowed: a whole"),
    (lambda: untyped.equity("AsKs", "QQ", board="8s 9s 2d")[5], "hand: found 5; allowed: -2 to 1"),
    (lambda: untyped.evaluate(None), "cards: found None; allowed: cards as a text"),
    (lambda: untyped.evaluate("As Kd Qh Jc Ts 9s 8s 7s"), "allowed: five to seven cards"),
    (lambda: untyped.evaluate("As", "Ts 9s 8s", form="omaha"), "allowed: 2 to 4 own cards"),
    (lambda: untyped.evaluate("AsKsQs", "Ts9s8s", form="synthetic"), "allowed: 2 own cards"),
    (lambda: untyped.evaluate("AsKs", "Ts9s", form="omaha"), "board: found 'TS 9S'; allowed: "),
    (lambda: untyped.evaluator().rank(["AS"]), "has five, six or seven cards, not 1"),
    (lambda: untyped.evaluator().rank(None), "cards: found None; allowed: cards as a list"),
    (lambda: untyped.evaluator().rank(["AS"] * 5), "the same card twice: AS"),
    (lambda: untyped.evaluator().strength(0), "no hand has the strength 0; the highest is 7462"),
    (lambda: untyped.evaluator().ranks([[1.5] * 5]), "hands must be rows of whole numbers"),
    (lambda: untyped.evaluator().ranks([[1] * 5]), "row 0: the same card twice"),
    (lambda: untyped.play(None), "game: found None; allowed: text"),
    (lambda: untyped.play("cussec", seed="x"), "seed: found 'x'; allowed: a whole number"),
    (lambda: untyped.play("cussec", purse=-1), "purse: found -1; allowed: 1,000 to"),
    (lambda: untyped.play("cussec", lang=["en"]), "lang: found ['en']; allowed: pt, en, zh"),
    (lambda: untyped.play("cussec").act("fly"), "act: found 'fly'; allowed: bet, clear"),
    (lambda: untyped.play("cussec").act("bet"), "place: found ''; allowed: small, big, single/1"),
    (lambda: untyped.play("cussec").act("bet", 5, 1000), "place: found 5; allowed: text"),
    (lambda: untyped.play("cussec").act("bet", "small", 1.5), "cents: found 1.5; allowed: a whole"),
    (lambda: untyped.play("cussec").act("bet", "small", 1),
     "cents: found 1; allowed: 1000 to 100000 in steps of 100 (ir/153)"),
    (lambda: untyped.law(None), "clause: found None; allowed: text"),
    (lambda: untyped.find_law(5), "words: found 5; allowed: text"),
    (lambda: untyped.find_law(of=5), "of: found 5; allowed: text"),
    (lambda: untyped.find_law(of="pt-217-2007/cus"),
     "of: found 'pt-217-2007/cus'; allowed: a game"),
    (lambda: untyped.find_law("small")[10 ** 6], "clause: found 1000000; allowed: -"),
    (lambda: untyped.Table(None), "game: found None; allowed: text"),
    (lambda: untyped.Table("cussec", authorisations=5), "authorisations: found 5; allowed: a list"),
    (lambda: untyped.Table("cussec", minimum=-5), "minimum: found -5"),
    (lambda: untyped.Table("cussec").readings("fr"), "lang: found 'fr'; allowed: pt, en, zh"),
    (lambda: untyped.Table("cussec").remarks("fr"), "lang: found 'fr'; allowed: pt, en, zh"),
    (lambda: untyped.Table.read(None), "path: found None; allowed: a path"),
    (lambda: untyped.Table.of("cussec"), "table: found 'cussec'; allowed: a table"),
    (lambda: untyped.Machine(["azulejo"]), "model: found ['azulejo']; allowed: azulejo"),
    (lambda: untyped.Machine.read(5), "path: found 5; allowed: a path"),
    (lambda: untyped.Machine.parse("name = 5"), "name: found 5; allowed: text"),
    (lambda: untyped.Machine.parse("name = 'x'"), "version: found nothing; allowed: text"),
    (lambda: untyped.Machine.parse("{"), "Expecting property name"),
    (lambda: untyped.Machine("azulejo").par(NAN), "bet: found nan; allowed: a whole number"),
    (lambda: untyped.Machine("azulejo").odds()[0].session(9),
     "the net results of Azulejo, 1 line are not listed"),
    (lambda: untyped.Machine("azulejo").simulate(0), "games: found 0; allowed: 2 to"),
    (lambda: untyped.Machine("azulejo").play(seed=-1), "seed: found -1; allowed: 0 to"),
    (lambda: untyped.hands.read("/none"), "cannot read /none: No such file or directory"),
    (lambda: untyped.hands.read(None), "found None; allowed: a path, or a text of more than one"),
    (lambda: list(untyped.hands.read_each(None)), "found None; allowed: text"),
])
def test_a_wrong_argument_is_an_error_in_each_language(
        call: Callable[[], object], answer: str) -> None:
    with pytest.raises(sabot.SabotError) as raised:
        call()
    texts = [raised.value.text(lang) for lang in ("en", "pt", "zh")]
    assert answer in texts[0]
    assert len(set(texts)) == 3 and not any("allowed" in text or "Expecting" in text
                                            for text in texts[1:])


def test_an_error_shows_no_value_of_great_length() -> None:
    with pytest.raises(sabot.SabotError) as raised:
        untyped.odds(["cussec"] * 1000)
    assert len(str(raised.value)) < 200 and "..." in str(raised.value)


def test_a_file_that_is_no_toml_is_an_error_in_each_language(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("game cussec")
    with pytest.raises(sabot.SabotError) as raised:
        sabot.Table.read(file)
    assert "Expected '='" in raised.value.text() and "'game cussec'" in raised.value.text()
    assert "Expected" not in raised.value.text("pt") + raised.value.text("zh")


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    assert untyped.simulate("cussec", numpy.int64(100), seed=numpy.uint8(1)) == \
        sabot.simulate("cussec", 100, seed=1)
    assert cussec()[numpy.int8(-1)] is cussec()[13]


def test_results_of_many_parts_are_short_in_a_line() -> None:
    assert repr(cussec()).startswith("Odds('cussec', edges: small 2.7778 %, big 2.7778 %, ")
    assert repr(cussec()).endswith("... 14 bets)")
    assert "strategy='total'" in repr(blackjack())
    found = sabot.find_law(of="cussec")
    assert repr(found).startswith(f"Clauses({len(found)}: pt-217-2007/cussec/1, ")
    assert len(repr(found)) < 300
    azulejo = sabot.Machine("azulejo")
    assert repr(azulejo) == "Machine('Azulejo', version='1.0')"
    assert repr(azulejo.par()) == (
        "Par('Azulejo', bet=1, returns 89.5126 %, pays 10.1757 % of games)")
    assert "coups=100, seed=1, mean=" in repr(simulated())
    assert repr(sabot.equity("AsKs", "QhQd", board="Qs Js 2d")) == (
        "Equity('holdem', board='QS JS 2D', AsKs 33.8384 %, QhQd 66.1616 %; all 990 deals)")


def test_results_are_copied_and_stored() -> None:
    for result in (cussec(), blackjack(), simulated(), sabot.Machine("azulejo"),
                   sabot.Table("cussec"), sabot.law("ir/7")):
        assert pickle.loads(pickle.dumps(result)) == result
    assert pickle.loads(pickle.dumps(blackjack())).hand("8,8", "10").best == "split"
    with pytest.raises(sabot.SabotError) as raised:
        sabot.Table("blackjack-2007", packs=5)
    error = pickle.loads(pickle.dumps(raised.value))
    assert error.problems == raised.value.problems and error.text("pt") == raised.value.text("pt")
