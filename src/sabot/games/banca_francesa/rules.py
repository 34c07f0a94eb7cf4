"""What Portaria 217/2007 fixes for the French bank, and what it leaves to the house."""

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
    """The house's choices.

    ``aces`` and ``simple`` (small and big): a ``minimum`` and a ``maximum`` of their own; what is
    left out follows from the table's (IR 159), and a line takes twice those of small and big
    (11-2). ``exposure``: the most that the bank may have to pay in prizes on one throw, nothing for
    no such limit (IR 123). ``edge``: the edge of the dice in millimetres (3.b).
    """

    aces: Range = Range()
    simple: Range = Range()
    exposure: Money = 0
    edge: int = 14


def limits(table: Table) -> dict[str, Limit]:
    """The least and the most of every chance, in cents; on a line those of all its chips."""
    aces, simple = table.rules.aces, table.rules.simple
    low, high = simple.minimum or table.minimum, simple.maximum or table.maximum
    least = aces.minimum or table.minimum
    most = cloth().kinds["aces"].most
    both, line = Limit(low, max(low, high)), Limit(LINE * low, LINE * max(low, high))
    return {"aces": Limit(least, aces.maximum or max(least, min(most * least, table.maximum))),
            "small": both, "big": both, "line-small": line, "line-big": line}


def counts(line: Limit, kind: str, cents: int) -> int:
    """What of the chips on a spot is at stake: on a line half of the greatest lawful value that
    they reach (11, 11-3, IR 157)."""
    if not kind.startswith("line"):
        return cents
    if cents < line.low:
        return 0
    whole = cents if cents == line.high else max(line.low, cents - cents % STEP)
    return whole // LINE


@lru_cache
def code(table: Table) -> TableLaw:
    """The law of one table: what the regulation fixes and what the house chose."""
    found = limits(table)
    return TableLaw(cloth(), found, table.unit, "throw", FAULTS, exposure=table.rules.exposure,
                    collect=COLLECT, backward=True, counts=partial(counts, found["line-small"]))


def manner(r: Round, fell: Fell) -> tuple[str, Cite] | None:
    """Prizes on aces are paid spread out."""
    return ("pay-ribbon", (L["16"], (L["15"],))) if sum(fell) in WINS["aces"] else None


BOOK = RuleBook(clauses.CLAUSES, code, manner=manner, commands=COMMANDS)


def violations(table: Table) -> list[Violation]:
    """What the regulation forbids in this table, every point of it at once."""
    points, rules = Points(table), table.rules
    points.places(IR[151], IR[151])
    points.limits(L["17"], L["17"])
    least, most = EDGE
    points.require(least <= rules.edge <= most, L["3.b"], "rules.edge", f"{rules.edge} mm",
                   f"{least} to {most} mm")
    if table.minimum <= 0 or table.maximum < table.minimum:
        return points.violations
    found = limits(table)
    for name, kind in (("aces", "aces"), ("simple", "small")):
        (low, high, *_), chance = found[kind], cloth().kinds[kind]
        own: Range = getattr(rules, name)
        what = f"rules.{name}" if name == "aces" or own.maximum or own.minimum else "maximum"
        points.require(not own.maximum or own.maximum >= low, IR[159], what,
                       points.money(own.maximum), f"at least its minimum of {points.money(low)}")
        points.require(high <= chance.most * low, chance.limit[0], what, points.money(high),
                       f"at most {chance.most} times its minimum of {points.money(low)}: "
                       f"{points.money(chance.most * low)}")
    points.exposure(cloth(), found)
    return points.violations
