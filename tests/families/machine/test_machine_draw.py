"""Machines of cards: best play against known figures, and against every draw one by one."""

from __future__ import annotations

import itertools
from fractions import Fraction

import msgspec
import pytest

from sabot.families.machine.draw import Draw, DrawSheet, faults
from sabot.families.poker.hands import STANDARD

NINE_SIX = Draw(
    name="nine-six", version="1", bonus={"royal": 800},
    pays={"high-pair": 1, "two-pair": 2, "three": 3, "straight": 4, "flush": 6, "full": 9,
          "four": 25, "straight-flush": 50, "royal": 250})


@pytest.fixture(scope="module")
def sheet() -> DrawSheet:
    return DrawSheet(NINE_SIX)


def test_the_best_known_of_these_games_returns_what_is_published(sheet: DrawSheet) -> None:
    """Jacks or better, full house nine and flush six, five coins: 99.5439 per cent, variance
    19.5147, a royal flush once in 40,391 games."""
    assert round(float(sheet.returned), 6) == 0.995439
    assert round(float(sheet.variance), 4) == 19.5147
    assert round(float(1 / sheet.chances["royal"])) == 40391
    assert sum(sheet.chances.values()) == 1
    assert round(float(DrawSheet(NINE_SIX, 1).returned), 4) == 0.9837


@pytest.mark.parametrize("cards", ["AS KS QS JS TD", "2S 2H 7D 9C KS", "AS KH QD JC 2D"])
def test_what_a_hold_returns_is_what_every_draw_returns(sheet: DrawSheet, cards: str) -> None:
    hand = cards.split()
    left = [card for card in STANDARD.pack if card not in hand]
    table = NINE_SIX.pay_table(5)
    found = sheet.values_of(hand)
    assert len(found) == 32
    for hold in itertools.chain(itertools.combinations(hand, 3), itertools.combinations(hand, 4)):
        draws = [[*hold, *drawn] for drawn in itertools.combinations(left, 5 - len(hold))]
        mean = Fraction(sum(table.get(NINE_SIX.prize(draw), 0) for draw in draws), len(draws))
        assert next(worth for one, worth in found.items() if set(one) == set(hold)) == mean


def test_the_higher_pairs_alone_pay() -> None:
    assert NINE_SIX.prize(["JS", "JH", "2D", "3C", "4S"]) == "high-pair"
    assert NINE_SIX.prize(["TS", "TH", "2D", "3C", "4S"]) == "pair"
    assert NINE_SIX.pay(["JS", "JH", "2D", "3C", "4S"], 5) == 5
    assert NINE_SIX.pay(["AS", "KS", "QS", "JS", "TS"], 5) == 4000
    assert NINE_SIX.pay(["AS", "KS", "QS", "JS", "TS"], 4) == 1000


def test_what_is_wrong_with_a_model_is_all_told() -> None:
    wrong = msgspec.structs.replace(NINE_SIX, name=" ", pair="1", stakes=(0,),
                                    pays={"pairs": 1, "full": 0})
    assert [one.where for one in faults(wrong)] == ["name", "pair", "pays.pairs", "pays.full",
                                                    "stakes"]
    assert not list(faults(NINE_SIX))


def test_a_bet_that_the_model_does_not_take_is_refused() -> None:
    with pytest.raises(ValueError, match=r"allowed: \[1, 2, 3, 4, 5\]"):
        DrawSheet(NINE_SIX, 6)
