"""The figures of Portaria 217/2007 for ponto e banca, and the options of the house."""

from __future__ import annotations

from functools import partial
from typing import Literal

from sabot import regulations as law
from sabot.families.baccarat import legality, ponto, readings
from sabot.families.baccarat.clauses import ON_FIVE, PART, Pile, packs
from sabot.families.baccarat.cloth import Chance, Prizes
from sabot.families.baccarat.readings import needs_of_pairs
from sabot.families.layout.bets import bounds
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.shared_limits import Shared
from sabot.families.layout.values import Limit
from sabot.games.ponto_e_banca import clauses, standing
from sabot.money import EVENS, Odds
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Table, Violation
from sabot.regulations import IR, figure
from sabot.words import phrase

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
OWN_LIMITS = ("tie", "pair")
"""The chances that may have a minimum of their own."""
RESULTS = 100
"""The results of the current shoe that are stored, for the roads: more than a shoe has coups."""
CONDUCT = conduct({}, places=L["2"], place=IR[195], limits=L["21"])


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose: see `readings.Readings` of the family.

    ``standing``: who stands adds to the bet of the seat on its own chances, or bets on every chance
    but the one against it; or what they added limits the holder of the seat too (IR 196). ``sums``:
    stakes pay in whole cents, and the proportions of 21 are exact; or these are greatest ones; or
    the deduction is rounded down (IR 204). ``maximum_of``: a maximum is that of each player's bet,
    or of all bets on the chance together (IR 432).
    """

    standing: Literal["same-chance", "any-chance", "binding"] = "same-chance"
    sums: Literal["exact", "at-most", "rounded-down"] = "exact"
    maximum_of: Literal["player", "chance"] = "player"


class Rules(ponto.Rules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options: see `ponto.Rules`. ``tie`` and ``pair``: their own minimum; the maximum
    is the multiple of it that the law fixes (21), or less where `Readings.sums` allows it."""

    tie: Range = Range()
    pair: Range = Range()
    readings: Readings = Readings()


def at_most(table: Table) -> bool:
    """Whether the proportions of 21 are greatest ones (IR 204)."""
    return bool(table.rules.readings.sums == "at-most")


def limits(table: Table) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents."""
    limits_by_kind = {}
    for name, chance in CHANCES.items():
        own: Range = getattr(table.rules, name, Range())
        low = own.minimum or table.minimum
        high = low * chance.most
        if at_most(table):
            high = min(high, own.maximum or (high if name in OWN_LIMITS else table.maximum))
        limits_by_kind[name] = Limit(low, high)
    return limits_by_kind


REGULATION = ponto.Regulation(CHANCES, PRIZES, DEDUCTIONS, PILE, clauses.LAW, limits,
                              steps=IR[204], results=RESULTS)
BOOK = REGULATION.book(clauses.CLAUSES)._replace(
    rooms=standing.rooms, barred=standing.barred_spots, follows=standing.return_excess)


def shared_limits(table: Table) -> Shared:
    """The limits that the bets of one player share: a pair may need another bet."""
    return Shared(needs=needs_of_pairs(table, REGULATION.cloth(table)))


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points = Points(table)
    legality.check(points, seats=L["2"], standing=L["12"], one_place=IR[195], shuffler=L["5"],
                 warning=IR[197], deduction=L["20"], single=SINGLE, double=DOUBLED, about=ABOUT)
    points.limits(L["21"], L["21"])
    if table.minimum <= 0 or table.unit <= 0 or points.violations:
        return points.violations
    high, less = CHANCES["ponto"].most * table.minimum, at_most(table)
    points.require(table.maximum == high or (less and table.maximum < high), L["21"], "maximum",
                   points.money(table.maximum), phrase(
                       "at most {times} times the minimum: {high}" if less else
                       "{times} times the minimum: {high}", times=CHANCES["ponto"].most,
                       high=points.money(high)))
    table_law = REGULATION.table_law(table)
    for name, kind in table_law.cloth.kinds.items():
        low, high, unit = bounds(table_law, kind, table.minimum)
        limit = table_law.limits[name]
        option = f"rules.{name}" if name in OWN_LIMITS else "minimum"
        points.require((low, high) == limit[:2], IR[204], option, points.money(limit.low),
                       phrase("a multiple of {unit}, which {name} pays in whole cents",
                              unit=points.money(unit), name=name))
    for name in OWN_LIMITS:
        own: Range = getattr(table.rules, name)
        low, times = table_law.limits[name].low, CHANCES[name].most
        fits = own.maximum in (0, low * times) or (less and low <= own.maximum < low * times)
        points.require(fits, CHANCES[name].limit[0], f"rules.{name}", points.money(own.maximum),
                       phrase("at most {times} times its minimum: {high}" if less else
                              "{times} times its minimum: {high}", times=times,
                              high=points.money(low * times)))
    return points.violations
