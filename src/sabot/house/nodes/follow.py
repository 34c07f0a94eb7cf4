"""What the nodes of a house learn from each other by the journal: new players and their names,
sign-ins that have ended, games and tables that staff have opened, closed or changed.

The journal has one order for all nodes. Each reads what was stored since it last looked; reading an
entry of its own again changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from sabot.house.people.names import Directory
from sabot.house.people.players import BOT, find_player
from sabot.house.ports import AnyTable
from sabot.house.staff.signins import SignIns
from sabot.house.table.effective_tables import with_changed_limits
from sabot.house.table.switches import Switches, base_of
from sabot.ledger import Ledger
from sabot.ledger.entry import Record
from sabot.ledger.shared_ledger import SharedLedger
from sabot.procedure.table import Table


class _Rooms(Protocol):
    """The tables that run here."""

    here: set[str]


class _House(Protocol):
    """What the follower needs of its house."""

    ledger: Ledger
    names: Directory
    sign_ins: SignIns
    switches: Switches
    files: dict[str, Table]
    tables: dict[str, Table]

    @property
    def open_rooms(self) -> _Rooms:
        """The rooms and where they run."""

    @property
    def rooms(self) -> Mapping[str, AnyTable]:
        """The rooms by id."""


class _News(NamedTuple):
    """What was stored about the whole house since the last look."""

    head: int
    players: tuple[Record, ...] = ()
    staff: tuple[Record, ...] = ()


class Follower:
    """Follows the journal for one node, from where it is now."""

    def __init__(self, house: _House, ledger: SharedLedger) -> None:
        self._house = house
        self._ledger = ledger
        self._mark = ledger.last[0]

    async def catch_up(self) -> None:
        """Apply what was stored since the last look. LedgerError when it cannot be read."""
        news = await asyncio.to_thread(self._read)
        house, ended = self._house, False
        for record in news.players:
            body: dict[str, Any] = msgspec.json.decode(record.body)
            if "player" in body:
                self._learn_name(str(body["player"]["id"]))
            elif "erase" in body:
                house.names.remove(str(body["erase"]["player"]))
            ended |= "sign-out" in body
        if news.staff:
            ended = True
            self._apply_staff_acts()
        if ended:
            house.sign_ins.read_again()
        self._mark = news.head

    def _read(self) -> _News:
        head = self._ledger.head()[0]
        if head == self._mark:
            return _News(head)
        self._ledger.forget_moved(self._mark, head)

        def entries(kind: str) -> tuple[Record, ...]:
            return tuple(self._ledger.entries(
                kind=kind, since_seq=self._mark, before_seq=head + 1))

        return _News(head, entries("player"), entries("staff"))

    def _learn_name(self, player: str) -> None:
        if self._house.names.name(player) is None:
            known = find_player(self._house.ledger, player)
            if known is not None:
                self._house.names.learn(player, known.shown or known.name,
                                        bot=player.startswith(BOT))

    def _apply_staff_acts(self) -> None:
        house, here = self._house, self._house.open_rooms.here
        house.switches.load()
        changed = with_changed_limits(house.ledger, house.files)
        house.tables.update((table_id, table) for table_id, table in changed.items()
                            if table_id not in here)
        for table_id, room in list(house.rooms.items()):
            if base_of(table_id) in here:
                room.post(room.apply_switch)
