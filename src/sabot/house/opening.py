"""Before play is accepted: the end of the journal must be as it was written."""

from __future__ import annotations

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
