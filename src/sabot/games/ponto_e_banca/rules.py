"""The figures of Portaria 217/2007 for ponto e banca, and the options of the house."""

from __future__ import annotations

from functools import partial

from sabot import law
from sabot.families.baccarat import legality, ponto
from sabot.families.baccarat.clauses import ON_FIVE, PART, Pile, packs
from sabot.families.baccarat.cloth import Chance, Prizes
from sabot.families.layout.bets import bounds
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.values import Limit
from sabot.games.ponto_e_banca import clauses, standing
from sabot.law import IR, figure
from sabot.money import EVENS, Odds
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Table, Violation

L = law.Section("pt-217-2007/bacara-ponto-e-banca")

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
    "ponto": Chance(
        (L["11"], (L["10"],)), (L["17-2"], (L["17"],)), (L["21"], ()),
        most=figure(70, L["21"])),
    "banca": Chance(
        (L["11"], (L["10"],)), (L["17-2"], (L["17"],)), (L["21"], ()),
        most=figure(70, L["21"])),
    "tie": Chance(
        (L["11"], ()), (L["18"], ()), (L["21-2"], ()),
        most=figure(15, L["21-2"])),
    "pair": Chance(
        (L["11-2"], (IR[206],)), (L["19-2"], (L["19"], IR[206])), (L["21-3"], ()),
        most=figure(8, L["21-3"])),
}
DEDUCTIONS = {PART: (L["20.a"], (L["20"], IR[200])), ON_FIVE: (L["20.b"], (L["20"], IR[200]))}
PILE = Pile(
    partial(packs, SINGLE_PACKS, DOUBLE_PACKS, MACHINE_PACKS),
    burned=figure(8, L["6-3"])
)
RESULTS = 100
"""The results of the current shoe that are stored, for the roads: more than a shoe has coups."""
CONDUCT = conduct({}, places=L["2"], place=IR[195], limits=L["21"])


class Rules(ponto.Rules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options: see `ponto.Rules`. ``tie`` and ``pair``: their own minimum; the maximum
    is the multiple of it that the law fixes (21)."""

    tie: Range = Range()
    pair: Range = Range()


def limits(table: Table) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents."""
    limits_by_kind = {}
    for name, chance in CHANCES.items():
        own: Range = getattr(table.rules, name, Range())
        low = own.minimum or table.minimum
        limits_by_kind[name] = Limit(low, low * chance.most)
    return limits_by_kind


REGULATION = ponto.Regulation(CHANCES, PRIZES, DEDUCTIONS, PILE, clauses.LAW, limits,
                              steps=IR[204], results=RESULTS)
BOOK = REGULATION.book(clauses.CLAUSES)._replace(
    rooms=standing.rooms, barred=standing.barred_spots, follows=standing.return_excess)


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points = Points(table)
    legality.check(points, seats=L["2"], standing=L["12"], one_place=IR[195], shuffler=L["5"],
                 warning=IR[197], deduction=L["20"], single=SINGLE, double=DOUBLED, about=ABOUT)
    points.limits(L["21"], L["21"])
    if table.minimum <= 0 or table.unit <= 0 or points.violations:
        return points.violations
    points.require(table.maximum == CHANCES["ponto"].most * table.minimum, L["21"], "maximum",
                   points.money(table.maximum), f"{CHANCES['ponto'].most} times the minimum: "
                   f"{points.money(CHANCES['ponto'].most * table.minimum)}")
    table_law = REGULATION.table_law(table)
    for name, kind in table_law.cloth.kinds.items():
        low, high, unit = bounds(table_law, kind, table.minimum)
        limit = table_law.limits[name]
        option = f"rules.{name}" if name in ("tie", "pair") else "minimum"
        points.require((low, high) == limit[:2], IR[204], option, points.money(limit.low),
                       f"a multiple of {points.money(unit)}, which {name} pays in whole cents")
    for name in ("tie", "pair"):
        own: Range = getattr(table.rules, name)
        low, times = table_law.limits[name].low, CHANCES[name].most
        points.require(own.maximum in (0, low * times), CHANCES[name].limit[0], f"rules.{name}",
                       points.money(own.maximum), f"{times} times its minimum: "
                       f"{points.money(low * times)}")
    return points.violations
