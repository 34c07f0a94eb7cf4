"""What Despacho 57/2009 fixes, and what it leaves to the house. Each number carries its article."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, cast

import msgspec

from sabot import deprecated
from sabot import regulations as law
from sabot.families.blackjack import (
    Clauses,
    Decider,
    FaceDown,
    Insurance,
    RuleBook,
    Source,
    SpecialPrize,
    TableLaw,
)
from sabot.families.blackjack.rules.legality import Points
from sabot.families.blackjack.rules.sidebets import SideBet
from sabot.games.blackjack_macau import authority, clauses, sides
from sabot.games.blackjack_macau.authority import check_authorisations, is_day
from sabot.games.blackjack_macau.readings import Readings, of_round
from sabot.money import EVENS, Odds, cents, unit_for
from sabot.procedure.game import Conduct
from sabot.procedure.table import Table, Violation, parse_values
from sabot.regulations import IR, figure
from sabot.words import either, phrase

L = law.Section("mo-57-2009/black-jack")

CURRENCY = "MOP"  # patacas
PLACES_FROM = figure(6, L["1.1"], L["3.1"])
PLACES_TO = 9  # the drawn layout has room for nine
PACKS_FROM, PACKS_TO = figure((1, 8), L["1.2"])  # one or more
BEHIND = figure(30, L["2.1.1-2"], IR[393])  # the second white card is among the last 30 or more
BURN = figure(1, L["4.1.2"])
BANK_STANDS = figure(17, L["6.1"])
BLACKJACK_PAYS = figure(Odds(3, 2), L["10.2"], L["10.5"])
EVEN_MONEY = figure(EVENS, L["10.3"])
WIN_PAYS = figure(EVENS, L["10.4"], IR[63])
INSURE_FROM = figure(50, L["12.1"])  # hundredths of the original bet
INSURANCE_PAYS = figure(Odds(2), L["12.2"])
SPECIAL_PAYS = figure(Odds(3), L["15"])
HOLE_CARD_HANDS = figure(5, L["5.2.3.(7)"])
HANDS_FROM = figure(4, L["16.1"])  # up to four or more
SURRENDER_PART = figure(2, L["18.1"])  # one half is lost
FIVE_PAYS = figure(Odds(1, 2), L["19.1"])
BETTORS = figure(3, L["20.1.2"])
ELEVEN = figure((11, 11), L["17.1.3"])
ANY = (0, 21)
UNIT = figure(unit_for(BLACKJACK_PAYS, Odds(1, SURRENDER_PART), FIVE_PAYS), IR[85])

CONDUCT = Conduct(
    idle_seconds=180, missed_coups=5, grace_seconds=60, grace_coups=1,
    laws={
        **dict.fromkeys((
            "session", "summary", "information", "last-coup", "idle-individual", "idle-multi",
            "invitation", "warning", "line", "line-valid", "void", "refund", "demo", "demo-prize",
            "demo-convert", "real-time", "credit", "session-is", "virtual", "line-session",
            "void-by", "idle-moments", "demo-award"), IR[24]),
        "places": L["3.2"], "place": L["3.1"], "individual": IR[25], "limits": IR[85],
        "line-default": IR[88], "ready": IR[457], "no-stake": IR[458],
        "complaint-until": L["5.1.2"], "authorisation": L["21.1"],
    },
)


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options, and the readings of the text.

    Options that the text leaves open (`authority.CHOICES`) must be set in a file and authorised
    whatever their value; the values here are those of a demonstration. For the others the default
    is the text, and a different value needs an authorisation (21, IR 83).

    ``packs``: one or more (1.2). ``device``: "shoe", "box" (one pack, 1.3) or "shuffler" (1.4).
    ``warning_card``: cards behind the second white card (2.1.1). ``shuffle_each_hand``: 2.2.2.
    ``burn_per_pack``: 4.1.1; ``burn_each``: "", "start" or "start-and-bank" (4.2, IR 56).
    ``first_exposed_valid``: 5.1.1. ``procedure``: 1, 2 or 3 (5.2); ``face_down``: "", "first",
    "second" or "both" in the third (5.2.3.(5)). ``table_maximum``: a sum as text (5.2.3.(8)).
    ``hit_soft_17``: 6.1, IR 60; ``unseen_kept``: an unseen card that the bank drew in error is the
    next hand's (6.1, IR 61). ``eleven_protected``: 10.7. ``insurance_full``: up to the whole bet
    (12.1, IR 67). ``any_pair``, ``sevens``, ``over_under``, ``perfect_pair``, ``winning_streak``:
    the additional bets of 13; ``side_maximum``: their maximum as a multiple of the minimum;
    ``one_side_bet``: IR 68; ``pair_pays_once``: IR 69; ``thirteen_ace``: "1" or "any" (IR 71);
    ``perfect_pair_all``: IR 72. ``split_by``: "rank" or "value" (IR 76); ``max_hands``: 0 for those
    of the text, four (16.1), in the third procedure five (5.2.3.(7), IR 109); ``resplit``,
    ``resplit_aces``: 16.5, 16.3, IR 77. ``double_any``, ``double_split``, ``double_eleven``: 17.1.1
    to 17.1.3, IR 80. ``special_prizes``, ``surrender``: 21.2. ``decides``: "seated", "nearest" or
    "highest" (20.1.1 to 20.1.3); ``bettors_per_place``: 20.1.2. ``holidays``: ISO days that are not
    working days (IR 83). ``readings``: see `Readings`.
    """

    packs: int = 6
    device: str = "shoe"
    warning_card: int = 52
    shuffle_each_hand: bool = False
    burn_per_pack: bool = False
    burn_each: str = ""
    first_exposed_valid: bool = False
    procedure: int = 2
    face_down: str = ""
    table_maximum: str = ""
    hit_soft_17: bool = True
    unseen_kept: bool = False
    eleven_protected: bool = False
    insurance_full: bool = False
    any_pair: bool = False
    sevens: bool = False
    over_under: bool = False
    perfect_pair: bool = False
    winning_streak: bool = False
    side_maximum: int = 5
    one_side_bet: bool = True
    pair_pays_once: bool = False
    thirteen_ace: str = "1"
    perfect_pair_all: bool = False
    split_by: str = "rank"
    max_hands: int = 0
    resplit: bool = True
    resplit_aces: bool = True
    double_any: bool = True
    double_split: bool = True
    double_eleven: bool = False
    special_prizes: bool = True
    surrender: bool = True
    decides: str = "seated"
    bettors_per_place: int = BETTORS
    holidays: tuple[str, ...] = ()
    readings: Readings = Readings()


