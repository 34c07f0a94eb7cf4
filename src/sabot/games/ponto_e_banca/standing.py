"""The bets of standing players: they add to the bet of the seat next to which they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sabot import regulations as law
from sabot.families.baccarat.clauses import BANCA, PONTO, seating
from sabot.families.baccarat.readings import pairs_barred, return_pairs
from sabot.families.layout.bets import bounds
from sabot.families.layout.cloth import Cite
from sabot.families.layout.round import Bets, Round, Steps
from sabot.regulations import IR

L = law.Section("pt-217-2007/bacara-ponto-e-banca")

ADD_LAW: Cite = (L["12-2"], (L["12"], IR[196]))
AGAINST_LAW: Cite = (L["12-3"], (IR[196],))
OPPOSITE = {PONTO: BANCA, BANCA: PONTO}
ANY_CHANCE, BINDING = "any-chance", "binding"
"""Other readings of IR 196: who stands may bet on every chance but the one against the seat's; what
they added limits the holder of the seat too."""


def seats_of(r: Round, player: str) -> tuple[int, ...]:
    """The seats next to which a player stands: the one before the gap, or both beside it (IR 195);
    none for a seated player."""
    place = int(r.place(player) or 0)
    seat = seating(r.table).seat_of(place) if place else 0
    if not seat:
        return ()
    return (seat, seat + 1) if r.table.rules.readings.gap == "both" else (seat,)


def _seat_bets(r: Round, player: str) -> list[Bets] | None:
    """The bets of each seat next to which a player stands; None for a seated player."""
    seats = seats_of(r, player)
    return [r.bets.get(r.seats[seat - 1], {}) for seat in seats] if seats else None


def _added(r: Round, seat: int, spot: str, but: str = "") -> int:
    """What players who stand next to a seat have added on a spot, except one of them."""
    return sum(bets.get(spot, 0) for player, bets in r.bets.items()
               if player != but and seat in seats_of(r, player))


def _room(r: Round, player: str, spot: str) -> int | None:
    """The most that a standing player may have on a spot; None where they may not bet."""
    left = [_maximum(r, player, spot) - bets.get(spot, 0) - _added(r, seat, spot, player)
            for seat, bets in zip(seats_of(r, player), _seat_bets(r, player) or (), strict=True)
            if spot in bets or (bets and r.table.rules.readings.standing == ANY_CHANCE)]
    return min(left) if left and not _against(r, player, spot) else None


def _against(r: Round, player: str, spot: str) -> bool:
    return any(OPPOSITE.get(spot) in bets and spot not in bets
               for bets in _seat_bets(r, player) or ())


def rooms(r: Round, player: str, spots: Collection[str] | None) -> dict[str, tuple[int, Cite]]:
    """The limits of a standing player: what the seat's own bet leaves of the maximum; and of a
    seated one, where what others have added limits them (IR 196). Where all bets on a chance share
    its maximum, also what the others have left of it (IR 432)."""
    limits = _own_rooms(r, player)
    if r.table.rules.readings.maximum_of == "player":
        return limits
    for spot in limits if seats_of(r, player) else r.cloth.spots:
        left = _maximum(r, player, spot) - sum(
            bets.get(spot, 0) for name, bets in r.bets.items() if name != player)
        clause, also = r.cloth.kinds[r.cloth.spots[spot].kind].limit
        if left < limits.get(spot, (_maximum(r, player, spot), None))[0]:
            limits[spot] = left, (clause, (*also, IR[432]))
    return limits


def _own_rooms(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    if seats_of(r, player):
        limits = {spot: _room(r, player, spot) for spot in r.cloth.spots}
        return {spot: (room, _add_law(r)) for spot, room in limits.items() if room is not None}
    if r.table.rules.readings.standing != BINDING:
        return {}
    seat = int(r.place(player) or 0)
    return {spot: (_maximum(r, player, spot) - added, ADD_LAW) for spot in r.cloth.spots
            if (added := _added(r, seat, spot))}


def barred_spots(r: Round, player: str) -> dict[str, Cite]:
    """The spots where a standing player may not bet: against the seat, or where it has no bet."""
    barred = pairs_barred(r, player)
    if seats_of(r, player):
        barred |= {spot: AGAINST_LAW if _against(r, player, spot) else _add_law(r)
                   for spot in r.cloth.spots if _room(r, player, spot) is None}
    return barred


def _add_law(r: Round) -> Cite:
    """The clause of what a standing player adds."""
    clause, also = ADD_LAW
    return (clause, (*also, IR[195])) if r.table.rules.readings.gap == "both" else ADD_LAW


def _maximum(r: Round, player: str, spot: str) -> int:
    kind = r.cloth.kinds[r.cloth.spots[spot].kind]
    return bounds(r.table_law, kind, r.value(player))[1]


def _excess_bets(r: Round) -> Iterator[tuple[str, str, int]]:
    """The bets of standing players above the limit that the seat's bet leaves: player, spot and the
    cents that may stay."""
    for player, bets in r.bets.items():
        if not seats_of(r, player):
            continue
        for spot, cents in list(bets.items()):
            kind = r.cloth.kinds[r.cloth.spots[spot].kind]
            low, _, unit = bounds(r.table_law, kind, r.value(player))
            remaining = (_room(r, player, spot) or 0) // unit * unit
            if cents > remaining:
                yield player, spot, remaining if remaining >= low else 0


def return_excess(r: Round) -> Steps:
    """Return the part of standing players' bets for which the seat's bet leaves no room."""
    for player, spot, cents in _excess_bets(r):
        bet = f"{r.place(player)}/{spot}"
        r._risk(spot, cents - r.staked(bet))
        clause, also = _add_law(r)
        yield r.release("return", bet, r.staked(bet) - cents, clause, *also)
        r.bets[player][spot] = cents
        if not cents:
            del r.bets[player][spot]
    yield from return_pairs(r)
