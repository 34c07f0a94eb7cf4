"""What Portaria 217/2007 fixes for chemin de fer, and what it leaves to the house."""

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
LEAST = figure(4, L["16"])
WARNING = figure(7, L["13-3"])
HALVES = figure(3, L["34"])
MINUTES = figure(20, L["107"])
MOST = 10**10  # of a bank, which has no maximum (35): what this program counts with, in cents

MOST_STANDING = figure(9, L["24"])

CONDUCT = replace(conduct({}, places=L["17"], place=L["17"], limits=IR[230],
                          **{"idle-multi": IR[231], "one-table": L["17-2"]}),
                  missed_coups=3 * SEATS)
CALLS = Calls((L["96"], L["66"], IR[358]), always=("pt",), foreign=("en",))
CHOICES = {"cagnotte": (5, 0, 10), "standing": (9, 0, 2), "standing_each": (9, 1, 2)}
"""Values of the rules that are tried beside the defaults."""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's choices.

    ``bank``: the least capital of the bank (35, 37), nothing for the table's minimum, which is the
    least bet of a punter (36). ``cagnotte``: the percentage of what the bank wins that the house
    takes (47). ``bid`` and ``raise_by``: the opening bid and the step of an auction, nothing for
    the least bank and the table's minimum (82). ``standing``: how many may stand (24),
    ``standing_each`` how many of them behind one seat (IR 344). ``burn_first``: the first card
    burnt counts in the number (13-4). ``refusal_costs_seat``: the hand must be taken in one's turn,
    and who refuses it or is not there gives up the seat (23, 85, 94); without it that is so only
    where nobody bids. ``seven_eight_tie``: a banker's 7 or 8 ties a score that his own fault gave
    the ponto (104.g).
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


def least_bank(table: Table) -> int:
    """The least capital of a bank, in cents (35)."""
    least: int = table.rules.bank or table.minimum
    return least


def bidding(table: Table) -> tuple[int, int]:
    """The opening bid of an auction and its step, in cents (82)."""
    step = table.rules.raise_by or table.minimum
    return table.rules.bid or -(-least_bank(table) // step) * step, step


def violations(table: Table) -> list[Violation]:
    """What the regulation forbids in this table, every point of it at once."""
    points, rules = LegalityCheck(table), table.rules
    need, money = points.require, points.money
    need(not table.individual, L["16"], "individual", "one player", f"at least {LEAST} who sit")
    need(table.places == SEATS, L["3"], "places", table.places, f"{SEATS}")
    need(table.places_per_player == 1, L["17"], "places_per_player", table.places_per_player, "1")
    need(table.unit > 0 and table.unit % 2 == 0, IR[230], "unit", money(table.unit),
         "an even number of cents")
    if table.unit <= 0 or table.minimum <= 0:
        need(table.minimum > 0, L["36"], "minimum", money(table.minimum), "more than nothing")
        return points.violations
    need(table.minimum % table.unit == 0, L["36"], "minimum",
         money(table.minimum), f"a multiple of the unit of {money(table.unit)}")
    need(not rules.bank or (rules.bank >= table.minimum and rules.bank % table.unit == 0), L["35"],
         "rules.bank", money(rules.bank),
         f"a multiple of the unit of {money(table.unit)}, at least the minimum of punters of "
         f"{money(table.minimum)}")
    need(0 <= rules.cagnotte < 100, IR[223], "rules.cagnotte", rules.cagnotte, "0 to 99 per cent")
    need(0 <= rules.standing <= MOST_STANDING, L["24"], "rules.standing", rules.standing,
         f"0 to {MOST_STANDING}")
    need(1 <= rules.standing_each <= MOST_STANDING, IR[344], "rules.standing_each",
         rules.standing_each, f"1 to {MOST_STANDING}")
    base, step = bidding(table)
    need(step > 0 and step % 2 == 0, L["82"], "rules.raise_by", money(step),
         "an even number of cents")
    need(base >= least_bank(table) and base % step == 0, L["82"], "rules.bid",
         money(base), f"a multiple of the step of {money(step)}, at least the least bank of "
         f"{money(least_bank(table))}")
    return points.violations
