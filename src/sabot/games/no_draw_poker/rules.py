"""The rules of no-draw poker: what Portaria 217/2007 fixes, and the options of the house."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

import msgspec

from sabot import regulations as law
from sabot.families.jackpot.pool import check_figures
from sabot.families.poker.hands import Ranking, no_draw
from sabot.money import EVENS, Odds
from sabot.procedure import readings
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Money, Table, Violation
from sabot.procedure.violations import LegalityCheck
from sabot.regulations import figure
from sabot.words import phrase

L = law.Section("pt-217-2007/poquer-sem-descarte")

MOST_PLACES = figure(7, L["5"])
EACH = figure(1, L["5-3"])
CARDS = figure(5, L["16-8"])
SECOND = figure(2, L["17-7"])  # the second bet in initial bets
BAND = figure(25, L["14"])  # the highest maximum, in authorised minimums
START = figure(10_000, L["10"])  # the lowest start of a jackpot, in chips
MISSED = figure(3, L["22"])
AT_A_TIME = figure(1, L["16-8"])
AT_A_TIME_MACHINE = figure(5, L["16.b"])

PAYS = {
    "royal": figure(Odds(100), L["6.a"]),
    "straight-flush": figure(Odds(50), L["6.b"]),
    "four": figure(Odds(20), L["6.c"]),
    "full": figure(Odds(7), L["6.d"]),
    "flush": figure(Odds(5), L["6.e"]),
    "straight": figure(Odds(4), L["6.f"]),
    "three": figure(Odds(3), L["6.g"]),
    "two-pair": figure(Odds(2), L["6.h"]),
    "pair": figure(Odds(1), L["6.i"]),
    "high": figure(Odds(1), L["6.j"]),
}
"""The odds of the second bet for each combination, the highest first (6, 18-4)."""
ANTE_PAYS = figure(EVENS, L["18-5"])
NOT_QUALIFIED = figure(EVENS, L["18-3"])

LINES = tuple(reversed(PAYS))
"""The combinations, lowest to highest."""


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of the jackpot's scale: the combination ``name`` pays ``times`` the chip, or
    ``share`` hundredths of what remains in the pool (9, 12)."""

    name: str
    times: int = 0
    share: int = 0


SCALE = (  # 9: the house defines it, the Inspectorate approves; this one is an example
    Prize(name="flush", times=50),
    Prize(name="full", times=100),
    Prize(name="four", times=500),
    Prize(name="straight-flush", share=10),
    Prize(name="royal", share=100),
)


class JackpotRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The jackpot as fixed by the Inspectorate (3-3, 8, 9): ``chip`` and ``start`` in cents,
    ``rate``: the increment in hundredths of the chip. ``manual``: marked by hand (4.b). ``refill``:
    the pool is filled up after every prize that leaves less than ``start`` (IR 187). ``pool``: the
    name of a pool that several tables share."""

    chip: Money = 100
    rate: int = 60
    start: Money = 1_000_000
    manual: bool = False
    refill: bool = False
    pool: str = ""
    prizes: tuple[Prize, ...] = SCALE


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose.

    ``second_bet``: what becomes of it when the bank does not qualify (IR 164). ``calls``: a call
    binds, or may be taken back until the bank uncovers its cards (IR 183). ``deal_errors``: a void
    deal gives all back; or chips for the jackpot stay in the pool; or all is given back, and the
    last card of the bank lies open beside one that was exposed (IR 186). ``showing_costs``: both
    bets of the round, or the initial one (IR 188).
    """

    UNPRICED: ClassVar[frozenset[str]] = frozenset({"second_bet"})

    second_bet: Literal["returned", "paid", "lost"] = "returned"
    calls: Literal["binding", "revocable"] = "binding"
    deal_errors: Literal["all-back", "chips-stay", "two-open"] = "all-back"
    showing_costs: Literal["both-bets", "initial-bet"] = "both-bets"


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of the house.

    ``shuffler``: an automatic shuffler (16-2); ``packs``: 2 packs are used alternately with it.
    ``authorised``: the minimum of the operating authorisation, 0 for the table's own (14).
    ``prize_cap``: the maximum that the bank pays in prizes in a round, in cents, 0 for no limit
    (15); above it prizes are reduced in proportion, or paid ``cap_in_order`` of the boxes (IR 185).
    ``suited_high``: of equal high cards, three of one suit beat none (6.j, IR 137). ``flush_all``,
    ``pair_all``: equal flushes, and the other cards of equal pairs, are compared card by card
    (7.d, IR 149; 7.g, IR 163). ``jackpot``: 3, 4, 8 to 12. ``readings``: see `Readings`.
    """

    shuffler: bool = False
    packs: int = 1
    authorised: Money = 0
    prize_cap: Money = 0
    cap_in_order: bool = False
    suited_high: bool = True
    flush_all: bool = True
    pair_all: bool = True
    jackpot: JackpotRules | None = None
    readings: Readings = Readings()


def ranking(rules: Rules) -> Ranking:
    """The order of combinations under the house's readings of the law (6, 7)."""
    return no_draw(rules.flush_all, rules.pair_all, rules.suited_high)


