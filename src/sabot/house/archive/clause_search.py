"""Finds the stored coups in which a clause was applied, and the steps that cite it.

There is no index. Only the newest entries are searched, and the result says how many were searched.
A page never causes a search of the whole journal.
"""

from __future__ import annotations

import msgspec

from sabot.games import game
from sabot.house.shared_views import Names, TableEvent
from sabot.house.table.versioned_events import number_events
from sabot.ledger.books import Books
from sabot.ledger.references import Begin, decode_body
from sabot.procedure import Event, Menus

MAX_OWN_COUPS = 500
"""How many of a player's coups are searched: the newest."""
PAGE_SIZE = 50
"""How many of them are read at a time, until one matches."""
MAX_ENTRIES = 20_000
"""How many entries of the journal are searched for the house: the newest."""
MAX_STEPS = 12
"""How many steps of a coup are shown."""


class CoupCitation(msgspec.Struct, frozen=True, kw_only=True):
    """A coup in which a clause was applied: when it began (milliseconds since 1970), the first
    steps that cite the clause, their ``lines`` as `sabot replay` counts them, and how many ``more``
    there are."""

    id: str
    no: int
    game: str
    table: str
    names: Names
    at: int
    steps: list[TableEvent]
    lines: list[int]
    more: int


class MyCitations(msgspec.Struct, frozen=True, kw_only=True):
    """My latest coup in which a clause was applied; null when none of the coups searched applied
    it. ``looked`` is how many were searched, ``most`` the limit."""

    clause: str
    coup: CoupCitation | None
    looked: int
    most: int
    of: str


class HouseCitations(msgspec.Struct, frozen=True, kw_only=True):
    """The latest coups of the house in which a clause was applied. ``looked`` is how many entries
    of the journal were searched, ``most`` the limit."""

    clause: str
    coups: list[CoupCitation]
    looked: int
    most: int
    of: str


def search_own(books: Books, player: str, clause: str) -> MyCitations:
    """Return the latest coup of a player in which a clause was applied, with the steps that cite
    it, redacted for that player; ``coup`` is null when none of the coups searched applied it."""
    coups = [str(document.id).removesuffix(f":{player}")
             for document in books.documents("coup", owner=player, limit=MAX_OWN_COUPS)]
    citation, searched = None, 0
    for first in range(0, len(coups), PAGE_SIZE):
        page = coups[first:first + PAGE_SIZE]
        searched += len(page)
        if matches := books.citing(clause, coups=page):
            citation = _describe_citation(books, matches[0][1], clause, player)
            break
    return MyCitations(
        clause=clause, coup=citation, looked=searched, most=MAX_OWN_COUPS, of="coups")


def search_house(books: Books, clause: str, limit: int, last: int = MAX_ENTRIES) -> HouseCitations:
    """Return the latest coups of the house in which a clause was applied, newest first. Their steps
    show no card that was not shown to everybody."""
    entries = books.head()[0]
    matches = books.citing(clause, last=last, limit=limit)
    return HouseCitations(
        clause=clause, coups=[_describe_citation(books, coup, clause, "") for _, coup in matches],
        looked=min(last, entries), most=last, of="entries")


def _describe_citation(books: Books, coup: str, clause: str, viewer: str) -> CoupCitation:
    """Describe a coup with those of its steps that cite the clause."""
    begin: Begin | None = None
    events: list[Event] = []
    records = books.entries(coup=coup)
    for record in records:
        content = decode_body(record.kind, record.body)
        if isinstance(content, Begin):
            begin = content
        if content is not None:
            events += content.events
    events_seen = [(item.version, event) for item in number_events(events, 0, None, Menus())
                   if (event := item.seen_by(viewer))]
    citing = [(at, event) for at, event in events_seen if _cites(event, clause)]
    table = records[0].table
    played = begin.game if begin else ""
    return CoupCitation(
        id=coup, no=begin.no if begin else 0, game=played, table=table,
        names=game(played).names if played else {}, at=records[0].at,
        steps=[event for _, event in citing[:MAX_STEPS]],
        lines=[at for at, _ in citing[:MAX_STEPS]], more=max(0, len(citing) - MAX_STEPS))


def _cites(event: TableEvent, clause: str) -> bool:
    return f'"{clause}"'.encode() in msgspec.json.encode(event)
