"""What hold-and-respin and ladders pay, exactly, and how a player who may choose does best.

Sums are in whole bets; each feature is a distribution, so that nothing of it is estimated.
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


def held(hold: Hold, places: int, first: int) -> Chances:
    """The chance that so many are held in the end, of a window of so many places in which
    ``first`` were held at first."""
    lands = Fraction(*hold.lands)
    at: Chances = {first: Fraction(1)}
    ends: Chances = {}
    for many in range(first, places + 1):
        chance = at.pop(many, Fraction(0))
        if not chance:
            continue
        free = places - many
        none = (1 - lands) ** free
        stays = none ** hold.turns if free else Fraction(1)
        if stays:
            ends[many] = chance * stays
        for new in range(1, free + 1):
            came = math.comb(free, new) * lands ** new * (1 - lands) ** (free - new)
            # Turns in which nothing comes change nothing while one is left.
            at[many + new] = (at.get(many + new, Fraction(0))
                              + chance * (1 - stays) * came / (1 - none))
    return ends


def holds(hold: Hold, places: int, first: int) -> Chances:
    """The chance of each sum that the feature pays."""
    whole = sum(hold.values.values())
    one = {int(times): Fraction(share, whole) for times, share in hold.values.items()}
    sums: Chances = {0: Fraction(1)}
    found: Chances = {}
    ends = held(hold, places, first)
    for many in range(1, places + 1):
        sums = _added(sums, one)
        for paid, chance in sums.items():
            if many in ends:
                more = paid + (hold.full if many == places else 0)
                found[more] = found.get(more, Fraction(0)) + ends[many] * chance
    return found


def _added(sums: Mapping[int, Fraction], one: Mapping[int, Fraction]) -> Chances:
    found: Chances = {}
    for paid, chance in sums.items():
        for more, share in one.items():
            found[paid + more] = found.get(paid + more, Fraction(0)) + chance * share
    return found


# -- ladders -------------------------------------------------------------------------------------


Stops = tuple[int | None, ...]
"""For each rung but the first the least sum with which a player stops before it, None where he
never does."""


class Climb(NamedTuple):
    """A ladder as somebody climbs it: the ``chances`` of what it pays, in bets, and where he
    ``stops``."""

    chances: Chances
    stops: Stops

    @property
    def mean(self) -> Fraction:
        """What it pays in the mean."""
        return sum((chance * paid for paid, chance in self.chances.items()), Fraction(0))


def climbs(ladder: Ladder, stops: Stops | None = None) -> Climb:
    """A ladder as it is climbed by who ``stops`` so, or with the highest mean: who gains nothing by
    going on stops. Without a choice nobody stops."""
    rungs = [({int(times): share for times, share in rung.pays.items()}, rung.ends)
             for rung in ladder.rungs]
    may = ladder.choice

    @cache
    def value(rung: int, has: int) -> Fraction:
        """What is had in the end in the mean, before a rung, with so much."""
        on = ahead(rung, has)
        return max(on, Fraction(has)) if may and rung else on

    def ahead(rung: int, has: int) -> Fraction:
        if rung == len(rungs):
            return Fraction(has)
        pays, ends = rungs[rung]
        total = ends * Fraction(0 if ladder.lost else has)
        total += sum(share * value(rung + 1, has + times) for times, share in pays.items())
        return total / (ends + sum(pays.values()))

    at: Chances = {0: Fraction(1)}
    found: Chances = {}
    used: list[int | None] = []
    for rung, (pays, ends) in enumerate(rungs):
        whole, after = ends + sum(pays.values()), Chances()
        least = None
        if rung and may:
            least = stops[rung - 1] if stops is not None else min(
                (has for has in at if ahead(rung, has) <= has), default=None)
        if rung:
            used.append(least)
        for has, chance in at.items():
            if least is not None and has >= least:
                found[has] = found.get(has, Fraction(0)) + chance
                continue
            if ends:
                kept = 0 if ladder.lost else has
                found[kept] = found.get(kept, Fraction(0)) + chance * Fraction(ends, whole)
            for times, share in pays.items():
                after[has + times] = (after.get(has + times, Fraction(0))
                                      + chance * Fraction(share, whole))
        at = after
    for has, chance in at.items():
        found[has] = found.get(has, Fraction(0)) + chance
    return Climb(found, tuple(used))


def at_once(ladder: Ladder) -> Stops:
    """Where who takes the first that he has stops."""
    return (0,) * (len(ladder.rungs) - 1)


def never(ladder: Ladder) -> Stops:
    """Where who climbs to the end stops."""
    return (None,) * (len(ladder.rungs) - 1)
