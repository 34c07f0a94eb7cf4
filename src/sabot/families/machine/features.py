"""Exact distributions of hold-and-respin features and ladders, and the best play of a ladder.

Sums are in whole bets. Nothing is estimated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from sabot.families.machine.model import Hold, Ladder

Chances = dict[int, Fraction]


# -- hold and respin -----------------------------------------------------------------------------


def final_holds(hold: Hold, places: int, first: int) -> Chances:
    """The chance of each final number of held symbols, in a window of ``places`` places of which
    ``first`` are held at the start."""
    lands = Fraction(*hold.lands)
    pending: Chances = {first: Fraction(1)}
    final: Chances = {}
    for many in range(first, places + 1):
        chance = pending.pop(many, Fraction(0))
        if not chance:
            continue
        free = places - many
        none = (1 - lands) ** free
        stays = none ** hold.turns if free else Fraction(1)
        if stays:
            final[many] = chance * stays
        for new in range(1, free + 1):
            lands_new = math.comb(free, new) * lands ** new * (1 - lands) ** (free - new)
            # Turns without a new symbol change nothing until the last one.
            pending[many + new] = (pending.get(many + new, Fraction(0))
                                   + chance * (1 - stays) * lands_new / (1 - none))
    return final


def hold_chances(hold: Hold, places: int, first: int) -> Chances:
    """The chance of each sum that hold and respin pays, in bets."""
    total = sum(hold.values.values())
    value = {int(times): Fraction(share, total) for times, share in hold.values.items()}
    sums: Chances = {0: Fraction(1)}
    chances: Chances = {}
    final = final_holds(hold, places, first)
    for many in range(1, places + 1):
        sums = _convolve(sums, value)
        for paid, chance in sums.items():
            if many in final:
                prize = paid + (hold.full if many == places else 0)
                chances[prize] = chances.get(prize, Fraction(0)) + final[many] * chance
    return chances


def _convolve(sums: Mapping[int, Fraction], value: Mapping[int, Fraction]) -> Chances:
    """The distribution of the sum of two independent amounts."""
    chances: Chances = {}
    for paid, chance in sums.items():
        for more, share in value.items():
            chances[paid + more] = chances.get(paid + more, Fraction(0)) + chance * share
    return chances


# -- ladders -------------------------------------------------------------------------------------


Stops = tuple[int | None, ...]
"""For each rung except the first, the minimum sum with which the player stops before it; None if
they never stop there."""


class Climb(NamedTuple):
    """A strategy for a ladder: the ``chances`` of what it pays, in bets, and where the player
    ``stops``."""

    chances: Chances
    stops: Stops

    @property
    def mean(self) -> Fraction:
        """The expected prize, in bets."""
        return sum((chance * paid for paid, chance in self.chances.items()), Fraction(0))


def climb(ladder: Ladder, stops: Stops | None = None) -> Climb:
    """A ladder climbed with these ``stops``, or by the strategy with the highest mean, which stops
    when going on gains nothing. A ladder without a choice has no stops."""
    rungs = [({int(times): share for times, share in rung.pays.items()}, rung.ends)
             for rung in ladder.rungs]
    choice = ladder.choice

    @cache
    def value(rung: int, amount: int) -> Fraction:
        """The expected final prize before a rung, with this amount."""
        going_on = value_of_going_on(rung, amount)
        return max(going_on, Fraction(amount)) if choice and rung else going_on

    def value_of_going_on(rung: int, amount: int) -> Fraction:
        if rung == len(rungs):
            return Fraction(amount)
        pays, ends = rungs[rung]
        total = ends * Fraction(0 if ladder.lost else amount)
        total += sum(share * value(rung + 1, amount + times) for times, share in pays.items())
        return total / (ends + sum(pays.values()))

    amounts: Chances = {0: Fraction(1)}
    final: Chances = {}
    used: list[int | None] = []
    for rung, (pays, ends) in enumerate(rungs):
        total, after = ends + sum(pays.values()), Chances()
        least = None
        if rung and choice:
            least = stops[rung - 1] if stops is not None else min(
                (amount for amount in amounts if value_of_going_on(rung, amount) <= amount),
                default=None)
        if rung:
            used.append(least)
        for amount, chance in amounts.items():
            if least is not None and amount >= least:
                final[amount] = final.get(amount, Fraction(0)) + chance
                continue
            if ends:
                prize = 0 if ladder.lost else amount
                final[prize] = final.get(prize, Fraction(0)) + chance * Fraction(ends, total)
            for times, share in pays.items():
                after[amount + times] = (after.get(amount + times, Fraction(0))
                                         + chance * Fraction(share, total))
        amounts = after
    for amount, chance in amounts.items():
        final[amount] = final.get(amount, Fraction(0)) + chance
    return Climb(final, tuple(used))


def stop_at_once(ladder: Ladder) -> Stops:
    """The stops of a player who takes the prize of the first rung."""
    return (0,) * (len(ladder.rungs) - 1)


def never_stop(ladder: Ladder) -> Stops:
    """The stops of a player who climbs to the end."""
    return (None,) * (len(ladder.rungs) - 1)
