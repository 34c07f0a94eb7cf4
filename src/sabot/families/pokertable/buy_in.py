"""What somebody brings to the game, and adds to it (28, 75, 78, 79, 98, 14.h)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sabot import law
from sabot.families.pokertable.round import Round
from sabot.families.pokertable.rules import MOST, cave, entry, most
from sabot.law import IR
from sabot.procedure import Offer

L = law.Section("pt-217-2007/poquer-nao-bancado")

TABLE = "table"
"""The seat of acts that concern the whole table."""


def made_up(r: Round) -> str:
    """The clause under which caves are made up: 79 is a rule of Omaha and hold'em alone."""
    return L["98"] if r.variant.antes else L["79"]


def registering(r: Round) -> bool:
    """Whether the game has not begun: who comes registers, and seats are still to be drawn (11)."""
    return bool(r.folk.registered) or not any(r.seats)


def average(r: Round) -> int:
    """The average of the capital in play (28): caves and what they have put into this pot, cut to a
    whole chip (IR 269)."""
    seated = [player for player in r.seats if player]
    lies = sum(cents for _, (player, cents) in r.stakes.items() if player in seated)
    unit = r.terms.unit
    return max(lies // max(len(seated), 1) // unit * unit, r.table.minimum)


def sums(r: Round, player: str = "") -> tuple[int, int, str]:
    """The least and the most that somebody brings, in cents, and the clause that says so."""
    fixed = L["98"] if r.variant.antes else L["75"]
    if registering(r):
        low, high, cite = cave(r.table), cave(r.table), fixed
    elif entry(r.variant, r.table) == "average":
        low = high = average(r)
        cite = L["28"]
    else:
        high = most(r.table) or MOST // r.terms.unit * r.terms.unit
        low, cite = cave(r.table), L["78"]
    back = -(-r.folk.gone.get(player, 0) // r.terms.unit) * r.terms.unit
    if back > low:
        return back, max(back, high), L["14.h"]
    return low, high, cite


def bound(r: Round, cite: str) -> str:
    """The clause of the most that who joins a game brings, where the table has one (20, IR 365)."""
    return L["20"] if cite == L["78"] and most(r.table) else ""


def sits(r: Round, free: tuple[str, ...], barred: tuple[str, ...]) -> Iterator[Offer]:
    """A seat for whoever comes; who has left this game brings back at least what he had (14.h)."""
    for player in r.folk.gone:
        if player not in barred and sums(r, player)[2] == L["14.h"]:
            yield sit(r, free, player)
    low, high, cite = sums(r)
    top = bound(r, cite)
    yield Offer("sit", "", L["8.a"] if registering(r) else cite, seats=free, low=low, high=high,
                unit=r.terms.unit, barred=barred, barred_law=L["10"], limit_law=cite,
                high_law=top, unit_law=L["20-2"],
                also=(L["19"], IR[269], *((IR[365],) if top else ())))


@lru_cache(maxsize=1000)
def shut(player: str, places: int, clause: str) -> tuple[Offer, ...]:
    """What is refused to who had to leave this game (58-2, 71.a): a seat, and the list."""
    return tuple(Offer(act, "", clause, player, seats=seats, also=(IR[311],), barred=(player,),
                       barred_law=clause) for act, seats in (
        ("sit", tuple(map(str, range(1, places + 1)))), ("book", (TABLE,))))


def sit(r: Round, free: tuple[str, ...], player: str) -> Offer:
    """A seat for one player."""
    low, high, cite = sums(r, player)
    return Offer("sit", "", cite, player, seats=free, low=low, high=high, unit=r.terms.unit,
                 limit_law=cite, unit_law=L["20-2"], also=(L["12.b"], IR[269]))


def adds(place: int, player: str, step: int, antes: bool) -> Offer:
    """A top-up of the value that the house has fixed, by who plays no hand (79, 98, 14.e)."""
    made, cite = (L["98"], L["98"]) if antes else (L["79"], L["75"])
    also = (L["14.e"], IR[261]) if made == cite else (cite, L["14.e"], IR[261])
    return Offer("top-up", str(place), made, player, low=step, high=step, unit=step,
                 also=also, limit_law=cite, unit_law=cite)


def ready(r: Round) -> list[int]:
    """The places that can play a hand: who sits there has at least the minimum (79)."""
    return [n for n in range(1, r.places + 1)
            if r.seats[n - 1] and r.cave(n) >= r.table.minimum]


def playing(r: Round) -> list[int]:
    """The places that play the next hand: who can, and does not rest (13)."""
    return [n for n in ready(r) if r.player(n) not in r.folk.resting]
