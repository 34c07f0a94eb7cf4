"""Who comes to stand behind a seat, stays there, and leaves (24, 25, 93)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from sabot import law
from sabot.games.chemin_de_fer.places import PLACES, ROWS, TABLE, at, behind, name, put, room
from sabot.games.chemin_de_fer.round import Carry, Round
from sabot.games.chemin_de_fer.rules import SEATS
from sabot.law import IR
from sabot.procedure import RISES, Act, Call, Event, Offer
from sabot.procedure.steps import number

L = law.Section("pt-217-2007/chemin-de-fer")


class People(Protocol):
    """Who sits, who stands, and who stood where in this shoe."""

    seats: list[str]
    standing: list[str]
    stood: dict[str, int]
    placed: bool


def _room(r: Round, seat: int) -> int:
    return room(r.standing, seat, r.table.rules.standing_each)


def _full(r: Round) -> bool:
    return bool(sum(map(bool, r.standing)) >= r.table.rules.standing)


def order(r: Round) -> tuple[str, ...]:
    """What says who comes first of those who stand, where anybody does."""
    return (IR[344], IR[346]) if r.placed and any(r.standing) else ()


def joins(r: Round) -> Iterator[Offer]:
    """Behind which seats somebody may come to stand: those of people who sit, and no place beside
    the dealer (25). Who has left his place in this shoe comes back to it and goes to no other, so
    that nobody follows the hand (93)."""
    here = tuple(player for player in (*r.seats, *r.standing) if player)
    if _full(r):
        return
    if not r.placed:
        yield Offer("join", TABLE, L["24"], barred=here, barred_law=L["93"])
        return
    bound = tuple(player for player in r.stood if player not in here)
    for player in bound:
        seat = r.stood[player]
        if _room(r, seat):
            yield Offer("join", "", L["93"], player, seats=(str(seat), TABLE), also=(IR[345],))
    free = tuple(str(n) for n, player in enumerate(r.seats, start=1) if player and _room(r, n))
    if free:
        yield Offer("join", "", L["24"], seats=(*free, TABLE), also=(IR[344],),
                    barred=(*here, *bound), barred_law=L["93"])
    yield Offer("join", str(SEATS), L["24"], note="full", barred_law=L["25"])


def comes(r: People, player: str, seat: int) -> None:
    """A player stands behind a seat; 0 is wherever there is room: where he stood before, else where
    fewest stand, from the dealer's right on."""
    if not r.placed:
        r.standing.append(player)
        return
    free = (n for n, who in enumerate(r.seats, start=1) if who and room(r.standing, n, ROWS))
    seat = seat or r.stood.get(player, 0) or min(free, key=lambda n: len(at(r.standing, n)))
    put(r.standing, room(r.standing, seat, ROWS), player)


def stands_up(r: Round, n: int, cite: str) -> Offer:
    """Who sits may stand behind his own seat instead: not beside the dealer (25), not away from
    where he stood (93), and only where there is room (24)."""
    player, why = r.seats[n - 1], ""
    if not r.placed:
        return Offer("stand-up", str(n), cite, player)
    if n > PLACES.gaps:
        why = L["25"]
    elif r.stood.get(player, n) != n:
        why = L["93"]
    elif _full(r) or not _room(r, n):
        why = L["24"]
    return Offer("stand-up", str(n), cite, player, barred=(player,) if why else (), barred_law=why)


def goes(r: People, player: str) -> None:
    """Who stands leaves his place."""
    if player in r.standing:
        n = r.standing.index(player)
        r.standing[n] = ""
        if r.placed:
            r.stood[player] = behind(n + 1)


# -- what others see of it -------------------------------------------------------------------------


class _Seen:
    """Who sits and stands as it follows from a carry and what was done since."""

    def __init__(self, carry: Carry) -> None:
        self.seats, self.standing = list(carry.seats), list(carry.standing)
        self.stood, self.placed = dict(carry.stood), carry.placed

    def did(self, act: Act) -> None:
        if act.act == "join":
            comes(self, act.player, 0 if act.seat == TABLE else int(act.seat))
        elif act.act == "sit":
            goes(self, act.player)
            self.seats[int(act.seat) - 1] = act.player
        elif act.act in ("leave", "stand-up"):
            goes(self, act.player)
            if act.player in self.seats:
                self.seats[self.seats.index(act.player)] = ""
            if act.act == "stand-up":
                comes(self, act.player, int(act.seat))

    def called(self, call: Call) -> None:
        """Seats that are lost or changed; 0 is the end of the table (107)."""
        before = number(call.facts, RISES)
        if not before:
            self.seats, self.standing = [""] * SEATS, []
            return
        player, self.seats[before - 1] = self.seats[before - 1], ""
        if call.seat != str(before):
            self.seats[int(call.seat) - 1] = player


def stands(carry: Carry, events: Sequence[Event]) -> dict[str, tuple[str, str]]:
    """Who stands where after these events of a coup that began with a carry: by the name of each
    place its player, and the seat behind which he stands."""
    seen = _Seen(carry)
    for event in events:
        if isinstance(event.answer, Act):
            seen.did(event.answer)
        elif isinstance(event.step, Call) and RISES in event.step.facts:
            seen.called(event.step)
    return {name(n): (player, str(behind(n)))
            for n, player in enumerate(seen.standing, start=1) if player}
