"""The figures of Portaria 217/2007 for craps, and the options of the house."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import lcm

import msgspec

from sabot import regulations as law
from sabot.families.layout.bets import bounds_by_prize
from sabot.families.layout.cloth import STAYS, Cite, Cloth, Fate, Fell, State
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.readings import read_law
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import Limit, TableLaw
from sabot.games.craps import hands
from sabot.games.craps.clauses import CLAUSES
from sabot.games.craps.readings import Readings
from sabot.games.craps.spots import BARS, BEHIND, CRAPS, NATURAL, cloth
from sabot.money import EVENS
from sabot.procedure.conduct import conduct
from sabot.procedure.game import Calls
from sabot.procedure.steps import CLOSING
from sabot.procedure.table import Money, Table, Violation
from sabot.regulations import IR
from sabot.words import phrase

L = law.Section("pt-217-2007/craps")

FAULTS = {"one-die": ("off-table", "short"), "both-dice": ("off-table", "both-short")}
"""What may happen to a throw, by the reading of IR 171."""
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
    for no such limit (IR 123). ``readings``: see `Readings`.
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
    readings: Readings = Readings()


CHOICES = {"bar": BARS}
LEAVING = {"when-free": "", "plays-on": "plays-on", "forfeits": "forfeits"}
LINES, COMES = ("pass", "dont-pass"), ("come", "dont-come")
AGAINST_LINES = ("dont-pass", "dont-come")


def of_table(rules: Rules) -> Cloth:
    """The cloth of a table."""
    chosen = rules.readings
    return cloth(rules.bar, rules.literal_odds, bar_stays=chosen.bar_bet == "stays-locked",
                 late_lines=chosen.late_line_bets, odds_wait=chosen.come_odds == "point-stands",
                 rounded=chosen.fractions == "rounded-down")


def _on_a_number(kind: str) -> bool:
    return kind.startswith(("place-", "lay-"))


def limits(table: Table, layout: Cloth) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents: the house's own, else by IR 176. On the boxes
    of the numbers every bet is a multiple of the minimum (12.3). The least odds depend on the
    number, whose prize must be whole cents."""
    limits_by_kind = {}
    for section, kinds in GROUPS.items():
        chosen: Range = getattr(table.rules, section)
        for name in kinds:
            kind = layout.kinds[name]
            step = table.unit if kind.rounding else lcm(table.unit, kind.unit)
            high = chosen.maximum or table.maximum
            if name in GROUPS["odds"]:
                limits_by_kind[name] = Limit(chosen.minimum or table.unit, high)
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
    chosen: Readings = table.rules.readings
    plain = TableLaw(layout, limits(table, layout), table.unit, "throw",
                     FAULTS[chosen.short_throw], exposure=table.rules.exposure,
                     leaving=LEAVING[chosen.leaving])
    return read_law(plain, table)


# -- a player's own limits -------------------------------------------------------------------------


def required_bet(spot: str) -> str:
    """The spot that needs a bet before this one; "" for none."""
    return spot.removeprefix("odds/") if spot.startswith("odds/") else ""


def rooms(r: Round, player: str, spots: Collection[str] | None) -> dict[str, tuple[int, Cite]]:
    """Limits of odds: at most the bet that they accompany, and at most the maximum prize
    (11.1-3)."""
    by_spot: dict[str, tuple[int, Cite]] = {}
    for spot, stake in _odds_of(r, player):
        maximum = min(stake, r.table_law.limits[r.cloth.spots[spot].kind].high)
        if top := r.table.rules.most_prize:
            odds = next(odds for _, odds in r.cloth.wins(spot, r.state))
            most = top * odds.per // odds.win
            if r.cloth.kinds[r.cloth.spots[spot].kind].rounding:
                most = ((top + 1) * odds.per - 1) // odds.win
            maximum = min(maximum, most)
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
    """Locked bets: on the lines after the first throw of a series, and those that have moved; after
    a null throw, where only odds may be taken back, all others (IR 118)."""
    if hands.odds_only(r):
        return {spot: (IR[118], ()) for spot in r.bets.get(player, {}) if not required_bet(spot)}
    place, chosen = r.place(player), r.table.rules.readings
    return {spot: cite for spot in r.bets.get(player, {}) if (cite := _lock_clause(
        chosen, r.state, spot, hands.waits(r, f"{place}/{spot}")))}


def _lock_clause(chosen: Readings, point: State, spot: str, waits: bool) -> Cite | None:
    """``waits``: a throw has left the bet undecided."""
    if spot in LINES and point:
        return L["10.9"], ()
    if spot.startswith(("come/", "dont-come/")):
        return L["10.9-2"], (IR[178],)
    if spot in COMES and chosen.come_locked == "at-once":
        return L["10.9-2"], (IR[178],)
    if waits and spot in AGAINST_LINES and chosen.bar_bet == "stays-locked":
        return L["10.9" if spot in LINES else "10.9-2"], (IR[136],)
    if waits and not required_bet(spot) and chosen.waiting_bets == "bound":
        return IR[166], ()
    return None


def is_open(r: Round, spot: str) -> bool:
    """Whether a bet may be made on a spot now: none when the last play is over, nor where only odds
    may be taken back."""
    return (r.closing != hands.OVER and spot in r.cloth.open_spots(r.state)
            and not hands.odds_only(r))


def plays_on(r: Round, spot: str, fell: Fell) -> bool:
    """Whether a stake that wins may stay on a spot: where a bet may be made there before the next
    throw, and not as odds, whose bet is decided with them (IR 121)."""
    state = r.cloth.after(r.state, fell)
    return hands.bets_follow(r, state or 0) and not required_bet(spot) and r.cloth.open(state, spot)


