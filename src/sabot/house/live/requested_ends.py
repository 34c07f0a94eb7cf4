"""Ends a player's session at a table when they ask for it, not through the table's socket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from sabot.house.errors import HouseError
from sabot.house.live.player_acts import PlayerActs
from sabot.house.ports import HasDesk, RunsJobs
from sabot.house.table.messages import EndCommand, PlayerCommand, Refused
from sabot.regulations import cite_clause


class _Table(HasDesk, RunsJobs, Protocol):
    """A table at which sessions are ended."""

    player_acts: PlayerActs

    @property
    def run_command(self) -> Callable[[str, PlayerCommand, int], Awaitable[object]]: ...


async def end_session(room: _Table, player: str) -> str:
    """End the session that a player has at a table now (34); return its id. HouseError when they
    have none, or when it cannot be ended. If it ends before its turn comes, a later session of the
    player goes on."""
    sessions, version = room.desk.state.sessions, room.desk.state.version
    if player not in sessions:
        law = room.desk.game.conduct.laws["session"]
        cite_clause(law)
        raise HouseError("no-session", "you have no session at this table", law, 409)
    session = sessions[player].id

    async def end_if_open() -> object:
        present = room.desk.state.sessions.get(player)
        if present is None or present.id != session:
            return None
        return await room.run_command(player, EndCommand(f"end:{session}"), version)

    reply = await room.player_acts.in_order(player, lambda: room.ask(end_if_open))
    if isinstance(reply, Refused):
        raise HouseError(reply.code, reply.text, reply.law, 409)
    return session
