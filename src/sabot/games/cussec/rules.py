"""What Portaria 217/2007 fixes for cussec, and what it leaves to the house."""

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
    """The house's choices.

    A section for each chance with its own ``minimum`` and ``maximum``; what is left out is the
    table's (IR 153). ``simple`` are small and big. ``exposure``: the most that the bank may have to
    pay in prizes on one play, nothing for no such limit (IR 123). ``edge``: the edge of the dice in
    millimetres (1.b).
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


def chosen(kind: str) -> str:
    """The section of the rules for a kind of bet."""
    if kind in ("small", "big"):
        return "simple"
    return "total" if kind.startswith("total") else kind.replace("-", "_")


def limits(table: Table) -> dict[str, Limit]:
    """The least and the most of every chance, in cents (IR 153)."""
    found = {}
    for kind in cloth().kinds:
        own: Range = getattr(table.rules, chosen(kind))
        low = own.minimum or table.minimum
        found[kind] = Limit(low, own.maximum or max(table.maximum, low))
    return found


@lru_cache
def code(table: Table) -> TableLaw:
    """The law of one table: what the regulation fixes and what the house chose."""
    return TableLaw(cloth(), limits(table), table.unit, "open", exposure=table.rules.exposure)


def lost(r: Round, spot: str, fell: Fell) -> Cite | None:
    """Small and big lose by a clause of their own when three dice are equal."""
    if spot in ("small", "big") and len(set(fell)) == 1:
        return L["9"], ()
    return None


def unbet(r: Round, spot: str) -> Cite:
    """A bet is taken back as at every table, and after a void play by a right of its own."""
    return r.c.again if r.throws > r.carry.throws else r.c.unbet


BOOK = RuleBook(clauses.CLAUSES, code, lost=lost, unbet=unbet)


def violations(table: Table) -> list[Violation]:
    """What the regulation forbids in this table, every point of it at once."""
    points, rules = Points(table), table.rules
    points.places(IR[151], IR[151])
    points.limits(IR[153], IR[153])
    least, most = EDGE
    points.require(least <= rules.edge <= most, L["1.b"], "rules.edge", f"{rules.edge} mm",
                   f"{least} to {most} mm")
    if table.minimum <= 0 or table.maximum < table.minimum:
        return points.violations
    found = limits(table)
    for name in dict.fromkeys(map(chosen, found)):
        low, high, *_ = next(found[kind] for kind in found if chosen(kind) == name)
        points.require(high >= low, IR[153], f"rules.{name}", points.money(high),
                       f"at least its minimum of {points.money(low)}")
    points.exposure(cloth(), found)
    return points.violations
