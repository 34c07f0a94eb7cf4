"""The figures of Portaria 217/2007 for American roulette, and the options of the house."""

from __future__ import annotations

from functools import lru_cache

from sabot import law
from sabot.families.layout.cloth import Cite, Cloth, Fell
from sabot.families.layout.legality import Points
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import TableLaw
from sabot.families.roulette import rules as roulette
from sabot.families.roulette.coup import NULL, commands
from sabot.games.american_roulette import clauses
from sabot.games.american_roulette.spots import WHEELS, cloth
from sabot.law import IR, cite_clause, figure
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Table, Violation

L = law.Section("pt-217-2007/roleta-americana")

IDLE = figure(3, L["12-2"])
ORDER = figure(
    ("columns", "column", "simple", "dozens", "dozen", "neighbours-3", "neighbours-5",
     "neighbours-7", "series-grande", "series-pequena", "series-vadios", "line", "street",
     "corner", "split", "straight"),
    L["29-3"], IR[120])
NUMBERS = ("straight", "split", "street", "corner", "line")
JOINED = figure(("straight", "neighbours-3", "neighbours-5", "neighbours-7"), L["32.d"])
CONDUCT = conduct({}, places=L["8-2"], place=L["12"], limits=L["32"])


class Rules(roulette.Rules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options: see `roulette.Rules`.

    ``wheel``: "french" or "american", the order of the numbers (2). ``series``: bets on series and
    neighbours are accepted, with the French order only (25). ``marked``: chips with a marked value
    are used for every bet of 24 (16-2, IR 142). ``series_within``: the part of a series on a spot
    is limited by the maximum of that spot too (32.c, IR 362).
    """

    wheel: str = "french"
    series: bool | None = None
    marked: bool = False
    series_within: bool = True


def of_table(rules: Rules) -> Cloth:
    """The cloth of a table."""
    return cloth(rules.wheel, rules.apart, rules.series is not False and rules.wheel == "french")


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table, with the house's options filled in."""
    layout = of_table(table.rules)
    limits = roulette.limits(table, layout, table.rules.series_within)
    return TableLaw(
        layout, limits, table.unit, "spin", NULL,
        chips=frozenset(layout.kinds) - set(_kinds_in_marked_chips(table.rules)),
        dearest=figure(limits[roulette.STRAIGHT].high, L["9-2"]),
        idle=IDLE, exposure=table.rules.exposure, order=ORDER,
        steps=_steps(table.rules, layout))


def _kinds_in_marked_chips(rules: Rules) -> tuple[str, ...]:
    """The kinds of bets that are made in chips with a marked value, in steps of the unit."""
    outside = roulette.OUTSIDE  # 16
    return (*NUMBERS, *outside) if rules.marked else outside  # 16-2


def _steps(rules: Rules, layout: Cloth) -> dict[str, str]:
    """The clause of the chips for each kind of bet."""
    numbers = L["16-2"] if rules.marked else L["9-2"]
    return {**dict.fromkeys(NUMBERS, numbers), **dict.fromkeys(roulette.OUTSIDE, L["16"]),
            **{name: kind.bet[0] for name, kind in layout.kinds.items()
               if name.startswith("neighbours")}}


def lost_clause(r: Round, spot: str, fell: Fell) -> Cite | None:
    """The clause under which zero takes the outside bets (28)."""
    return roulette.zero(r, spot, fell, (L["28"], (L["29"],)))


def rooms(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """Limits of a player: neighbours and straight-ups on one number count together (32.d)."""
    if "neighbours-3" not in r.cloth.kinds:
        return {}
    return roulette.rooms(r, player, (L["32.d"], (IR[124],)), JOINED)


def chips(table: Table) -> Cite:
    """The clause under which the chips of a table are valid only at this table: those of the
    colours, and those with a marked value if there are any."""
    return (L["16-3"], (IR[142],)) if table.rules.marked else (L["7-2"], ())


BOOK = RuleBook(clauses.CLAUSES, table_law, rooms, lost=lost_clause,
                commands=commands(clauses.WHEEL))
CHOICES = {"wheel": tuple(WHEELS)}


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points, rules = Points(table), table.rules
    points.places(L["8"], L["8-2"])
    points.require(rules.wheel in WHEELS, L["2"], "rules.wheel", repr(rules.wheel),
                   " or ".join(map(repr, WHEELS)))
    if rules.wheel not in WHEELS:
        return points.violations
    points.require(not rules.series or rules.wheel == "french", L["25"], "rules.series",
                   f"yes with the {rules.wheel} order", "no, or the french order")
    if rules.series is not False and rules.wheel == "french":
        cite_clause(IR[362])
    roulette.check(points, of_table(rules), law=L["32"], unit_law=L["9-2"])
    return points.violations
