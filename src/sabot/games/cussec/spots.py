"""The bets of cussec and their prizes: Portaria n.º 217/2007, cussec, 7 to 10."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from sabot import regulations as law
from sabot.families.layout.cloth import (
    LOST,
    Cloth,
    Fate,
    Fell,
    Kind,
    Spot,
    State,
    of_kinds,
    of_spots,
)
from sabot.money import EVENS, Odds
from sabot.regulations import IR, figure

L = law.Section("pt-217-2007/cussec")

DICE = figure((6, 6, 6), L["1"])
SMALL = figure(range(4, 11), L["7.a"])
BIG = figure(range(11, 18), L["7.b"])
TOTALS = figure(range(4, 18), L["7.h"])

LIMIT = (IR[153], ())
"""The section of the regulation has no limits."""

KINDS = (
    Kind("small", (L["7.a"], (L["9"],)), (L["8.a"], ()),
         figure((EVENS,), L["8.a"]),
         LIMIT),
    Kind("big", (L["7.b"], (L["9"],)), (L["8.b"], ()),
         figure((EVENS,), L["8.b"]),
         LIMIT),
    Kind("single", (L["7.c"], ()), (L["8.c"], (IR[138],)),
         figure((EVENS, Odds(2), Odds(3)), L["8.c"]),
         LIMIT),
    Kind("pair", (L["7.d"], ()), (L["8.d"], ()),
         figure((Odds(5),), L["8.d"]),
         LIMIT),
    Kind("double", (L["7.e"], ()), (L["8.e"], ()),
         figure((Odds(10), Odds(30)), L["8.e"]),
         LIMIT),
    Kind("triple", (L["7.f"], ()), (L["8.f"], ()),
         figure((Odds(190),), L["8.f"]),
         LIMIT),
    Kind("any-triple", (L["7.g"], ()), (L["8.g"], ()),
         figure((Odds(32),), L["8.g"]),
         LIMIT),
    *(Kind(f"total-{low}-{21 - low}", (L["7.h"], ()), (clause, (L["8.h"],)), (pays,), LIMIT)
      for low, clause, pays in (
          (4, L["8.h.totals-4-17"], Odds(65)),
          (5, L["8.h.totals-5-16"], Odds(32)),
          (6, L["8.h.totals-6-15"], Odds(19)),
          (7, L["8.h.totals-7-14"], Odds(12)),
          (8, L["8.h.totals-8-13"], Odds(8)),
          (9, L["8.h.totals-9-12"], Odds(7)),
          (10, L["8.h.totals-10-11"], Odds(6)))),
)


def winning_prize(spot: str, fell: Fell, alike_counts: bool = False) -> int:
    """The prize of its kind that a bet wins by a throw: 1 for the first, 0 for none.

    ``alike_counts``: a bet on one number wins twice when any two dice are alike (IR 138).
    """
    name, _, choice = spot.partition("/")
    alike, total = len(set(fell)) == 1, sum(fell)
    if name in ("small", "big"):
        return int(total in (SMALL if name == "small" else BIG) and not alike)  # 9
    if name == "single":
        count = fell.count(int(choice))
        return 2 if alike_counts and count == 1 and len(set(fell)) == 2 else count
    if name == "pair":
        return int(all(int(pips) in fell for pips in choice.split("-")))
    if name == "double":
        return max(fell.count(int(choice)) - 1, 0)
    if name == "triple":
        return int(alike and choice in ("any", str(fell[0])))
    return int(total == int(choice))


@lru_cache
def cloth(alike_counts: bool = False) -> Cloth:
    """The cloth, with the reading of IR 138 (see `winning_prize`)."""
    kinds = of_kinds(*KINDS)
    pips = range(1, 7)
    spots = of_spots(
        Spot("small", "small"), Spot("big", "big"),
        *(Spot(f"single/{n}", "single") for n in pips),
        *(Spot(f"pair/{a}-{b}", "pair") for a, b in combinations(pips, 2)),
        *(Spot(f"double/{n}", "double") for n in pips),
        *(Spot(f"triple/{n}", "triple") for n in pips), Spot("triple/any", "any-triple"),
        *(Spot(f"total/{n}", f"total-{min(n, 21 - n)}-{max(n, 21 - n)}") for n in TOTALS))

    def fate(state: State, spot: str, fell: Fell) -> Fate:
        prize = winning_prize(spot, fell, alike_counts)
        return kinds[spots[spot].kind].prizes[prize - 1] if prize else LOST

    return Cloth(kinds, spots, DICE, fate)
