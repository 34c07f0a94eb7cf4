"""Reads a coup from the journal."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabot.house.shared_views import EntryBody
from sabot.house.table.versioned_events import reseat
from sabot.ledger import Books
from sabot.procedure import Event
from sabot.procedure.game import Game
from sabot.procedure.table import Table


def stored_round(books: Books, coup: str) -> tuple[EntryBody, list[Event]]:
    """Return the begin body of a coup and all its events."""
    begin: EntryBody = {}
    events: list[Event] = []
    for record in books.entries(coup=coup):
        if record.kind not in ("begin", "play", "void"):
            continue
        body = msgspec.json.decode(record.body)
        if record.kind == "begin":
            begin = body
        events += msgspec.convert(body["events"], list[Event])
    return begin, events


def stored_table(game: Game, begin: EntryBody) -> Table:
    """Return the table as it was when a coup began."""
    rules = msgspec.convert(begin["table"]["rules"], game.rules)
    return msgspec.structs.replace(msgspec.convert(begin["table"], Table), rules=rules)


def seats_after(game: Game, table: Table, begin: EntryBody, record: Sequence[Event]
                ) -> list[str]:
    """Return the player at each place after a record that may not be replayable."""
    try:
        seats = list(game.seats(msgspec.convert(begin["carry"], game.carry)))
    except (KeyError, msgspec.ValidationError):
        seats = list(game.seats(game.opening(table)))
    reseat(seats, record)
    return seats
