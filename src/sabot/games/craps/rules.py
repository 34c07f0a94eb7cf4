"""The figures of Portaria 217/2007 for craps, and the options of the house."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import lcm

import msgspec

from sabot import law
from sabot.families.layout.cloth import Cite, Cloth, Fell, State
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import Limit, TableLaw
from sabot.games.craps import hands
from sabot.games.craps.clauses import CLAUSES
from sabot.games.craps.spots import BARS, CRAPS, NATURAL, cloth
from sabot.law import IR
from sabot.procedure.conduct import conduct
from sabot.procedure.game import Calls
from sabot.procedure.steps import CLOSING
from sabot.procedure.table import Money, Table, Violation

L = law.Section("pt-217-2007/craps")

FAULTS = ("off-table", "short")
CONDUCT = conduct({}, places=IR[181], place=L["5"], limits=IR[176])
CALLS = Calls((L["13.3"], IR[177]), always=("pt", "en"))
GROUPS = {
    "line": ("pass", "dont-pass", "come", "dont-come"), "odds": ("odds", "dont-odds"),
    "big": ("big-6", "big-8"), "under_over": ("under", "over"), "field": ("field",),
    "craps": ("any-craps",), "hardways": ("hard-4-10", "hard-6-8"),
    "totals": ("total-7", "total-2", "total-3", "total-11", "total-12"),
    **{kind.replace("-", "_"): (kind,) for kind in (
        "place-4-10", "place-5-9", "place-6-8", "lay-4-10", "lay-5-9", "lay-6-8")},
}
"""The kinds of bets that share the limits of a section of the options."""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options.

    ``bar``: the total on which don't pass neither wins nor loses, 12 or 2 (10.2). ``literal_odds``:
    IR 135. A section for each group of bets with its own ``minimum`` and ``maximum``; what is left
    out follows from the table's limits (IR 176). ``most_prize``: the maximum prize of one odds bet,
    0 for no such limit (11.1-3, IR 172). ``exposure``: the maximum of the prizes of one throw, 0
    for no such limit (IR 123).
    """

    bar: int = 12
    literal_odds: bool = False
    line: Range = Range()
    odds: Range = Range()
    big: Range = Range()
    under_over: Range = Range()
    field: Range = Range()
    craps: Range = Range()
    hardways: Range = Range()
    totals: Range = Range()
    place_4_10: Range = Range()
    place_5_9: Range = Range()
    place_6_8: Range = Range()
    lay_4_10: Range = Range()
    lay_5_9: Range = Range()
    lay_6_8: Range = Range()
    most_prize: Money = 0
    exposure: Money = 0


CHOICES = {"bar": BARS}
LINES = ("pass", "dont-pass")


def of_table(rules: Rules) -> Cloth:
    """The cloth of a table."""
    return cloth(rules.bar, rules.literal_odds)


def _on_a_number(kind: str) -> bool:
    return kind.startswith(("place-", "lay-"))


def limits(table: Table, layout: Cloth) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents: the house's own, else by IR 176. On the boxes
    of the numbers every bet is a multiple of the minimum (12.3)."""
    limits_by_kind = {}
    for section, kinds in GROUPS.items():
        chosen: Range = getattr(table.rules, section)
        for name in kinds:
            step = lcm(table.unit, layout.kinds[name].unit)
            high = chosen.maximum or table.maximum
            if name in GROUPS["odds"]:
                limits_by_kind[name] = Limit(chosen.minimum or step, high)
            elif _on_a_number(name):
                low = chosen.minimum or -(-table.minimum // step) * step
                limits_by_kind[name] = Limit(low, high // low * low, low)  # 12.3
            else:
                limits_by_kind[name] = Limit(chosen.minimum or table.minimum, high)
    return limits_by_kind


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table, with the house's options filled in."""
    layout = of_table(table.rules)
    return TableLaw(layout, limits(table, layout), table.unit, "throw", FAULTS,
                    exposure=table.rules.exposure)


# -- a player's own limits -------------------------------------------------------------------------


