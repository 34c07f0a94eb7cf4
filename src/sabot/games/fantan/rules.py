"""The figures of fantan's law, as far as texts were found, and the options of the house."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Literal

import msgspec

from sabot import regulations as law
from sabot.families.layout.bets import bounds
from sabot.families.layout.cloth import Cite, Cloth, Fell
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import Limit, TableLaw
from sabot.games.fantan import clauses
from sabot.games.fantan.spots import KINDS, TIES, cloth, commission_of, numbers
from sabot.money import Odds
from sabot.procedure import readings
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Money, Table, Violation
from sabot.regulations import IR, figure
from sabot.words import either, phrase

L = law.Section("mo-fantan/fantan")

CURRENCY = "MOP"  # patacas
LAYOUTS = figure((2, 4), L["58-2004.1.4"])
CHOICES = {"rod": ("bamboo", "plastic")}
CONDUCT = conduct({}, places=IR[339], place=IR[339], limits=IR[340])


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose.

    ``commission``: it is taken of the prize, or of the stake of a bet that wins or ties (IR 336).
    ``prizes``: bets go in steps that are paid whole, or prizes are rounded down to cents (IR 337).
    ``lying_bets``: until the cover is lifted they are changed and taken back, or they stay (IR
    338). ``wrong_count``: a new heap is covered, or the counters are counted anew, or the bets
    return (IR 341). ``two_numbers``: any two numbers stand together, or only neighbours (IR 343).
    """

    commission: Literal["of-prize", "of-stake"] = "of-prize"
    prizes: Literal["whole", "rounded-down"] = "whole"
    lying_bets: Literal["change", "stay"] = "change"
    wrong_count: Literal["new-heap", "counted-anew", "bets-return"] = "new-heap"
    two_numbers: Literal["any", "neighbours"] = "any"

    UNPRICED: ClassVar[frozenset[str]] = frozenset(("prizes",))


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options.

    ``rod``: "bamboo" or "plastic" (58-2004.1.1). ``layouts``: the number of glass layouts, 2 to 4
    (58-2004.1.4). A section for each kind of bet with its own ``minimum`` and ``maximum``; what is
    left out is the table's (IR 340). ``exposure``: the maximum of the prizes of one coup, after the
    commission, 0 for no such limit (IR 123). ``readings``: see `Readings`.
    """

    rod: str = "bamboo"
    layouts: int = 2
    fan: Range = Range()
    nim: Range = Range()
    kuoc: Range = Range()
    nga: Range = Range()
    sam_hong: Range = Range()
    exposure: Money = 0
    readings: Readings = Readings()


def of_table(rules: Rules) -> Cloth:
    """The cloth of a table."""
    return cloth(rules.readings.commission == "of-stake",
                 rules.readings.two_numbers == "neighbours",
                 rules.readings.prizes == "rounded-down")


def section_of(kind: str) -> str:
    """The section of the options for a kind of bet."""
    return kind.replace("-", "_")


def limits(table: Table) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents (IR 340)."""
    limits_by_kind = {}
    for kind in KINDS:
        own: Range = getattr(table.rules, section_of(kind.name))
        low = own.minimum or table.minimum
        limits_by_kind[kind.name] = Limit(low, own.maximum or max(table.maximum, low))
    return limits_by_kind


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table, with the house's options filled in."""
    return TableLaw(of_table(table.rules), limits(table), table.unit, "open",
                    exposure=table.rules.exposure, steps={kind.name: IR[337] for kind in KINDS},
                    currency=CURRENCY)


def commission_of_stake(r: Round) -> bool:
    """Whether the commission is taken of the stake (IR 336)."""
    choice: Readings = r.table.rules.readings
    return choice.commission == "of-stake"


def lost_clause(r: Round, spot: str, fell: Fell) -> Cite | None:
    """The clause of a tie; None for a loss, which is collected as usual."""
    also = (IR[336],) if commission_of_stake(r) else ()
    return (TIES[r.cloth.spots[spot].kind], also) if fell[0] in numbers(spot)[1] else None


def locks(r: Round, player: str) -> dict[str, Cite]:
    """The bets that stay as they lie, where the table reads so: not after a wrong count."""
    if r.table.rules.readings.lying_bets == "change" or r.throws > r.carry.throws:
        return {}
    return dict.fromkeys(r.bets.get(player, {}), r.c.unbet)


def unbet(r: Round, spot: str) -> Cite:
    """The clause under which a bet is taken back; another one applies after a wrong count."""
    return r.c.again if r.throws > r.carry.throws else r.c.unbet


def deducts(r: Round, bet: str, fell: Fell) -> tuple[Odds, Cite]:
    """The commission on a prize, with its clause."""
    kind = r.cloth.spots[r.decides(bet)].kind
    return commission_of(kind, commission_of_stake(r)), (L["told.commission"], (IR[336],))


BOOK = RuleBook(clauses.CLAUSES, table_law, lost=lost_clause, unbet=unbet, deducts=deducts,
                locks=locks)


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the law forbids."""
    points, rules = Points(table, CURRENCY), table.rules
    points.places(IR[339], IR[339])
    points.require(rules.rod in CHOICES["rod"], L["58-2004.1.1"], "rules.rod", repr(rules.rod),
                   either(map(repr, CHOICES["rod"])))
    minimum, maximum = LAYOUTS
    points.require(
        minimum <= rules.layouts <= maximum, L["58-2004.1.4"], "rules.layouts", rules.layouts,
        phrase("{low} to {high}", low=minimum, high=maximum))
    points.limits(IR[340], IR[340])
    if any(violation.what in ("minimum", "maximum", "unit") for violation in points.violations):
        return points.violations
    limits_by_kind = limits(table)
    table_law = TableLaw(of_table(rules), limits_by_kind, table.unit, "open")
    for kind in table_law.cloth.kinds.values():
        low, high, unit = bounds(table_law, kind, table.minimum)
        own: Range = getattr(rules, section_of(kind.name))
        option = f"rules.{section_of(kind.name)}" if own != Range() else "maximum"
        points.require(low <= high, IR[340], option, points.money(limits_by_kind[kind.name].high),
                       phrase("at least {low}, the minimum stake in steps of {unit} (ir/337)",
                              low=points.money(low), unit=points.money(unit)))
    points.violations[:] = dict.fromkeys(points.violations)
    points.exposure(of_table(rules), limits_by_kind)
    return points.violations