# Not options of article 21: limits (IR 85), the calendar (IR 83), what 20.1.2 leaves to the
# director of the room, and how clauses are read.
FREE = ("side_maximum", "holidays", "bettors_per_place", "readings")
DOWN: dict[int, FaceDown] = {1: "both", 2: ""}
DEVICES: dict[str, Source] = {"shoe": "hand", "box": "box", "shuffler": "batch"}


def face_down_cards(rules: Rules) -> FaceDown:
    """Which of a player's first cards lie face down: "", "first", "second" or "both"."""
    return cast(FaceDown, rules.face_down) if rules.procedure == 3 else DOWN[rules.procedure]


def most_hands(rules: Rules) -> int:
    """The maximum of hands at one place: that of the text, or the house's."""
    return rules.max_hands or (HOLE_CARD_HANDS if rules.procedure == 3 else HANDS_FROM)


def side_bets(rules: Rules) -> tuple[SideBet, ...]:
    """The side bets that a table offers (13), in the house's reading."""
    return _offered_bets(
        rules,
        pair=figure(sides.ONE_PAIR if rules.pair_pays_once else sides.ANY_PAIR, IR[69]),
        thirteen=figure(_thirteen(rules), IR[71]),
        perfect=figure(sides.EVERY_KIND if rules.perfect_pair_all else sides.PERFECT_PAIR,
                       IR[72]))


