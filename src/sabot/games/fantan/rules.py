"""What was read of fantan's law, and what it leaves to the house."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sabot import law
from sabot.families.layout.bets import bounds
from sabot.families.layout.cloth import Cite, Fell
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import Limit, TableLaw
from sabot.games.fantan import clauses
from sabot.games.fantan.spots import KINDS, TIES, cloth, kept_back, numbers
from sabot.law import IR, figure
from sabot.money import Odds
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Money, Table, Violation

L = law.Section("mo-fantan/fantan")

CURRENCY = "MOP"  # patacas
LAYOUTS = figure((2, 4), L["58-2004.1.4"])
CHOICES = {"rod": ("bamboo", "plastic")}
CONDUCT = conduct({}, places=IR[339], place=IR[339], limits=IR[340])


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's choices.

    ``rod``: of "bamboo" or of "plastic" (58-2004.1.1). ``layouts``: of glass, two to four
    (58-2004.1.4). A section for each chance with its own ``minimum`` and ``maximum``; what is left
    out is the table's (IR 340). ``exposure``: the most that the bank may have to pay in prizes on
    one coup, less the commission, nothing for no such limit (IR 123).
    """

    rod: str = "bamboo"
    layouts: int = 2
    fan: Range = Range()
    nim: Range = Range()
    kuoc: Range = Range()
    nga: Range = Range()
    sam_hong: Range = Range()
    exposure: Money = 0


def chosen(kind: str) -> str:
    """The section of the rules for a kind of bet."""
    return kind.replace("-", "_")


def limits(table: Table) -> dict[str, Limit]:
    """The least and the most of every chance, in cents (IR 340)."""
    found = {}
    for kind in KINDS:
        own: Range = getattr(table.rules, chosen(kind.name))
        low = own.minimum or table.minimum
        found[kind.name] = Limit(low, own.maximum or max(table.maximum, low))
    return found


@lru_cache
def code(table: Table) -> TableLaw:
    """The law of one table: what was read and what the house chose."""
    return TableLaw(cloth(), limits(table), table.unit, "open", exposure=table.rules.exposure,
                    steps={kind.name: IR[337] for kind in KINDS}, currency=CURRENCY)


def lost(r: Round, spot: str, fell: Fell) -> Cite | None:
    """A tie has its clause; a loss is collected as at every table."""
    return (TIES[r.cloth.spots[spot].kind], ()) if fell[0] in numbers(spot)[1] else None


def unbet(r: Round, spot: str) -> Cite:
    """A bet is taken back as at every table, and after a count that went wrong by its own right."""
    return r.c.again if r.throws > r.carry.throws else r.c.unbet


def deducts(r: Round, bet: str, fell: Fell) -> tuple[Odds, Cite]:
    """The commission on every prize."""
    return kept_back(r.cloth.spots[r.decides(bet)].kind), (L["told.commission"], (IR[336],))


BOOK = RuleBook(clauses.CLAUSES, code, lost=lost, unbet=unbet, deducts=deducts)


def violations(table: Table) -> list[Violation]:
    """What the law forbids in this table, every point of it at once."""
    points, rules = Points(table, CURRENCY), table.rules
    points.places(IR[339], IR[339])
    points.require(rules.rod in CHOICES["rod"], L["58-2004.1.1"], "rules.rod", repr(rules.rod),
                   " or ".join(map(repr, CHOICES["rod"])))
    least, most = LAYOUTS
    points.require(least <= rules.layouts <= most, L["58-2004.1.4"], "rules.layouts", rules.layouts,
                   f"{least} to {most}")
    points.limits(IR[340], IR[340])
    if any(one.what in ("minimum", "maximum", "unit") for one in points.violations):
        return points.violations
    found = limits(table)
    given = TableLaw(cloth(), found, table.unit, "open")
    for kind in KINDS:
        low, high, unit = bounds(given, kind, table.minimum)
        own: Range = getattr(rules, chosen(kind.name))
        where = f"rules.{chosen(kind.name)}" if own != Range() else "maximum"
        points.require(low <= high, IR[340], where, points.money(found[kind.name].high),
                       f"at least {points.money(low)}, the least stake that goes in steps of "
                       f"{points.money(unit)} (ir/337)")
    points.violations[:] = dict.fromkeys(points.violations)
    points.exposure(cloth(), found)
    return points.violations
