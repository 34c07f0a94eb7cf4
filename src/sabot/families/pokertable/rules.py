"""The rules of non-banked poker that the regulation fixes, and those that it leaves to the
house."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

import msgspec

from sabot import regulations as law
from sabot.families.pokertable.percentage import HAND_MOST, SESSION_LEAST, SESSION_MOST
from sabot.families.pokertable.readings import Readings
from sabot.families.pokertable.variant import VARIANTS, Variant
from sabot.money import euros
from sabot.procedure.conduct import conduct
from sabot.procedure.limits import Limits
from sabot.procedure.table import Money, Table, Violation
from sabot.procedure.violations import LegalityCheck
from sabot.regulations import IR, cite_clause, figure
from sabot.words import either, phrase

L = law.Section("pt-217-2007/poquer-nao-bancado")

Mode = Literal["total", "half-pot", "pot", "cave"]
Tied = Literal["part", "lost"]

LEAST = figure(4, L["24"])
SHARE = figure((Fraction(1, 5), Fraction(2, 5)), L["20"])
"""The minimum and the maximum share of a table's maximum that the minimum bet may be (20)."""
RESTS = figure(2, L["13"])
AWAY = figure(3, L["13-2"])
UNBET = figure(5, L["89"])
LONGEST = 24  # most sessions of a game
MINUTES = 1440  # longest duration of a game
MOST = 10**10  # largest stack, in cents

CONDUCT = replace(conduct({}, places=L["10"], place=L["10"], limits=L["20-2"],
                          doubts=L["9.g"], **{"idle-multi": L["13-2"]}), missed_coups=10**6)


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's choices.

    - ``limit``: the maximum bet: a raise as much as the total of the bets so far (86), or one of
      the modes of 21 for bets and raises alike. ``counts``: how many times at most the last bet
      counts in the total for a raise (86, IR 293).
    - ``second``: the other variant of a mixed table (23). ``percentage``: of each hand or of each
      session (7); ``rate``: its per cent; ``cap``: its maximum per hand, 0 for none.
    - ``shares``: an all-in player wins in proportion to the bet (49, 50) or from their side pots
      (38); ``tied``: equal hands share the proportional ``part`` of an all-in one by their bets, or
      only what was ``lost`` to them (66, IR 235).
    - ``minimum_share``: the minimum is 20 to 40 % of what players bring, of which the maximum of
      the table is the upper limit (20, IR 365). ``cave`` and ``top_up``: the minimum buy-in and the
      size of a top-up; 0 for that maximum where 20 applies, otherwise for twenty times the minimum
      (75, 98).
    - ``shuffler``: an automatic one, with two packs that alternate (76). ``entry``: a player who
      joins brings the average of the table (28) or at least the buy-in (78); "" for the variant's
      own rule.
    - ``sessions`` of an hour, or ``duration`` in minutes, that a game lasts; 0 for no end (74, 98).
    - ``lowest`` and ``highest``: the authorised range of the minimum, 0 where not configured (19,
      22).
    - ``estardilho``: synthetic poker has estardilho and restardilho (106). ``readings``: see
      `Readings`.
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
    readings: Readings = Readings()


