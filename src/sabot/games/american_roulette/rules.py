"""The figures of Portaria 217/2007 for American roulette, and the options of the house."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from sabot import regulations as law
from sabot.families.layout.cloth import Cite, Cloth, Fell
from sabot.families.layout.legality import Points
from sabot.families.layout.readings import read_law
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.shared_limits import Cap, Shared
from sabot.families.layout.values import NOT, TableLaw
from sabot.families.roulette import rules as roulette
from sabot.families.roulette.coup import NULL, commands
from sabot.games.american_roulette import clauses
from sabot.games.american_roulette.readings import Readings
from sabot.games.american_roulette.spots import WHEELS, cloth
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Table, Violation
from sabot.regulations import IR, cite_clause, figure
from sabot.words import either, phrase

L = law.Section("pt-217-2007/roleta-americana")

IDLE = figure(3, L["12-2"])
ORDER = figure(
    (("columns", "column"), ("simple",), ("dozens", "dozen"),
     ("neighbours-3", "neighbours-5", "neighbours-7"),
     ("series-grande", "series-pequena", "series-vadios"),
     ("line",), ("street",), ("corner",), ("split",), ("straight",)),
    L["29-3"], IR[120])
NUMBERS = ("straight", "split", "street", "corner", "line")
JOINED = figure(("straight", "neighbours-3", "neighbours-5", "neighbours-7"), L["32.d"])
CONDUCT = conduct({}, places=L["8-2"], place=L["12"], limits=L["32"])


class Rules(roulette.Rules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options: see `roulette.Rules`.

    ``wheel``: "french" or "american", the order of the numbers (2). ``series``: bets on series and
    neighbours are accepted, with the French order only (25). ``marked``: chips with a marked value
    are used for every bet of 24 (16-2, IR 142). ``series_within``: the part of a series on a spot
    is limited by the maximum of that spot too (32.c, IR 362). ``readings``: see `Readings`.
    """

    wheel: str = "french"
    series: bool | None = None
    marked: bool = False
    series_within: bool = True
    readings: Readings = Readings()


def of_table(rules: Rules) -> Cloth:
    """The cloth of a table."""
    chosen = rules.readings
    return cloth(rules.wheel, rules.apart, rules.series is not False and rules.wheel == "french",
                 zero_beside=chosen.zero_beside == "first-row",
                 alternate=chosen.red_numbers == "alternate",
                 rounded=chosen.fractions == "rounded-down", more=chosen.times == "more-than-it")


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table, with the house's options filled in."""
    layout = of_table(table.rules)
    limits = roulette.limits(table, layout, table.rules.series_within,
                             reaches=table.rules.readings.chips_reach == "each-minimum")
    if table.rules.readings.neighbours_limit == "whole-bets":
        most = limits[roulette.STRAIGHT].high
        limits |= {kind: limits[kind]._replace(high=most) for kind in JOINED[1:] if kind in limits}
    plain = TableLaw(
        layout, limits, table.unit, "spin", NULL,
        chips=frozenset(layout.kinds) - set(_kinds_in_marked_chips(table.rules)),
        dearest=figure(limits[roulette.STRAIGHT].high, L["9-2"]),
        idle=IDLE, exposure=table.rules.exposure, order=ORDER,
        steps=_steps(table.rules, layout), idle_counts=table.rules.readings.idle_coups,
        late=(L["15-2"], (IR[141],)) if table.rules.readings.late_chips == "minimum" else NOT)
    chosen = read_law(plain, table)
    return chosen._replace(joint=chosen.joint - set(JOINED[1:]))  # 32.d: for each player


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


def rooms(r: Round, player: str, spots: Collection[str] | None) -> dict[str, tuple[int, Cite]]:
    """Limits of a player: neighbours and straight-ups on one number count together (32.d)."""
    if "neighbours-3" not in r.cloth.kinds:
        return {}
    reading, law = r.table.rules.readings.neighbours_limit, (L["32.d"], (IR[124],))
    if reading == "whole-bets":
        return _rooms_of_whole_bets(r, player, law)
    return roulette.rooms(r, player, spots, law, _joined(r.table))


def _joined(table: Table) -> tuple[str, ...]:
    """The kinds of bets that count together on a number."""
    if table.rules.readings.neighbours_limit == "with-series":
        return (*JOINED, "series-vadios")
    return JOINED


def shared_limits(table: Table) -> Shared:
    """The limits of `rooms` as sums. Where whole bets count, straight-ups alone count too here: a
    lower limit than the law's."""
    chosen = table_law(table)
    if "neighbours-3" not in chosen.cloth.kinds:
        return Shared()
    if table.rules.readings.neighbours_limit == "whole-bets":
        return Shared((Cap(chosen.limits[roulette.STRAIGHT].high, {
            spot.name: chosen.cloth.chips(spot.name) for spot in chosen.cloth.spots.values()
            if spot.kind in JOINED}),))
    return roulette.caps(chosen, _joined(table))


def _rooms_of_whole_bets(r: Round, player: str, law: Cite) -> dict[str, tuple[int, Cite]]:
    """The limits where all neighbours and straight-ups of a player together are at most the maximum
    of a straight-up; straight-ups alone are not limited together (26)."""
    bets = {spot: cents for spot, cents in r.bets.get(player, {}).items()
            if r.cloth.spots[spot].kind in JOINED}
    beside = any(r.cloth.spots[spot].kind != roulette.STRAIGHT for spot in bets)
    left = r.table_law.limits[roulette.STRAIGHT].high - sum(bets.values())
    return {spot.name: (max(0, left + bets.get(spot.name, 0)), law)
            for spot in r.cloth.spots.values() if bets and spot.kind in JOINED
            and (beside or spot.kind != roulette.STRAIGHT)}


def barred(r: Round, player: str) -> dict[str, Cite]:
    """The spots for chips without a value, as long as the player has named none (IR 147)."""
    if r.table.rules.readings.colour_value == "minimum" or r.place(player) in r.values:
        return {}
    law: Cite = (L["13"], (L["9-2"], IR[147]))
    return {spot.name: law for spot in r.cloth.spots.values() if spot.kind in r.table_law.chips}


def chips(table: Table) -> Cite:
    """The clause under which the chips of a table are valid only at this table: those of the
    colours, and those with a marked value if there are any."""
    return (L["16-3"], (IR[142],)) if table.rules.marked else (L["7-2"], ())


BOOK = RuleBook(clauses.CLAUSES, table_law, rooms, lost=lost_clause, barred=barred,
                commands=commands(clauses.WHEEL))
CHOICES = {"wheel": tuple(WHEELS)}


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points, rules = Points(table), table.rules
    points.places(L["8"], L["8-2"])
    points.require(rules.wheel in WHEELS, L["2"], "rules.wheel", repr(rules.wheel),
                   either(map(repr, WHEELS)))
    if rules.wheel not in WHEELS:
        return points.violations
    points.require(not rules.series or rules.wheel == "french", L["25"], "rules.series",
                   phrase("yes with the {wheel} order", wheel=rules.wheel),
                   "no, or the french order")
    if rules.series is not False and rules.wheel == "french":
        cite_clause(IR[362], IR[379])
    roulette.check(points, of_table(rules), law=L["32"], unit_law=L["9-2"])
    return points.violations
