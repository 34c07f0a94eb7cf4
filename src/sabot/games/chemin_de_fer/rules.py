"""The figures of Portaria 217/2007 for chemin de fer, and the options of the house."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from sabot import regulations as law
from sabot.games.chemin_de_fer.readings import Readings
from sabot.procedure.conduct import conduct
from sabot.procedure.game import Calls
from sabot.procedure.table import Money, Table, Violation
from sabot.procedure.violations import LegalityCheck
from sabot.regulations import IR, figure
from sabot.words import phrase

L = law.Section("pt-217-2007/chemin-de-fer")

SEATS = figure(9, L["3"])
PACKS = figure(6, L["4"])
ENDS = figure(6, L["13"])
MIN_SEATED = figure(4, L["16"])
WARNING = figure(7, L["13-3"])
WINS_TO_HALVE = figure(3, L["34"])
MINUTES = figure(20, L["107"])
MAX_BANK = 10**10
"""The largest bank, in cents. The law has no maximum (35); this is a limit of the program."""

MOST_STANDING = figure(9, L["24"])

def _missed_coups(rules: Rules) -> int:
    """After more than so many coups without a bet a player is idle (IR 231)."""
    return 5 if rules.readings.idle_after == "five" else 3 * SEATS


CONDUCT = replace(conduct({}, places=L["17"], place=L["17"], limits=IR[230],
                          **{"idle-multi": IR[231], "one-table": L["17-2"],
                             "complaint-until": L["104.l"]}),
                  missed_coups=3 * SEATS, missed_by_rules=_missed_coups)
CALLS = Calls((L["96"], L["66"], IR[358]), always=("pt",), foreign=("en",))
CHOICES = {"cagnotte": (5, 0, 10), "standing": (9, 0, 2), "standing_each": (9, 1, 2)}
"""Values of the options that tests try in addition to the defaults."""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options.

    ``bank``: the minimum capital of the bank (35, 37), in cents; 0 for the table's minimum, which
    is the minimum bet of a punter (36). ``cagnotte``: the percentage of the bank's wins that the
    house takes (47). ``bid`` and ``raise_by``: the opening bid and the step of an auction (82); 0
    for the minimum bank and the table's minimum. ``standing``: how many people may stand (24);
    ``standing_each``: how many of them behind one seat (IR 344). ``burn_first``: the first burnt
    card counts towards the number of burnt cards (13-4). ``refusal_costs_seat``: players must take
    the hand in their turn; those who refuse it or are absent lose the seat (23, 85, 94). Without
    this option they lose it only when nobody bids. ``seven_eight_tie``: a banker's 7 or 8 ties a
    score that the banker's own fault gave to the ponto (104.g). ``readings``: see `Readings`.
    """

    bank: Money = 0
    cagnotte: int = 5
    bid: Money = 0
    raise_by: Money = 0
    standing: int = 9
    standing_each: int = 9
    burn_first: bool = True
    refusal_costs_seat: bool = True
    seven_eight_tie: bool = False
    readings: Readings = Readings()


def minimum_bank(table: Table) -> int:
    """The minimum capital of a bank, in cents (35)."""
    minimum: int = table.rules.bank or table.minimum
    return minimum


def least_bank(table: Table) -> int:
    """The smallest bank, in cents, against which a bet of the minimum is not the whole bank, which
    would be banco too (45)."""
    bank = max(minimum_bank(table), 2 * table.minimum)
    return -(-bank // table.minimum) * table.minimum


def bank_step(table: Table) -> int:
    """The step of the capital of a bank, in cents (IR 230)."""
    step: int = table.minimum if table.rules.readings.bank_step == "minimum" else table.unit
    return step


def bid_limits(table: Table) -> tuple[int, int]:
    """The opening bid of an auction and the step between bids, in cents (82)."""
    step = table.rules.raise_by or table.minimum
    return table.rules.bid or -(-minimum_bank(table) // step) * step, step


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points, rules = LegalityCheck(table), table.rules
    need, money = points.require, points.money
    need(not table.individual, L["16"], "individual", "one player",
         phrase("at least {least} seated", least=MIN_SEATED))
    need(table.places == SEATS, L["3"], "places", table.places, f"{SEATS}")
    need(table.places_per_player == 1, L["17"], "places_per_player", table.places_per_player, "1")
    need(table.unit > 0 and table.unit % 2 == 0, IR[230], "unit", money(table.unit),
         "an even number of cents")
    need(rules.readings.closing_hour == "clock" or not table.closes, IR[360], "closes",
         table.closes, "no hours where a supervisor alone knows when the room closes")
    if table.unit <= 0 or table.minimum <= 0:
        need(table.minimum > 0, L["36"], "minimum", money(table.minimum), "more than 0")
        return points.violations
    need(table.minimum % table.unit == 0, L["36"], "minimum",
         money(table.minimum), phrase("a multiple of the unit of {unit}", unit=money(table.unit)))
    need(not rules.bank or (rules.bank >= table.minimum and rules.bank % table.unit == 0), L["35"],
         "rules.bank", money(rules.bank),
         phrase("a multiple of the unit of {unit}, at least the minimum bet of {minimum}",
                unit=money(table.unit), minimum=money(table.minimum)))
    need(0 <= rules.cagnotte < 100, IR[223], "rules.cagnotte", rules.cagnotte, "0 to 99 per cent")
    need(0 <= rules.standing <= MOST_STANDING, L["24"], "rules.standing", rules.standing,
         phrase("0 to {most}", most=MOST_STANDING))
    need(1 <= rules.standing_each <= MOST_STANDING, IR[344], "rules.standing_each",
         rules.standing_each, phrase("1 to {most}", most=MOST_STANDING))
    base, step = bid_limits(table)
    need(step > 0 and step % 2 == 0, L["82"], "rules.raise_by", money(step),
         "an even number of cents")
    if rules.readings.bank_step == "minimum":
        for name in ("bank", "raise_by"):
            value = getattr(rules, name)
            need(value % table.minimum == 0, IR[230], f"rules.{name}", money(value),
                 phrase("a multiple of the minimum bet of {minimum}",
                        minimum=money(table.minimum)))
    need(base >= minimum_bank(table) and base % step == 0, L["82"], "rules.bid",
         money(base), phrase("a multiple of the step of {step}, at least the minimum bank of "
                             "{minimum_bank}", step=money(step),
                             minimum_bank=money(minimum_bank(table))))
    return points.violations
