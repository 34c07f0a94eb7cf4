"""What the regulation fixes for non-banked poker, and what it leaves to the house."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

import msgspec

from sabot import law
from sabot.families.pokertable.percentage import HAND_MOST, SESSION_LEAST, SESSION_MOST
from sabot.families.pokertable.variant import VARIANTS, Variant
from sabot.law import IR, cite_clause, figure
from sabot.money import euros
from sabot.procedure.conduct import conduct
from sabot.procedure.limits import Limits
from sabot.procedure.table import Money, Table, Violation
from sabot.procedure.violations import LegalityCheck

L = law.Section("pt-217-2007/poquer-nao-bancado")

Mode = Literal["total", "half-pot", "pot", "cave"]
Tied = Literal["part", "lost"]

LEAST = figure(4, L["24"])
SHARE = figure((Fraction(1, 5), Fraction(2, 5)), L["20"])
"""The least and the greatest part of a maximum that the minimum may be (20)."""
RESTS = figure(2, L["13"])
AWAY = figure(3, L["13-2"])
UNBET = figure(5, L["89"])
LONGEST = 24  # sessions of a game that this program reckons with
MINUTES = 1440  # of a game's duration that it reckons with
MOST = 10**10  # of a cave, in cents: what this program counts with

CONDUCT = replace(conduct({}, places=L["10"], place=L["10"], limits=L["20-2"],
                          doubts=L["9.g"], **{"idle-multi": L["13-2"]}), missed_coups=10**6)


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's choices.

    ``limit``: the most that may be bet: a raise as much as the total of the bets so far (86), or
    one of the modes of 21 for bets and raises alike. ``counts``: how many times the last bet counts
    at most in the total for a raise (86, IR 293). ``second``: the other variant of a mixed table
    (23). ``percentage``: of each hand or of each session (7), ``rate`` its per cent, ``cap`` the
    most of a hand, 0 for none. ``shares``: an all-in player wins in proportion to the bet (49, 50)
    or from the pots that it has part in (38); ``tied``: equal hands share the proportional ``part``
    of an all-in one by their bets, or only what was ``lost`` to them (66, IR 235).
    ``minimum_share``: the minimum is 20 to 40 % of what players bring, of which the maximum of the
    table is the most (20, IR 365). ``cave`` and ``top_up``: what a player brings at least, and
    adds, 0 for that maximum where 20 measures it, else for twenty times the minimum (75, 98).
    ``shuffler``: an automatic one, with two packs by turns (76). ``entry``: who joins a game brings
    the average of the table (28) or at least the cave (78); "" is what the variant's own rules say.
    ``sessions`` of an hour, or ``duration`` in minutes, that a game lasts, 0 for one that goes on
    (74, 98).
    ``lowest`` and ``highest``: between which the minimum is authorised, 0 where nothing is said of
    it (19, 22). ``estardilho``: synthetic poker has estardilho and restardilho (106).
    """

    limit: Mode = "total"
    counts: int = 3
    second: str = ""
    percentage: Literal["hand", "session"] = "hand"
    rate: int = 5
    cap: Money = 0
    shares: Literal["proportion", "side-pots"] = "proportion"
    tied: Tied = "part"
    minimum_share: bool = True
    shuffler: bool = False
    cave: Money = 0
    top_up: Money = 0
    entry: Literal["", "average", "floor"] = ""
    sessions: int = 0
    duration: int = 0
    lowest: Money = 0
    highest: Money = 0
    estardilho: bool = False


