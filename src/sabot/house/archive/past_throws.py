"""The last results of a table, many more than it shows beside its layout, read from the journal.

The entry that begins a coup holds what the table carried over: its last results and how many throws
it has counted. Those of every twelfth coup or so hold all results between them, so that a few
entries tell hundreds of results; what was read once is kept, and only what is new is added.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sabot.house.ports import HasDesk
from sabot.ledger import Ledger
from sabot.regulations import cite_clause

MOST = 500
"""The results that are told, the newest."""


class PastResults(msgspec.Struct, frozen=True, kw_only=True):
    """The last results of a table, the newest first, and the clause that shows results; they say
    nothing about the next one."""

    results: tuple[str, ...]
    law: str


class _Carried(msgspec.Struct):
    """What a layout carries from coup to coup, as far as it is needed here."""

    results: tuple[str, ...] = ()
    throws: int = 0


class _Begun(msgspec.Struct):
    """The beginning of a coup."""

    coup: str
    carry: _Carried


class PastThrows:
    """The last results of the tables of a house. ``rooms`` are those in use."""

    def __init__(self, ledger: Ledger, rooms: Mapping[str, HasDesk]) -> None:
        self.ledger = ledger
        self.rooms = rooms
        self._known: dict[str, tuple[int, tuple[str, ...]]] = {}

    def at(self, table_id: str) -> PastResults | None:
        """The last results of a table; None where nothing is thrown and counted."""
        desk = self.rooms[table_id].desk
        throws = getattr(desk.carry, "throws", None)
        if throws is None:
            return None
        newest: tuple[str, ...] = desk.carry.results
        counted, known = self._known.get(table_id, (0, ()))
        new = throws - counted
        if known and 0 <= new <= len(newest):
            results = (*newest[:new], *known)[:MOST]
        else:
            results = self._read(table_id, throws, newest)
        self._known[table_id] = throws, results
        law: str = desk.game.public_state(desk.carry)["law"]
        cite_clause(law)
        return PastResults(results=results, law=law)

    def _read(self, table_id: str, throws: int, newest: tuple[str, ...]) -> tuple[str, ...]:
        """Read results back from these, which end with throw number ``throws``, as far as the
        table has counted on."""
        results = list(newest)
        last = self.ledger.entries(table=table_id, kind="begin", newest_first=True, limit=1)
        coup = msgspec.json.decode(last[0].body, type=_Begun).coup if last else ""
        number = int(coup.rpartition("-")[2] or 0)
        while len(results) < min(MOST, throws) and number > 0:
            begun = self.ledger.entries(coup=f"{table_id}-{number}", kind="begin", limit=1)
            if not begun:
                break
            carried = msgspec.json.decode(begun[0].body, type=_Begun).carry
            missing = throws - len(results)  # the number of the next throw back
            if carried.throws < missing:
                break  # the table began anew
            results.extend(carried.results[carried.throws - missing:])
            number -= max(1, len(carried.results) - 1)
        return tuple(results[:MOST])
