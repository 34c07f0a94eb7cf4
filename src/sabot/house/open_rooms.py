"""The rooms of a house: one for each of its tables, and one for each player's own copy of a table.

A room has three stations: it is laid out when the house is made, recovered from the journal, and
run. A house of one process does this once for all its tables; a node of a larger one for the tables
that it takes over (`sabot.house.nodes`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

import msgspec
import structlog

from sabot.house.archive.startup_check import shift_clock
from sabot.house.errors import HouseError
from sabot.house.live.room import Room
from sabot.house.ports import AnyTable, HasClock
from sabot.house.table.switches import base_of
from sabot.house.table.versioned_events import State
from sabot.ledger import Ledger, LedgerError
from sabot.procedure.table import Table
from sabot.words import phrase

BACK = 10.0
"""Minimum seconds for a decision after a table has been recovered."""
MOVED = "moved"
"""The code of a refusal at a table that another node of the house runs, or none at the moment."""

log = structlog.get_logger("sabot.house")


class _Host(HasClock, Protocol):
    """What the rooms need of the house."""

    ledger: Ledger
    tables: dict[str, Table]


class OpenRooms:
    """The rooms of a house by the ids of their tables (``by_id``); ``lay_out`` makes one.

    ``here`` are the tables that run in this process. ``stored`` has the stored states of tables
    that have no room, ``recovered`` how each table was recovered.
    """

    def __init__(self, house: _Host, lay_out: Callable[[str, Table], Room]) -> None:
        self._house = house
        self._lay_out = lay_out
        self.by_id: dict[str, Room] = {}
        self.here: set[str] = set()
        self.stored: dict[str, bytes] = {}
        self.recovered: dict[str, str] = {}

    def lay_out(self, table_id: str) -> Room:
        """Return the room of a table, or of one player's own copy of it."""
        if table_id not in self.by_id:
            self.by_id[table_id] = self._lay_out(table_id, self._house.tables[base_of(table_id)])
        return self.by_id[table_id]

    def get(self, table_id: str) -> Room:
        """Return a room by its id; HouseError when there is none."""
        try:
            return self.by_id[table_id]
        except KeyError:
            raise HouseError("no-table", phrase("there is no table {id!r}; the house has {tables}",
                                                id=table_id, tables=", ".join(self._house.tables)),
                             status=404,
                             facts={"asked": table_id}) from None

    # -- opening ----------------------------------------------------------------------------------

    def read_states(self, behind: Callable[[str], float],
                    of: Callable[[str], bool] = lambda _: True) -> None:
        """Read the stored states of tables. ``behind`` gives the seconds by which our clock is
        behind the one by which the state of a table was stored."""
        now = self._house.clock.now()
        for table_id, stored in self._house.ledger.states().items():
            if of(table_id):
                back = behind(table_id)
                self.stored[table_id] = shift_clock(stored, now, back) if back else stored

    async def recover(self, tables: Collection[str]) -> list[Room]:
        """Recover the rooms of tables, and those of players' copies in which something is under
        way; return them. Other work of the process goes on between two rooms."""
        for table_id in list(self.stored):
            if base_of(table_id) in tables and self._unfinished(table_id):
                self.lay_out(table_id)
        rooms = [room for table_id, room in self.by_id.items() if base_of(table_id) in tables]
        for room in rooms:
            self._recover(room)
            await asyncio.sleep(0)
        self.here.update(tables)
        return rooms

    def _unfinished(self, table_id: str) -> bool:
        """Whether a player's copy has a session or an open coup, which cannot wait for the player.
        """
        state = msgspec.json.decode(self.stored[table_id], type=State)
        return bool(state.sessions) or not state.over

    def _recover(self, room: Room) -> None:
        """Restore a room from the journal; it refunds a coup that cannot be replayed."""
        recovery, table_id = "fresh", room.desk.id
        stored = self.stored.get(table_id)
        if stored is not None:
            recovery = room.desk.recover(msgspec.json.decode(stored, type=State))
            del self.stored[table_id]
            # Nobody could decide while the table was closed, so that time does not count.
            if recovery == "resumed" and room.desk.state.deadline and not room.desk.betting:
                room.desk.state.deadline = max(room.desk.state.deadline,
                                               self._house.clock.now() + BACK)
        self.recovered[table_id] = recovery
        room.broadcaster.seats = room.desk.seats
        log.info("table", table=table_id, recovered=recovery, version=room.desk.state.version)

    @staticmethod
    def run(room: Room) -> None:
        """Open a recovered room: first its due work, then its reserved places."""
        room.start()
        room.post(room.tick)
        room.post(room.seat)

    def for_player(self, table_id: str, player: str) -> Room:
        """Return the room in which a player plays at a table; at an individual or private table,
        the player's own copy, which is opened. HouseError where the table does not run here.

        A real table (with a croupier) has one room, and serves its players one after the other.
        """
        base = base_of(table_id)
        room = self.get(base)
        own, table = base, room.desk.table
        if table.has_copies and player:
            own = f"{base}~{player.removeprefix('p_')}"
        if table_id not in (base, own):
            raise HouseError("no-table", "an individual table serves its own player",
                             room.desk.game.conduct.laws["individual"], 404)
        if base not in self.here:
            raise HouseError(MOVED, "this table is just being moved to another part of the house; "
                                    "try again in a moment", status=503)
        if own not in self.by_id:
            mine = self.lay_out(own)
            try:
                self._recover(mine)
            except LedgerError:
                del self.by_id[own]
                raise
            self.run(mine)
        return self.by_id[own]

    # -- closing ----------------------------------------------------------------------------------

    def close_copy(self, room: AnyTable) -> bool:
        """Close a player's own copy that nobody uses; return False for any other room."""
        desk = room.desk
        idle = not (room.viewers or desk.state.sessions or desk.at_stake)
        if "~" not in desk.id or not idle or not (desk.state.over or desk.seating):
            return False
        self.stored[desk.id] = msgspec.json.encode(desk.state)
        self.by_id.pop(desk.id, None)
        self.recovered.pop(desk.id, None)
        return True

    def lay_out_anew(self, tables: Collection[str]) -> None:
        """Make new rooms for tables, as their files and changed limits are now."""
        for table_id in [table_id for table_id in self.by_id if base_of(table_id) in tables]:
            del self.by_id[table_id]
            self.recovered.pop(table_id, None)
        for table_id in tables:
            self.lay_out(table_id)

    async def stop(self) -> None:
        """Finish the queued jobs of all rooms; open coups wait for the next opening."""
        await asyncio.gather(*(room.stop() for room in self.by_id.values()))

    async def give_up(self, tables: Collection[str]) -> None:
        """Stop running tables: finish their queued jobs, end the connections of those who look at
        them, and lay the tables out anew. Their open coups go on where they are run next."""
        self.here.difference_update(tables)
        rooms = {table_id: room for table_id, room in self.by_id.items()
                 if base_of(table_id) in tables}
        await asyncio.gather(*(room.stop() for room in rooms.values()))
        dismiss(rooms)
        for table_id in [table_id for table_id in self.stored if base_of(table_id) in tables]:
            del self.stored[table_id]
        self.lay_out_anew(tables)


def dismiss(rooms: Mapping[str, Any]) -> None:
    """End the connections of all who look at rooms; they connect again."""
    for room in rooms.values():
        for viewer in list(room.viewers):
            viewer.drop(slow=False)
