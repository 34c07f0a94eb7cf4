"""What Portaria 217/2007 fixes, and what it leaves to the house; each number with its clause."""

from __future__ import annotations

from sabot import deprecated
from sabot import regulations as law
from sabot.families.blackjack import (
    Clauses,
    Close,
    Insurance,
    Prize,
    RuleBook,
    SpecialPrize,
    TableLaw,
)
from sabot.families.blackjack.rules import land_based
from sabot.families.blackjack.rules.legality import Points
from sabot.games.blackjack_2007 import clauses
from sabot.money import EVENS, Odds, unit_for
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Table, Violation
from sabot.regulations import IR, figure

L = law.Section("pt-217-2007/blackjack")

PLACES = figure((6, 7), L["2"])
PACKS = figure((4, 6), L["3"])
WARNING = figure(50, L["9"])  # cards from the end
BURN = figure(1, L["10"])
BETS_CLOSE: Close = figure("call", L["13"])  # before the deal
MAX_OVER_MIN = figure(30, L["37"])  # at most
MUST_HIT = figure(11, L["18"], IR[391])
BANK_STANDS = figure(17, L["19"])
BLACKJACK_PAYS = figure(Odds(3, 2), L["21"])
WIN_PAYS = figure(EVENS, L["23"])
NAMED = figure((9, 11), L["29"])
INSURANCE_PART = figure(50, L["33"])  # hundredths of the initial bet, at most
INSURANCE_PAYS = figure(Odds(2), L["33-2"])
EVEN_MONEY = figure(EVENS, L["34"])
SPECIAL_PAYS = figure(Odds(3), L["35"])
SURRENDER_PART = figure(2, L["36"])  # one half is lost
START_OVER_CHIP = figure(10_000, L["44"])
UNIT = figure(unit_for(BLACKJACK_PAYS, Odds(1, SURRENDER_PART)), IR[51])

SCALE = (  # 43: the house proposes, the Inspectorate approves; this one is an example
    Prize(name="aces-2", cards=2, times=25),
    Prize(name="aces-2-suit", cards=2, alike="suit", times=100),
    Prize(name="aces-3", cards=3, times=250),
    Prize(name="aces-3-suit", cards=3, alike="suit", times=2500),
    Prize(name="aces-4", cards=4, alike="colour", share=100),
)

WORD = {"38": L["38"], "40": L["40"], "43": L["43"]}  # jackpot options for the authority
CONDUCT = conduct(WORD | {land_based.ONE_CARD: L["5-3"]}, places=L["15"], place=L["2"],
                  limits=L["14"], complaint_until=L["61"])
FIXED = land_based.FixedRules(
    places=PLACES, packs=PACKS, unit=UNIT, times=MAX_OVER_MIN, start_times=START_OVER_CHIP,
    exactly=figure(False, L["37"]),
    word=WORD,
    laws={"places": L["2"], "packs": L["3"], "limits": L["14"], "unit": IR[51], "times": L["37"],
          "places-each": L["15"], "damaged-only": L["5-3"], "shuffler": L["52"],
          "lid": L["60"], "chip": L["40"],
          "rate": L["40"], "start": L["44"], "prizes": L["43"], "cards": L["42"]})
CODE = TableLaw(
    packs=0,  # set by `land_based.table_law`, like all options of the house
    warning=WARNING, burn=BURN, close=BETS_CLOSE, stands=BANK_STANDS, must_hit=MUST_HIT,
    alone_half=figure(True, L["9-2"]),
    others=figure(True, L["15"]),
    double=NAMED, double_split=NAMED, double_named=NAMED,
    fixes_ace=figure(True, L["32"]),
    resplit=figure(True, L["27"]),
    surrender="pass", insurance=Insurance(high=INSURANCE_PART, pays=INSURANCE_PAYS),
    hit_soft=figure(False, L["6.a.banca"]),
    plays_always=figure(False, L["22-2"]),
    at_once=figure(True, L["21-3"]),
    special=SpecialPrize(
        at_once=figure(True, L["35"]),
        pays=SPECIAL_PAYS),
    blackjack_pays=BLACKJACK_PAYS, win_pays=WIN_PAYS, even_money_pays=EVEN_MONEY,
    surrender_part=SURRENDER_PART)


class JackpotRules(land_based.JackpotRules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The jackpot as the Inspectorate fixed it; ``prizes``: the scale that it approved (43)."""

    prizes: tuple[Prize, ...] = SCALE


class Rules(land_based.Rules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options: see `land_based.Rules`."""

    jackpot: JackpotRules | None = None


def prizes(rules: Rules) -> tuple[Prize, ...]:
    """The scale of the table's jackpot (43)."""
    return rules.jackpot.prizes if rules.jackpot is not None else SCALE


def table_law(table: Table) -> TableLaw:
    """The law of one table: what the regulation fixes and what the house chose."""
    return land_based.table_law(
        table, CODE, land_based.check_jackpot(Points(table), FIXED, prizes(table.rules))
    )


def laws(table: Table) -> Clauses:
    """The clauses of this table: with a shuffler some moments fall under rules 51 to 60."""
    return clauses.OF_MACHINE.get(table.rules.shuffler, clauses.CLAUSES)


BOOK = RuleBook(clauses.CLAUSES, table_law, laws)
CHOICES = {"shuffler": land_based.SHUFFLERS, "lid_every": (1, 2, 4),
           "jackpot": (None, JackpotRules(), JackpotRules(manual=True, rate=85),
                       JackpotRules(prizes=SCALE[2:]), JackpotRules(drawn_cards=True))}


def violations(table: Table) -> list[Violation]:
    """All violations of the regulation in this table."""
    return land_based.check_table(table, FIXED, prizes(table.rules)).violations


deprecated.install(__name__)
