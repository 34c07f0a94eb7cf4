"""What Regulamento 805/2015 fixes, and what it leaves to the house. Each number carries its clause.

The clauses of the house's options (16.a to 16.e) are named in `Rules`.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sabot import deprecated
from sabot import regulations as law
from sabot.families.blackjack import Clauses, Insurance, RuleBook, SpecialPrize, TableLaw, cite
from sabot.families.blackjack.rules import readings, round_readings
from sabot.games.blackjack_online.clauses import CLAUSES
from sabot.money import EVENS, Odds, euros, unit_for
from sabot.procedure.game import Conduct
from sabot.procedure.table import Table, Violation
from sabot.regulations import IR, figure
from sabot.words import phrase

L = law.Section("pt-805-2015/blackjack-online")

PLACES = figure((1, 7), L["4.a"])
PACKS = figure((4, 6, 8), L["4.b"])
MAX_OVER_MIN = figure(100, L["11"])
MUST_HIT = figure(11, L["15.a"], IR[391])
DOUBLE_FROM, DOUBLE_TO = figure((9, 11), L["15.b"])
BANK_STANDS = figure(17, L["17.a"])
BLACKJACK_PAYS = figure(Odds(3, 2), L["25.a"])
WIN_PAYS = figure(EVENS, L["25.c"], L["25.d"])
EVEN_MONEY = figure(EVENS, L["20.b"])
INSURANCE_PAYS = figure(Odds(2), L["25.f"])
SPECIAL_PAYS = figure(Odds(3), L["25.i"])
INSURANCE_PART = figure(2, L["15.f"])  # at most one half
SURRENDER_PART = figure(2, L["15.e"])  # one half is lost
SHOWN_RESULTS = figure(12, L["4.c"], IR[20])
UNIT = figure(unit_for(BLACKJACK_PAYS, Odds(1, SURRENDER_PART)), IR[8])

CONDUCT = Conduct(
    idle_seconds=figure(180, L["35.a"]),  # more than three minutes
    missed_coups=figure(5, L["35.b"]),  # more than five rounds in a row
    grace_seconds=figure(60, L["36"]),  # the next minute
    grace_coups=figure(1, L["36"]),  # the next round
    laws={
        "session": L["34"], "summary": L["33"], "information": L["32"], "last-coup": L["31"],
        "idle-individual": L["35.a"], "idle-multi": L["35.b"], "invitation": L["35"],
        "warning": L["36"], "line": L["29"], "line-valid": L["30"], "void": L["27"],
        "refund": L["28"], "demo": L["37"], "demo-prize": L["38"], "demo-convert": L["38-2"],
        "places": L["7"], "place": L["4.a"], "individual": L["5"], "limits": L["10"],
        "real-time": L["3"], "credit": L["2.a"], "session-is": L["2.g"],
        "virtual": L["3-2"], "line-session": IR[19], "line-default": IR[1],
        "void-by": IR[21], "idle-moments": IR[22], "demo-award": IR[23], "ready": IR[457],
        "no-stake": IR[458],
    },
)


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options, as its specific rules (regras específicas) must state them.

    ``packs``: 4, 6 or 8 (4.b). ``warning_card``: cards behind the warning card (IR 17).
    ``double_any``: double on any total (16.a); ``double_any_after_split``: on split hands too (IR
    11). ``split_pairs_only``: only cards of one rank split (16.b, IR 5). ``max_splits``: splits for
    each place and round, 0 for no limit (16.c). ``resplit_aces``: IR 6. ``insurance``: offered
    (16.d). ``special_prizes``: paid (16.e); ``special_prize_on_split``: IR 2. ``readings``: see
    `readings.OnlineReadings`.
    """

    packs: int = 6
    warning_card: int = 104
    double_any: bool = False
    double_any_after_split: bool = False
    split_pairs_only: bool = False
    max_splits: int = 0
    resplit_aces: bool = True
    insurance: bool = True
    special_prizes: bool = True
    special_prize_on_split: bool = True
    readings: readings.OnlineReadings = readings.OnlineReadings()


