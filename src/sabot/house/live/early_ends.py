"""Notes that players need no more time, and ends a window early when nobody needs more."""

from __future__ import annotations

from typing import Protocol

from sabot.house.ports import HasDesk, StoresProposals
from sabot.house.shared_views import EntryBody
from sabot.house.table import ready
from sabot.house.table.messages import Ack, Refused
from sabot.regulations import cite_clause


class _Table(HasDesk, StoresProposals, Protocol):
    """A table at which players are ready."""

    def online(self, player: str) -> bool: ...


async def note_ready(room: _Table, player: str, key: str, now: float) -> Ack | Refused:
    """Note that a player needs no more of the time that runs; the clock of the room does the rest
    when everybody is ready."""
    desk, law = room.desk, room.laws["ready"]
    if not ready.clause(desk):
        return Refused(key, "no-clock", law, "no time runs here that could end early")
    places = ready.people(desk, lambda who: who == player or room.online(who)).get(player)
    if places is None:
        return Refused(key, "not-here", law, "only players at the table can be ready")
    window = desk.state.window.partition("/")[0]
    house_event = {"ready": places, "window": window, "law": law}
    return await room.store_command(
        desk.propose_house("house", (house_event,), now, command=(player, key),
                           ready=(*desk.state.ready, player)), key)


def reason(room: HasDesk, now: float) -> EntryBody | None:
    """Return what the journal notes about a window that ends before its time; None in time."""
    if now >= room.desk.state.deadline:
        return None
    cite_clause(room.laws["ready"])
    return {"ready": list(room.desk.state.ready)}
