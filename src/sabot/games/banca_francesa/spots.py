"""The bets of the French bank and their prizes: Portaria n.º 217/2007, banca francesa, 9 to 14 and
17."""

from __future__ import annotations

from functools import lru_cache

from sabot import regulations as law
from sabot.families.layout.cloth import (
    LOST,
    STAYS,
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

L = law.Section("pt-217-2007/banca-francesa")

DICE = figure((6, 6, 6), L["7.a"])
WINS = {
    "aces": figure(frozenset({3}), L["9.a"]),
    "small": figure(frozenset({5, 6, 7}), L["9.b"]),
    "big": figure(frozenset({14, 15, 16}), L["9.c"]),
}
"""The sums on which each bet wins; other sums decide nothing."""

ACES_PAY = figure(Odds(61), L["13.a"])
SMALL_PAYS = figure(EVENS, L["13.b"])
BIG_PAYS = figure(EVENS, L["13.c"])
ACES_MOST = figure(6, L["17.a"])
MOST = figure(200, L["17.b"])
"""The maximum of a bet, as a multiple of its minimum."""

_SIMPLE = (L["17.b"], (L["17"], IR[159]))
_LINE = (L["11-2"], (L["17.b"],))

KINDS = (
    Kind("aces", (L["9.a"], ()), (L["13.a"], ()), (ACES_PAY,),
         (L["17.a"], (L["17"], IR[159])), ACES_MOST),
    Kind("small", (L["9.b"], ()), (L["13.b"], ()), (SMALL_PAYS,), _SIMPLE, MOST),
    Kind("big", (L["9.c"], ()), (L["13.c"], ()), (BIG_PAYS,), _SIMPLE, MOST),
    Kind("line-small", (L["10.a"], (L["11"],)), (L["13.b"], ()), (SMALL_PAYS,), _LINE, MOST),
    Kind("line-big", (L["10.b"], (L["11"],)), (L["13.c"], ()), (BIG_PAYS,), _LINE, MOST),
)

UNDECIDED = (L["9"], (IR[133],))
"""The clause under which bets stay after any other sum."""


@lru_cache
def cloth(others_lose: bool = False) -> Cloth:
    """The cloth. The stake of a bet on a line is the part at stake: half of its chips (11).
    ``others_lose``: every bet loses by a sum of no chance (IR 133)."""
    chance = {"aces": "aces", "small": "small", "big": "big",
              "line/small": figure("small", L["10.a"]), "line/big": figure("big", L["10.b"])}
    kinds = of_kinds(*KINDS)
    decisive = frozenset().union(*WINS.values())

    def fate(state: State, spot: str, fell: Fell) -> Fate:
        total = sum(fell)
        if total not in decisive:
            return LOST if others_lose else STAYS
        return kinds[chance[spot]].prizes[0] if total in WINS[chance[spot]] else LOST

    spots = of_spots(*(Spot(name, name.replace("/", "-")) for name in chance))
    return Cloth(kinds, spots, DICE, fate)
