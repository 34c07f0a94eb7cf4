"""The bets of standing players: they add to the bet of the seat next to which they stand."""

from __future__ import annotations

from collections.abc import Iterator

from sabot import law
from sabot.families.baccarat.clauses import BANCA, PONTO, seating
from sabot.families.layout.bets import bounds
from sabot.families.layout.cloth import Cite
from sabot.families.layout.round import Bets, Round, Steps
from sabot.law import IR

L = law.Section("pt-217-2007/bacara-ponto-e-banca")

ADD_LAW: Cite = (L["12-2"], (L["12"], IR[196]))
AGAINST_LAW: Cite = (L["12-3"], (IR[196],))
OPPOSITE = {PONTO: BANCA, BANCA: PONTO}


def _seat_bets(r: Round, player: str) -> Bets | None:
    """The bets of the seat next to which a player stands; None for a seated player."""
    place = int(r.place(player) or 0)
    seat = seating(r.table).seat_of(place) if place and not r.table.individual else 0
    return r.bets.get(r.seats[seat - 1], {}) if seat else None


def rooms(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """The limits of a standing player: what the seat's own bet leaves of the maximum."""
    seat_bets = _seat_bets(r, player) or {}
    return {spot: (_maximum(r, player, spot) - cents, ADD_LAW) for spot, cents in seat_bets.items()}


def barred_spots(r: Round, player: str) -> dict[str, Cite]:
    """The spots where a standing player may not bet: against the seat, or where it has no bet."""
    seat_bets = _seat_bets(r, player)
    if seat_bets is None:
        return {}
    return {spot: AGAINST_LAW if OPPOSITE.get(spot) in seat_bets else ADD_LAW
            for spot in r.cloth.spots if spot not in seat_bets}


def _maximum(r: Round, player: str, spot: str) -> int:
    kind = r.cloth.kinds[r.cloth.spots[spot].kind]
    return bounds(r.table_law, kind, r.value(player))[1]


def _excess_bets(r: Round) -> Iterator[tuple[str, str, int]]:
    """The bets of standing players above the limit that the seat's bet leaves: player, spot and the
    cents that may stay."""
    for player, bets in r.bets.items():
        seat_bets = _seat_bets(r, player)
        if seat_bets is None:
            continue
        for spot, cents in bets.items():
            kind = r.cloth.kinds[r.cloth.spots[spot].kind]
            low, high, unit = bounds(r.table_law, kind, r.value(player))
            remaining = (high - seat_bets[spot]) // unit * unit if spot in seat_bets else 0
            if cents > remaining:
                yield player, spot, remaining if remaining >= low else 0


def return_excess(r: Round) -> Steps:
    """Return the part of standing players' bets for which the seat's bet leaves no room."""
    for player, spot, cents in list(_excess_bets(r)):
        bet = f"{r.place(player)}/{spot}"
        r._risk(spot, cents - r.staked(bet))
        yield r.release("return", bet, r.staked(bet) - cents, ADD_LAW[0], *ADD_LAW[1])
        r.bets[player][spot] = cents
        if not cents:
            del r.bets[player][spot]