def _offered_bets(rules: Rules, pair: SideBet, thirteen: tuple[SideBet, ...], perfect: SideBet
                  ) -> tuple[SideBet, ...]:
    """The side bets whose options are on."""
    sevens = sides.sevens(rules.readings)
    offers = ((rules.any_pair, (pair,)), (rules.sevens, (sevens,)),
              (rules.over_under, thirteen), (rules.perfect_pair, (perfect,)),
              (rules.winning_streak, sides.STREAKS))
    return tuple(sides.by_readings(bet, rules.readings)
                 for offered, bets in offers if offered for bet in bets)


def _thirteen(rules: Rules) -> tuple[SideBet, SideBet]:
    """Over and under 13, with the ace as the table counts it."""
    if rules.thirteen_ace != "any":
        return sides.THIRTEEN
    return sides.ANY_ACE if rules.readings.two_aces == "12" else sides.TWO_ACES


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table: what the regulation fixes and what the house chose."""
    rules: Rules = table.rules
    box = rules.device == "box"
    shoe = rules.device == "shoe"
    hole = rules.procedure == 3 or (rules.procedure == 1 and box)
    readings = rules.readings
    plain = TableLaw(
        packs=figure(rules.packs, L["1.2"]),
        source=DEVICES[rules.device],
        warning=figure(rules.warning_card if shoe and rules.packs > 1 else 0, L["2.1.1-2"]),
        cut=figure("" if rules.device == "shuffler" else "any", L["2.1.1"]),
        burn=figure(rules.packs if rules.burn_per_pack else BURN, L["4.1.1"], L["4.1.2"]),
        burn_coup=figure(bool(rules.burn_each) and not box, L["4.2"]),
        burn_bank=figure(rules.burn_each == "start-and-bank" and not hole, L["4.2"]),
        each_coup=figure(rules.shuffle_each_hand or (shoe and rules.packs == 1), L["2.2.2"]),
        close="call" if readings.bets_until == "call" else "first-card",
        unit=table.unit,
        decider=cast(Decider, rules.decides),
        place_together=figure(False, IR[85]),
        bettors=figure(rules.bettors_per_place if rules.decides == "nearest" else 0, L["20.1.2"]),
        sides=side_bets(rules),
        side_low=table.minimum,
        side_high=rules.side_maximum * table.minimum,
        one_side=figure(rules.one_side_bet, IR[68]),
        table_high=cents(rules.table_maximum) if rules.table_maximum else 0,
        second=figure("hidden" if hole else "late", L["5.2.2.(2)"], L["5.2.3.(2)"]),
        peek=figure(rules.procedure == 3, L["5.2.3.(3)"]) and readings.look != "no-look",
        down=face_down_cards(rules),
        exposed_any=figure(True, L["5.1.1"]),
        cancels_all=figure(True, L["5.1.2-2"], IR[58]),
        first_exposed=figure(rules.first_exposed_valid, L["5.1.1-2"]),
        announce=figure(True, L["6.5"]),
        double=figure(
            ANY if rules.double_any else ELEVEN if rules.double_eleven else (), L["17.1.1"]
        ),
        double_split=figure(ANY if rules.double_split else (), L["17.1.2"]),
        split_rank=figure(rules.split_by == "rank", L["16.1"], IR[76]),
        max_splits=figure(most_hands(rules) - 1, L["16.1"]),
        resplit=figure(rules.resplit, L["16.5"]),
        resplit_aces=figure(rules.resplit_aces, L["16.3"], IR[77]),
        refusal_final=figure(True, L["16.5"]),
        surrender=figure("pass" if rules.surrender else "", L["18.1"], L["21.2"]),
        even_money="AT",
        insurance=Insurance(
            low=INSURE_FROM, pays=INSURANCE_PAYS,
            high=figure(100 if rules.insurance_full else INSURE_FROM, L["12.1-2"], IR[67])),
        five=figure(True, L["19.1"]),
        stands=BANK_STANDS,
        hit_soft=figure(rules.hit_soft_17, L["6.1"], IR[60]),
        plays_always=figure(True, L["7.1"]),
        unseen_out=figure(True, L["6.1-2"]),
        counts_bets=figure(True, L["3.2"]),
        special=figure(
            SpecialPrize(pays=SPECIAL_PAYS) if rules.special_prizes else None, L["15"], L["21.2"]
        ),
        keeps_split=figure(True, L["16.6"]),
        keeps_double=figure(True, L["17.3"]),
        keeps_eleven=figure(rules.eleven_protected, L["10.7"]),
        blackjack_pays=BLACKJACK_PAYS,
        win_pays=WIN_PAYS,
        even_money_pays=EVEN_MONEY,
        surrender_part=SURRENDER_PART,
        five_pays=FIVE_PAYS,
        readings=of_round(readings),
    )
    if readings.one_game == "each-shuffle" or box:
        return plain
    return msgspec.structs.replace(plain, burn_coup=plain.burn)


def laws(table: Table) -> Clauses:
    """The clauses of a table: those of its procedures of dealing and of deciding."""
    rules: Rules = table.rules
    chosen = dict(clauses.DECIDERS[rules.decides])
    if rules.procedure == 3:
        chosen |= clauses.HOLE_CARD | clauses.HOLE_CARD_DOWN.get(rules.face_down, {})
    elif rules.procedure == 1:
        chosen |= clauses.FACE_DOWN_BOX if rules.device == "box" else clauses.FACE_DOWN
    if face_down_cards(rules):
        chosen |= clauses.COVERED
    if rules.device != "shoe":
        chosen |= clauses.BOX if rules.device == "box" else clauses.SHUFFLER
    elif rules.packs == 1:
        chosen |= clauses.ONE_PACK
    elif rules.shuffle_each_hand:
        chosen |= clauses.EACH_COUP
    if rules.unseen_kept:
        chosen |= clauses.UNSEEN_KEPT
    if rules.burn_per_pack:
        chosen |= clauses.BURN_PACKS
    return clauses.of_readings(msgspec.structs.replace(clauses.CLAUSES, **chosen), rules.readings)


BOOK = RuleBook(clauses.CLAUSES, table_law, laws, sides.EVERY)
CHOICES = {
    "device": ("shoe", "box", "shuffler"), "burn_each": ("", "start", "start-and-bank"),
    "procedure": (1, 2, 3), "face_down": ("", "first", "second", "both"),
    "thirteen_ace": ("1", "any"), "split_by": ("rank", "value"),
    "decides": ("seated", "nearest", "highest"),
}
WORDS_LAW = {
    "device": L["1.3"], "burn_each": L["4.2"], "procedure": L["5.2"], "face_down": L["5.2.3.(5)"],
    "thirteen_ace": L["13.3"], "split_by": L["16.1"], "decides": L["20.1"],
}


def violations(table: Table) -> list[Violation]:
    """All violations of the regulation in this table."""
    rules: Rules = table.rules
    points = Points(table, CURRENCY)
    need = points.require
    need(PLACES_FROM <= table.places <= PLACES_TO, L["1.1"], "places", table.places,
         phrase("{low} or more (this layout has room for {high})",
                low=PLACES_FROM, high=PLACES_TO))
    need(PACKS_FROM <= rules.packs <= PACKS_TO, L["1.2"], "rules.packs", rules.packs,
         phrase("{low} or more (a shoe here holds up to {high})",
                low=PACKS_FROM, high=PACKS_TO))
    points.check_limits(IR[85], IR[85], UNIT)
    points.check_places_per_player(L["3.2"])
    before = len(points.violations)
    for name, clause in WORDS_LAW.items():
        words = CHOICES[name]
        value = getattr(rules, name)
        need(value in words, clause, f"rules.{name}", repr(value),
             either(repr(word) for word in words))
    if len(points.violations) > before:  # with an unknown value no other check makes sense
        return points.violations
    need(rules.device != "box" or rules.packs == 1, L["1.3"], "rules.packs", rules.packs,
         "1 in a metal box")
    need(rules.device != "box" or rules.procedure != 2, L["5.2.2.(1)"], "rules.procedure",
         rules.procedure, "1 or 3 with a metal box")
    least, clause = ((BEHIND, L["2.1.1-2"]) if rules.readings.white_card == "behind" else
                     (1, IR[393]))
    need(rules.device != "shoe" or rules.packs <= 1
         or least <= rules.warning_card <= 26 * rules.packs, clause, "rules.warning_card",
         rules.warning_card, phrase("{low} to {high} (half of the cards)", low=least,
                                    high=26 * rules.packs))
    need(not (rules.burn_each and rules.device == "box"), L["4.2"], "rules.burn_each",
         repr(rules.burn_each), '"" with a metal box')
    need(not (rules.burn_each == "start-and-bank" and rules.procedure == 3), L["4.2"],
         "rules.burn_each", repr(rules.burn_each), '"" or "start" with a hole card')
    need(not rules.face_down or rules.procedure == 3, L["5.2.3.(5)"], "rules.face_down",
         repr(rules.face_down), '"" but in the third procedure')
    need(HANDS_FROM <= most_hands(rules) <= (HOLE_CARD_HANDS if rules.procedure == 3 else 16),
         L["5.2.3.(7)"] if rules.procedure == 3 else L["16.1"], "rules.max_hands",
         rules.max_hands, phrase("{low} to {high}", low=HANDS_FROM,
                                 high=HOLE_CARD_HANDS) if rules.procedure == 3
         else phrase("{low} or more, up to 16", low=HANDS_FROM))
    need(rules.double_any or rules.double_split or rules.double_eleven, L["17.1"],
         "rules.double_any", "no double at all", "one of double_any, double_split and "
         "double_eleven: only articles 15 and 18 may be left out (21.2)")
    need(not rules.table_maximum or rules.procedure == 3, L["5.2.3.(8)"], "rules.table_maximum",
         rules.table_maximum, "none but in the third procedure")
    if rules.table_maximum:
        try:
            most = cents(rules.table_maximum)
            need(most >= table.maximum, L["5.2.3.(8)"], "rules.table_maximum", points.money(most),
                 phrase("at least the maximum of a place: {maximum}",
                        maximum=points.money(table.maximum)))
        except ValueError as error:
            need(False, L["5.2.3.(8)"], "rules.table_maximum", rules.table_maximum,
                 error.args[0])
    need(1 <= rules.bettors_per_place <= BETTORS, L["20.1.2"], "rules.bettors_per_place",
         rules.bettors_per_place, phrase("1 to {most}", most=BETTORS))
    need(rules.bettors_per_place == BETTORS or rules.decides == "nearest", L["20.1.2"],
         "rules.bettors_per_place", rules.bettors_per_place,
         phrase('{bettors} but where rules.decides is "nearest"', bettors=BETTORS))
    for day in rules.holidays:
        need(is_day(day), IR[83], "rules.holidays", repr(day), 'a day such as "2026-12-08"')
    need(1 <= rules.side_maximum <= 100, IR[85], "rules.side_maximum", rules.side_maximum,
         "1 to 100 times the minimum")
    return points.violations + check_authorisations(table, adopted_choices(table), rules.holidays)


def adopted_choices(table: Table) -> dict[str, object]:
    """The options of a table that the text does not give by itself: see
    `authority.check_authorisations`."""
    rules: Rules = table.rules
    defaults, values = Rules(), msgspec.structs.asdict(rules)
    choices = authority.approved_choices(values) | {
        name: value for name, value in values.items() if value != getattr(defaults, name)
        and name not in FREE and name not in authority.CHOICES}
    if most_hands(rules) == most_hands(Rules(procedure=rules.procedure)):
        choices.pop("max_hands", None)
    if 1 <= table.places_per_player < table.places:
        law.cite_clause(IR[106])
        choices["places_per_player"] = table.places_per_player
    return choices


DEMONSTRATION = parse_values(
    resources.files(__package__).joinpath("demonstration.toml").read_text("utf-8"))
"""The rules and authorisations of a demonstration table, which no house has configured."""


def missing_choices(rules_in_file: Mapping[str, Any], table: Table) -> list[Violation]:
    """The options that the rules of a file must set and do not."""
    return authority.missing_choices(rules_in_file, msgspec.structs.asdict(table.rules))


deprecated.install(__name__)
