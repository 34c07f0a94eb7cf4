"""What people who stand may bet: they add to the bet of the seat beside which they stand."""

from __future__ import annotations

from collections.abc import Iterator

from sabot import law
from sabot.families.baccarat.code import BANCA, PONTO, seating
from sabot.families.layout.bets import bounds
from sabot.families.layout.cloth import Cite
from sabot.families.layout.round import Bets, Round, Steps
from sabot.law import IR

L = law.Section("pt-217-2007/bacara-ponto-e-banca")

ADDS: Cite = (L["12-2"], (L["12"], IR[196]))
AGAINST: Cite = (L["12-3"], (IR[196],))
OTHER = {PONTO: BANCA, BANCA: PONTO}


def _holder(r: Round, player: str) -> Bets | None:
    """The bets of who sits at the seat beside which a player stands; None for one who sits."""
    place = int(r.place(player) or 0)
    seat = seating(r.table).seat_of(place) if place and not r.table.individual else 0
    return r.bets.get(r.seats[seat - 1], {}) if seat else None


def rooms(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """Where a seat's own bet leaves who stands beside it less than the maximum."""
    holder = _holder(r, player) or {}
    return {spot: (_high(r, player, spot) - cents, ADDS) for spot, cents in holder.items()}


def barred(r: Round, player: str) -> dict[str, Cite]:
    """Where who stands may not bet: against the seat, and where it has no bet to add to."""
    holder = _holder(r, player)
    if holder is None:
        return {}
    return {spot: AGAINST if OTHER.get(spot) in holder else ADDS
            for spot in r.cloth.spots if spot not in holder}


def _high(r: Round, player: str, spot: str) -> int:
    kind = r.cloth.kinds[r.cloth.spots[spot].kind]
    return bounds(r.code, kind, r.value(player))[1]


def _gives_way(r: Round) -> Iterator[tuple[str, str, int]]:
    """The bets of people who stand that the seat's own leaves no room for now, and what of them."""
    for player, bets in r.bets.items():
        holder = _holder(r, player)
        if holder is None:
            continue
        for spot, cents in bets.items():
            kind = r.cloth.kinds[r.cloth.spots[spot].kind]
            low, high, unit = bounds(r.code, kind, r.value(player))
            left = (high - holder[spot]) // unit * unit if spot in holder else 0
            if cents > left:
                yield player, spot, left if left >= low else 0


def follows(r: Round) -> Steps:
    """A seat's bet goes before those that add to it: what has no room any more goes back."""
    for player, spot, cents in list(_gives_way(r)):
        bet = f"{r.place(player)}/{spot}"
        r._risk(spot, cents - r.staked(bet))
        yield r.release("return", bet, r.staked(bet) - cents, ADDS[0], *ADDS[1])
        r.bets[player][spot] = cents
        if not cents:
            del r.bets[player][spot]
