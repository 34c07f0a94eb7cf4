"""From a clause to the journalled coups in which it was applied, and to the steps that cite it.

Nothing is indexed: the bodies of the newest entries are looked through, and what was looked through
is said. A journal is never searched to its beginning for a page.
"""

from __future__ import annotations

import msgspec

from sabot.games import game
from sabot.house.shared_views import Names, TableEvent
from sabot.house.table.versioned_events import numbered
from sabot.ledger.books import Books
from sabot.ledger.references import Begin, decode_body
from sabot.procedure import Event, Menus

OWN = 500
"""Coups of a player that are looked through, his newest."""
PAGE = 50
"""Of them so many at a time, until one has it."""
ENTRIES = 20_000
"""Entries of the journal that are looked through for the house, the newest."""
STEPS = 12
"""Steps of a coup that are told."""


class AppliedCoup(msgspec.Struct, frozen=True, kw_only=True):
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


class MyApplied(msgspec.Struct, frozen=True, kw_only=True):
    """My latest coup in which a clause was applied, null where none of those has it that were
    ``looked`` through, at ``most`` so many."""

    clause: str
    coup: AppliedCoup | None
    looked: int
    most: int
    of: str


class HouseApplied(msgspec.Struct, frozen=True, kw_only=True):
    """The latest coups of the house in which a clause was applied, among so many entries of the
    journal as were ``looked`` through, at ``most`` so many."""

    clause: str
    coups: list[AppliedCoup]
    looked: int
    most: int
    of: str


def own(books: Books, player: str, clause: str) -> MyApplied:
    """The latest coup of a player in which a clause was applied, with the steps that cite it as he
    may see them; ``coup`` null where none of those that were looked through has it."""
    kept = [str(document.id).removesuffix(f":{player}")
            for document in books.documents("coup", owner=player, limit=OWN)]
    told, looked = None, 0
    for first in range(0, len(kept), PAGE):
        page = kept[first:first + PAGE]
        looked += len(page)
        if found := books.citing(clause, coups=page):
            told = _applied_coup(books, found[0][1], clause, player)
            break
    return MyApplied(clause=clause, coup=told, looked=looked, most=OWN, of="coups")


def house(books: Books, clause: str, limit: int, last: int = ENTRIES) -> HouseApplied:
    """The latest coups of the house in which a clause was applied, newest first; no card that was
    not shown to everybody stands in their steps."""
    entries = books.head()[0]
    found = books.citing(clause, last=last, limit=limit)
    return HouseApplied(
        clause=clause, coups=[_applied_coup(books, coup, clause, "") for _, coup in found],
        looked=min(last, entries), most=last, of="entries")


def _applied_coup(books: Books, coup: str, clause: str, viewer: str) -> AppliedCoup:
    """A coup with those of its steps that cite the clause."""
    begin: Begin | None = None
    events: list[Event] = []
    records = books.entries(coup=coup)
    for record in records:
        content = decode_body(record.kind, record.body)
        if isinstance(content, Begin):
            begin = content
        if content is not None:
            events += content.events
    known = [(item.version, one) for item in numbered(events, 0, None, Menus())
             if (one := item.seen_by(viewer))]
    cites = [(at, one) for at, one in known if _cites(one, clause)]
    table = records[0].table
    played = begin.game if begin else ""
    return AppliedCoup(
        id=coup, no=begin.no if begin else 0, game=played, table=table,
        names=game(played).names if played else {}, at=records[0].at,
        steps=[one for _, one in cites[:STEPS]], lines=[at for at, _ in cites[:STEPS]],
        more=max(0, len(cites) - STEPS))


def _cites(told: TableEvent, clause: str) -> bool:
    return f'"{clause}"'.encode() in msgspec.json.encode(told)
