"""The plans of a craps table: their price is exact, and the limits say which are offered."""

from __future__ import annotations

from fractions import Fraction

import pytest

import sabot
from sabot import games
from sabot.games.craps.plans import TIMES, plans
from sabot.procedure.table import Table

TABLE = 'game = "craps"\nname = "Tua"\nplaces = 1\nminimum = 5\nmaximum = {most}\n'


def tables_plans(most: int) -> dict[int, Fraction]:
    table = games.read_table(TABLE.format(most=most))
    assert isinstance(table, Table), table
    return {plan.times: Fraction(*map(int, plan.edge.split(":"))) for plan in plans(table)}


def test_single_odds_cost_seven_parts_of_825() -> None:
    assert tables_plans(300)[1] == Fraction(7, 825)


@pytest.mark.parametrize("times", TIMES)
def test_the_price_is_that_of_the_pass_line_over_all_that_is_staked(times: int) -> None:
    """A point stands after 24 of 36 throws; odds have no edge."""
    odds = {bet.name: bet.edge for bet in sabot.odds("craps").bets}
    assert {odds[name] for name in odds if name.startswith("odds")} == {0}
    assert tables_plans(300)[times] == odds["pass"] / (1 + times * Fraction(24, 36))


def test_only_what_the_limits_leave_room_for_is_offered() -> None:
    assert list(tables_plans(300)) == list(TIMES)
    assert list(tables_plans(10)) == [1, 2]
