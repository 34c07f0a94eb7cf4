"""What chemin de fer declares of its chances, as it is sent and with its words."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from sabot.games.chemin_de_fer import drawing
from sabot.games.chemin_de_fer.chances.advice import (
    CLASSES,
    advice,
    advice_at_five,
    describe_solution,
    exploited_values,
    solve_class,
)
from sabot.games.chemin_de_fer.chances.words import ODDS
from sabot.games.chemin_de_fer.parts import GAME, PRICING, SIMULATION
from sabot.games.chemin_de_fer.rules import Rules
from sabot.procedure.table import Table

TABLE = Table(game=GAME, name="", rules=Rules())


@pytest.fixture(scope="module", params=list(CLASSES))
def priced(request: pytest.FixtureRequest) -> Any:
    return msgspec.json.decode(msgspec.json.encode(PRICING.odds(TABLE, request.param)))


def test_what_one_side_loses_the_other_wins_but_for_the_cagnotte(priced: Any) -> None:
    bets = {bet["bet"]: bet for bet in priced["bets"]}
    assert list(bets) == ["ponto", "banker", "ponto/banco", "banker/banco"]
    for name in ("", "/banco"):
        ponto, banker = bets[f"ponto{name}"], bets[f"banker{name}"]
        assert ponto["p_win"] == banker["p_lose"] and ponto["p_push"] == banker["p_push"]
        commission = Fraction(5, 100) * Fraction(banker["p_win"])
        assert Fraction(banker["edge"]) == commission - Fraction(ponto["edge"])
        assert sum(Fraction(chance) for _, chance in ponto["net"]) == 1


def test_without_a_cagnotte_the_sum_is_nothing() -> None:
    ponto, banker = advice("totals", Fraction(0)).bets[:2]
    assert Fraction(ponto.edge) == -Fraction(banker.edge) > 0


def test_all_of_it_reads_back_as_it_was_sent(priced: Any) -> None:
    read = msgspec.convert(priced, PRICING.answer)
    assert msgspec.json.decode(msgspec.json.encode(read)) == priced
    assert read.strategy in CLASSES


def test_every_open_choice_is_told(priced: Any) -> None:
    tabled, banco = priced["duel"]["tabled"], priced["duel"]["banco"]
    assert {row["total"] for row in tabled["ponto"]} == {5}
    assert {(row["total"], row["third"]) for row in tabled["banker"]} == {(3, 9), (5, 4)}
    assert {row["total"] for row in banco["ponto"]} == set(range(8))
    assert {row["total"] for row in banco["banker"]} == set(range(1, 8))
    for row in (*tabled["ponto"], *tabled["banker"], *banco["ponto"], *banco["banker"]):
        if 0 < Fraction(row["draws"]) < 1:
            assert Fraction(row["gain"]) == 0  # who mixes is indifferent
        elif row["often"]:
            assert (Fraction(row["gain"]) >= 0) == (row["draws"] == "1") or not row["gain_float"]
        assert abs(row["each"]) <= 2


def test_when_drawing_at_five_is_right(priced: Any) -> None:
    """Under the table always; with free draws while the banker draws with 6 less than so often."""
    found = priced["duel"]["five"]
    assert len(found["tabled"]) == 4
    for row in found["tabled"]:
        assert Fraction(row["gain"]) > 0 and row["card"] > row["no"]
    banco = found["banco"]
    assert banco["card"][0] > banco["no"][0] and banco["card"][1] < banco["no"][1]
    even = Fraction(banco["even"])
    lines = [banco[name][0] + float(even) * (banco[name][1] - banco[name][0])
             for name in ("card", "no")]
    assert lines[0] == pytest.approx(lines[1], abs=1e-12)


def test_who_does_not_mix_can_be_exploited(priced: Any) -> None:
    value = Fraction(priced["duel"]["banco"]["value"])
    found = {
        name: Fraction(value) for name, value in priced["duel"]["exploited"].items()
    }
    assert found["always"] < value and found["never"] < value < found["table"]


def test_against_a_banker_who_keeps_to_the_table_the_ponto_does_as_the_table_says() -> None:
    """There the free draws are worth nothing to the player."""
    for way in ("totals", "endless"):
        assert exploited_values(way)["table"] == solve_class(way, False).value


def test_the_banker_mixes_just_where_the_ponto_is_indifferent() -> None:
    for way in ("totals", "endless"):
        assert (
            Fraction(advice_at_five(way).banco.even)
            == solve_class(way, True).banker["6", drawing.NONE]
        )


def test_with_free_draws_the_printed_table_is_the_best_but_for_one_cell() -> None:
    """Rule 67 as it is printed, its free cells drawn: only 6 against a ponto who took no card is
    played otherwise, now so, now so."""
    other = []
    for (hand, column), chance in solve_class("totals", True).banker.items():
        total = int(hand)
        letter = "F" if total == 7 else drawing.TABLE[total][column] if total > 2 else "T"
        if chance != (letter != "F"):
            other.append((total, column))
    assert other == [(6, drawing.NONE)]


def test_the_sheets_and_curves_have_their_words(priced: Any) -> None:
    for words in ODDS.values():
        for sheet in priced["sheets"]:
            name = f"sheet.{sheet['name']}"
            assert words[name] and words[f"{name}.what"]
            for column in sheet["columns"]:
                assert words[f"{name}.{column}"]
            for row in sheet["rows"]:
                assert len(row) == len(sheet["columns"])
                assert all(cell["word"] in words for cell in row if "word" in cell)
        for curve in priced["curves"]:
            assert words[f"curve.{curve['name']}"] and words[f"curve.{curve['name']}.x"]
            assert all(f"curve.{curve['name']}.{line['name']}" in words for line in curve["lines"])
            assert all(a[0] < b[0] for line in curve["lines"] for a, b in pairwise(line["points"]))
        assert all(words[f"odds.{bet['bet']}"] for bet in priced["bets"])
    assert set(ODDS["pt"]) == set(ODDS["en"])


def test_the_values_of_the_law() -> None:
    """Six packs by totals: what the suite would notice of any change."""
    assert describe_solution(solve_class("totals", False)).value == "-18880657128/1525814595305"
    assert (
        describe_solution(solve_class("totals", True)).value
        == "-23174205422119131/1794292354051081885"
    )
    assert solve_class("totals", True).ponto["5"] == Fraction(7631761, 9407656)


def test_ways_to_play_it() -> None:
    for name, strategy in SIMULATION.strategies.items():
        plays = strategy(TABLE)
        banco = name.startswith("banco")
        assert plays.mean == pytest.approx(
            float(solve_class("cards" if name.endswith("cards") else "totals", banco).value),
            abs=1e-15,
        )
        assert SIMULATION.kernel(TABLE, plays.chart).strategy == plays.words
    with pytest.raises(ValueError, match="one ponto"):
        SIMULATION.kernel(TABLE, seats=2)
    with pytest.raises(ValueError, match="the only bet"):
        SIMULATION.kernel(TABLE, bets=("all",))
    plays = SIMULATION.read_chart(TABLE, SIMULATION.write_chart(TABLE, GAME))
    assert plays.mean == pytest.approx(float(solve_class("totals", True).value), abs=1e-15)
