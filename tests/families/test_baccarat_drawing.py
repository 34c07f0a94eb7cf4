"""The points of cards, and every cell of the printed tables of drawing."""

from __future__ import annotations

from itertools import product

import pytest

from sabot.equipment.cards import PACK
from sabot.families.baccarat.drawing import banca_draws, ponto_draws
from sabot.families.baccarat.values import is_pair, points, value

PRINTED = {  # the lines of banca: against which third card of ponto it draws, and stands
    3: ((1, 2, 3, 4, 5, 6, 7, 9, 10), (8,)),
    4: ((2, 3, 4, 5, 6, 7), (1, 8, 9, 10)),
    5: ((4, 5, 6, 7), (1, 2, 3, 8, 9, 10)),
    6: ((6, 7), (1, 2, 3, 4, 5, 8, 9, 10)),
}
THIRD = {n: f"{rank}S" for n, rank in enumerate("A23456789T", start=1)}


def test_aces_count_one_figures_and_tens_nothing() -> None:
    assert [value(card) for card in PACK[:13]] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert [points(cards.split()) for cards in ("7S 8H", "TS QH", "9S 9H 9D", "5S 5H", "AS KH")] \
        == [5, 0, 7, 0, 1]


def test_a_pair_is_of_one_denomination() -> None:
    assert is_pair(["KS", "KH"]) and is_pair(["2S", "2S", "5D"])
    assert not is_pair(["KS", "QH"]) and not is_pair(["TS", "JH"])


@pytest.mark.parametrize(("banca", "third"), list(product(PRINTED, THIRD)))
def test_each_cell_of_the_table_of_banca(banca: int, third: int) -> None:
    draws, stands = PRINTED[banca]
    assert (third in draws) != (third in stands)
    assert banca_draws(4, banca, THIRD[third]) is (third in draws)


@pytest.mark.parametrize("figure", ["JS", "QH", "KD"])
def test_a_figure_is_a_ten_of_the_table(figure: str) -> None:
    assert banca_draws(0, 3, figure) and not banca_draws(0, 4, figure)


@pytest.mark.parametrize("third", list(THIRD.values()))
def test_lines_of_banca_without_columns(third: str) -> None:
    assert all(banca_draws(5, banca, third) for banca in (0, 1, 2))
    assert not any(banca_draws(5, banca, third) for banca in (7, 8, 9))


def test_banca_where_ponto_stands() -> None:
    for ponto in (6, 7):
        assert [banca for banca in range(10) if banca_draws(ponto, banca)] == [0, 1, 2, 3, 4, 5]


def test_ponto_draws_up_to_five() -> None:
    assert [ponto for ponto in range(10) if ponto_draws(ponto, 3)] == [0, 1, 2, 3, 4, 5]


def test_eight_and_nine_stop_the_other_side() -> None:
    for natural, other in product((8, 9), range(10)):
        assert not ponto_draws(other, natural)
        assert not banca_draws(natural, other)
