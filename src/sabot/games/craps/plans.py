"""A plan of bets: the pass line, and odds behind it once a point stands, at its exact price."""

from __future__ import annotations

from fractions import Fraction

from sabot import regulations as law
from sabot.games.craps.rules import GROUPS, table_law
from sabot.games.craps.spots import NATURAL, POINTS, SEVEN
from sabot.procedure.felt.layout import Plan
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/craps")

TIMES = (1, 2, 3, 5)
"""The multiples of the pass bet that may follow as odds, as far as the limits of a table allow."""


def plans(table: Table) -> tuple[Plan, ...]:
    """The plans of a table: odds of so many times the pass bet (11.1), each with the part of all
    stakes that the house keeps. Odds have no edge, so they dilute that of the line."""
    limits = table_law(table).limits
    most = min(limits[kind].high for kind in GROUPS["odds"] if kind.startswith("odds"))
    edge, point = _pass_line()
    offered = []
    for times in TIMES:
        if times * table.minimum <= most:
            price = edge / (1 + times * point)
            offered.append(Plan(first="pass", then="odds/pass", times=times, law=L["11.1"],
                                edge=f"{price.numerator}:{price.denominator}"))
    return tuple(offered)


def _pass_line() -> tuple[Fraction, Fraction]:
    """The edge of a pass bet, and how often a point comes to stand."""
    ways = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
    won = sum(ways[n] for n in NATURAL) + sum(
        ways[n] * ways[n] / (ways[n] + ways[SEVEN]) for n in POINTS)
    return 1 - 2 * Fraction(won), Fraction(sum(ways[n] for n in POINTS))
