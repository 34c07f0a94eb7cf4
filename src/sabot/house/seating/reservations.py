"""Reserves places during a coup for the next one."""

from __future__ import annotations

from typing import Protocol

from sabot.house.ports import HasDesk, SendsNotices, StoresProposals
from sabot.house.table.messages import Ack, ActCommand, Refused
from sabot.procedure.game import Game


class _Table(HasDesk, StoresProposals, SendsNotices, Protocol):
    """What a reservation needs of a table."""


def keeps_places(game: Game) -> bool:
    """Whether a place requested during a coup is reserved for the next one; not when players' money
    lies at their places and they sit down within the coup."""
    return game.purse is None


async def reserve(room: _Table, player: str, command: ActCommand, now: float) -> Ack | Refused:
    """Reserve a place for a player, or return why that is not possible."""
    desk, place, laws = room.desk, command.seat, room.laws
    law, seats = laws["place"], desk.seats
    free = [str(n) for n, holder in enumerate(seats, start=1) if not holder]
    if place not in map(str, range(1, len(seats) + 1)):
        return Refused(command.id, "no-place", law, f"this table has no place {place}", {},
                       tuple(free))
    if place not in free:
        return Refused(command.id, "taken", law, f"place {place} is taken", {}, tuple(free))
    if desk.table.individual and any(holder not in ("", player) for holder in seats):
        return Refused(command.id, "not-yours", laws["individual"], "this table serves one player")
    if seats.count(player) >= desk.table.places_per_player:
        return Refused(command.id, "barred", laws["places"],
                       f"one player may hold {desk.table.places_per_player} here",
                       {"act": "sit", "seat": place})
    reserved = {**desk.state.reserved, place: player}
    reply = await room.store_command(
        desk.propose_house("house", ({"reserved": place},), now,
                           reserved=reserved, command=(player, command.id)), command.id)
    if isinstance(reply, Ack) and desk.state.reserved.get(place) == player:
        room.notify(player, "reserved", law, {"place": place})
    return reply


async def unreserve(room: _Table, player: str, command: ActCommand, now: float) -> Ack | Refused:
    """Cancel a player's reservation."""
    reserved = {p: by for p, by in room.desk.state.reserved.items() if p != command.seat}
    return await room.store_command(room.desk.propose_house(
        "house", ({"freed": command.seat},), now, reserved=reserved,
        command=(player, command.id)), command.id)
