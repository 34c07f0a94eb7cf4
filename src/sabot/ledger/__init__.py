"""The ledger: what happened and where the money is, durable before anybody is told.

A group of entries is stored in one transaction: journal, transfers, command keys and what is kept
beside them. The journal is a hash chain that is only ever added to.
"""

from sabot.ledger.books import Books
from sabot.ledger.entry import (
    Document,
    Entry,
    Outcome,
    Posting,
    Record,
    Repeated,
    Short,
    Stored,
)
from sabot.ledger.errors import (
    Absent,
    Corrupt,
    Full,
    KeyConflict,
    LedgerError,
    Locked,
    Malformed,
    Occupied,
    ReadOnly,
    SchemaMismatch,
    Uncertain,
    Unreachable,
)
from sabot.ledger.ledger import Ledger
from sabot.ledger.postings import issue, transfers

__all__ = [
    "Absent", "Books", "Corrupt", "Document", "Entry", "Full", "KeyConflict", "Ledger",
    "LedgerError", "Locked", "Malformed", "Occupied", "Outcome", "Posting", "ReadOnly", "Record",
    "Repeated", "SchemaMismatch", "Short", "Stored", "Uncertain", "Unreachable", "issue",
    "transfers",
]
