"""The readings of ambiguous clauses that a table of American roulette may choose."""

from __future__ import annotations

from typing import Literal

from sabot.families.roulette import readings


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose; see `families.roulette.readings.Readings` for more.

    ``idle_coups``: the coups without a bet that cost a colour: those with a number, void ones too,
    or only those during which somebody waits (IR 119). ``neighbours_limit``: the maximum of a
    straight-up limits what a player has on each number straight up and as neighbours, all
    neighbours and straight-ups together, or on each number also the chip of the vadios (IR 124).
    ``red_numbers``: the usual ones on either wheel, or on the American order every other number (IR
    130). ``colour_value``: chips have the minimum of the table until their player names another
    value, or no bet is made with them before (IR 147). ``late_chips``: chips of a colour that lie
    when the table closes go back at the value that the display shows, or at the minimum of the
    table, as chips that are presented late (IR 141). ``chips_reach``: what a series or neighbours
    lay on a spot is one chip or more, or at least the minimum of that chance (IR 379).
    """

    idle_coups: Literal["decided", "all", "while-waited"] = "decided"
    neighbours_limit: Literal["each-number", "whole-bets", "with-series"] = "each-number"
    red_numbers: Literal["usual", "alternate"] = "usual"
    colour_value: Literal["minimum", "named"] = "minimum"
    late_chips: Literal["value-shown", "minimum"] = "value-shown"
    chips_reach: Literal["one-chip", "each-minimum"] = "one-chip"
