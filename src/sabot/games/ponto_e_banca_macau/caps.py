"""The limits that all players of ponto e banca/Macau share, and those of one on both sides.

The amount fixed for the table bounds the difference between all bets on ponto and all on banca; a
part of it what may lie on tie, and on pairs.
"""

from __future__ import annotations

from sabot import law
from sabot.families.baccarat.cloth import PAIR, TIE
from sabot.families.baccarat.code import BANCA, PONTO
from sabot.families.layout.bets import bounds
from sabot.families.layout.cloth import Cite
from sabot.families.layout.round import Round
from sabot.law import IR

L = law.Section("pt-217-2007/bacara-ponto-e-banca-macau")

DIFFERENCE: Cite = (L["23"], (L["22"], IR[207]))
ON_TIE: Cite = (L["24"], ())
ON_PAIRS: Cite = (L["25"], (IR[208],))
BOTH: Cite = (L["11-4"], (IR[209],))
OTHER = {PONTO: BANCA, BANCA: PONTO}


def tie(most: int) -> int:
    """What may lie on tie, all bets together, where the difference may be ``most`` cents."""
    return most * 10 // 100


def pair(most: int) -> int:
    """What may lie on a pair."""
    return most * 8 // 100


def lies(r: Round, *spots: str) -> int:
    """All bets on these spots together, in cents."""
    return sum(bets.get(spot, 0) for bets in r.bets.values() for spot in spots)


def rooms(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """What a player may have on each spot beside the bets of all others."""
    mine, most = r.bets.get(player, {}), r.table.maximum
    found: dict[str, tuple[int, Cite]] = {}
    for spot, other in OTHER.items():
        found[spot] = lies(r, other) + most - lies(r, spot) + mine.get(spot, 0), DIFFERENCE
    found[TIE] = tie(most) - lies(r, TIE) + mine.get(TIE, 0), ON_TIE
    pairs = tuple(spot for spot in r.cloth.spots if spot.startswith(f"{PAIR}/"))
    for spot in pairs:
        shared = pairs if r.table.rules.pairs_together else (spot,)
        found[spot] = pair(most) - lies(r, *shared) + mine.get(spot, 0), ON_PAIRS
    return {spot: room for spot, room in found.items()
            if room[0] != r.code.limits[r.cloth.spots[spot].kind].high}


def floors(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """The bets of a player on which those of others on the other side rest, with what must stay."""
    found: dict[str, tuple[int, Cite]] = {}
    for spot, cents in r.bets.get(player, {}).items():
        if spot not in OTHER:
            continue
        least = lies(r, OTHER[spot]) - r.table.maximum - lies(r, spot) + cents
        if least > 0:
            low, _, unit = bounds(r.code, r.cloth.kinds[spot], r.value(player))
            found[spot] = max(low, -(-least // unit) * unit), DIFFERENCE
    return found


def stays(r: Round, player: str) -> dict[str, Cite]:
    """The bets of a player on which those of others rest, if he takes back whatever he may; his
    own on the other side go with them."""
    mine, most = r.bets.get(player, {}), r.table.maximum
    others = {spot: lies(r, spot) - mine.get(spot, 0) for spot in OTHER}
    return {spot: DIFFERENCE for spot, other in OTHER.items()
            if spot in mine and others[other] - others[spot] > most}


def gaps(r: Round, player: str) -> dict[str, tuple[int, int, Cite]]:
    """The sums too near to what a player has on the other side: all between these two."""
    mine, least = r.bets.get(player, {}), r.table.minimum
    return {spot: (mine[other] - least, mine[other] + least, BOTH)
            for spot, other in OTHER.items() if other in mine}
