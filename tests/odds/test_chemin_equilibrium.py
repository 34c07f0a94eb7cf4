"""Chemin de fer solved: the counts against coups dealt one by one, the proof, and known games."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.games.chemin_de_fer.chances.deal import ENDLESS, SIX_PACKS, Cards
from sabot.games.chemin_de_fer.chances.duel import (
    CARDS,
    DRAW,
    FREE,
    STAND,
    TOTAL,
    Duel,
    Terms,
    banker_bounds,
    duel,
    ponto_bounds,
)
from sabot.games.chemin_de_fer.chances.equilibrium import (
    case_values,
    hand_values,
    mean_return,
    solve,
)
from sabot.games.chemin_de_fer.drawing import NONE

TERMS = [Terms(banco, ponto, banker) for banco in (False, True)
        for ponto, banker in ((TOTAL, TOTAL), (TOTAL, CARDS), (CARDS, CARDS))]
Decides = Callable[[tuple[int, int]], bool]


def win_of_ponto(shoe: tuple[int, ...], ponto: Decides,
                 banker: Callable[[tuple[int, int], int], bool]) -> int:
    """What the ponto wins of one coup from a shoe in this order: rules 62 to 69."""
    cards = list(shoe)
    first, other, second, another = (cards.pop(0) for _ in range(4))
    mine, yours = sorted((first, second)), sorted((other, another))
    points, against = sum(mine) % 10, sum(yours) % 10
    if points < 8 and against < 8:
        third = NONE
        if ponto((mine[0], mine[1])):
            third = cards.pop(0)
            points = (points + third) % 10
        if banker((yours[0], yours[1]), third):
            against = (against + cards.pop(0)) % 10
    return (points > against) - (points < against)


@pytest.mark.parametrize("terms", TERMS)
def test_counted_as_dealt_one_by_one(terms: Terms) -> None:
    rng = random.Random(7)
    shoe = [0, 0, 1, 3, 4, 5, 5, 8]
    left = tuple(shoe.count(value) for value in range(10))
    game = duel(Cards(left), terms)
    x = [rng.randrange(2) for _ in game.ponto_side.names]
    y = [[rng.randrange(2) for _ in range(NONE + 1)] for _ in game.banker_side.names]

    def hand(of: tuple[int, int], known: str) -> str:
        return str(sum(of) % 10) if known == TOTAL else f"{of[0]}-{of[1]}"

    mine, yours = game.ponto_side.names.index, game.banker_side.names.index
    orders = list(itertools.permutations(shoe, 6))
    total = sum(win_of_ponto(order, lambda of: bool(x[mine(hand(of, terms.ponto))]),
                             lambda of, third: bool(y[yours(hand(of, terms.banker))][third]))
                for order in orders)
    flat = [Fraction(chance) for row in y for chance in row]
    assert mean_return(game, list(map(Fraction, x)), flat) == Fraction(total, len(orders))
    assert game.orders == len(orders)


def test_all_ways_of_six_packs_are_counted() -> None:
    assert duel(SIX_PACKS).orders == perm(312, 6)
    assert duel(ENDLESS).orders == 13 ** 6
    assert SIX_PACKS.orders().min() >= 0


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("cards", (SIX_PACKS, ENDLESS))
def test_neither_side_gains_by_any_other_choice(cards: Cards, terms: Terms) -> None:
    found = solve(duel(cards, terms))
    game = found.duel
    x, y = list(found.ponto.values()), list(found.banker.values())
    assert mean_return(game, x, y) == found.value
    for n, (least, most) in enumerate(zip(*game.ponto, strict=True)):
        assert least <= x[n] <= most
        for chance in {int(least), int(most)}:
            other = [*x[:n], Fraction(chance), *x[n + 1:]]
            assert mean_return(game, other, y) <= found.value
    for (chance, low, high), (stand, draw) in zip(
            zip(y, game.banker[0].ravel(), game.banker[1].ravel(), strict=True),
            case_values(game, x), strict=True):
        assert low <= chance <= high
        if low < high:  # takes what gives less; both only where they are the same
            assert chance == (draw < stand) or stand == draw


def test_the_game_of_totals_with_cards_put_back() -> None:
    """By the other way to solve a game in which one choice of each side is open: each makes the
    other indifferent."""
    game = duel(ENDLESS, Terms(banco=True))
    found = solve(game)
    names, cells = list(found.ponto), list(found.banker)
    assert [name for name, chance in found.ponto.items() if 0 < chance < 1] == ["5"]
    assert [cell for cell, chance in found.banker.items() if 0 < chance < 1] == [("6", NONE)]
    five, six = names.index("5"), cells.index(("6", NONE))
    x, y = list(found.ponto.values()), list(found.banker.values())

    def net(draws: int, banker: int) -> Fraction:
        x[five], y[six] = Fraction(draws), Fraction(banker)
        return mean_return(game, x, y)

    a, b, c, d = net(0, 0), net(0, 1), net(1, 0), net(1, 1)
    under = a - b - c + d
    assert found.ponto["5"] == (a - b) / under
    assert found.banker["6", NONE] == (a - c) / under
    assert found.value == (a * d - b * c) / under
    assert found.sole


def test_how_many_choices_each_side_has() -> None:
    """88 and 484 cases of the banker, 5 hands of five points: the sizes of the games of Kemeny and
    Snell, and of Ethier and Gámez."""
    assert duel(SIX_PACKS, Terms(banco=True)).banker[0].size == 88
    by_cards = duel(SIX_PACKS, Terms(banco=True, ponto=CARDS, banker=CARDS))
    assert by_cards.banker[0].size == 484
    assert by_cards.ponto_side.totals.count(5) == 5


@pytest.mark.parametrize("cards", (SIX_PACKS, ENDLESS))
def test_under_the_table_drawing_at_five_is_right_whatever_the_banker_does(cards: Cards) -> None:
    game = duel(cards)
    found = solve(game)
    cells = list(found.banker)
    for three, five in itertools.product((0, 1), repeat=2):
        y = list(found.banker.values())
        y[cells.index(("3", 9))], y[cells.index(("5", 4))] = Fraction(three), Fraction(five)
        no, card = hand_values(game, y)[5]
        assert card > no
    assert found.ponto["5"] == found.banker["3", 9] == found.banker["5", 4] == 1


def test_the_bancos_free_draws_gain_the_banker() -> None:
    tabled, free, chased = (solve(duel(SIX_PACKS, terms)).value for terms in (
        Terms(), Terms(banco=True), Terms(banco=True, chase=True)))
    assert chased < free < tabled < 0


def test_what_the_law_leaves_open() -> None:
    assert [ponto_bounds(total, False) for total in range(8)] == [DRAW] * 5 + [FREE] + [STAND] * 2
    assert {ponto_bounds(total, True) for total in range(8)} == {FREE}
    free = [(total, third) for total in range(8) for third in range(NONE + 1)
            if banker_bounds(total, third, False) == FREE]
    assert free == [(3, 9), (5, 4)]
    assert all(banker_bounds(0, third, True) == DRAW for third in range(NONE + 1))
    assert all(banker_bounds(total, third, True) == FREE for total in range(1, 8)
               for third in range(NONE + 1))


def test_a_shoe_that_was_dealt_from() -> None:
    left = list(SIX_PACKS.left)
    left[9] = left[8] = 0  # nobody has a natural of a nine or an eight alone
    found = solve(duel(Cards(tuple(left)), Terms(banco=True)))
    assert found.value != solve(duel(SIX_PACKS, Terms(banco=True))).value


@settings(max_examples=40, deadline=None)
@given(left=st.tuples(*[st.integers(0, 24)] * 10).filter(lambda left: sum(left) >= 6),
       endless=st.booleans(), banco=st.booleans(), ponto=st.sampled_from((TOTAL, CARDS)),
       banker=st.sampled_from((TOTAL, CARDS)), chase=st.booleans())
def test_every_shoe_is_solved_and_proved(left: tuple[int, ...], endless: bool, banco: bool,
                                         ponto: str, banker: str, chase: bool) -> None:
    found = solve(duel(Cards(left, endless), Terms(banco, ponto, banker, chase)))
    assert abs(found.value) <= found.decided <= 1
    assert all(0 <= chance <= 1 for chance in (*found.ponto.values(), *found.banker.values()))


@pytest.mark.parametrize("left, words", (
    ((1, 1, 1, 1, 1, 0, 0, 0, 0, 0), "may need 6 cards"), ((1,) * 9, "ten counts"),
    ((-1, *[9] * 9), "ten counts"), ((2000, *[9] * 9), "more cards")))
def test_no_shoe(left: tuple[int, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        duel(Cards(left))


def test_a_ponto_who_always_stands_at_five_can_be_exploited() -> None:
    """Against the banker's best reply the ponto would do better otherwise: this is no equilibrium,
    and what the ponto could then have is no value of the game."""
    game: Duel = duel(ENDLESS, Terms(banco=True))
    x = [Fraction(total < 5) for total in game.ponto_side.totals]
    reply = [Fraction(int(draw < stand)) for stand, draw in case_values(game, x)]
    best = game.net.fixed + sum(max(pair) for pair in hand_values(game, reply))
    assert mean_return(game, x, reply) < solve(game).value < best / game.orders
