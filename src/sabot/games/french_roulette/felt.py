"""The drawing of French roulette: layout and wheel."""

from __future__ import annotations

from sabot.families.layout.felt import seats
from sabot.families.roulette.felt import roulette
from sabot.families.roulette.spots import FRENCH, RED
from sabot.games.french_roulette.rules import cloth_of
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.table import Table
from sabot.regulations import Section, cite_clause

L = Section("pt-217-2007/roleta-francesa")


def felt(table: Table) -> LayoutFelt:
    """The zones: the bets (16), the wheel of 37 pockets (5) in its order (2), and the number that
    the croupier marks with the rake (15).
    """
    cite_clause(L["16"], L["2"], L["5"], L["15-2"])
    return roulette(cloth_of(table), FRENCH, RED, places=seats(table.places, L["16"]),
                    values=False, marks="rake",
                    laws={"wheel": L["2"], "values": "", "marker": L["15-2"]})
