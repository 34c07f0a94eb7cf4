"""Distributions of one bet, of a session, and what becomes of a bankroll: against closed forms."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.probability.distribution import Distribution
from sabot.probability.liability import Limit, liability
from sabot.probability.ruin import (
    TooFine,
    capital_for,
    lundberg,
    reach,
    ruin,
    ruined_within,
)
from sabot.probability.session import session

COIN = Distribution({100: F(1, 2), -100: F(1, 2)})
RED = Distribution({500: F(18, 37), -500: F(19, 37)})  # roulette, one zero
PLENO = Distribution({35_00: F(1, 37), -1_00: F(36, 37)})


def biased(p: F) -> Distribution:
    return Distribution({100: p, -100: 1 - p})


@st.composite
def bets(draw: st.DrawFn) -> Distribution:
    nets = draw(st.lists(st.integers(-6, 9), min_size=2, max_size=5, unique=True))
    weights = draw(st.lists(st.integers(1, 50), min_size=len(nets), max_size=len(nets)))
    return Distribution({50 * net: F(w, sum(weights))
                         for net, w in zip(nets, weights, strict=True)})


# -- one bet ---------------------------------------------------------------------------------------


def test_roulette_in_figures() -> None:
    """The edge of every bet of a wheel with one zero is 1/37."""
    assert RED.edge(500) == PLENO.edge(100) == F(1, 37)
    assert PLENO.variance == 100 ** 2 * F(36 * 36 * 36, 37 * 37)
    assert PLENO.skewness > 5 and abs(RED.skewness) < 0.1
    assert (PLENO.low, PLENO.high, PLENO.step) == (-100, 3500, 100)
    assert PLENO.above(0) == F(1, 37) and PLENO.exact
    assert PLENO.mirrored.mean == -PLENO.mean


def test_units_and_what_was_observed() -> None:
    assert Distribution.of_units({F(3, 2): F(1, 2), -1: F(1, 2)}, 1000).chances == {
        -1000: F(1, 2), 1500: F(1, 2)}
    with pytest.raises(ValueError, match="not whole cents"):
        Distribution.of_units({F(3, 2): F(1)}, 5)
    assert Distribution.observed({-100: 3, 100: 1}).mean == -50


@pytest.mark.parametrize("chances", [{1: F(1, 2)}, {1: F(3, 2), 2: F(-1, 2)}, {1: 0.5, 2: 0.4}, {}])
def test_what_is_no_distribution(chances: dict[int, F]) -> None:
    with pytest.raises(ValueError):
        Distribution(chances)


@given(bets(), bets())
def test_sums_of_independent_bets_add_means_and_variances(a: Distribution, b: Distribution) -> None:
    both = a + b
    assert both.mean == a.mean + b.mean and both.variance == a.variance + b.variance


# -- sessions --------------------------------------------------------------------------------------


@settings(max_examples=50, deadline=None)
@given(bets(), st.integers(1, 9))
def test_a_session_is_the_exact_product_within_its_bound(one: Distribution, coups: int) -> None:
    exact, found = one.times(coups), session(one, coups)
    for net in range(exact.low - 50, exact.high + 100, 50):
        assert abs(found.above(net) - exact.above(net)) <= found.bound
    assert math.fsum(found.chances) == pytest.approx(1, abs=found.bound)
    assert found.bound < 1e-12


def test_a_thousand_coins_to_the_last_tail() -> None:
    """Each chance is right to its own size: that of 800 heads is some 10 ** -86."""
    found = session(COIN, 100)
    for heads in range(0, 101):
        net = (2 * heads - 100) * 100
        index = (net - found.low) // found.step
        if 0 <= index < len(found.chances):
            assert found.chances[index] == pytest.approx(comb(100, heads) / 2 ** 100,
                                                         rel=2 * found.relative + 1e-15)
    assert found.even == pytest.approx(comb(100, 50) / 2 ** 100)


def test_who_is_ahead_after_an_evening_of_red() -> None:
    wins = sum(comb(60, k) * F(18, 37) ** k * F(19, 37) ** (60 - k) for k in range(31, 61))
    assert session(RED, 60).ahead == pytest.approx(float(wins), abs=1e-13)


def test_a_long_session_is_nearly_normal() -> None:
    found = session(RED, 20_000)
    assert found.bound < 1e-9
    mean, spread = 20_000 * float(RED.mean), RED.deviation * math.sqrt(20_000)
    for part, z in ((0.5, 0.0), (0.01, -2.3263), (0.975, 1.96)):
        assert found.quantile(part) == pytest.approx(mean + z * spread, abs=0.02 * spread)


def test_quantiles_are_values_that_come() -> None:
    found = session(COIN, 2)
    assert [found.quantile(q) for q in (0.2, 0.25, 0.3, 0.75, 0.8)] == [-200, -200, 0, 0, 200]
    with pytest.raises(ValueError):
        found.quantile(1.0)
    with pytest.raises(ValueError):
        session(COIN, 0)


def test_too_many_different_results_are_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        session(Distribution({1: 0.5, 300_001: 0.5}), 4)


# -- bankrolls -------------------------------------------------------------------------------------


@pytest.mark.parametrize("capital", [0, 1, 7, 40])
@pytest.mark.parametrize("p", [F(1, 2), F(18, 37), F(3, 5)])
def test_the_gambler_s_ruin(p: F, capital: int) -> None:
    """De Moivre's: from u, to reach g before -1, with q/p = s: (1 - s^(u+1)) / (1 - s^(g+1))."""
    goal, s = 50, (1 - p) / p
    exact = F(capital + 1, goal + 1) if s == 1 else (1 - s ** (capital + 1)) / (1 - s ** (goal + 1))
    assert reach(biased(p), 100 * capital, 100 * goal) == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("capital", [0, 3, 60])
