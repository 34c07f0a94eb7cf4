"""The figures of Portaria 217/2007 for chemin de fer, and the options of the house."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from sabot import law
from sabot.law import IR, figure
from sabot.procedure.conduct import conduct
from sabot.procedure.game import Calls
from sabot.procedure.table import Money, Table, Violation
from sabot.procedure.violations import LegalityCheck

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

CONDUCT = replace(conduct({}, places=L["17"], place=L["17"], limits=IR[230],
                          **{"idle-multi": IR[231], "one-table": L["17-2"]}),
                  missed_coups=3 * SEATS)
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
    score that the banker's own fault gave to the ponto (104.g).
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


def minimum_bank(table: Table) -> int:
    """The minimum capital of a bank, in cents (35)."""
    minimum: int = table.rules.bank or table.minimum
    return minimum


def bid_limits(table: Table) -> tuple[int, int]:
    """The opening bid of an auction and the step between bids, in cents (82)."""
    step = table.rules.raise_by or table.minimum
    return table.rules.bid or -(-minimum_bank(table) // step) * step, step


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the regulation forbids."""
    points, rules = LegalityCheck(table), table.rules
    need, money = points.require, points.money
    need(not table.individual, L["16"], "individual", "one player", f"at least {MIN_SEATED} seated")
    need(table.places == SEATS, L["3"], "places", table.places, f"{SEATS}")
    need(table.places_per_player == 1, L["17"], "places_per_player", table.places_per_player, "1")
    need(table.unit > 0 and table.unit % 2 == 0, IR[230], "unit", money(table.unit),
         "an even number of cents")
    if table.unit <= 0 or table.minimum <= 0:
        need(table.minimum > 0, L["36"], "minimum", money(table.minimum), "more than 0")
        return points.violations
    need(table.minimum % table.unit == 0, L["36"], "minimum",
         money(table.minimum), f"a multiple of the unit of {money(table.unit)}")
    need(not rules.bank or (rules.bank >= table.minimum and rules.bank % table.unit == 0), L["35"],
         "rules.bank", money(rules.bank),
         f"a multiple of the unit of {money(table.unit)}, at least the minimum bet of "
         f"{money(table.minimum)}")
    need(0 <= rules.cagnotte < 100, IR[223], "rules.cagnotte", rules.cagnotte, "0 to 99 per cent")
    need(0 <= rules.standing <= MOST_STANDING, L["24"], "rules.standing", rules.standing,
         f"0 to {MOST_STANDING}")
    need(1 <= rules.standing_each <= MOST_STANDING, IR[344], "rules.standing_each",
         rules.standing_each, f"1 to {MOST_STANDING}")
    base, step = bid_limits(table)
    need(step > 0 and step % 2 == 0, L["82"], "rules.raise_by", money(step),
         "an even number of cents")
    need(base >= minimum_bank(table) and base % step == 0, L["82"], "rules.bid",
         money(base), f"a multiple of the step of {money(step)}, at least the minimum bank of "
         f"{money(minimum_bank(table))}")
    return points.violations
