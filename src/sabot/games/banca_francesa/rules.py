"""The figures of Portaria 217/2007 for the French bank, and the options of the house."""

from __future__ import annotations

from functools import lru_cache, partial

import msgspec

from sabot import law
from sabot.families.layout.cloth import Cite, Fell
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import Limit, TableLaw
from sabot.games.banca_francesa import clauses
from sabot.games.banca_francesa.coup import COMMANDS, FAULTS
from sabot.games.banca_francesa.spots import WINS, cloth
from sabot.law import IR, figure
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Money, Table, Violation

L = law.Section("pt-217-2007/banca-francesa")

EDGE = figure((12, 15), L["3.b"])
LINE = figure(2, L["11"], L["11-2"])
STEP = figure(1_000, L["11-3"])
COLLECT = figure(("aces", "small", "line-small", "big", "line-big"), L["12"], IR[158])
CONDUCT = conduct({}, places=IR[151], place=IR[151], limits=L["17"])


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options.

    ``aces`` and ``simple`` (small and big): their own ``minimum`` and ``maximum``; what is left out
    follows from the table's (IR 159). A line has twice the limits of small and big (11-2).
    ``exposure``: the maximum of the prizes of one throw, 0 for no such limit (IR 123). ``edge``:
    the edge of the dice in millimetres (3.b).
    """

    aces: Range = Range()
    simple: Range = Range()
    exposure: Money = 0
    edge: int = 14


def limits(table: Table) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents; on a line, those of all its chips."""
    aces, simple = table.rules.aces, table.rules.simple
    low, high = simple.minimum or table.minimum, simple.maximum or table.maximum
    minimum = aces.minimum or table.minimum
    maximum = cloth().kinds["aces"].most
    simple_limit, line_limit = Limit(low, max(low, high)), Limit(LINE * low, LINE * max(low, high))
    return {
        "aces": Limit(minimum, aces.maximum or max(minimum, min(maximum * minimum, table.maximum))),
        "small": simple_limit,
        "big": simple_limit,
        "line-small": line_limit,
        "line-big": line_limit,
    }


def at_stake(line_limit: Limit, kind: str, cents: int) -> int:
    """The part of the chips on a spot that is at stake: on a line, half of the highest lawful value
    that they reach (11, 11-3, IR 157)."""
    if not kind.startswith("line"):
        return cents
    if cents < line_limit.low:
        return 0
    value = cents if cents == line_limit.high else max(line_limit.low, cents - cents % STEP)
    return value // LINE


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table, with the house's options filled in."""
    limits_by_kind = limits(table)
    return TableLaw(
        cloth(), limits_by_kind, table.unit, "throw", FAULTS, exposure=table.rules.exposure,
        collect=COLLECT, backward=True, counts=partial(at_stake, limits_by_kind["line-small"]))


def paid_spread(r: Round, fell: Fell) -> tuple[str, Cite] | None:
    """How prizes on aces are paid: spread out; None for other throws."""
    return ("pay-ribbon", (L["16"], (L["15"],))) if sum(fell) in WINS["aces"] else None


BOOK = RuleBook(clauses.CLAUSES, table_law, manner=paid_spread, commands=COMMANDS)


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points, rules = Points(table), table.rules
    points.places(IR[151], IR[151])
    points.limits(L["17"], L["17"])
    minimum, maximum = EDGE
    points.require(minimum <= rules.edge <= maximum, L["3.b"], "rules.edge", f"{rules.edge} mm",
                   f"{minimum} to {maximum} mm")
    if table.minimum <= 0 or table.maximum < table.minimum:
        return points.violations
    limits_by_kind = limits(table)
    for name, kind in (("aces", "aces"), ("simple", "small")):
        (low, high, *_), chance = limits_by_kind[kind], cloth().kinds[kind]
        own: Range = getattr(rules, name)
        option = f"rules.{name}" if name == "aces" or own.maximum or own.minimum else "maximum"
        points.require(not own.maximum or own.maximum >= low, IR[159], option,
                       points.money(own.maximum), f"at least its minimum of {points.money(low)}")
        points.require(high <= chance.most * low, chance.limit[0], option, points.money(high),
                       f"at most {chance.most} times its minimum of {points.money(low)}: "
                       f"{points.money(chance.most * low)}")
    points.exposure(cloth(), limits_by_kind)
    return points.violations
