"""Money: whole cents, exact odds, units of stakes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.money import EURO, EVENS, Odds, cents, euros, format_money, nearest_stakes, unit_for

ODDS = st.builds(Odds, st.integers(0, 40), st.integers(1, 20))


@pytest.mark.parametrize(("odds", "stake", "prize"), [
    (EVENS, 1, 1), (Odds(3, 2), 1000, 1500), (Odds(3, 2), 2, 3), (Odds(2), 501, 1002),
    (Odds(1, 2), 10, 5), (Odds(10, 13), 26, 20), (Odds(0), 77, 0), (Odds(35), 0, 0)])
def test_a_prize_is_exact(odds: Odds, stake: int, prize: int) -> None:
    assert odds.pays(stake) == prize
    assert odds.pays(stake) == odds.ratio * stake


@pytest.mark.parametrize(("odds", "stake"), [(Odds(3, 2), 1), (Odds(3, 2), 501), (Odds(1, 2), 3),
                                             (Odds(10, 13), 25)])
def test_a_prize_that_is_no_whole_cent_is_never_rounded(odds: Odds, stake: int) -> None:
    with pytest.raises(ValueError, match=f"{stake} cents cannot be paid {odds} in whole cents"):
        odds.pays(stake)


def test_odds_read_as_in_the_law() -> None:
    assert [str(o) for o in (EVENS, Odds(3, 2), Odds(35))] == ["1:1", "3:2", "35:1"]


@given(st.lists(ODDS, max_size=5), st.integers(1, 10_000))
def test_a_multiple_of_the_unit_can_always_be_paid(odds: list[Odds], times: int) -> None:
    unit = unit_for(*odds)
    for o in odds:
        assert o.pays(unit * times) == o.ratio * unit * times


def test_the_unit_is_the_least() -> None:
    assert unit_for() == unit_for(EVENS) == 1
    assert unit_for(Odds(3, 2), Odds(1, 2)) == 2
    assert unit_for(Odds(3, 2), Odds(10, 13)) == 26
    with pytest.raises(ValueError, match="whole cents"):
        Odds(10, 13).pays(13 * 3 + 1)


@pytest.mark.parametrize(("amount", "near"), [
    (0, (500,)), (499, (500,)), (500, (500,)), (501, (500, 600)), (599, (500, 600)), (600, (600,)),
    (49_999, (49_900, 50_000)), (50_000, (50_000,)), (10**9, (50_000,)), (-5, (500,))])
def test_the_nearest_stakes(amount: int, near: tuple[int, ...]) -> None:
    assert nearest_stakes(amount, 500, 50_000, 100) == near


def test_limits_off_the_unit_are_rounded_inwards() -> None:
    """From 5.01 to 5.99 in whole euros there is nothing; from 5.01 to 7.99 there is 6 and 7."""
    assert nearest_stakes(550, 501, 599, 100) == ()
    assert nearest_stakes(0, 501, 799, 100) == (600,)
    assert nearest_stakes(9_999, 501, 799, 100) == (700,)


@given(st.integers(-10**6, 10**6), st.integers(0, 5000), st.integers(0, 5000),
       st.integers(1, 300))
def test_nearest_stakes_are_lawful_and_none_is_nearer(
        amount: int, low: int, more: int, unit: int) -> None:
    high = low + more
    lawful = [s for s in range(0, high + 1, unit) if low <= s]
    near = nearest_stakes(amount, low, high, unit)
    assert (near == ()) is (lawful == [])
    if lawful:
        assert set(near) <= set(lawful)
        best = min(abs(s - amount) for s in lawful)
        assert min(abs(s - amount) for s in near) == best


@pytest.mark.parametrize(("amount", "text"), [
    (0, "0.00 €"), (5, "0.05 €"), (1250, "12.50 €"), (-1250, "-12.50 €"),
    (10**11, "1000000000.00 €")])
def test_euros_read_as_written(amount: int, text: str) -> None:
    assert euros(amount) == text


@pytest.mark.parametrize(("text", "amount"), [
    ("12", 1200), ("12.5", 1250), ("12,50", 1250), (" 0.05 ", 5), ("0", 0), ("7.", 700)])
def test_cents_are_read(text: str, amount: int) -> None:
    assert cents(text) == amount


@pytest.mark.parametrize("text", ["", "-1", "1.234", "1.2.3", "1e3", "12 €", ".5", "a", "1,2,3"])
def test_what_is_no_sum_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a sum such as"):
        cents(text)


@given(st.integers(0, 10**12))
def test_a_sum_survives_its_writing(amount: int) -> None:
    assert cents(euros(amount).removesuffix(" €")) == amount


def test_odds_are_no_floats() -> None:
    assert Odds(3, 2).ratio == Fraction(3, 2)
    assert type(Odds(3, 2).pays(10)) is int


def test_a_sum_is_told_in_its_currency() -> None:
    assert format_money(-1250, "MOP") == "-12.50 MOP" and format_money(
        5, EURO
    ) == "0.05 €" == euros(5)
