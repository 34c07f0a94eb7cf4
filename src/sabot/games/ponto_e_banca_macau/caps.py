"""The limits that all players of ponto e banca/Macau share, and those of one player on both sides.

The maximum of the table limits the difference between all bets on ponto and all bets on banca;
parts of it limit the bets on tie and on pairs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sabot import regulations as law
from sabot.families.baccarat.clauses import BANCA, PONTO
from sabot.families.baccarat.cloth import PAIR, TIE
from sabot.families.baccarat.readings import needs_of_pairs
from sabot.families.layout.bets import bounds
from sabot.families.layout.cloth import Cite, Cloth
from sabot.families.layout.round import Round, Steps
from sabot.families.layout.shared_limits import Cap, Shared
from sabot.procedure.table import Table
from sabot.regulations import IR

L = law.Section("pt-217-2007/bacara-ponto-e-banca-macau")

DIFFERENCE: Cite = (L["23"], (L["22"], IR[207]))
ON_TIE: Cite = (L["24"], ())
ON_PAIRS: Cite = (L["25"], (IR[208],))
BOTH: Cite = (L["11-4"], (IR[209],))
OPPOSITE = {PONTO: BANCA, BANCA: PONTO}


def _at_close(r: Round) -> bool:
    """Whether the difference matters when bets are closed only (IR 207)."""
    return bool(r.table.rules.readings.difference == "at-close")


def tie_limit(maximum: int) -> int:
    """The limit of all bets on tie together, by the maximum of the table, in cents."""
    return maximum * 10 // 100


def pair_limit(maximum: int) -> int:
    """The limit of all bets on a pair together, by the maximum of the table, in cents."""
    return maximum * 8 // 100


def total_on(r: Round, *spots: str) -> int:
    """The sum of all bets on these spots, in cents."""
    return sum(bets.get(spot, 0) for bets in r.bets.values() for spot in spots)


def rooms(r: Round, player: str, spots: Collection[str] | None) -> dict[str, tuple[int, Cite]]:
    """The maximum of a player on each spot, given the bets of all others."""
    own_bets, maximum = r.bets.get(player, {}), r.table.maximum
    limits: dict[str, tuple[int, Cite]] = {}
    for spot, other in OPPOSITE.items():
        taken = 0 if _at_close(r) else total_on(r, spot) - own_bets.get(spot, 0)
        limits[spot] = total_on(r, other) + maximum - taken, DIFFERENCE
    limits[TIE] = tie_limit(maximum) - total_on(r, TIE) + own_bets.get(TIE, 0), ON_TIE
    pairs = tuple(spot for spot in r.cloth.spots if spot.startswith(f"{PAIR}/"))
    for spot in pairs:
        shared = pairs if r.table.rules.pairs_together else (spot,)
        limits[spot] = pair_limit(maximum) - total_on(r, *shared) + own_bets.get(spot, 0), ON_PAIRS
    return {spot: room for spot, room in limits.items()
            if room[0] != r.table_law.limits[r.cloth.spots[spot].kind].high}


def floors(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """The bets of a player that bets of others on the opposite side depend on, with the minimum
    that must stay."""
    limits: dict[str, tuple[int, Cite]] = {}
    for spot, cents in r.bets.get(player, {}).items():
        if spot not in OPPOSITE or _at_close(r):
            continue
        needed = total_on(r, OPPOSITE[spot]) - r.table.maximum - total_on(r, spot) + cents
        if needed > 0:
            low, _, unit = bounds(r.table_law, r.cloth.kinds[spot], r.value(player))
            limits[spot] = max(low, -(-needed // unit) * unit), DIFFERENCE
    return limits


def locked_if_cleared(r: Round, player: str) -> dict[str, Cite]:
    """The bets of a player that must stay because bets of others depend on them, when the player
    takes back everything possible, including the own bets on the opposite side."""
    own_bets, maximum = r.bets.get(player, {}), r.table.maximum
    others = {spot: total_on(r, spot) - own_bets.get(spot, 0) for spot in OPPOSITE}
    return {spot: DIFFERENCE for spot, other in OPPOSITE.items()
            if spot in own_bets and others[other] - others[spot] > maximum and not _at_close(r)}


def gaps(r: Round, player: str) -> dict[str, tuple[int, int, Cite]]:
    """The sums that are too near to a player's bet on the opposite side: all between these two.

    Where they matter when bets are closed, only to bets that are laid together at once.
    """
    if r.table.rules.readings.both_sides == "at-close" and r.stakes:
        return {}
    own_bets, minimum = r.bets.get(player, {}), r.table.minimum
    return {spot: (own_bets[other] - minimum, own_bets[other] + minimum, BOTH)
            for spot, other in OPPOSITE.items() if other in own_bets}


def shared_limits(table: Table, cloth: Cloth) -> Shared:
    """The limits of one player alone as sums: the difference between both sides, both pairs, and
    how far the bets on both sides are apart."""
    caps = [Cap(table.maximum, {spot: 1, other: -1}) for spot, other in OPPOSITE.items()]
    pairs = [spot for spot in cloth.spots if spot.startswith(f"{PAIR}/")]
    if table.rules.pairs_together and pairs:
        caps.append(Cap(pair_limit(table.maximum), dict.fromkeys(pairs, 1)))
    return Shared(tuple(caps), ((PONTO, BANCA, table.minimum),), needs_of_pairs(table, cloth))


# -- when bets are closed --------------------------------------------------------------------------


def cut_bets(r: Round) -> Steps:
    """Return what the last bets exceed the limits by, where these matter when bets are closed
    (IR 207, 209)."""
    while over := next(_over(r), None):
        player, spot, cents, cite = over
        bet = f"{r.place(player)}/{spot}"
        r._risk(spot, cents - r.staked(bet))
        yield r.release("return", bet, r.staked(bet) - cents, cite[0], *cite[1])
        for bets in (r.bets, r.first):
            bets[player][spot] = cents
            if not cents:
                del bets[player][spot]
        if not r.first[player]:
            del r.first[player]


def _over(r: Round) -> Iterator[tuple[str, str, int, Cite]]:
    """The last bet that a limit does not leave as it is: player, spot, the cents that may stay, and
    the clause."""
    newest = [(player, r.decides(bet)) for bet, (player, _) in reversed(r.stakes.items())]
    for player, spot in newest if r.table.rules.readings.both_sides == "at-close" else ():
        bets, other = r.bets[player], OPPOSITE.get(spot, "")
        if other in bets and abs(bets[spot] - bets[other]) < r.table.minimum:
            yield player, spot, 0, BOTH
    for player, spot in newest if _at_close(r) else ():
        if spot not in OPPOSITE:
            continue
        excess = total_on(r, spot) - total_on(r, OPPOSITE[spot]) - r.table.maximum
        if excess > 0:
            low, _, unit = bounds(r.table_law, r.cloth.kinds[spot], r.value(player))
            rest = max(0, r.bets[player][spot] - excess) // unit * unit
            yield player, spot, rest if rest >= low else 0, DIFFERENCE
