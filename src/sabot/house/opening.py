"""Before play is accepted: the end of the journal as it was written, and what the house runs."""

from __future__ import annotations

import hashlib
from importlib import resources
from importlib.resources.abc import Traversable

from sabot.ledger import Ledger, LedgerError, chain
from sabot.money import Transfer

TAIL = 1_000  # entries at the end of the journal that are checked


class BrokenChain(LedgerError):
    """The end of the journal is not what was written: no play before it is looked into."""


def check_tail(ledger: Ledger, length: int = TAIL) -> int:
    """Check the digests of the last entries and the head; how many. BrokenChain names the first.

    The whole journal, with every coup and balance, is for `sabot verify`.
    """
    moved: dict[int, list[Transfer]] = {}
    try:
        with ledger.snapshot() as books:
            seq, digest = books.head()
            start = max(0, seq - length)
            records = books.entries(since_seq=start)
            for posting in books.postings(after=start):
                moved.setdefault(posting.seq, []).append(posting.transfer)
    except (TypeError, ValueError) as error:  # a value of another type than was written
        raise BrokenChain(f"the end of the journal cannot be read ({error}); run sabot verify, "
                          "and restore a backup") from error
    prev = records[0].prev if start and records else chain.GENESIS
    for due, record in enumerate(records, start=start + 1):
        made = chain.link(record.prev, (record.seq, record.at, record.kind, record.table,
                                        record.coup, record.version, record.count),
                          record.body, moved.get(record.seq, []), record.command, record.answer,
                          record.kept)
        if (record.seq, record.prev, record.hash) != (due, prev, made):
            raise BrokenChain(f"entry {due} of the journal is not as it was written; "
                              "run sabot verify, and restore a backup")
        prev = made
    if (start + len(records), prev) != (seq, digest):
        raise BrokenChain(f"the journal ends at entry {start + len(records)} and its head names "
                          f"entry {seq}; run sabot verify, and restore a backup")
    return len(records)


def file_digest() -> str:
    """One SHA-256 over every file of the program, so that a house can show what it runs."""
    h = hashlib.sha256()

    def walk(folder: Traversable, path: str) -> None:
        for item in sorted(folder.iterdir(), key=lambda i: i.name):
            if item.is_dir():
                if item.name != "__pycache__":
                    walk(item, f"{path}/{item.name}")
            elif not item.name.endswith(".pyc"):
                data = item.read_bytes()
                h.update(f"{path}/{item.name}:{len(data)}\n".encode())
                h.update(hashlib.sha256(data).digest())

    walk(resources.files("sabot"), "sabot")
    return h.hexdigest()
