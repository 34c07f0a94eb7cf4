"""The three bets, and what becomes of each under every throw."""

from __future__ import annotations

from functools import lru_cache

from sabot import regulations as law
from sabot.families.layout.cloth import (
    LOST,
    Cloth,
    Fate,
    Fell,
    Kind,
    Spot,
    of_kinds,
    of_spots,
)
from sabot.money import Odds
from sabot.regulations import figure, figure_on

L = law.Section("xx-two-coins/two-coins")

COINS = figure(2, L["1"])
HEAD, TAIL = 1, 2
WINS = {"heads": {(HEAD, HEAD)}, "tails": {(TAIL, TAIL)}, "mixed": {(HEAD, TAIL), (TAIL, HEAD)}}
ALIKE_PAYS = figure(Odds(5, 2), L["3.heads"], L["3.tails"])
MIXED_PAYS = {"": Odds(9, 10), "2027-01-01": Odds(19, 20)}
"""The prize of one of each, by the day from which on the law has it."""


def kinds_on(day: str) -> tuple[Kind, ...]:
    """The bets by the law of a day (`Table.law_since`)."""
    mixed_pays = figure_on(day, MIXED_PAYS, L["3.mixed"])
    return (
        Kind("heads", (L["3"], ()), (L["3.heads"], ()), (ALIKE_PAYS,), (L["4"], ())),
        Kind("tails", (L["3"], ()), (L["3.tails"], ()), (ALIKE_PAYS,), (L["4"], ())),
        Kind("mixed", (L["3"], ()), (L["3.mixed"], ()), (mixed_pays,), (L["4"], ())),
    )


@lru_cache
def cloth(day: str = "") -> Cloth:
    """The layout: a spot for each bet, by the law of a day."""
    kinds = of_kinds(*kinds_on(day))

    def fate(state: None, spot: str, fell: Fell) -> Fate:
        return kinds[spot].prizes[0] if fell in WINS[spot] else LOST

    return Cloth(kinds, of_spots(*(Spot(name, name) for name in kinds)), (2,) * COINS, fate)