WORD = {"8": L["8"], "9": L["9"]}
"""The clauses for which a jackpot needs an authorisation."""
CONDUCT = replace(
    conduct(WORD | {"14": L["14"], "15": L["15"]}, places=L["5-3"], place=L["5"], limits=L["13-2"],
            idle_multi=L["22"], advice=L["21"]),
    missed_coups=MISSED - 1, only_full=True)
CHOICES = {
    "packs": (1, 2), "authorised": (0,), "prize_cap": (0, 10_000, 30_000),
    "jackpot": (None, JackpotRules(), JackpotRules(manual=True, rate=85, refill=True),
                JackpotRules(prizes=(Prize(name="pair", times=3), Prize(name="three", share=5),
                                     Prize(name="straight", share=100)))),
}
"""Values of the rules that tests use in addition to the defaults."""
TIMES = tuple(range(BAND, 0, -1))


# -- violations ------------------------------------------------------------------------------------


def violations(table: Table) -> list[Violation]:
    """Every violation of the regulation by this table."""
    points, rules = LegalityCheck(table), table.rules
    need, money = points.require, points.money
    need(1 <= table.places <= MOST_PLACES, L["5"], "places", table.places,
         phrase("1 to {most}", most=MOST_PLACES))
    need(table.places_per_player == EACH, L["5-3"], "places_per_player", table.places_per_player,
         f"{EACH}")
    packs = (1, 2) if rules.shuffler else (1,)
    need(rules.packs in packs, L["16-2"] if rules.packs == 2 else L["1"], "rules.packs",
         rules.packs, "1, or 2 used alternately with an automatic shuffler")
    _check_limits(points)
    if rules.prize_cap:
        need(rules.prize_cap >= table.minimum, L["15"], "rules.prize_cap", money(rules.prize_cap),
             phrase("0, or at least the minimum of {low}", low=money(table.minimum)))
        points.require_authorisation("rules.prize_cap", {"15": L["15"]})
    if rules.jackpot is not None:
        points.require_authorisation("rules.jackpot", WORD)
        check_figures(points, rules.jackpot,
                      {"chip": L["8"], "rate": L["3-3"], "start": L["10"]}, START)
        _check_scale(points, rules.jackpot)
    return points.violations


def _check_limits(points: LegalityCheck) -> None:
    """Minimum, maximum and the band between them (13, 14)."""
    table, need, money = points.table, points.require, points.money
    low, high, least = table.minimum, table.maximum, table.rules.authorised
    need(low > 0, L["13"], "minimum", money(low), "more than 0")
    need(high >= low, L["13"], "maximum", money(high), phrase("at least the minimum of {low}",
                                                              low=money(low)))
    if least:
        need(low >= least, L["13-2"], "minimum", money(low),
             phrase("at least the authorised minimum of {least}", least=money(least)))
        points.require_authorisation("rules.authorised", {"14": L["14"]})
    highest = BAND * (least or low)
    need(high <= highest, L["14"], "maximum", money(high),
         phrase("at most {times} times the authorised minimum: {highest}", times=BAND,
                highest=money(highest)))
    need(table.unit > 0, L["13"], "unit", money(table.unit), "more than 0")
    if table.unit > 0:
        for key, value in (("minimum", low), ("maximum", high)):
            need(value % table.unit == 0, L["13"], key, money(value),
                 phrase("a multiple of the unit of {unit}", unit=money(table.unit)))


def _check_scale(points: LegalityCheck, jackpot: JackpotRules) -> None:
    """The scale must have each combination once, prizes that grow with it, and the rest of the pool
    for the highest."""
    need, prizes = points.require, jackpot.prizes
    need(bool(prizes), L["9"], "rules.jackpot.prizes", "none", "a scale of prizes")
    before, due = -1, 0
    for n, prize in enumerate(prizes, start=1):
        key = f"rules.jackpot.prizes[{n}]"
        known = prize.name in LINES
        need(known, L["9"], f"{key}.name", repr(prize.name), ", ".join(LINES))
        need((prize.times > 0) != (prize.share > 0) and prize.share <= 100, L["9"], key,
             phrase("times {times}, share {share}", times=prize.times, share=prize.share),
             "one of times and share, which is at most 100 hundredths")
        if known:
            need(LINES.index(prize.name) > before, L["12.a"], f"{key}.name", repr(prize.name),
                 "combinations from the lowest to the highest, each once")
            before = LINES.index(prize.name)
        amount = jackpot.start * prize.share // 100 + prize.times * jackpot.chip
        need(amount > due, L["12.a"], key, points.money(amount),
             "more than the prize of the combination below it")
        due = amount
    if prizes:
        shares = [prize.share for prize in prizes]
        need(shares.count(100) == (shares[-1] == 100) == 1, L["12.a"],
             "rules.jackpot.prizes", phrase("share {share} for the highest", share=shares[-1]),
             "100 hundredths of the rest for the highest combination, and for no other")
