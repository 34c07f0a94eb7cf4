"""People who stand behind a seat: how they come, stay and leave (24, 25, 93)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from sabot import regulations as law
from sabot.games.chemin_de_fer.places import (
    PLACES,
    ROWS,
    TABLE,
    free_place,
    occupy,
    place_name,
    places_behind,
    seat_of,
)
from sabot.games.chemin_de_fer.round import Carry, Round
from sabot.games.chemin_de_fer.rules import SEATS
from sabot.procedure import RISES, Act, Call, Event, Offer
from sabot.procedure.steps import number
from sabot.regulations import IR

L = law.Section("pt-217-2007/chemin-de-fer")


class People(Protocol):
    """Seated and standing players, and where people stood before in this shoe."""

    seats: list[str]
    standing: list[str]
    stood: dict[str, int]
    placed: bool


def _free_place(r: Round, seat: int) -> int:
    return free_place(r.standing, seat, r.table.rules.standing_each)


def _is_full(r: Round) -> bool:
    return bool(sum(map(bool, r.standing)) >= r.table.rules.standing)


def order_clauses(r: Round) -> tuple[str, ...]:
    """The clauses on the order of standing players, if there are any."""
    return (IR[344], IR[346]) if r.placed and any(r.standing) else ()


def join_offers(r: Round) -> Iterator[Offer]:
    """Offers to stand behind a seat: only behind a seated player, and not next to the dealer (25).
    Players who left their standing place in this shoe may only come back to it, so that nobody
    follows the hand (93)."""
    here = tuple(player for player in (*r.seats, *r.standing) if player)
    if _is_full(r):
        return
    if not r.placed:
        yield Offer("join", TABLE, L["24"], barred=here, barred_law=L["93"])
        return
    returning = tuple(player for player in r.stood if player not in here)
    free = tuple(
        str(n) for n, player in enumerate(r.seats, start=1) if player and _free_place(r, n)
    )
    for player in returning:
        seats = (str(r.stood[player]), TABLE) if _free_place(r, r.stood[player]) else ()
        if r.readings.standing_again == "anywhere":  # IR 345
            seats = (*(seat for seat in free if seat not in seats), *seats)
        if seats:
            yield Offer("join", "", L["93"], player, seats=seats, also=(IR[345],))
    if free:
        yield Offer("join", "", L["24"], seats=(*free, TABLE), also=(IR[344],),
                    barred=(*here, *returning), barred_law=L["93"])
    yield Offer("join", str(SEATS), L["24"], note="full", barred_law=L["25"])


def stand_behind(r: People, player: str, seat: int) -> None:
    """Let a player stand behind a seat. 0 for any: where they stood before, or else where the
    fewest people stand, from the dealer's right."""
    if not r.placed:
        r.standing.append(player)
        return
    free = (
        n for n, sitter in enumerate(r.seats, start=1) if sitter and free_place(r.standing, n, ROWS)
    )
    seat = (
        seat or r.stood.get(player, 0) or min(free, key=lambda n: len(places_behind(r.standing, n)))
    )
    occupy(r.standing, free_place(r.standing, seat, ROWS), player)


def stand_up_offer(r: Round, n: int, cite: str) -> Offer:
    """The offer to give up a seat and stand behind it: not next to the dealer (25), not away from
    where the player stood before (93), and only where there is room (24)."""
    player, clause = r.seats[n - 1], ""
    if not r.placed:
        return Offer("stand-up", str(n), cite, player)
    if n > PLACES.gaps:
        clause = L["25"]
    elif r.stood.get(player, n) != n and r.readings.standing_again == "same-seat":
        clause = L["93"]
    elif _is_full(r) or not _free_place(r, n):
        clause = L["24"]
    return Offer(
        "stand-up", str(n), cite, player, barred=(player,) if clause else (), barred_law=clause
    )


def leave_place(r: People, player: str) -> None:
    """Take a standing player off their place."""
    if player in r.standing:
        n = r.standing.index(player)
        r.standing[n] = ""
        if r.placed:
            r.stood[player] = seat_of(n + 1)


# -- people from the events of a coup --------------------------------------------------------------


class _PeopleSoFar:
    """The seated and standing players after the events of a coup so far."""

    def __init__(self, carry: Carry) -> None:
        self.seats, self.standing = list(carry.seats), list(carry.standing)
        self.stood, self.placed = dict(carry.stood), carry.placed

    def apply_act(self, act: Act) -> None:
        """Players come, sit down, stand up or leave."""
        if act.act == "join":
            stand_behind(self, act.player, 0 if act.seat == TABLE else int(act.seat))
        elif act.act == "sit":
            leave_place(self, act.player)
            self.seats[int(act.seat) - 1] = act.player
        elif act.act in ("leave", "stand-up"):
            leave_place(self, act.player)
            if act.player in self.seats:
                self.seats[self.seats.index(act.player)] = ""
            if act.act == "stand-up":
                stand_behind(self, act.player, int(act.seat))

    def apply_call(self, call: Call) -> None:
        """Seats that are lost or changed; 0 means that the table closes (107)."""
        before = number(call.facts, RISES)
        if not before:
            self.seats, self.standing = [""] * SEATS, []
            return
        player, self.seats[before - 1] = self.seats[before - 1], ""
        if call.seat != str(before):
            self.seats[int(call.seat) - 1] = player


def standing_players(carry: Carry, events: Sequence[Event]) -> dict[str, tuple[str, str]]:
    """The standing players after these events of a coup that began with ``carry``: by name of the
    place, the player and the seat in front of it."""
    people = _PeopleSoFar(carry)
    for event in events:
        if isinstance(event.answer, Act):
            people.apply_act(event.answer)
        elif isinstance(event.step, Call) and RISES in event.step.facts:
            people.apply_call(event.step)
    return {place_name(n): (player, str(seat_of(n)))
            for n, player in enumerate(people.standing, start=1) if player}
