"""Checks the end of the journal before play is accepted, and identifies the running program."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.util import find_spec

import msgspec

from sabot.house.table.session import Session
from sabot.house.table.versioned_events import State
from sabot.ledger import Ledger, LedgerError
from sabot.ledger.chain_check import Links
from sabot.procedure import canonical
from sabot.procedure.table import Table
from sabot.regulations.packages import outside
from sabot.results import files

TAIL = 1_000  # entries at the end of the journal that are checked


class BrokenChain(LedgerError):
    """The end of the journal is not what was written. Entries before the checked end were not
    examined."""


def check_tail(ledger: Ledger, length: int = TAIL) -> int:
    """Check the digests of the last entries and the head, and return how many were checked.
    BrokenChain names the first that is wrong.

    The whole journal, with every coup and balance, is checked by `sabot verify`.
    """
    try:
        with ledger.snapshot() as books:
            seq, _ = books.head()
            start = max(0, seq - length)
            links = Links(books, start)
            for record, moved in books.walk_with_postings(start):
                for wrong in links.enter(record, moved):
                    raise BrokenChain(f"entry {wrong.seq} of the journal differs from what was "
                                      "written; run sabot verify, and restore a backup")
            for _ in links.end():
                raise BrokenChain(f"the journal ends at entry {links.seq}, but its head names "
                                  f"entry {seq}; run sabot verify, and restore a backup")
    except (TypeError, ValueError) as error:  # a value of another type than was written
        raise BrokenChain(f"the end of the journal cannot be read ({error}); run sabot verify, "
                          "and restore a backup") from error
    return links.seq - start


@cache
def file_digest() -> str:
    """Return one SHA-256 over every file of the program and of the packages with additional games,
    so that a house can show what it runs. It is computed once per process."""
    digest = hashlib.sha256()
    for _, content in files(resources.files("sabot"), "sabot"):
        digest.update(content)
    for package in sorted({value.partition(".")[0] for value in outside().values()}):
        if find_spec(package):
            for _, content in files(resources.files(package), package):
                digest.update(content)
    return digest.hexdigest()


_RULES = ("sabot/equipment/", "sabot/families/", "sabot/games/", "sabot/pools/", "sabot/procedure/",
          "sabot/money.py", "sabot/house/table/")
"""What decides how a round goes on. Nodes of a house must have the same; pages may differ."""


def rules_digest(tables: Mapping[str, Table]) -> str:
    """Return a SHA-256 over the rules by which this program plays, and over these tables: equal
    for nodes that can take tables over from each other."""
    digest = hashlib.sha256()
    for name, content in files(resources.files("sabot"), "sabot"):
        if name.startswith(_RULES):
            digest.update(content)
    for table_id in sorted(tables):
        digest.update(canonical([table_id, tables[table_id]]))
    return digest.hexdigest()


def shift_clock(stored: bytes, now: float, back: float) -> bytes:
    """Return the state of a table in the times of a clock that was set back by ``back`` seconds
    since the state was stored, so that a running clock keeps its remaining seconds.

    A state may have been stored before the clock was set forward. Its times already are those of
    the new clock and do not change.
    """
    state = msgspec.json.decode(stored, type=State)

    def to_come(at: float) -> float:
        return at - back if at > now + back / 2 else at

    def past(at: float) -> float:
        return max(0.0, at - back) if at > now else at

    def moved(session: Session) -> Session:
        # Whoever was invited had been idle before: both moments move, or none.
        by = back if max(session.idle_since, session.stage_at) > now else 0.0
        idle_since = max(0.0, session.idle_since - by)
        return msgspec.structs.replace(
            session, started=min(past(session.started), idle_since), idle_since=idle_since,
            stage_at=max(0.0, session.stage_at - by))

    return msgspec.json.encode(
        msgspec.structs.replace(
            state,
            deadline=to_come(state.deadline),
            next_at=to_come(state.next_at),
            ends=to_come(state.ends),
            since=past(state.since),
            hour=min(state.hour, int(now // 3600)),
            sessions={
                player: moved(table_session) for player, table_session in state.sessions.items()},
        )
    )
