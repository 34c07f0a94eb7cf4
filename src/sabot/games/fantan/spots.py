"""The bets of fantan, and how each number decides them."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations

from sabot import law
from sabot.families.layout.cloth import (
    BACK,
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
from sabot.law import IR, figure
from sabot.money import EVENS, Odds

L = law.Section("mo-fantan/fantan")

FOUR = figure(4, L["58-2004.3.1"], IR[334])
NUMBERS = range(1, FOUR + 1)
COMMISSION = figure(5, L["told.commission"])  # hundredths of the prize

PRIZES = {
    "fan": figure(Odds(3), L["178-89.7.fan"]),
    "nim": figure(Odds(2), L["told.nim"]),
    "kuoc": figure(EVENS, L["told.kuoc"]),
    "nga": figure(Odds(1, 2), L["told.nga"]),
    "sam-hong": figure(Odds(1, 3), L["told.sam-hong"]),
}

LIMIT = (IR[340], ())


def commission_of(kind: str) -> Odds:
    """The commission on a prize, for a unit of the stake (told.commission)."""
    part = PRIZES[kind].ratio * COMMISSION / 100
    return Odds(part.numerator, part.denominator)


def _net(kind: str) -> Odds:
    net = PRIZES[kind].ratio - commission_of(kind).ratio
    return Odds(net.numerator, net.denominator)


KINDS = (
    Kind("fan", (L["178-89.6.a"], ()), (L["178-89.7.fan"], (L["178-89.7"],)),
         (_net("fan"),), LIMIT),
    Kind("nim", (L["178-89.6.b"], (IR[343],)), (L["told.nim"], (IR[333],)),
         (_net("nim"),), LIMIT),
    Kind("kuoc", (L["178-89.6.kuoc"], (IR[343],)), (L["told.kuoc"], (IR[333],)),
         (_net("kuoc"),), LIMIT),
    Kind("nga", (L["178-89.6.c"], (IR[343],)), (L["told.nga"], (IR[333],)),
         (_net("nga"),), LIMIT),
    Kind("sam-hong", (L["178-89.6.d"], (IR[343],)), (L["told.sam-hong"], (IR[333],)),
         (_net("sam-hong"),), LIMIT),
)

TIES = {"nim": L["178-89.6.b"], "nga": L["178-89.6.c"]}
"""The kinds of bets with a tie, which is the last number in the name of a spot."""


def rest_of(heap: int) -> int:
    """The rest of a heap that is counted off in fours: 1 to 4."""
    return (heap - 1) % FOUR + 1


def numbers(spot: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers with which a spot wins, and those with which it ties."""
    kind, _, digits = spot.partition("/")
    all_numbers = tuple(int(n) for n in digits.split("-"))
    return (all_numbers[:-1], all_numbers[-1:]) if kind in TIES else (all_numbers, ())


def _spots(kind: str, *all_numbers: tuple[int, ...]) -> tuple[Spot, ...]:
    return tuple(Spot(f"{kind}/{'-'.join(map(str, chosen))}", kind) for chosen in all_numbers)


@lru_cache
def cloth() -> Cloth:
    """The cloth, with every bet that the texts allow (IR 343)."""
    kinds = of_kinds(*KINDS)
    spots = of_spots(
        *_spots("fan", *((n,) for n in NUMBERS)),
        *_spots("nim", *permutations(NUMBERS, 2)),
        *_spots("kuoc", *combinations(NUMBERS, 2)),
        *_spots("nga", *((*pair, tie) for pair in combinations(NUMBERS, 2)
                         for tie in NUMBERS if tie not in pair)),
        *_spots("sam-hong", *combinations(NUMBERS, 3)))

    def fate(state: State, spot: str, fell: Fell) -> Fate:
        wins, ties = numbers(spot)
        if fell[0] in wins:
            return kinds[spots[spot].kind].prizes[0]
        return BACK if fell[0] in ties else LOST

    return Cloth(kinds, spots, (FOUR,), fate)
