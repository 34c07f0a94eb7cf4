"""Small linear programs in exact numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.probability.linear import maximise

numbers = st.integers(-5, 5).map(Fraction)


def test_a_program_worked_by_hand() -> None:
    # 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18: the corner (2, 6).
    found = maximise([Fraction(3), Fraction(5)],
                     [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(2)],
                      [Fraction(3), Fraction(2)]], [Fraction(4), Fraction(12), Fraction(18)])
    assert found.value == 36
    assert found.at == (2, 6)
    assert found.prices == (0, Fraction(3, 2), 1)
    assert found.sole and found.sole_prices


def test_where_several_choices_are_best_none_is_called_the_only_one() -> None:
    found = maximise([Fraction(1), Fraction(1)], [[Fraction(1), Fraction(1)]], [Fraction(1)])
    assert found.value == 1
    assert not found.sole


def test_what_has_no_greatest_sum_is_refused() -> None:
    with pytest.raises(ValueError, match="unbounded"):
        maximise([Fraction(1)], [[Fraction(-1)]], [Fraction(1)])


def test_a_limit_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="a limit is negative"):
        maximise([Fraction(1)], [[Fraction(1)]], [Fraction(-1)])


@given(st.data())
def test_choice_and_prices_prove_each_other(data: st.DataObject) -> None:
    n, m = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    gains = data.draw(st.lists(numbers, min_size=n, max_size=n))
    rows = data.draw(st.lists(st.lists(numbers, min_size=n, max_size=n), min_size=m, max_size=m))
    limits = data.draw(st.lists(st.integers(0, 5).map(Fraction), min_size=m, max_size=m))
    rows, limits = [*rows, [Fraction(1)] * n], [*limits, Fraction(7)]  # nothing grows without end
    found = maximise(gains, rows, limits)
    assert min(*found.at, *found.prices) >= 0
    for row, limit in zip(rows, limits, strict=True):
        assert sum(a * x for a, x in zip(row, found.at, strict=True)) <= limit
    for j, gain in enumerate(gains):
        assert sum(price * row[j] for price, row in zip(found.prices, rows, strict=True)) >= gain
    assert found.value == sum(g * x for g, x in zip(gains, found.at, strict=True))
    assert found.value == sum(p * b for p, b in zip(found.prices, limits, strict=True))
