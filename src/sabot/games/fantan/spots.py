"""The bets of fantan, and how each number decides them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations

from sabot import regulations as law
from sabot.families.layout.cloth import (
    BACK,
    LOST,
    Cloth,
    Fate,
    Fell,
    Kind,
    Returns,
    Rounding,
    Spot,
    State,
    of_kinds,
    of_spots,
)
from sabot.money import EVENS, Odds
from sabot.regulations import IR, figure

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


def commission_of(kind: str, of_stake: bool = False) -> Odds:
    """The commission on a prize, for a unit of the stake (told.commission); ``of_stake``: it is
    taken of the stake (IR 336)."""
    part = (1 if of_stake else PRIZES[kind].ratio) * Fraction(COMMISSION, 100)
    return Odds(part.numerator, part.denominator)


def _net(kind: str, of_stake: bool = False) -> Odds:
    net = PRIZES[kind].ratio - commission_of(kind, of_stake).ratio
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

TIED = Returns(1 - Fraction(COMMISSION, 100))
"""What goes back of a tie where the commission is taken of the stake (IR 336)."""


def kinds_of(of_stake: bool) -> tuple[Kind, ...]:
    """The kinds of bets; ``of_stake``: the commission is taken of the stake, also of a tie."""
    return tuple(replace(kind, prizes=(_net(kind.name, True),),
                         shares=(TIED.share,) if kind.name in TIES else ())
                 for kind in KINDS) if of_stake else KINDS


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


def joins_opposites(spot: str) -> bool:
    """Whether a bet joins two numbers that lie opposite on the square (IR 343)."""
    kind, _, digits = spot.partition("/")
    first, _, others = digits.partition("-")
    return kind in ("nim", "kuoc", "nga") and abs(int(first) - int(others[0])) == FOUR // 2


@lru_cache
def cloth(of_stake: bool = False, neighbours: bool = False, rounded: bool = False) -> Cloth:
    """The cloth, with every bet that the texts allow (IR 343).

    ``of_stake``: the commission is taken of the stake (IR 336). ``neighbours``: two numbers stand
    together only where they meet at a corner of the square (IR 343). ``rounded``: prizes are
    rounded down (IR 337).
    """
    rounding = Rounding("prize", IR[337]) if rounded else None
    kinds = of_kinds(*(replace(kind, rounding=rounding) for kind in kinds_of(of_stake)))
    spots = of_spots(
        *_spots("fan", *((n,) for n in NUMBERS)),
        *_spots("nim", *permutations(NUMBERS, 2)),
        *_spots("kuoc", *combinations(NUMBERS, 2)),
        *_spots("nga", *((*pair, tie) for pair in combinations(NUMBERS, 2)
                         for tie in NUMBERS if tie not in pair)),
        *_spots("sam-hong", *combinations(NUMBERS, 3)))
    if neighbours:
        spots = {name: spot for name, spot in spots.items() if not joins_opposites(name)}

    def fate(state: State, spot: str, fell: Fell) -> Fate:
        wins, ties = numbers(spot)
        if fell[0] in wins:
            return kinds[spots[spot].kind].prizes[0]
        if of_stake and fell[0] in ties:
            return TIED
        return BACK if fell[0] in ties else LOST

    return Cloth(kinds, spots, (FOUR,), fate)
