"""The drawing of American roulette: layout, wheel, and the board with the value of each colour."""

from __future__ import annotations

from sabot.families.layout.felt import seats
from sabot.families.roulette.felt import roulette
from sabot.families.roulette.spots import red
from sabot.games.american_roulette.rules import of_table
from sabot.games.american_roulette.spots import WHEELS
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.table import Table
from sabot.regulations import Section, cite_clause

L = Section("pt-217-2007/roleta-americana")

ORDERS = {"french": L["2.a"], "american": L["2.b"]}


def felt(table: Table) -> LayoutFelt:
    """The zones: the bets (24), with the French order also series and neighbours (25), a place for
    each colour (8), the values of the colours (9), the marker (23); a wheel of 37 pockets (5).
    """
    wheel = table.rules.wheel
    cite_clause(L["24"], L["8"], L["9"], L["23-2"], L["5"], ORDERS[wheel])
    cloth = of_table(table.rules)
    return roulette(cloth, WHEELS[wheel], red(cloth), places=seats(table.places, L["8"]),
                    values=True,
                    laws={"wheel": ORDERS[wheel], "values": L["9"], "marker": L["23-2"]})
