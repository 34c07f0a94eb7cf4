"""Where in the house a player is, and what they have on its tables.

In a house of several nodes this one asks the journal about tables that others run: it has the
state of every table, and each open coup.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Protocol

import msgspec

from sabot.house.ports import HasTables
from sabot.house.table.desk import Desk
from sabot.house.table.stored_rounds import stored_round
from sabot.house.table.switches import base_of
from sabot.house.table.versioned_events import State
from sabot.ledger import Ledger
from sabot.procedure import by_player, in_play


class _Rooms(Protocol):
    here: set[str]


class _House(HasTables, Protocol):
    """What the whereabouts of players are read from."""

    ledger: Ledger

    @property
    def open_rooms(self) -> _Rooms:
        """The rooms, and which tables run in this process."""


class Whereabouts:
    """The places and stakes of players at all tables of a house, by the ids of the tables; players
    have copies of their own of some. Methods raise LedgerError when the journal cannot be read."""

    def __init__(self, house: _House) -> None:
        self._house = house

    def seats(self, player: str) -> set[str]:
        """Return the tables at which a player sits."""
        here = {desk.id for desk in self._desks() if player in desk.seats}
        return here | {table_id for table_id, state in self._states() if player in state.sessions}

    def at_stake(self, player: str) -> dict[str, int]:
        """Return what a player has in play in open coups, in cents, where that is anything."""
        here = {desk.id: desk.at_stake.get(player, 0) for desk in self._desks()}
        there = {table_id: self._in_play(state, player) for table_id, state in self._states()}
        return _without_nothing(here | there)

    def staked(self, player: str) -> dict[str, int]:
        """Return what a player has on tables: in play, and held for a later coup."""
        here = {desk.id: desk.staked.get(player, 0) for desk in self._desks()}
        there = {table_id: self._in_play(state, player) + by_player(state.held).get(player, 0)
                 for table_id, state in self._states()}
        return _without_nothing(here | there)

    def _desks(self) -> Iterator[Desk]:
        """The tables that run here."""
        here = self._here()
        return (room.desk for table_id, room in self._house.rooms.items()
                if base_of(table_id) in here)

    def _states(self) -> Iterator[tuple[str, State]]:
        """The stored states of the tables that other nodes run."""
        here = self._here()
        if self._house.tables.keys() - here:
            for table_id, state in self._house.ledger.states().items():
                if (base := base_of(table_id)) in self._house.tables and base not in here:
                    yield table_id, msgspec.json.decode(state, type=State)

    def _here(self) -> Collection[str]:
        return self._house.open_rooms.here

    def _in_play(self, state: State, player: str) -> int:
        if state.over or player not in {*state.sessions, *state.parted}:
            return 0
        return in_play(stored_round(self._house.ledger, state.coup)[1]).get(player, 0)


def _without_nothing(cents: dict[str, int]) -> dict[str, int]:
    return {table_id: amount for table_id, amount in cents.items() if amount}
