"""A table of no-draw poker as its chances see it."""

from __future__ import annotations

from sabot.families.poker.no_draw import Law
from sabot.games.no_draw_poker.rules import ANTE_PAYS, LINES, PAYS, SECOND, Rules, ranking
from sabot.money import Odds
from sabot.procedure.table import Table

FIRST = int(ANTE_PAYS.ratio)
"""What a winning initial bet is paid."""


def times(odds: Odds) -> int:
    """Odds as so many times the bet."""
    return int(odds.ratio)


def law_of(table: Table) -> Law:
    """What is played at one box with the least initial bet.

    Where prizes have a limit (15) that can be reached at one box alone, all is told in cents; else
    in initial bets, so that tables of other limits are the same.
    """
    rules: Rules = table.rules
    law = Law(ranking(rules), tuple(FIRST + SECOND * times(PAYS[name]) for name in LINES), 1,
              SECOND)
    ante, cap = table.minimum, rules.prize_cap
    if not cap or max(law.wins) * ante <= cap:
        return law
    return law._replace(ante=ante, wins=tuple(
        paid(ante, SECOND * ante * times(PAYS[name]), cap, rules.cap_in_order) for name in LINES))


def paid(first: int, second: int, cap: int, in_order: bool) -> int:
    """What is paid of the prizes of one box, those of its initial and its second bet, where the
    bank bears no more than ``cap`` (15, IR 185)."""
    due = first + second
    if due <= cap:
        return due
    return cap if in_order else second * cap // due + first * cap // due