def barred_spots(r: Round, player: str) -> dict[str, Cite]:
    """The spots where a player may not bet now, with the clauses."""
    if r.closing == hands.OVER:
        return dict.fromkeys(r.cloth.spots, (L["13.3.b"], (IR[174],)))
    if hands.odds_only(r):
        return dict.fromkeys(r.cloth.spots, (IR[118], (IR[370],)))
    with_odds = {spot for spot, _ in _odds_of(r, player)}
    return {spot: clause for spot, clause, always in _barred_by_state(r.cloth, r.state)
            if always or spot not in with_odds}


@lru_cache
def _barred_by_state(cloth: Cloth, state: State) -> tuple[tuple[str, Cite, bool], ...]:
    """The spots that are barred in a state, with their clauses: always, or without the bet that
    they accompany."""
    opened = cloth.open_spots(state)
    return tuple((spot, _bar_clause(spot), spot not in opened) for spot in cloth.spots
                 if spot not in opened or required_bet(spot))


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


def fate(r: Round, bet: str, fell: Fell) -> Fate:
    """What a throw does to a bet; by the other reading of IR 182, come bets and their odds also win
    by the number of another come bet."""
    usual = r.cloth.fate_of(r.decides(bet), r.state, fell)
    if usual != STAYS or not _wins_with_another(r, r.decides(bet), fell):
        return usual
    base = required_bet(r.decides(bet))
    return BEHIND[int(base.partition("/")[2])] if base else EVENS


def _wins_with_another(r: Round, spot: str, fell: Fell) -> bool:
    total = sum(fell)
    return (r.table.rules.readings.come_wins == "any-played"
            and spot.removeprefix("odds/").startswith("come/") and not spot.endswith(f"/{total}")
            and any(bet.partition("/")[2] == f"come/{total}" for bet in r.stakes))


def paid_clause(r: Round, spot: str, fell: Fell) -> Cite | None:
    """The clause that pays a bet when it depends on more than the kind of the bet; None for the
    clause of the kind."""
    if spot.startswith("come/") and _wins_with_another(r, spot, fell):
        return L["9.a"], (L["10.3-3"], IR[182])
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
    fate=fate,
    plays_on=plays_on,
    open=is_open,
    common=lambda spot: not required_bet(spot),
    barred=barred_spots,
    unbet=unbet,
    acts=hands.acts,
    heard={"dice": hands.take_two_dice},
    follows=hands.forget_dice,
    commands={"last-play": hands.last_play, CLOSING: hands.closing_time},
)


# -- what is unlawful ------------------------------------------------------------------------------


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points, rules = Points(table), table.rules
    points.places(IR[181], IR[181])
    points.require(rules.bar in BARS, L["10.2"], "rules.bar", rules.bar, "12 or 2")
    points.limits(IR[176], IR[176])
    points.require(rules.readings.closing_hour == "clock" or not table.closes, IR[360], "closes",
                   table.closes, "no hours where a supervisor alone knows when the room closes")
    shared = [section for section in GROUPS if not _has_both(getattr(rules, section))]
    points.require(not (rules.readings.own_limits and shared), IR[176], "rules.readings.own_limits",
                   "true", phrase("a minimum and a maximum also in {shared}",
                                  shared=", ".join(shared)))
    if points.violations:
        return points.violations
    layout = of_table(rules)
    limits_by_kind = limits(table, layout)
    for section, kinds in GROUPS.items():
        chosen: Range = getattr(rules, section)
        _check(points, section, chosen, layout, kinds)
    prize = _minimum_bet_prize(table, layout, limits_by_kind)
    points.require(not rules.most_prize or rules.most_prize >= prize, IR[172], "rules.most_prize",
                   points.money(rules.most_prize),
                   phrase("at least the prize of the minimum odds bet: {prize}",
                          prize=points.money(prize)))
    points.exposure(
        layout, {name: limit for name, limit in limits_by_kind.items() if limit.low <= limit.high})
    points.require(rules.readings.come_wins == "own-number" or not rules.exposure, IR[182],
                   "rules.exposure", points.money(rules.exposure),
                   "none where a come bet wins by the numbers of others")
    return points.violations


def _minimum_bet_prize(table: Table, layout: Cloth, limits_by_kind: dict[str, Limit]) -> int:
    """The highest prize of a minimum bet on odds, in cents."""
    table_law = TableLaw(layout, limits_by_kind, table.unit, "")
    return max(int(odds.ratio * low) for name in GROUPS["odds"]
               for odds, (low, _, _) in bounds_by_prize(table_law, layout.kinds[name],
                                                        table.minimum))


def _has_both(chosen: Range) -> bool:
    return bool(chosen.minimum and chosen.maximum)


def _check(points: Points, section: str, chosen: Range, layout: Cloth, kinds: tuple[str, ...]
           ) -> None:
    """Check the limits of the house for a group of bets."""
    option, unit = f"rules.{section}", points.table.unit
    low, high = chosen.minimum, chosen.maximum
    for value in (low, high):
        points.require(value % unit == 0, IR[176], option, points.money(value),
                       phrase("a multiple of the unit of {unit}", unit=points.money(unit)))
    points.require(not high or high >= (low or points.table.minimum), IR[176], option,
                   points.money(high), phrase("at least {low}",
                                              low=points.money(low or points.table.minimum)))
    if low and _on_a_number(kinds[0]):
        kind = layout.kinds[kinds[0]]
        step = 1 if kind.rounding else kind.unit
        points.require(low % step == 0, IR[173], option, points.money(low),
                       phrase("a multiple of {step}, which is paid in whole cents",
                              step=points.money(step)))
        points.require(high % low == 0, L["12.3"], option, points.money(high),
                       phrase("a multiple of its minimum of {low}", low=points.money(low)))
