"""The figures of Portaria 217/2007 for cussec, and the options of the house."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sabot import law
from sabot.families.layout.cloth import Cite, Fell
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import Limit, TableLaw
from sabot.games.cussec import clauses
from sabot.games.cussec.spots import cloth
from sabot.law import IR, figure
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Money, Table, Violation

L = law.Section("pt-217-2007/cussec")

PRESSES = figure(3, L["4"])
EDGE = figure((12, 15), L["1.b"])
CONDUCT = conduct({}, places=IR[151], place=IR[151], limits=IR[153])


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options.

    A section for each kind of bet with its own ``minimum`` and ``maximum``; what is left out is the
    table's (IR 153). ``simple``: small and big. ``exposure``: the maximum of the prizes of one
    play, 0 for no such limit (IR 123). ``edge``: the edge of the dice in millimetres (1.b).
    """

    simple: Range = Range()
    single: Range = Range()
    pair: Range = Range()
    double: Range = Range()
    triple: Range = Range()
    any_triple: Range = Range()
    total: Range = Range()
    exposure: Money = 0
    edge: int = 14


def section_of(kind: str) -> str:
    """The section of the options for a kind of bet."""
    if kind in ("small", "big"):
        return "simple"
    return "total" if kind.startswith("total") else kind.replace("-", "_")


def limits(table: Table) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents (IR 153)."""
    limits_by_kind = {}
    for kind in cloth().kinds:
        own: Range = getattr(table.rules, section_of(kind))
        low = own.minimum or table.minimum
        limits_by_kind[kind] = Limit(low, own.maximum or max(table.maximum, low))
    return limits_by_kind


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table, with the house's options filled in."""
    return TableLaw(cloth(), limits(table), table.unit, "open", exposure=table.rules.exposure)


def lost_clause(r: Round, spot: str, fell: Fell) -> Cite | None:
    """The clause under which small and big lose when three dice are equal."""
    if spot in ("small", "big") and len(set(fell)) == 1:
        return L["9"], ()
    return None


def unbet(r: Round, spot: str) -> Cite:
    """The clause under which a bet is taken back; another one applies after a void play."""
    return r.c.again if r.throws > r.carry.throws else r.c.unbet


BOOK = RuleBook(clauses.CLAUSES, table_law, lost=lost_clause, unbet=unbet)


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points, rules = Points(table), table.rules
    points.places(IR[151], IR[151])
    points.limits(IR[153], IR[153])
    minimum, maximum = EDGE
    points.require(minimum <= rules.edge <= maximum, L["1.b"], "rules.edge", f"{rules.edge} mm",
                   f"{minimum} to {maximum} mm")
    if table.minimum <= 0 or table.maximum < table.minimum:
        return points.violations
    limits_by_kind = limits(table)
    for name in dict.fromkeys(map(section_of, limits_by_kind)):
        low, high, *_ = next(
            limits_by_kind[kind] for kind in limits_by_kind if section_of(kind) == name
        )
        points.require(high >= low, IR[153], f"rules.{name}", points.money(high),
                       f"at least its minimum of {points.money(low)}")
    points.exposure(cloth(), limits_by_kind)
    return points.violations
