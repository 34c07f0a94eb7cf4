"""What Portaria 217/2007 fixes for French roulette, and what it leaves to the house."""

from __future__ import annotations

from functools import lru_cache

from sabot import law
from sabot.families.layout.cloth import Cite, Cloth, Fell
from sabot.families.layout.legality import Points
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import TableLaw
from sabot.families.roulette import rules as roulette
from sabot.families.roulette.coup import NULL, commands
from sabot.games.french_roulette import clauses
from sabot.games.french_roulette.spots import cloth
from sabot.law import IR, figure
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Table, Violation

L = law.Section("pt-217-2007/roleta-francesa")

ORDER = figure(
    ("columns", "column", "dozens", "dozen", "simple", "line", "street", "corner", "split",
     "straight"),
    L["20-3"], IR[120])
COLOURS = figure(
    {1: "white", 5: "red", 10: "blue", 25: "green", 50: "orange", 100: "black", 500: "violet",
     1000: "gold"},
    L["22"], IR[145])
"""The colours of the chips, by their value in euros."""
CONDUCT = conduct({}, places=IR[146], place=IR[146], limits=L["24"])

Rules = roulette.Rules


def layout_of(table: Table) -> Cloth:
    """The chances of a table as the house chose them."""
    return cloth(table.rules.apart)


@lru_cache
def code(table: Table) -> TableLaw:
    """The law of one table: what the regulation fixes and what the house chose."""
    layout = layout_of(table)
    return TableLaw(
        layout, roulette.limits(table, layout), table.unit, "spin", NULL,
        exposure=table.rules.exposure, order=ORDER,
        together=figure(True, L["21"]),
        each=figure(True, L["22"]),
    )


def lost(r: Round, spot: str, fell: Fell) -> Cite | None:
    """Zero takes the bets on the even chances, the dozens and the columns (19)."""
    return roulette.zero(r, spot, fell, (L["19"], (L["20"],)))


def colour(stake: int) -> str:
    """The colour of the highest chip in a stake of so many cents; below a euro that of the lowest.
    """
    return next((name for euros, name in reversed(COLOURS.items()) if stake >= 100 * euros),
                COLOURS[1])


def announces(r: Round, bet: str) -> str:
    """The words of a payment: the bet, and the colour of its chips (22)."""
    spot = r.cloth.spots[r.whole(bet)]
    chance = spot.name if spot.kind == "simple" else spot.kind
    return f"pays-{chance}-{colour(r.staked(bet))}"


BOOK = RuleBook(
    clauses.CLAUSES, code, lost=lost, announces=announces, commands=commands(clauses.WHEEL)
)


def violations(table: Table) -> list[Violation]:
    """What the regulation forbids in this table, every point of it at once."""
    points = Points(table)
    points.places(IR[146], IR[146])
    roulette.check(points, layout_of(table), law=L["24"], unit_law=L["24"])
    return points.violations
