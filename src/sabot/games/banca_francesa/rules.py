"""The figures of Portaria 217/2007 for the French bank, and the options of the house."""

from __future__ import annotations

from functools import lru_cache, partial

import msgspec

from sabot import regulations as law
from sabot.families.layout.cloth import Cite, Cloth, Fell
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.readings import read_law
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import Limit, TableLaw
from sabot.games.banca_francesa import clauses
from sabot.games.banca_francesa.coup import COMMANDS, FAULTS
from sabot.games.banca_francesa.readings import Readings
from sabot.games.banca_francesa.spots import WINS, cloth
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Money, Table, Violation
from sabot.regulations import IR, figure
from sabot.words import phrase

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
    the edge of the dice in millimetres (3.b). ``readings``: see `Readings`.
    """

    aces: Range = Range()
    simple: Range = Range()
    exposure: Money = 0
    edge: int = 14
    readings: Readings = Readings()


def of_table(rules: Rules) -> Cloth:
    """The cloth of a table."""
    return cloth(rules.readings.other_sums == "lose")


def limits(table: Table) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents; on a line, those of all its chips."""
    aces, simple = table.rules.aces, table.rules.simple
    low, high = simple.minimum or table.minimum, simple.maximum or table.maximum
    minimum = aces.minimum or table.minimum
    maximum = cloth().kinds["aces"].most
    simple_limit, line_limit = Limit(low, max(low, high)), Limit(LINE * low, LINE * max(low, high))
    if only_tens(table):
        line_limit = line_limit._replace(low=max(line_limit.low, STEP))
    return {
        "aces": Limit(minimum, aces.maximum or max(minimum, min(maximum * minimum, table.maximum))),
        "small": simple_limit,
        "big": simple_limit,
        "line-small": line_limit,
        "line-big": line_limit,
    }


def only_tens(table: Table) -> bool:
    """Whether only multiples of ten euros count on a line, and so at least one (IR 157)."""
    return bool(table.rules.readings.line_counts == "only-tens")


def at_stake(line_limit: Limit, kind: str, cents: int, tens: bool = False) -> int:
    """The part of the chips on a spot that is at stake: on a line, half of the highest lawful value
    that they reach (11, 11-3, IR 157). ``tens``: only multiples of ten euros are lawful values."""
    if not kind.startswith("line"):
        return cents
    if cents < line_limit.low:
        return 0
    if tens:
        return (cents - cents % STEP) // LINE
    value = cents if cents == line_limit.high else max(line_limit.low, cents - cents % STEP)
    return value // LINE


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table, with the house's options filled in."""
    limits_by_kind = limits(table)
    plain = TableLaw(
        of_table(table.rules), limits_by_kind, table.unit, "throw", FAULTS,
        exposure=table.rules.exposure, collect=COLLECT, backward=True,
        counts=partial(at_stake, limits_by_kind["line-small"], tens=only_tens(table)))
    return read_law(plain, table)


def paid_spread(r: Round, fell: Fell) -> tuple[str, Cite] | None:
    """How prizes on aces are paid: spread out; None for other throws."""
    return ("pay-ribbon", (L["16"], (L["15"],))) if sum(fell) in WINS["aces"] else None


def floors(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """The bets that can only be increased, where what lies stays (IR 152)."""
    return {spot: (cents, (IR[152], ())) for spot, cents in r.bets.get(player, {}).items()
            } if r.table.rules.readings.bets_that_lie == "stay" else {}


BOOK = RuleBook(clauses.CLAUSES, table_law, manner=paid_spread, commands=COMMANDS, floors=floors)


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points, rules = Points(table), table.rules
    points.places(IR[151], IR[151])
    points.limits(L["17"], L["17"])
    minimum, maximum = EDGE
    points.require(minimum <= rules.edge <= maximum, L["3.b"], "rules.edge",
                   phrase("{edge} mm", edge=rules.edge),
                   phrase("{minimum} to {maximum} mm", minimum=minimum, maximum=maximum))
    if table.minimum <= 0 or table.maximum < table.minimum:
        return points.violations
    limits_by_kind = limits(table)
    for name, kind in (("aces", "aces"), ("simple", "small")):
        (low, high, *_), chance = limits_by_kind[kind], cloth().kinds[kind]
        own: Range = getattr(rules, name)
        option = f"rules.{name}" if name == "aces" or own.maximum or own.minimum else "maximum"
        points.require(not own.maximum or own.maximum >= low, IR[159], option,
                       points.money(own.maximum), phrase("at least its minimum of {low}",
                                                         low=points.money(low)))
        points.require(high <= chance.most * low, chance.limit[0], option, points.money(high),
                       phrase("at most {most} times its minimum of {low}: {high}",
                              most=chance.most, low=points.money(low),
                              high=points.money(chance.most * low)))
    for name in ("aces", "simple") if rules.readings.one_minimum else ():
        low = getattr(rules, name).minimum
        points.require(low in (0, table.minimum), IR[159], f"rules.{name}", points.money(low),
                       phrase("the one minimum of the table, {minimum}",
                              minimum=points.money(table.minimum)))
    line = limits_by_kind["line-small"]
    points.require(line.low <= line.high, IR[157], "rules.readings.line_counts",
                   phrase("{line_counts} with at most {high} on a line",
                          line_counts=repr(rules.readings.line_counts),
                          high=points.money(line.high)),
                   phrase("a line that can hold {step}", step=points.money(STEP)))
    points.steps(cloth(), limits_by_kind,
                 lambda kind: "rules.aces" if kind == "aces" else "rules.simple")
    points.exposure(of_table(rules), limits_by_kind)
    return points.violations
