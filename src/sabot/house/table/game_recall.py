"""The games of a machine in the journal, newest first (14)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sabot.games import UnknownGame, game
from sabot.house.shared_views import Facts
from sabot.house.table.versioned_events import State
from sabot.ledger import Books, Record
from sabot.ledger.references import COUP_KINDS, Begin, decode_body
from sabot.procedure import Event
from sabot.procedure.game import Game
from sabot.procedure.printed_codes import normalise_code
from sabot.procedure.table import Table
from sabot.words import phrase

LAST = 10
"""How many games are recalled by default."""


class Recalled(msgspec.Struct, frozen=True, kw_only=True):
    """One game that was played: its ``number`` by the machine's own meter, its coup, when it began
    (milliseconds since 1970), its result (``facts``), and the journal entries of its events."""

    number: int
    coup: str
    at: int
    facts: Facts
    entries: tuple[tuple[int, int], ...]
    begun: Begin
    records: tuple[Record, ...]


class NoMachine(Exception):
    """The journal has no machine of this name; the message lists those that it has."""


def machines(books: Books) -> dict[str, tuple[State, Game, Table]]:
    """Return every machine in the journal by its table, as it was when its last coup began."""
    known = {}
    for table_id, raw in books.states().items():
        state = msgspec.json.decode(raw, type=State)
        begun = next(iter(books.entries(coup=state.coup, kind="begin")), None)
        if begun is None:
            continue
        content = decode_body("begin", begun.body)
        assert isinstance(content, Begin)
        try:
            played = game(content.game)
        except UnknownGame:
            continue
        if played.cabinet:
            table = msgspec.convert(content.table, Table)
            known[table_id] = state, played, msgspec.structs.replace(
                table, rules=msgspec.convert(table.rules, played.rules))
    return known


def find_machine(books: Books, name: str) -> str:
    """Return the table of a machine, given its table or its identification number (10)."""
    known = machines(books)
    if name in known:
        return name
    numbers = {table_id: played.cabinet.number(table)
               for table_id, (_, played, table) in known.items() if played.cabinet}
    named = [table_id for table_id, number in numbers.items() if number == normalise_code(name)]
    if normalise_code(name) and len(named) == 1:
        return named[0]
    has = ", ".join(f"{table_id} (no. {number})" for table_id, number in sorted(numbers.items()))
    raise NoMachine(phrase("there is no machine {name} in these books; they have {machines}",
                           name=repr(name), machines=has or "none"))


def games(books: Books, table_id: str, upto: int = 0) -> Iterator[Recalled]:
    """Yield the games of a machine, newest first; ``upto``: from this number of a game back."""
    state, _, _ = machines(books)[table_id]
    no = state.no if not upto else _coup_of(books, table_id, state.no, upto)
    while no > 0:
        recalled = _game(books, f"{table_id}-{no}")
        if recalled is not None and (not upto or recalled.number <= upto):
            yield recalled
        no -= 1


def _game(books: Books, coup: str) -> Recalled | None:
    """Return one coup as a game; None when no game was played to its end in it."""
    records = [r for r in books.entries(coup=coup) if r.kind in COUP_KINDS]
    begin, events, entries = None, list[Event](), list[tuple[int, int]]()
    for record in records:
        content = decode_body(record.kind, record.body)
        assert content is not None
        begin = content if isinstance(content, Begin) else begin
        entries.append((record.seq, len(events)))
        events += content.events
    if begin is None:
        return None
    played = game(begin.game)
    facts = played.cabinet.recall(events) if played.cabinet else None
    if facts is None:
        return None
    return Recalled(number=_before(begin) + 1, coup=coup, at=records[0].at, facts=facts,
                    entries=tuple(entries), begun=begin, records=tuple(records))


def _before(begun: Begin) -> int:
    """Return how many games the machine had counted when a coup began."""
    played = game(begun.game)
    assert played.cabinet is not None
    carry = msgspec.convert(begun.carry, played.carry)
    return next(meter.shows for meter in played.cabinet.meters.meters(carry) if meter.counts)


def _coup_of(books: Books, table_id: str, last: int, number: int) -> int:
    """Return the last coup that began when a machine had counted fewer games than ``number``."""
    low, high = 1, last
    while low < high:
        middle = (low + high + 1) // 2
        begun = next(iter(books.entries(coup=f"{table_id}-{middle}", kind="begin")), None)
        content = decode_body("begin", begun.body) if begun else None
        if isinstance(content, Begin) and _before(content) >= number:
            high = middle - 1
        else:
            low = middle
    return low