def required_bet(spot: str) -> str:
    """The spot that needs a bet before this one; "" for none."""
    return spot.removeprefix("odds/") if spot.startswith("odds/") else ""


def rooms(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """Limits of odds: at most the bet that they accompany, and at most the maximum prize
    (11.1-3)."""
    by_spot: dict[str, tuple[int, Cite]] = {}
    for spot, stake in _odds_of(r, player):
        maximum = min(stake, r.table_law.limits[r.cloth.spots[spot].kind].high)
        if top := r.table.rules.most_prize:
            odds = next(odds for _, odds in r.cloth.wins(spot, r.state))
            maximum = min(maximum, top * odds.per // odds.win)
        by_spot[spot] = maximum, (L["11.1-3"], (IR[172],))
    return by_spot


def _odds_of(r: Round, player: str) -> Iterator[tuple[str, int]]:
    """The open spots of odds on a player's bets, and the stakes of those bets."""
    own_bets = r.bets.get(player, {})
    for base, stake in own_bets.items():
        spot = f"odds/{base}"
        if spot in r.cloth.spots and stake and is_open(r, spot):
            yield spot, stake


def locks(r: Round, player: str) -> dict[str, Cite]:
    """Locked bets: on the lines after the first throw of a series, and those that have moved."""
    return {spot: cite for spot in r.bets.get(player, {}) if (cite := _lock_clause(r.state, spot))}


def _lock_clause(point: State, spot: str) -> Cite | None:
    if spot in LINES and point:
        return L["10.9"], ()
    if spot.startswith(("come/", "dont-come/")):
        return L["10.9-2"], (IR[178],)
    return None


def is_open(r: Round, spot: str) -> bool:
    """Whether a bet may be made on a spot now: none when the last play is over."""
    return r.closing != hands.OVER and r.cloth.open(r.state, spot)


def barred_spots(r: Round, player: str) -> dict[str, Cite]:
    """The spots where a player may not bet now, with the clauses."""
    if r.closing == hands.OVER:
        return dict.fromkeys(r.cloth.spots, (L["13.3.b"], (IR[174],)))
    with_odds = {spot for spot, _ in _odds_of(r, player)}
    return {spot: _bar_clause(spot) for spot in r.cloth.spots
            if not is_open(r, spot) or (required_bet(spot) and spot not in with_odds)}


def _bar_clause(spot: str) -> Cite:
    if required_bet(spot):
        return L["11.1"], (IR[180],)
    return {"pass": (IR[139], (L["10.9"],)), "dont-pass": (IR[139], (L["10.9"],)),
            "come": (L["10.3"], ()), "dont-come": (L["10.4"], ())}.get(
        spot, (L["10.3-3"] if spot.startswith("come/") else L["10.4-3"], ()))


def unbet(r: Round, spot: str) -> Cite:
    """The clause under which a bet is taken back."""
    return (L["11.1-4"], ()) if required_bet(spot) else r.c.unbet


# -- what a throw does -----------------------------------------------------------------------------


def unpaid_clause(r: Round, spot: str, fell: Fell) -> Cite:
    """The clause under which a throw loses, moves or returns a bet."""
    total, bar = sum(fell), r.table.rules.bar
    if spot == "pass":
        return (L["10.1-2"] if r.state else L["10.1"]), ()
    if spot == "dont-pass":
        return (L["10.2-2"] if r.state else L["10.2-3"] if total == bar else L["10.2"]), ()
    if spot == "come":
        return (L["10.3-2"] if total in CRAPS else L["10.3-3"]), ()
    if spot == "dont-come":
        return (L["10.4-2"], (IR[136],)) if total in (bar, *NATURAL) else (L["10.4-3"], ())
    kind = r.cloth.kinds[r.cloth.spots[spot].kind]
    return {"come": (L["10.3-3"], (IR[182],)), "dont-come": (L["10.4-4"], ()),
            "odds": (L["11.1-5"], ()), "hard": (L["11.3-2"], (IR[182],)),
            "place": (L["12.1"], ()), "lay": (L["12.2"], ()), "field": (L["13.1"], ())}.get(
        spot.partition("/")[0], (kind.bet[0], ()))


def paid_clause(r: Round, spot: str, fell: Fell) -> Cite | None:
    """The clause that pays a bet when it depends on more than the kind of the bet; None for the
    clause of the kind."""
    if base := required_bet(spot):
        point = r.state or 0 if base in LINES else int(base.partition("/")[2])
        clause = {4: L["11.1.pay-4-10"], 5: L["11.1.pay-5-9"], 6: L["11.1.pay-6-8"]}[
            min(point, 14 - point)]
        if not base.startswith("dont-"):
            return clause, (L["11.1-5"], L["9.b"])
        if r.table.rules.literal_odds:
            return clause, (IR[135], L["11.1-5"], L["9.b"])
        return IR[135], (L["11.1"], L["11.1-5"], L["9.b"])
    first = {"pass": L["10.1"], "dont-pass": L["10.2"], "come": L["10.3-2"],
             "dont-come": L["10.4-2"]}
    later = {"pass": L["10.1-2"], "dont-pass": L["10.2-2"], "come": L["10.3-3"],
             "dont-come": L["10.4-4"]}
    name, _, number_of = spot.partition("/")
    if name not in first:
        return None
    return L["9.a"], ((later if number_of or (r.state and name in LINES) else first)[name],)


BOOK = RuleBook(
    CLAUSES,
    table_law,
    rooms=rooms,
    locks=locks,
    lost=unpaid_clause,
    paid=paid_clause,
    open=is_open,
    common=lambda spot: not required_bet(spot),
    barred=barred_spots,
    unbet=unbet,
    acts=hands.acts,
    heard={"dice": hands.take_two_dice},
    commands={"last-play": hands.last_play, CLOSING: hands.closing_time},
)


# -- what is unlawful ------------------------------------------------------------------------------


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points, rules = Points(table), table.rules
    points.places(IR[181], IR[181])
    points.require(rules.bar in BARS, L["10.2"], "rules.bar", rules.bar, "12 or 2")
    points.limits(IR[176], IR[176])
    if points.violations:
        return points.violations
    layout = of_table(rules)
    limits_by_kind = limits(table, layout)
    for section, kinds in GROUPS.items():
        chosen: Range = getattr(rules, section)
        _check(points, section, chosen, layout, kinds)
    prize = _minimum_bet_prize(layout, limits_by_kind)
    points.require(not rules.most_prize or rules.most_prize >= prize, IR[172], "rules.most_prize",
                   points.money(rules.most_prize),
                   f"at least the prize of the minimum odds bet: {points.money(prize)}")
    points.exposure(
        layout, {name: limit for name, limit in limits_by_kind.items() if limit.low <= limit.high}
    )
    return points.violations


def _minimum_bet_prize(layout: Cloth, limits_by_kind: dict[str, Limit]) -> int:
    """The highest prize of a minimum bet on odds, in cents."""
    return max(int(odds.ratio * limits_by_kind[name].low) for name in GROUPS["odds"]
               for odds in layout.kinds[name].prizes)


def _check(points: Points, section: str, chosen: Range, layout: Cloth, kinds: tuple[str, ...]
           ) -> None:
    """Check the limits of the house for a group of bets."""
    option, unit = f"rules.{section}", points.table.unit
    low, high = chosen.minimum, chosen.maximum
    for value in (low, high):
        points.require(value % unit == 0, IR[176], option, points.money(value),
                       f"a multiple of the unit of {points.money(unit)}")
    points.require(not high or high >= (low or points.table.minimum), IR[176], option,
                   points.money(high), f"at least {points.money(low or points.table.minimum)}")
    if low and _on_a_number(kinds[0]):
        step = layout.kinds[kinds[0]].unit
        points.require(low % step == 0, IR[173], option, points.money(low),
                       f"a multiple of {points.money(step)}, which is paid in whole cents")
        points.require(high % low == 0, L["12.3"], option, points.money(high),
                       f"a multiple of its minimum of {points.money(low)}")
