"""The rules of a table of no-draw poker for pricing."""

from __future__ import annotations

from sabot.families.poker.no_draw import Law
from sabot.games.no_draw_poker.rules import ANTE_PAYS, LINES, PAYS, SECOND, Rules, ranking
from sabot.money import Odds
from sabot.procedure.table import Table

FIRST = int(ANTE_PAYS.ratio)
"""The odds of a winning initial bet."""


def times(odds: Odds) -> int:
    """Odds as a multiple of the bet."""
    return int(odds.ratio)


def law_of(table: Table) -> Law:
    """The rules of one box with the minimum initial bet.

    Sums are in cents if one box can reach the limit on prizes (15); else in initial bets, so that
    tables with different limits share a solution.
    """
    rules: Rules = table.rules
    law = Law(ranking(rules), tuple(FIRST + SECOND * times(PAYS[name]) for name in LINES), 1,
              SECOND)
    ante, cap = table.minimum, rules.prize_cap
    if not cap or max(law.wins) * ante <= cap:
        return law
    return law._replace(ante=ante, wins=tuple(
        capped_prize(ante, SECOND * ante * times(PAYS[name]), cap, rules.cap_in_order)
        for name in LINES))


def capped_prize(first: int, second: int, cap: int, in_order: bool) -> int:
    """The prizes of the initial and the second bet of one box, reduced to ``cap`` (15, IR 185)."""
    due = first + second
    if due <= cap:
        return due
    return cap if in_order else second * cap // due + first * cap // due