INSURANCE = Insurance(
    high=100 // INSURANCE_PART, pays=INSURANCE_PAYS,
    natural=figure(False, IR[10]))


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table: what the regulation fixes and what the house chose."""
    rules: Rules = table.rules
    named = (DOUBLE_FROM, DOUBLE_TO)
    prize = SpecialPrize(
        pays=SPECIAL_PAYS,
        on_split=figure(rules.special_prize_on_split, IR[2]),
        at_once=figure(rules.readings.special_paid == "at-once", IR[16]))
    return TableLaw(
        packs=figure(rules.packs, L["4.b"]),
        source="sealed", shows_packs=False,
        warning=figure(rules.warning_card, IR[17]),
        unit=table.unit, others=False,
        must_hit=MUST_HIT, double_named=named,
        double=figure((0, 21) if rules.double_any else named, L["16"], L["16.a"]),
        double_split=figure((0, 21) if rules.double_any_after_split else named, IR[11]),
        fixes_ace=figure(True, L["8.a.ii"], IR[4]),
        split_rank=figure(rules.split_pairs_only, L["16.b"], IR[5]),
        max_splits=figure(rules.max_splits, L["16.c"]),
        resplit_aces=figure(rules.resplit_aces, IR[6]),
        surrender="decision",
        insurance=figure(INSURANCE if rules.insurance else None, L["16.d"]),
        stands=BANK_STANDS,
        at_once=figure(True, L["20"], L["20.a"]),
        special=figure(prize if rules.special_prizes else None, L["16.e"]),
        results=SHOWN_RESULTS,
        blackjack_pays=BLACKJACK_PAYS, win_pays=WIN_PAYS, even_money_pays=EVEN_MONEY,
        surrender_part=SURRENDER_PART, readings=round_readings.of_table(rules.readings))


def laws(table: Table) -> Clauses:
    """The clauses of this table: where one maximum counts for all places of a player, it is that of
    2.b."""
    if table.rules.readings.maximum_counts == "each-place":
        return CLAUSES
    return msgspec.structs.replace(CLAUSES, limit=cite(L["2.b"], L["9"], IR[392]))


BOOK = RuleBook(CLAUSES, table_law, laws)


def violations(table: Table) -> list[Violation]:
    """All violations of the regulation in this table."""
    rules: Rules = table.rules
    faults: list[Violation] = []

    def need(lawful: bool, clause: str, field: str, value: object, allowed: str) -> None:
        if not lawful:
            faults.append(Violation(clause, field, str(value), allowed))

    low, high = PLACES
    need(not table.attended, L["3-2"], "attended", "true",
         "false: the game is played in a virtual environment that emulates a table")
    need(low <= table.places <= high, L["4.a"], "places", table.places,
         phrase("{low} to {high}", low=low, high=high))
    need(rules.packs in PACKS, L["4.b"], "rules.packs", rules.packs, "4, 6 or 8")
    need(table.minimum > 0, L["9"], "minimum", euros(table.minimum), "more than nothing")
    need(table.maximum >= table.minimum, L["9"], "maximum", euros(table.maximum),
         phrase("at least the minimum of {low}", low=euros(table.minimum)))
    need(table.maximum <= MAX_OVER_MIN * table.minimum, L["11"], "maximum", euros(table.maximum),
         phrase("at most {times} times the minimum: {high}",
                times=MAX_OVER_MIN, high=euros(MAX_OVER_MIN * table.minimum)))
    unit = UNIT if rules.readings.half_cents == "not-owed" else 1
    need(table.unit > 0 and table.unit % unit == 0, IR[8], "unit", euros(table.unit),
         phrase("a multiple of {unit}, which 3 to 2 and one half pay in whole cents",
                unit=euros(unit)))
    need(unit == UNIT or table.minimum >= UNIT, IR[8], "minimum", euros(table.minimum),
         phrase("at least {low}, of which a whole cent is one half", low=euros(UNIT)))
    if table.unit > 0:
        need(table.minimum % table.unit == 0, IR[8], "minimum", euros(table.minimum),
             phrase("a multiple of the unit of {unit}", unit=euros(table.unit)))
        need(table.maximum % table.unit == 0, IR[8], "maximum", euros(table.maximum),
             phrase("a multiple of the unit of {unit}", unit=euros(table.unit)))
    need(1 <= table.places_per_player <= max(1, table.places), L["7"], "places_per_player",
         table.places_per_player, "1 or more, as many as there are places at most")
    need(rules.max_splits >= 0, L["16.c"], "rules.max_splits", rules.max_splits,
         "0 (no limit) or more")
    size = 52 * rules.packs
    reserve = 10 * (table.places + 1)
    need(reserve <= rules.warning_card <= size, IR[17], "rules.warning_card", rules.warning_card,
         phrase("{reserve} (ten for each hand) to {size} (a shuffle for each round)",
                reserve=reserve, size=size))
    need(not rules.double_any_after_split or rules.double_any, L["16.a"],
         "rules.double_any_after_split", "true without rules.double_any",
         "true only where rules.double_any is true")
    return faults


deprecated.install(__name__)
