"""What a session and a bankroll may expect, of bets that can be counted by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from sabot.probability import forecast

COIN = (("-1", "1/2"), ("1", "1/2"))
ROULETTE = (("-1", "19/37"), ("1", "18/37"))


def test_a_priced_bet_becomes_a_distribution_of_cents() -> None:
    one = forecast.distribution([("-1", "1/2"), ("-1/2", "1/4"), ("3/2", "1/4")], 1000)
    assert dict(one.chances) == {-1000: Fraction(1, 2), -500: Fraction(1, 4), 1500: Fraction(1, 4)}
    assert one.exact and one.mean == -250
    floats = forecast.distribution([("-1", .5), ("1", .5)], 100)
    assert not floats.exact and floats.variance == 10_000


def test_results_that_are_no_whole_cents_are_refused() -> None:
    with pytest.raises(ValueError, match="are not whole cents"):
        forecast.distribution([("-1", "2/3"), ("3/2", "1/3")], 25)


def test_a_session_of_ten_coins() -> None:
    answer = forecast.of_session(forecast.distribution(COIN, 100), 10)
    assert answer.even == pytest.approx(comb(10, 5) / 2 ** 10, rel=1e-12)
    assert answer.ahead == pytest.approx((1 - comb(10, 5) / 2 ** 10) / 2, rel=1e-12)
    assert (answer.mean, answer.deviation) == (0, pytest.approx(100 * 10 ** 0.5))
    assert answer.quantiles == {"0.05": -600, "0.25": -200, "0.5": 0, "0.75": 200, "0.95": 600}
    assert answer.bound < 1e-12


def test_a_purse_is_ruined_by_a_loss_that_it_cannot_pay() -> None:
    coin = forecast.distribution(COIN, 100)
    assert forecast.of_purse(coin, 0, 1) == pytest.approx(1 / 2)
    assert forecast.of_purse(coin, 100, 2) == pytest.approx(1 / 4)


def test_a_bank_is_ruined_as_the_gambler_of_the_textbook() -> None:
    """A walk of single steps is ruined from u with (q/p) to the power u + 1."""
    answer = forecast.of_bank(forecast.distribution(ROULETTE, 100), 2_000, 1e-3)
    assert answer.ruin == pytest.approx((18 / 19) ** 21, rel=1e-6)
    units = answer.capital // 100
    assert (18 / 19) ** (units + 1) <= 1e-3 < (18 / 19) ** units


def test_no_capital_is_enough_for_a_bet_that_gains_nothing() -> None:
    answer = forecast.of_bank(forecast.distribution(COIN, 100), 100_000, 1e-3)
    assert (answer.ruin, answer.capital) == (1.0, None)
