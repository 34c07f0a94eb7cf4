"""The figures of Portaria 217/2007 for ponto e banca/Macau, and the options of the house."""

from __future__ import annotations

from functools import partial
from typing import Literal

from sabot import regulations as law
from sabot.families.baccarat import legality, ponto, readings
from sabot.families.baccarat.clauses import ON_FIVE, PART, Pile, packs
from sabot.families.baccarat.cloth import Chance, Prizes
from sabot.families.layout.bets import bounds
from sabot.families.layout.legality import Points
from sabot.families.layout.shared_limits import Shared
from sabot.families.layout.values import Limit
from sabot.games.ponto_e_banca_macau import caps, clauses
from sabot.money import EVENS, Odds
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Table, Violation
from sabot.regulations import IR, figure
from sabot.words import phrase

L = law.Section("pt-217-2007/bacara-ponto-e-banca-macau")

SINGLE_PACKS = figure(6, L["1-2"])
DOUBLE_PACKS = figure(8, L["1-2"])
MACHINE_PACKS = figure(6, L["5.b"])
SINGLE = figure((7, 9), L["2"])
DOUBLED = figure((6, 7), L["2"])
ABOUT = figure((10, 14), IR[197])
PRIZES = Prizes(
    even=figure(EVENS, L["17-2"]), tie=figure(Odds(8), L["18"]), pair=figure(Odds(11), L["19-2"]),
    part=figure(Odds(1, 20), L["20.a"]), half=figure(Odds(1, 2), L["20.b"]),
    five=figure(5, L["20.b"]))
CHANCES = {
    "ponto": Chance((L["11"], (L["10"],)), (L["17-2"], (L["17"],)), (L["23"], (L["22"], IR[207]))),
    "banca": Chance((L["11"], (L["10"],)), (L["17-2"], (L["17"],)), (L["23"], (L["22"], IR[207]))),
    "tie": Chance((L["11"], ()), (L["18"], ()), (L["24"], ())),
    "pair": Chance((L["11-2"], (IR[206],)), (L["19-2"], (L["19"], IR[206])), (L["25"], (IR[208],))),
}
DEDUCTIONS = {PART: (L["20.a"], (L["20"], IR[200])), ON_FIVE: (L["20.b"], (L["20"], IR[200]))}
PILE = Pile(
    partial(packs, SINGLE_PACKS, DOUBLE_PACKS, MACHINE_PACKS),
    burned=figure(8, L["6-3"])
)
RESULTS = 100
"""The results of the current shoe that are stored, for the roads: more than a shoe has coups."""
CONDUCT = conduct({}, places=L["2"], place=IR[195], limits=L["22"])


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose: see `readings.Readings` of the family.

    ``difference``: the amount of 22 holds at every moment, or the last bets are cut when bets are
    closed (IR 207). ``both_sides``: so does the difference between the bets of one player on both
    sides, or the later of both goes back then (IR 209). ``sums``: stakes pay in whole cents, or the
    deduction is rounded down (IR 204).
    """

    difference: Literal["always", "at-close"] = "always"
    both_sides: Literal["always", "at-close"] = "always"
    sums: Literal["exact", "rounded-down"] = "exact"


class Rules(ponto.Rules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options: see `ponto.Rules`. ``pairs_together``: both pairs share one limit (25).
    The limit for the difference between ponto and banca (22) is the table's maximum (IR 208)."""

    pairs_together: bool = False
    readings: Readings = Readings()


def limits(table: Table) -> dict[str, Limit]:
    """The minimum of every bet, and its maximum on an empty cloth, in cents."""
    maximum = table.maximum
    return {"ponto": Limit(table.minimum, maximum), "banca": Limit(table.minimum, maximum),
            "tie": Limit(table.minimum, caps.tie_limit(maximum)),
            "pair": Limit(table.minimum, caps.pair_limit(maximum))}


REGULATION = ponto.Regulation(CHANCES, PRIZES, DEDUCTIONS, PILE, clauses.LAW, limits,
                              steps=IR[204], results=RESULTS)
BOOK = REGULATION.book(clauses.CLAUSES)._replace(
    rooms=caps.rooms, floors=caps.floors, gaps=caps.gaps, stays=caps.locked_if_cleared)


def shared_limits(table: Table) -> Shared:
    """The limits that the bets of one player share."""
    return caps.shared_limits(table, REGULATION.cloth(table))


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points = Points(table)
    legality.check(points, seats=L["2"], standing=L["12"], one_place=IR[195], shuffler=L["5"],
                 warning=IR[197], deduction=L["20"], single=SINGLE, double=DOUBLED, about=ABOUT)
    points.limits(L["22"], L["22"])
    if table.minimum <= 0 or table.unit <= 0 or points.violations:
        return points.violations
    table_law = REGULATION.table_law(table)
    for name, kind in table_law.cloth.kinds.items():
        low, high, unit = bounds(table_law, kind, table.minimum)
        points.require(low == table.minimum, IR[204], "minimum", points.money(table.minimum),
                       phrase("a multiple of {unit}, which {name} pays in whole cents",
                              unit=points.money(unit), name=name))
        share = {"tie": caps.tie_limit, "pair": caps.pair_limit}.get(name, int)(100)
        minimum = -(-low * 100 // (share * table.unit)) * table.unit
        points.require(low <= high, kind.limit[0], "maximum", points.money(table.maximum),
                    phrase("at least {minimum}, of which {share} % leave room for a bet of {low} "
                           "on {name}", minimum=points.money(minimum), share=share,
                           low=points.money(low), name=name))
    return points.violations