def test_a_coin_in_one_s_favour_ruins_with_a_power_of_its_odds(capital: int) -> None:
    found = ruin(biased(F(3, 5)), 100 * capital)
    exact = (2 / 3) ** (capital + 1)
    assert found.low <= exact * (1 + 1e-9) and exact <= found.high * (1 + 1e-9)
    assert found.value == pytest.approx(exact, rel=1e-6)
    assert lundberg(biased(F(3, 5))) == pytest.approx(math.log(3 / 2) / 100)


def test_without_an_advantage_ruin_is_certain_and_without_losses_it_never_comes() -> None:
    assert ruin(RED, 10 ** 6).value == ruin(COIN, 0).value == 1.0
    assert ruin(Distribution({0: F(1, 2), 100: F(1, 2)}), 0).value == 0.0
    assert lundberg(RED) == 0.0
    assert ruin(RED.mirrored, -1).value == 1.0


def test_the_capital_of_a_bank() -> None:
    """The least: with one step less the risk is greater."""
    assert capital_for(biased(F(3, 5)), (2 / 3) ** 10 * 1.0001) == 900
    bank = PLENO.mirrored
    need = capital_for(bank, 0.001)
    assert ruin(bank, need).high <= 0.001 < ruin(bank, need - 100).high
    r = lundberg(bank)
    assert math.exp(-r * (need + 3500)) <= ruin(bank, need).value <= math.exp(-r * (need + 100))
    with pytest.raises(ValueError, match="every capital is ruined"):
        capital_for(PLENO, 0.01)


@settings(max_examples=40, deadline=None)
@given(bets(), st.integers(0, 12))
def test_ruin_is_a_fixed_point_of_one_coup(one: Distribution, capital: int) -> None:
    """psi(u) = E psi(u + X), whatever the bet, and it falls with the capital."""
    if one.mean <= 5 or one.low >= 0:
        return
    at = capital * one.step
    found = ruin(one, at)
    after = sum(float(p) * ruin(one, at + net).value for net, p in one.chances.items())
    assert found.value == pytest.approx(after, rel=1e-5)
    assert ruin(one, at + one.step).value <= found.value * (1 + 1e-6)


def test_ruin_within_some_coups_by_the_reflection_of_paths() -> None:
    """André: P(a fair walk from u falls to -1 within n) = P(S < -u-1) + P(S <= -u-1)."""
    n, capital = 30, 4
    falls = sum(F(comb(n, k), 2 ** n) * (2 if 2 * k - n < -5 else 1)
                for k in range(n + 1) if 2 * k - n <= -5)
    assert ruined_within(COIN, 100 * capital, n) == pytest.approx(float(falls), abs=1e-14)


@settings(max_examples=30, deadline=None)
@given(bets(), st.integers(0, 6), st.integers(1, 4))
def test_ruin_within_a_few_coups_is_what_every_path_says(
        one: Distribution, capital: int, coups: int) -> None:
    exact = F(0)
    for path in product(one.chances.items(), repeat=coups):
        money, chance, gone = capital * one.step, F(1), False
        for net, p in path:
            money, chance = money + net, chance * F(p)
            gone = gone or money < 0
        exact += chance * gone
    assert ruined_within(one, capital * one.step, coups) == pytest.approx(float(exact), abs=1e-12)


def test_a_chain_that_is_too_fine_says_so() -> None:
    with pytest.raises(TooFine):
        ruin(Distribution({1: 0.5001, -1: 0.4999}), 10 ** 6)


# -- what a bank may have to pay -------------------------------------------------------------------


def test_the_worst_coup_of_a_small_wheel() -> None:
    """Each number to 10, each pair of them to 20, all bets of the table to 35."""
    each = {bet: Limit(frozenset({bet}), most)
            for bet, most in (("1", 1000), ("1-2", 2000), ("red", 4000))}
    outcomes = {"1": {"1": F(35), "1-2": F(17), "red": F(1)}, "2": {"1-2": F(17), "red": F(-1)},
                "0": {"1": F(-1), "1-2": F(-1), "red": F(-1)}}
    worst = liability(outcomes, each.values())
    assert worst.outcome == "1" and worst.cents == 35 * 1000 + 17 * 2000 + 4000
    table = Limit(frozenset(each), 3500)
    worst = liability(outcomes, [*each.values(), table])
    assert worst.stakes == {"1": 1000, "1-2": 2000, "red": 500}
    assert worst.cents == 35 * 1000 + 17 * 2000 + 500


def test_limits_that_cross_and_bets_without_one_are_refused() -> None:
    crossing = [Limit(frozenset("ab"), 1), Limit(frozenset("bc"), 1)]
    with pytest.raises(ValueError, match="cross"):
        liability({}, crossing)
    with pytest.raises(ValueError, match="no limit"):
        liability({"x": {"d": F(1)}}, crossing[:1])