class Synthetic(Rules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's choices for synthetic poker, which takes its limits from 21 only (112, IR 297).
    ``counts`` is not a choice there; its figure stays in stored tables."""

    limit: Literal["half-pot", "pot", "cave"] = "cave"
    counts: int = 2


def cave(table: Table) -> int:
    """The minimum buy-in, in cents (75, 98)."""
    rules = table.rules
    amount: int = rules.cave or (table.maximum if _share_applies(table) else 20 * table.minimum)
    return amount


def most(table: Table) -> int:
    """The maximum buy-in, in cents: the maximum of the table, which limits no bet (20, 75, IR 365);
    0 for none, where the house reads 20 as optional, or the maximum as a mere figure."""
    binds = _share_applies(table) and table.rules.readings.maximum_binds != "nobody"
    return table.maximum // table.unit * table.unit if binds else 0


def _share_applies(table: Table) -> bool:
    """Whether 20 ties the minimum to what players bring. Hands recorded before this rule was
    applied had a maximum beyond it, and replay as they were played."""
    least = SHARE[0]
    return bool(table.rules.minimum_share) and (
        table.minimum * least.denominator >= table.maximum * least.numerator)


def buy_in_range(table: Table) -> tuple[int, int]:
    """The minimum and the maximum buy-in, in cents; 0 for no maximum (75, 78, 98)."""
    return cave(table), most(table)


def top_up(table: Table) -> int:
    """The size of a top-up, in cents (75, 98)."""
    amount: int = table.rules.top_up or cave(table)
    return amount


def changed(table: Table, minimum: int, mode: str) -> Table:
    """A table with another minimum and another limit of bets (22). Buy-in and top-up are no limits
    of a bet, and stay as they were before the game, unless the table reads it so (75, 98, IR 366).
    """
    cite_clause(IR[366])
    rules = table.rules
    if rules.readings.with_limits == "bets-only":
        rules = msgspec.structs.replace(rules, cave=cave(table), top_up=top_up(table))
    return msgspec.structs.replace(table, minimum=minimum,
                                   rules=msgspec.structs.replace(rules, limit=mode))


def modes(variant: Variant) -> tuple[str, ...]:
    """The modes of the maximum of a bet (21, 86)."""
    general = ("half-pot", "pot", "cave")
    return general if variant.antes else ("total", *general)


def limits(variant: Variant) -> Limits:
    """How the limits of an open table may change (22): by 86 where it applies, and by 21."""
    return Limits(L["22"], IR[267], modes(variant), lambda table: str(table.rules.limit), changed,
                  lambda table: bool(table.rules.readings.limits_begin == "next-bet"))


def usable_places(table: Table, places: int) -> int:
    """How many of its places players may take: at a table of synthetic poker that is mixed with
    another variant the eleventh stays empty (6-2, 23, IR 290)."""
    mixed = table.rules.readings.synthetic_mixed and table.rules.second
    return min(places, VARIANTS[table.rules.second].places) if mixed else places


def in_sessions(table: Table) -> bool:
    """Whether a table is played in sessions rather than without end (74, 98)."""
    rules = table.rules
    return bool(rules.percentage == "session" or rules.sessions or rules.duration)


def entry(variant: Variant, table: Table) -> str:
    """How much a player who joins a game brings: 78 is among the rules of Omaha, which apply to
    hold'em too; synthetic poker follows the general rule of 28."""
    choice: str = table.rules.entry or ("average" if variant.antes else "floor")
    return choice


def violations(variant: Variant, table: Table) -> list[Violation]:
    """All points in which this table breaks the regulation."""
    points, rules, read = LegalityCheck(table), table.rules, table.rules.readings
    need, money = points.require, points.money
    need(not table.individual, L["24"], "individual", "one player",
         phrase("at least {least} players", least=LEAST))
    need(table.places == variant.places, L["6-3"] if variant.antes else L["6-2"], "places",
         table.places, f"{variant.places}")
    need(table.places_per_player == 1, L["10"], "places_per_player", table.places_per_player, "1")
    need(table.minimum > 0 and table.unit > 0, L["20-2"], "minimum", money(table.minimum),
         "more than 0")
    if table.minimum <= 0 or table.unit <= 0:
        return points.violations
    need(table.minimum % table.unit == 0, L["20-2"], "minimum", money(table.minimum),
         phrase("a multiple of the unit of {unit}", unit=money(table.unit)))
    need(variant.antes or 2 * table.unit <= table.minimum or read.small_bet == "made-up", L["82"],
         "unit", money(table.unit), phrase("at most {minimum}, the small bet",
                                           minimum=money(table.minimum // 2)))
    need(variant.antes or read.small_bet != "even-minimum" or not table.minimum % (2 * table.unit),
         IR[331], "minimum", money(table.minimum),
         phrase("an even number of chips of {unit}", unit=money(table.unit)))
    need(read.registers == "with-cave" or not table.bots, IR[258], "bots", table.bots,
         "none where players bring their caves once the seats are drawn")
    need(rules.lowest <= table.minimum <= (rules.highest or table.minimum), L["19"], "minimum",
         money(table.minimum), phrase("{lowest} to {highest}, as is authorised",
                                      lowest=money(rules.lowest), highest=money(rules.highest)))
    need(not table.authorisations or rules.highest > 0, L["19"], "rules.highest", "nothing",
         "the range of minimums that is authorised")
    if rules.minimum_share:
        _share(points)
    need(not (variant.antes and rules.shuffler), IR[352], "rules.shuffler", "true",
         "no such rule in synthetic poker: leave it out")
    need(1 <= rules.counts <= 3, L["86"], "rules.counts", rules.counts, "1 to 3")
    need(not variant.antes or rules.counts == 2 or read.synthetic_raises == "as-omaha", IR[297],
         "rules.counts", rules.counts, "no such rule in synthetic poker: leave it out")
    others = [name for name, other in VARIANTS.items() if name != variant.name
              and (other.antes == variant.antes or (variant.antes and read.synthetic_mixed))]
    need(rules.second in ("", *others), L["23"] if rules.second not in VARIANTS else IR[290],
         "rules.second", repr(rules.second), either(("nothing", *map(repr, others))))
    need(variant.antes or not rules.estardilho, L["106"], "rules.estardilho", "true",
         "only synthetic poker has it")
    if rules.percentage == "hand":
        need(0 <= rules.rate <= 100 * HAND_MOST, L["7.a"], "rules.rate", rules.rate,
             "up to 5 per cent of a hand")
    else:
        need(100 * SESSION_LEAST <= rules.rate <= 100 * SESSION_MOST, L["7.b"], "rules.rate",
             rules.rate, "5 to 20 per cent for a session")
        need(not rules.cap, L["7.a-2"], "rules.cap", money(rules.cap), "nothing by session")
    need(not (variant.antes and rules.entry == "floor"), L["28"], "rules.entry", "floor", "average")
    lasts = L["98"] if variant.antes else L["74-2"]
    need(0 <= rules.sessions <= LONGEST, lasts, "rules.sessions", rules.sessions,
         phrase("0 to {most}", most=LONGEST))
    need(0 <= rules.duration <= MINUTES, lasts, "rules.duration", rules.duration,
         phrase("0 to {minutes} minutes", minutes=MINUTES))
    need(read.duration_in == "minutes" or not rules.duration % 60, IR[265], "rules.duration",
         rules.duration, "a multiple of 60 minutes")
    need(not (rules.sessions and rules.duration), lasts, "rules.duration", rules.duration,
         "the duration of a game or the number of its sessions")
    fixed = L["98"] if variant.antes else L["75"]
    for name, amount in (("cave", cave(table)), ("top_up", top_up(table))):
        need(amount >= table.minimum and amount % table.unit == 0, fixed, f"rules.{name}",
             euros(amount), phrase("a multiple of the unit of {unit}, at least the minimum",
                                   unit=money(table.unit)))
    return points.violations


def _share(points: LegalityCheck) -> None:
    """The minimum is between 20 and 40 % of the minimum and the maximum buy-in, and no top-up is
    above that maximum (20, IR 351, IR 365)."""
    table, rules, money = points.table, points.table.rules, points.money
    unit, (least, most) = table.unit, SHARE

    def between(low: Fraction, high: Fraction) -> tuple[int, int]:
        return -int(-low // unit) * unit, int(high // unit) * unit

    checked = {"maximum": table.maximum} | ({"rules.cave": rules.cave} if rules.cave else {})
    for option, amount in checked.items():
        low, high = between(table.minimum / most, table.minimum / least)
        if option == "rules.cave":
            high = min(high, table.maximum)
        others = between(amount * least, amount * most)
        points.require(low <= amount <= high, L["20"], option, money(amount), (
            phrase("{low} to {high}, of which the minimum of {minimum} is 20 to 40 %; or a minimum "
                   "of {others} to {others2}; or minimum_share = false under [rules], for a house "
                   "that reads 20 as a permission", low=money(low), high=money(high),
                   minimum=money(table.minimum), others=money(others[0]),
                   others2=money(others[1]))))
    free = rules.readings.maximum_binds == "nobody"
    points.require(free or rules.top_up <= table.maximum, L["20"], "rules.top_up",
                   money(rules.top_up),
                   phrase("at most {maximum}, the maximum buy-in; or minimum_share = false under "
                          "[rules], for a house that reads 20 as a permission",
                          maximum=money(table.maximum)))
