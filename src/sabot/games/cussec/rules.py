"""The figures of Portaria 217/2007 for cussec, and the options of the house."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from sabot import regulations as law
from sabot.families.layout import readings
from sabot.families.layout.cloth import Cite, Cloth, Fell
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import Limit, TableLaw
from sabot.games.cussec import clauses
from sabot.games.cussec.spots import cloth
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Money, Table, Violation
from sabot.regulations import IR, figure
from sabot.words import phrase

L = law.Section("pt-217-2007/cussec")

PRESSES = figure(3, L["4"])
EDGE = figure((12, 15), L["1.b"])
CONDUCT = conduct({}, places=IR[151], place=IR[151], limits=IR[153])


NO_MAXIMUM = 1_000_000_000_000
"""The most cents of a bet where a reading knows no maximum: as many as a sum of a table may be."""
PROPORTIONS = figure((200, 6), IR[153])
"""The maximum of small and big, and of every other chance, as multiples of its minimum, where the
proportions of banca francesa apply (IR 153)."""


class Readings(readings.OpenReadings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose; see `layout.readings.OpenReadings` for more.

    ``single_pays``: the dice that raise the prize of one number: those with the number, or any two
    that are alike (IR 138). ``bets_that_lie``: until the closing call bets may be changed and taken
    back, or what lies stays (IR 152). ``proportions``: the minimum and maximum of a chance are in
    any proportion, in those of banca francesa, or there is no maximum (IR 153).
    """

    single_pays: Literal["its-number", "any-alike"] = "its-number"
    bets_that_lie: Literal["may-change", "stay"] = "may-change"
    proportions: Literal["free", "banca-francesa", "no-maximum"] = "free"


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options.

    A section for each kind of bet with its own ``minimum`` and ``maximum``; what is left out is the
    table's (IR 153). ``simple``: small and big. ``exposure``: the maximum of the prizes of one
    play, 0 for no such limit (IR 123). ``edge``: the edge of the dice in millimetres (1.b).
    ``readings``: see `Readings`.
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
    readings: Readings = Readings()


def of_table(rules: Rules) -> Cloth:
    """The cloth of a table."""
    return cloth(rules.readings.single_pays == "any-alike")


def section_of(kind: str) -> str:
    """The section of the options for a kind of bet."""
    if kind in ("small", "big"):
        return "simple"
    return "total" if kind.startswith("total") else kind.replace("-", "_")


def proportion(kind: str) -> int:
    """The maximum of a kind as a multiple of its minimum, by the proportions of banca francesa."""
    simple, other = PROPORTIONS
    return simple if section_of(kind) == "simple" else other


def limits(table: Table) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents (IR 153)."""
    limits_by_kind, proportions = {}, table.rules.readings.proportions
    for kind in of_table(table.rules).kinds:
        own: Range = getattr(table.rules, section_of(kind))
        low = own.minimum or table.minimum
        high = max(table.maximum, low)
        if proportions == "banca-francesa":
            high = min(high, proportion(kind) * low)
        high = NO_MAXIMUM if proportions == "no-maximum" else own.maximum or high
        limits_by_kind[kind] = Limit(low, high)
    return limits_by_kind


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table, with the house's options filled in."""
    plain = TableLaw(of_table(table.rules), limits(table), table.unit, "open",
                     exposure=table.rules.exposure)
    return readings.read_law(plain, table)


def lost_clause(r: Round, spot: str, fell: Fell) -> Cite | None:
    """The clause under which small and big lose when three dice are equal."""
    if spot in ("small", "big") and len(set(fell)) == 1:
        return L["9"], ()
    return None


def unbet(r: Round, spot: str) -> Cite:
    """The clause under which a bet is taken back; another one applies after a void play."""
    return r.c.again if r.throws > r.carry.throws else r.c.unbet


def floors(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """The bets that can only be increased, where what lies stays (IR 152); after a void play
    players may change their bets (6-2)."""
    stay = r.table.rules.readings.bets_that_lie == "stay" and r.throws == r.carry.throws
    return {spot: (cents, (IR[152], ())) for spot, cents in r.bets.get(player, {}).items()
            } if stay else {}


BOOK = RuleBook(clauses.CLAUSES, table_law, lost=lost_clause, unbet=unbet, floors=floors)


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points, rules = Points(table), table.rules
    points.places(IR[151], IR[151])
    points.limits(IR[153], IR[153])
    minimum, maximum = EDGE
    points.require(minimum <= rules.edge <= maximum, L["1.b"], "rules.edge",
                   phrase("{edge} mm", edge=rules.edge),
                   phrase("{minimum} to {maximum} mm", minimum=minimum, maximum=maximum))
    if table.minimum <= 0 or table.maximum < table.minimum:
        return points.violations
    limits_by_kind = limits(table)
    for name in dict.fromkeys(map(section_of, limits_by_kind)):
        low, high, *_ = next(
            limits_by_kind[kind] for kind in limits_by_kind if section_of(kind) == name
        )
        points.require(high >= low, IR[153], f"rules.{name}", points.money(high),
                       phrase("at least its minimum of {low}", low=points.money(low)))
        own: Range = getattr(rules, name)
        most = proportion("small" if name == "simple" else name) * low
        points.require(rules.readings.proportions != "banca-francesa" or high <= most, IR[153],
                       f"rules.{name}", points.money(high),
                       phrase("at most {most}", most=points.money(most)))
        points.require(rules.readings.proportions != "no-maximum" or not own.maximum, IR[153],
                       f"rules.{name}", points.money(own.maximum),
                       "no maximum, as there is none")
    points.steps(of_table(rules), limits_by_kind, lambda kind: f"rules.{section_of(kind)}")
    points.exposure(of_table(rules), limits_by_kind)
    return points.violations
