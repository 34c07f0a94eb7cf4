"""What somebody brings to the game, and adds to it (28, 75, 78, 79, 98, 14.h)."""

from __future__ import annotations

from collections.abc import Iterator

from sabot import law
from sabot.families.pokertable.round import CAVE, Round
from sabot.families.pokertable.rules import MOST, cave, entry, top_up
from sabot.law import IR
from sabot.procedure import Offer

L = law.Section("pt-217-2007/poquer-nao-bancado")


def registering(r: Round) -> bool:
    """Whether the game has not begun: who comes registers, and seats are still to be drawn (11)."""
    return bool(r.folk.registered) or not any(r.seats)


def average(r: Round) -> int:
    """The average of the capital in play (28): caves and what they have put into this pot, cut to a
    whole chip (IR 260)."""
    seated = [player for player in r.seats if player]
    lies = sum(cents for _, (player, cents) in r.stakes.items() if player in seated)
    unit = r.terms.unit
    return max(lies // max(len(seated), 1) // unit * unit, r.table.minimum)


def sums(r: Round, player: str = "") -> tuple[int, int, str]:
    """The least and the most that somebody brings, in cents, and the clause that says so."""
    fixed = L["98"] if r.variant.antes else L["75"]
    if registering(r):
        return cave(r.table), cave(r.table), fixed
    if entry(r.variant, r.table) == "average":
        low = high = average(r)
        cite = L["28"]
    else:
        low, high, cite = cave(r.table), MOST // r.terms.unit * r.terms.unit, L["78"]
    back = -(-r.folk.gone.get(player, 0) // r.terms.unit) * r.terms.unit
    if back > low:
        return back, max(back, high), L["14.h"]
    return low, high, cite


def sits(r: Round, free: tuple[str, ...], barred: tuple[str, ...]) -> Iterator[Offer]:
    """A seat for whoever comes; who has left this game brings back at least what he had (14.h)."""
    for player in r.folk.gone:
        if player not in barred and sums(r, player)[2] == L["14.h"]:
            yield sit(r, free, player)
    low, high, cite = sums(r)
    yield Offer("sit", "", L["8.a"] if registering(r) else cite, seats=free, low=low, high=high,
                unit=r.terms.unit, barred=barred, barred_law=L["10"], limit_law=cite,
                unit_law=L["20-2"], also=(L["19"], IR[269]))


def sit(r: Round, free: tuple[str, ...], player: str) -> Offer:
    """A seat for one player."""
    low, high, cite = sums(r, player)
    return Offer("sit", "", cite, player, seats=free, low=low, high=high, unit=r.terms.unit,
                 limit_law=cite, unit_law=L["20-2"], also=(L["12.b"], IR[269]))


def adds(r: Round, place: int) -> Offer:
    """A top-up of the value that the house has fixed, by who does not play the hand (79, 14.e)."""
    step = top_up(r.table)
    cite = L["98"] if r.variant.antes else L["75"]
    return Offer("top-up", str(place), L["79"], r.player(place), low=step, high=step, unit=step,
                 also=(cite, L["14.e"], IR[261]), limit_law=cite, unit_law=cite)


def ready(r: Round) -> list[int]:
    """The places that can play a hand: who sits there has at least the minimum (79)."""
    return [n for n in range(1, r.places + 1)
            if r.seats[n - 1] and r.staked(f"{n}{CAVE}") >= r.table.minimum]


def playing(r: Round) -> list[int]:
    """The places that play the next hand: who can, and does not rest (13)."""
    return [n for n in ready(r) if r.player(n) not in r.folk.resting]
