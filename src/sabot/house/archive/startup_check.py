"""Before play is accepted: the end of the journal as it was written, and what the house runs."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from importlib.util import find_spec

import msgspec

from sabot.house.table.session import Session
from sabot.house.table.versioned_events import State
from sabot.law.packages import outside
from sabot.ledger import Ledger, LedgerError
from sabot.ledger.chain_check import Links
from sabot.results import files

TAIL = 1_000  # entries at the end of the journal that are checked


class BrokenChain(LedgerError):
    """The end of the journal is not what was written: no play before it is looked into."""


def check_tail(ledger: Ledger, length: int = TAIL) -> int:
    """Check the digests of the last entries and the head; how many. BrokenChain names the first.

    The whole journal, with every coup and balance, is for `sabot verify`.
    """
    try:
        with ledger.snapshot() as books:
            seq, _ = books.head()
            start = max(0, seq - length)
            links = Links(books, start)
            for record, moved in books.walk_with_postings(start):
                for wrong in links.enter(record, moved):
                    raise BrokenChain(f"entry {wrong.seq} of the journal is not as it was written; "
                                      "run sabot verify, and restore a backup")
            for _ in links.end():
                raise BrokenChain(f"the journal ends at entry {links.seq} and its head names "
                                  f"entry {seq}; run sabot verify, and restore a backup")
    except (TypeError, ValueError) as error:  # a value of another type than was written
        raise BrokenChain(f"the end of the journal cannot be read ({error}); run sabot verify, "
                          "and restore a backup") from error
    return links.seq - start


@cache
def file_digest() -> str:
    """One SHA-256 over every file of the program and of the packages with games beside it, so that
    a house can show what it runs. It is found once in a process, which runs what it has loaded."""
    told = hashlib.sha256()
    for _, said in files(resources.files("sabot"), "sabot"):
        told.update(said)
    for package in sorted({value.partition(".")[0] for value in outside().values()}):
        if find_spec(package):
            for _, said in files(resources.files(package), package):
                told.update(said)
    return told.hexdigest()


def set_back(stored: bytes, now: float, back: float) -> bytes:
    """The state of a table, where the clock was set back by ``back`` seconds since it was stored:
    in the times of the new clock, so that a clock that ran has the seconds left that it had.

    A state may have been stored before the clock was set forward. Its times are those of the new
    clock already, and stay.
    """
    state = msgspec.json.decode(stored, type=State)

    def to_come(at: float) -> float:
        return at - back if at > now + back / 2 else at

    def gone(at: float) -> float:
        return max(0.0, at - back) if at > now else at

    def moved(session: Session) -> Session:
        return msgspec.structs.replace(session, started=gone(session.started), idle_since=gone(
            session.idle_since), stage_at=gone(session.stage_at))

    return msgspec.json.encode(msgspec.structs.replace(
        state, deadline=to_come(state.deadline), next_at=to_come(state.next_at),
        ends=to_come(state.ends), since=gone(state.since), hour=min(state.hour, int(now // 3600)),
        sessions={player: moved(one) for player, one in state.sessions.items()}))
