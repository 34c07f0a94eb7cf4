"""What the house rules fix, and what they leave to who lays out a table."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sabot import regulations as law
from sabot.families.layout.legality import Points
from sabot.families.layout.round import RuleBook
from sabot.families.layout.values import NOT, Clauses, Limit, TableLaw
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Table, Violation
from sabot.regulations import IR
from sabot.words import phrase
from two_coins.spots import cloth

L = law.Section("xx-two-coins/two-coins")

STEP = 10
"""Cents: the least step in which 5 to 2 and 9 to 10 pay whole cents."""
CONDUCT = conduct({}, places=L["5"], place=L["5"], limits=L["4"])
CLAUSES = Clauses(
    open_bets=(L["2"], (L["3"],)), betting=(L["2"], (IR[10000],)),
    sit=(L["5"], ()), leave=(L["5"], ()), one_place=(L["5"], ()),
    unbet=(IR[10000], ()), repeat=(IR[121], ()), no_more=(L["2"], ()),
    call=(L["2"], ()), null=(L["7"], ()), again=(L["7"], ()),
    collect=(L["6"], ()), lost=(L["6"], ()), order=(L["6"], ()), announce=(L["6"], ()),
    kept=(L["6"], (IR[121],)), stay=NOT, void=(IR[24], ()), refund=(IR[24], ()),
    indicator=(IR[24], ()), lone=(IR[25], ()))


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table has no choices beside its limits."""


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table."""
    layout = cloth(table.law_since)
    limits = {name: Limit(table.minimum, table.maximum) for name in layout.kinds}
    return TableLaw(layout, limits, table.unit, "throw")


BOOK = RuleBook(CLAUSES, table_law)


def violations(table: Table) -> list[Violation]:
    """What the rules forbid in this table, every point of it at once."""
    points = Points(table)
    points.places(L["5"], L["5"])
    points.limits(L["4"], L["4"])
    points.require(table.unit % STEP == 0, L["4"], "unit", points.money(table.unit),
                   phrase("steps of {step}, in which 5 to 2 and 9 to 10 are whole cents",
                          step=points.money(STEP)))
    return points.violations
