"""Buy-ins and top-ups: what players bring to the game and add to it (28, 75, 78, 79, 98, 14.h)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sabot import regulations as law
from sabot.families.pokertable.round import Round
from sabot.families.pokertable.rules import MOST, cave, entry, most
from sabot.procedure import Offer
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")

TABLE = "table"
"""The seat named by acts that concern the whole table."""


def top_up_clause(r: Round) -> str:
    """The clause under which stacks are topped up; 79 is a rule of Omaha and hold'em only."""
    return L["98"] if r.variant.antes else L["79"]


def registering(r: Round) -> bool:
    """Whether the game has not begun: players register, and seats are still to be drawn (11)."""
    return bool(r.folk.registered) or not any(r.seats)


def listed_first(r: Round) -> bool:
    """Whether a game has not begun and players register on the list, by one reading: they bring
    their caves once the seats are drawn (11, IR 258)."""
    return r.readings.registers == "on-the-list" and not (r.hands or r.folk.drawn or any(r.seats))


def average(r: Round) -> int:
    """The average of the capital in play (28, IR 269): stacks and bets in this pot of all who sit,
    or by another reading of those who play (IR 450). It is cut to a whole chip and not below the
    minimum, or by other readings made up, or cut below the minimum too (IR 451)."""
    cite_clause(IR[450], IR[451])
    counted = [player for player in r.seats if player]
    if r.readings.averaged == "who-plays":
        counted = [player for player in r.names.values() if player in counted] if r.dealing \
            else [r.player(n) for n in playing(r)]
    total = sum(cents for _, (player, cents) in r.stakes.items() if player in counted)
    unit, many = r.terms.unit, max(len(counted), 1)
    chips = -(-total // (many * unit)) if r.readings.average_chip == "made-up" \
        else total // (many * unit)
    least = unit if r.readings.average_chip == "below-minimum" else r.table.minimum
    return max(chips * unit, least)


def buy_in_limits(r: Round, player: str = "") -> tuple[int, int, str]:
    """The minimum and the maximum of a buy-in, in cents, and its clause."""
    clause = L["98"] if r.variant.antes else L["75"]
    if registering(r):
        low, high, cite = cave(r.table), cave(r.table), clause
    elif entry(r.variant, r.table) == "average":
        low = high = average(r)
        cite = L["28"]
    else:
        high = most(r.table) or MOST // r.terms.unit * r.terms.unit
        low, cite = cave(r.table), L["78"]
    taken = -(-r.folk.gone.get(player, 0) // r.terms.unit) * r.terms.unit
    if taken > low:
        return taken, max(taken, high), L["14.h"]
    return low, high, cite


def maximum_clause(r: Round, cite: str) -> str:
    """The clause of the maximum buy-in of a player who joins, where the table has one (20, IR
    365)."""
    return L["20"] if cite == L["78"] and most(r.table) else ""


def seat_offers(r: Round, free: tuple[str, ...], barred: tuple[str, ...]) -> Iterator[Offer]:
    """Offers of a seat for anybody who comes; a player who left this game brings back at least what
    they had (14.h)."""
    for player in r.folk.gone:
        if player not in barred and buy_in_limits(r, player)[2] == L["14.h"]:
            yield seat_offer(r, free, player)
    low, high, cite = buy_in_limits(r)
    top = maximum_clause(r, cite)
    yield Offer("sit", "", L["8.a"] if registering(r) else cite, seats=free, low=low, high=high,
                unit=r.terms.unit, barred=barred, barred_law=L["10"], limit_law=cite,
                high_law=top, unit_law=L["20-2"],
                also=(L["19"], IR[269], *((IR[365],) if top else ())))


@lru_cache(maxsize=1000)
def banned_offers(player: str, places: int, clause: str) -> tuple[Offer, ...]:
    """A seat and the waiting list, both barred to a player who had to leave this game (58-2,
    71.a)."""
    return tuple(Offer(act, "", clause, player, seats=seats, also=(IR[311],), barred=(player,),
                       barred_law=clause) for act, seats in (
        ("sit", tuple(map(str, range(1, places + 1)))), ("book", (TABLE,))))


def seat_offer(r: Round, free: tuple[str, ...], player: str) -> Offer:
    """The offer of a seat to one player."""
    low, high, cite = buy_in_limits(r, player)
    return Offer("sit", "", cite, player, seats=free, low=low, high=high, unit=r.terms.unit,
                 limit_law=cite, unit_law=L["20-2"], also=(L["12.b"], IR[269]))


def top_up_offer(place: int, player: str, step: int, antes: bool) -> Offer:
    """A top-up of the amount that the house has fixed, for a player who is not in the hand (79, 98,
    14.e)."""
    clause, cite = (L["98"], L["98"]) if antes else (L["79"], L["75"])
    also = (L["14.e"], IR[261]) if clause == cite else (cite, L["14.e"], IR[261])
    return Offer("top-up", str(place), clause, player, low=step, high=step, unit=step,
                 also=also, limit_law=cite, unit_law=cite)


def able_places(r: Round) -> list[int]:
    """The places that can play a hand: their players have at least the minimum (79)."""
    return [n for n in range(1, r.places + 1)
            if r.seats[n - 1] and r.cave(n) >= r.table.minimum]


def short_places(r: Round) -> list[int]:
    """The places of players who have less than the minimum (79)."""
    return [n for n in range(1, r.places + 1)
            if r.seats[n - 1] and r.cave(n) < r.table.minimum]


def playing(r: Round) -> list[int]:
    """The places that play the next hand: they can, and do not rest (13)."""
    return [n for n in able_places(r) if r.player(n) not in r.folk.resting]
