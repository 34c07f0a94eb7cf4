"""Hints for practice at a layout: what each bet costs on average."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from sabot.families.layout.chain import combine, unit
from sabot.families.layout.cloth import Cloth, State
from sabot.families.layout.round import spot_of
from sabot.families.layout.values import TableLaw
from sabot.procedure.hints import COUP, Hint, LaidBet, Seen, SpotPrice, cheapest, spot_price


@lru_cache(maxsize=64)
def prices(cloth: Cloth, state: State, beside: Callable[[str], str]) -> dict[str, SpotPrice]:
    """The price of each spot on which a new bet may be made in a state."""
    priced = {}
    for spot in cloth.spots:
        if cloth.open(state, spot):
            stake = unit(cloth, state, spot)
            edge = Fraction(combine(cloth, {spot: stake}, state).net.edge(stake))
            priced[spot] = spot_price(spot, edge, beside=bool(beside(spot)))
    return priced


def hint(law: TableLaw, cloth: Cloth, state: State, beside: Callable[[str], str], seen: Seen
         ) -> Hint:
    """The price of every bet that can be made now, and of the player's bets among them. A bet that
    waits for a later throw was told when it was laid."""
    priced = prices(cloth, state, beside)
    bets = []
    for bet, cents in seen.mine.items():
        name = spot_of(bet)[1]
        spot, part = cloth.lies.get(name, (name, name))
        price = priced.get(spot if spot == part else part) or priced.get(spot)
        kind = cloth.spots[spot].kind if spot in cloth.spots else ""
        if price is not None and kind:
            staked = law.counts(kind, cents)
            bets.append(LaidBet(bet=bet, spot=spot, cents=cents, cost=price.edge_float * staked))
    listed = tuple(priced.values())
    return Hint(basis=COUP, spots=listed, best=cheapest(listed), laid=tuple(bets))
