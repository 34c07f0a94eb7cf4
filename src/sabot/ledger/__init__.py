"""The ledger: the journal of what happened and where the money is, durable before it is published.

A group of entries is stored in one transaction: journal, transfers, command keys and what is stored
next to them. The journal is a hash chain to which entries are only ever added.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from sabot.ledger.entry import (
    Document,
    Entry,
    InsufficientFunds,
    Name,
    Outcome,
    Posting,
    Record,
    Repeated,
    Stored,
)
from sabot.ledger.postings import Accounts

if TYPE_CHECKING:
    from sabot.ledger.books import Books
    from sabot.ledger.errors import (
        Absent,
        Corrupt,
        Full,
        KeyConflict,
        LedgerError,
        Locked,
        Malformed,
        Occupied,
        Overtaken,
        ReadOnly,
        SchemaMismatch,
        Sealed,
        Uncertain,
        Unreachable,
    )
    from sabot.ledger.ledger import Ledger

__all__ = [
    "Absent",
    "Accounts",
    "Books",
    "Corrupt",
    "Document",
    "Entry",
    "Full",
    "InsufficientFunds",
    "KeyConflict",
    "Ledger",
    "LedgerError",
    "Locked",
    "Malformed",
    "Name",
    "Occupied",
    "Outcome",
    "Overtaken",
    "Posting",
    "ReadOnly",
    "Record",
    "Repeated",
    "SchemaMismatch",
    "Sealed",
    "Stored",
    "Uncertain",
    "Unreachable",
]

_DATABASE = {"Books": "books", "Ledger": "ledger"}


def __getattr__(name: str) -> object:
    """Import the modules that need a database on demand: reading a record needs none."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_DATABASE.get(name, 'errors')}"), name)
