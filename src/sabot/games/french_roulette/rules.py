"""The figures of Portaria 217/2007 for French roulette, and the options of the house."""

from __future__ import annotations

from functools import lru_cache

from sabot import regulations as law
from sabot.families.layout.cloth import Cite, Cloth, Fell
from sabot.families.layout.legality import Points
from sabot.families.layout.readings import read_law
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import TableLaw
from sabot.families.roulette import rules as roulette
from sabot.families.roulette.coup import NULL, commands
from sabot.games.french_roulette import clauses
from sabot.games.french_roulette.readings import Readings
from sabot.games.french_roulette.spots import cloth
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Table, Violation
from sabot.regulations import IR, figure

L = law.Section("pt-217-2007/roleta-francesa")

ORDER = figure(
    (("columns", "column"), ("dozens", "dozen"), ("simple",), ("line",), ("street",), ("corner",),
     ("split",), ("straight",)),
    L["20-3"], IR[120])
COLOURS = figure(
    {1: "white", 5: "red", 10: "blue", 25: "green", 50: "orange", 100: "black", 500: "violet",
     1000: "gold"},
    L["22"], IR[145])
"""The colours of the chips, by their value in euros."""
CONDUCT = conduct({}, places=IR[146], place=IR[146], limits=L["24"])



class Rules(roulette.Rules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options: see `roulette.Rules`. ``readings``: see `Readings`."""

    readings: Readings = Readings()


def cloth_of(table: Table) -> Cloth:
    """The cloth of a table."""
    chosen: Readings = table.rules.readings
    return cloth(table.rules.apart, chosen.zero_beside == "first-row",
                 chosen.fractions == "rounded-down", chosen.times == "more-than-it")


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table, with the house's options filled in."""
    layout = cloth_of(table)
    plain = TableLaw(
        layout, roulette.limits(table, layout), table.unit, "spin", NULL,
        exposure=table.rules.exposure, order=ORDER, together=figure(True, L["21"]),
        each=figure(True, L["22"]))
    return read_law(plain, table)


def lost_clause(r: Round, spot: str, fell: Fell) -> Cite | None:
    """The clause under which zero takes the outside bets (19)."""
    return roulette.zero(r, spot, fell, (L["19"], (L["20"],)))


def chip_colour(stake: int) -> str:
    """The colour of the highest chip in a stake, in cents; below one euro, that of the lowest chip.
    """
    return next((name for euros, name in reversed(COLOURS.items()) if stake >= 100 * euros),
                COLOURS[1])


def payment_call(r: Round, bet: str) -> str:
    """The call of a payment, with the bet and the colour of its chips (22)."""
    spot = r.cloth.spots[r.whole(bet)]
    chance = spot.name if spot.kind == "simple" else spot.kind
    return f"pays-{chance}-{chip_colour(r.staked(bet))}"


BOOK = RuleBook(
    clauses.CLAUSES, table_law, lost=lost_clause, announces=payment_call,
    commands=commands(clauses.WHEEL))


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points = Points(table)
    points.places(IR[146], IR[146])
    roulette.check(points, cloth_of(table), law=L["24"], unit_law=L["24"])
    return points.violations