class Synthetic(Rules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's choices for synthetic poker, which has its limits from 21 alone (112, IR 297):
    ``counts`` is no choice there, and keeps the figure that is written in its kept tables."""

    limit: Literal["half-pot", "pot", "cave"] = "cave"
    counts: int = 2


def cave(table: Table) -> int:
    """What a player brings to the game at least, in cents (75, 98)."""
    rules = table.rules
    found: int = rules.cave or (table.maximum if _measured(table) else 20 * table.minimum)
    return found


def most(table: Table) -> int:
    """The most that a player brings, in cents: the maximum of the table, which limits no bet (20,
    75, IR 365); 0 for no such maximum, where the house reads 20 as leave."""
    return table.maximum // table.unit * table.unit if _measured(table) else 0


def _measured(table: Table) -> bool:
    """Whether 20 measures the minimum by what players bring. Hands that were recorded when nothing
    tied the one to the other had a maximum beyond that measure, and are told as they were."""
    return bool(table.rules.minimum_share) and table.minimum >= table.maximum * SHARE[0]


def brings(table: Table) -> tuple[int, int]:
    """The least and the most that a player brings, in cents; 0 for no most (75, 78, 98)."""
    return cave(table), most(table)


def top_up(table: Table) -> int:
    """What a player adds at once, in cents (75, 98)."""
    found: int = table.rules.top_up or cave(table)
    return found


def _changed(table: Table, minimum: int, mode: str) -> Table:
    """A table with another minimum and another limit of bets (22). What players bring and add is no
    limit of a bet, and stays as it was before the game (75, 98, IR 366)."""
    cite_clause(IR[366])
    return msgspec.structs.replace(table, minimum=minimum, rules=msgspec.structs.replace(
        table.rules, limit=mode, cave=cave(table), top_up=top_up(table)))


def limits(variant: Variant) -> Limits:
    """How the limits of an open table may be changed (22): by 86 where it holds, and by 21."""
    modes = ("half-pot", "pot", "cave")
    return Limits(L["22"], IR[267], modes if variant.antes else ("total", *modes),
                  lambda table: str(table.rules.limit), _changed)


def in_sessions(table: Table) -> bool:
    """Whether a table is played in sessions, and not on and on (74, 98)."""
    rules = table.rules
    return bool(rules.percentage == "session" or rules.sessions or rules.duration)


def entry(variant: Variant, table: Table) -> str:
    """How much who joins a game brings: 78 stands among the rules of Omaha, which hold for hold'em
    too; of synthetic poker the general rule of 28 holds."""
    found: str = table.rules.entry or ("average" if variant.antes else "floor")
    return found


def violations(variant: Variant, table: Table) -> list[Violation]:
    """What the regulation forbids in this table, every point of it at once."""
    points, rules = LegalityCheck(table), table.rules
    need, money = points.require, points.money
    need(not table.individual, L["24"], "individual", "one player", f"at least {LEAST} players")
    need(table.places == variant.places, L["6-3"] if variant.antes else L["6-2"], "places",
         table.places, f"{variant.places}")
    need(table.places_per_player == 1, L["10"], "places_per_player", table.places_per_player, "1")
    need(table.minimum > 0 and table.unit > 0, L["20-2"], "minimum", money(table.minimum),
         "more than nothing")
    if table.minimum <= 0 or table.unit <= 0:
        return points.violations
    need(table.minimum % table.unit == 0, L["20-2"], "minimum", money(table.minimum),
         f"a multiple of the unit of {money(table.unit)}")
    need(variant.antes or 2 * table.unit <= table.minimum, L["82"], "unit", money(table.unit),
         f"at most {money(table.minimum // 2)}, the small bet")
    need(rules.lowest <= table.minimum <= (rules.highest or table.minimum), L["19"], "minimum",
         money(table.minimum), f"{money(rules.lowest)} to {money(rules.highest)}, as is authorised")
    need(not table.authorisations or rules.highest > 0, L["19"], "rules.highest", "nothing",
         "the range of minimums that is authorised")
    if rules.minimum_share:
        _share(points)
    need(not (variant.antes and rules.shuffler), IR[352], "rules.shuffler", "true",
         "no such rule in synthetic poker: leave it out")
    need(1 <= rules.counts <= 3, L["86"], "rules.counts", rules.counts, "1 to 3")
    need(not variant.antes or rules.counts == 2, IR[297], "rules.counts", rules.counts,
         "no such rule in synthetic poker: leave it out")
    others = [name for name, other in VARIANTS.items()
              if name != variant.name and other.antes == variant.antes]
    need(rules.second in ("", *others), L["23"] if rules.second not in VARIANTS else IR[290],
         "rules.second", repr(rules.second), " or ".join(("nothing", *map(repr, others))))
    need(variant.antes or not rules.estardilho, L["106"], "rules.estardilho", "true",
         "synthetic poker alone has it")
    if rules.percentage == "hand":
        need(0 <= rules.rate <= 100 * HAND_MOST, L["7.a"], "rules.rate", rules.rate,
             "up to 5 per cent of a hand")
    else:
        need(100 * SESSION_LEAST <= rules.rate <= 100 * SESSION_MOST, L["7.b"], "rules.rate",
             rules.rate, "5 to 20 per cent for a session")
        need(not rules.cap, L["7.a-2"], "rules.cap", money(rules.cap), "nothing by session")
    need(not (variant.antes and rules.entry == "floor"), L["28"], "rules.entry", "floor", "average")
    lasts = L["98"] if variant.antes else L["74-2"]
    need(0 <= rules.sessions <= LONGEST, lasts, "rules.sessions", rules.sessions, f"0 to {LONGEST}")
    need(0 <= rules.duration <= MINUTES, lasts, "rules.duration", rules.duration,
         f"0 to {MINUTES} minutes")
    need(not (rules.sessions and rules.duration), lasts, "rules.duration", rules.duration,
         "the duration of a game or the number of its sessions")
    fixed = L["98"] if variant.antes else L["75"]
    for name, found in (("cave", cave(table)), ("top_up", top_up(table))):
        need(found >= table.minimum and found % table.unit == 0, fixed, f"rules.{name}",
             euros(found), f"a multiple of the unit of {money(table.unit)}, at least the minimum")
    return points.violations


def _share(points: LegalityCheck) -> None:
    """The minimum is between 20 and 40 % of the least and the most that players bring, and nobody
    adds more at once than that (20, IR 351, IR 365)."""
    table, rules, money = points.table, points.table.rules, points.money
    unit, (least, most) = table.unit, SHARE

    def between(low: Fraction, high: Fraction) -> tuple[int, int]:
        return -int(-low // unit) * unit, int(high // unit) * unit

    laid = {"maximum": table.maximum} | ({"rules.cave": rules.cave} if rules.cave else {})
    for what, found in laid.items():
        low, high = between(table.minimum / most, table.minimum / least)
        if what == "rules.cave":
            high = min(high, table.maximum)
        others = between(found * least, found * most)
        points.require(low <= found <= high, L["20"], what, money(found), (
            f"{money(low)} to {money(high)}, of which the minimum of {money(table.minimum)} is "
            f"20 to 40 %; or a minimum of {money(others[0])} to {money(others[1])}; or "
            "minimum_share = false under [rules], for a house that reads 20 as leave"))
    points.require(rules.top_up <= table.maximum, L["20"], "rules.top_up", money(rules.top_up),
                   f"at most {money(table.maximum)}, the most that a player brings; or "
                   "minimum_share = false under [rules], for a house that reads 20 as leave")
