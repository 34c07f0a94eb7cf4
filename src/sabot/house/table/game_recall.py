"""The games of a machine as the journal has them, the newest first (14)."""

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

LAST = 10
"""So many games are recalled where nobody asks for more."""


class Recalled(msgspec.Struct, frozen=True, kw_only=True):
    """One game that was played: its ``number`` by the machine's own meter, the coup that tells it,
    when it began (milliseconds since 1970), what it came to (``facts``), and its events with the
    entry of the journal in which each is stored."""

    number: int
    coup: str
    at: int
    facts: Facts
    entries: tuple[tuple[int, int], ...]
    begun: Begin
    records: tuple[Record, ...]


class NoMachine(Exception):
    """The books hold no machine of this name; the text names those that they hold."""


def machines(books: Books) -> dict[str, tuple[State, Game, Table]]:
    """Every machine in the books by its table, as it stood when its last coup began."""
    found = {}
    for table_id, raw in books.states().items():
        state = msgspec.json.decode(raw, type=State)
        begun = next(iter(books.entries(coup=state.coup, kind="begin")), None)
        if begun is None:
            continue
        told = decode_body("begin", begun.body)
        assert isinstance(told, Begin)
        try:
            played = game(told.game)
        except UnknownGame:
            continue
        if played.cabinet:
            table = msgspec.convert(told.table, Table)
            found[table_id] = state, played, msgspec.structs.replace(
                table, rules=msgspec.convert(table.rules, played.rules))
    return found


def find(books: Books, name: str) -> str:
    """The table of a machine that is named by its table or its identification number (10)."""
    known = machines(books)
    if name in known:
        return name
    numbers = {table_id: played.cabinet.number(table)
               for table_id, (_, played, table) in known.items() if played.cabinet}
    named = [table_id for table_id, number in numbers.items() if number == normalise_code(name)]
    if normalise_code(name) and len(named) == 1:
        return named[0]
    has = ", ".join(f"{table_id} (no. {number})" for table_id, number in sorted(numbers.items()))
    raise NoMachine(f"there is no machine {name!r} in these books; they have {has or 'none'}")


def games(books: Books, table_id: str, upto: int = 0) -> Iterator[Recalled]:
    """The games of a machine, the newest first; ``upto``: from this number of a game back."""
    state, _, _ = machines(books)[table_id]
    no = state.no if not upto else _coup_of(books, table_id, state.no, upto)
    while no > 0:
        told = _game(books, f"{table_id}-{no}")
        if told is not None and (not upto or told.number <= upto):
            yield told
        no -= 1


def _game(books: Books, coup: str) -> Recalled | None:
    """One coup as a game; None where it tells none, or none that was played to its end."""
    records = [r for r in books.entries(coup=coup) if r.kind in COUP_KINDS]
    begun, events, where = None, list[Event](), list[tuple[int, int]]()
    for record in records:
        told = decode_body(record.kind, record.body)
        assert told is not None
        begun = told if isinstance(told, Begin) else begun
        where.append((record.seq, len(events)))
        events += told.events
    if begun is None:
        return None
    played = game(begun.game)
    facts = played.cabinet.recall(events) if played.cabinet else None
    if facts is None:
        return None
    return Recalled(number=_before(begun) + 1, coup=coup, at=records[0].at, facts=facts,
                    entries=tuple(where), begun=begun, records=tuple(records))


def _before(begun: Begin) -> int:
    """How many games the machine had counted when a coup began."""
    played = game(begun.game)
    assert played.cabinet is not None
    carry = msgspec.convert(begun.carry, played.carry)
    return next(meter.shows for meter in played.cabinet.meters.meters(carry) if meter.counts)


def _coup_of(books: Books, table_id: str, last: int, number: int) -> int:
    """The last coup that had begun when a machine had counted fewer games than ``number``."""
    low, high = 1, last
    while low < high:
        middle = (low + high + 1) // 2
        begun = next(iter(books.entries(coup=f"{table_id}-{middle}", kind="begin")), None)
        told = decode_body("begin", begun.body) if begun else None
        if isinstance(told, Begin) and _before(told) >= number:
            high = middle - 1
        else:
            low = middle
    return low
