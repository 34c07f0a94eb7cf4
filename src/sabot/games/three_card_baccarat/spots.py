"""The bets of 3-card baccarat and their fates: Portaria n.º 22/96/M, 6 to 10."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from sabot import regulations as law
from sabot.families.baccarat.ranks import of_rank
from sabot.families.layout.cloth import (
    BACK,
    LOST,
    STAYS,
    Cloth,
    Fate,
    Fell,
    Kind,
    Rounding,
    Spot,
    State,
    of_kinds,
    of_spots,
)
from sabot.families.layout.legality import MOST_PLACES
from sabot.money import EVENS, Odds
from sabot.regulations import IR, figure

L = law.Section("mo-22-96-M/3-card-baccarat")

COMMISSION = figure(5, L["10"])  # hundredths of the prize
POINTS = figure(range(0, 10), L["8.2.b"])

LIMIT = (IR[217], ())
"""The act has no limits of bets."""


def commission_of(prize: Odds) -> Odds:
    """The commission on a prize, for a unit of the stake (10)."""
    part = prize.ratio * COMMISSION / 100
    return Odds(part.numerator, part.denominator)


def _net(prize: Odds) -> Odds:
    net = prize.ratio - commission_of(prize).ratio
    return Odds(net.numerator, net.denominator)


PRIZES = {
    "hand": figure(EVENS, L["9.1"]),
    "odd": figure(EVENS, L["9.2"]),
    "even": figure(EVENS, L["9.2"]),
    "figures": figure(Odds(16), L["9.3"]),
    "points": figure(Odds(8), L["9.4"]),
    "tie": figure(Odds(20), L["9.5"]),
}
CHARGED = ("hand", "odd", "even")
"""The prizes on which the house charges its commission: those of 9.1 and 9.2."""

KINDS = (
    Kind("hand", (L["4.2"], (IR[219],)), (L["9.1"], (L["6"],)), (_net(PRIZES["hand"]),), LIMIT),
    Kind("tie", (L["8.3"], (L["8.3-2"], IR[213])), (L["9.5"], (L["8.3"],)),
         (PRIZES["tie"],), LIMIT),
    Kind("odd", (L["8.1.a"], (L["8.1"],)), (L["9.2"], (L["8.1.a"], L["8.1"])),
         (_net(PRIZES["odd"]),), LIMIT),
    Kind("even", (L["8.1.b"], (L["8.1"],)), (L["9.2"], (L["8.1.b"], L["8.1"])),
         (_net(PRIZES["even"]),), LIMIT),
    Kind("figures", (L["8.2.a"], (L["8.2"], IR[216])), (L["9.3"], (L["8.2.a"],)),
         (PRIZES["figures"],), LIMIT),
    Kind("points", (L["8.2.b"], (L["8.2"], IR[216])), (L["9.4"], (L["8.2.b"],)),
         (PRIZES["points"],), LIMIT),
)


def place_of(spot: str) -> int:
    """The place whose cards decide a bet on a spot; 0 for the banker."""
    name, _, number = spot.partition("/")
    return int(number) if name in ("hand", "tie") else 0


@lru_cache
def cloth(places: int, zero_with_figures: bool = True, room: int = MOST_PLACES,
          rounded: bool = False) -> Cloth:
    """The cloth of a table with this number of places. It has spots for ``room`` places, because
    stakes may remain from a larger table; new bets are open only on its own places.

    An outcome is the rank of the banker's cards and of each place's, 0 for a place without cards,
    more than the lowest for cards that count nothing. ``rounded``: the commission is rounded down
    (IR 217).
    """
    rounding = Rounding("deduction", IR[217])
    kinds = of_kinds(*(replace(kind, rounding=rounding) if rounded and kind.name in CHARGED
                       else kind for kind in KINDS))
    spots = of_spots(
        *(Spot(f"hand/{n}", "hand") for n in range(1, room + 1)),
        *(Spot(f"tie/{n}", "tie") for n in range(1, room + 1)),
        Spot("odd", "odd"), Spot("even", "even"), Spot("figures", "figures"),
        *(Spot(f"points/{n}", "points") for n in POINTS))

    def fate(state: State, spot: str, fell: Fell) -> Fate:
        bank, place = fell[0], place_of(spot)
        if place:
            own = fell[place] if place < len(fell) else 0
            return _of_place(spots[spot].kind, own, bank)
        return _of_bank(spot, *of_rank(bank))

    def _of_place(kind: str, own: int, bank: int) -> Fate:
        if not own:
            return BACK  # no cards came there
        if own == bank:
            return STAYS if kind == "hand" else kinds["tie"].prizes[0]
        return kinds["hand"].prizes[0] if kind == "hand" and own < bank else LOST

    def _of_bank(spot: str, points: int, figures: int) -> Fate:
        name, three = spots[spot].kind, figures == 3
        if three and name in ("odd", "even"):
            return STAYS
        wins = three if name == "figures" else \
            points % 2 == (name == "odd") if name in ("odd", "even") else \
            spot == f"points/{points}" and (not three or zero_with_figures)
        return kinds[name].prizes[0] if wins else LOST

    return Cloth(kinds, spots, (), fate, open=lambda _, spot: place_of(spot) <= places, falls=())
