"""The errors of a ledger, and how a database's own error becomes one of them.

Each text says what was found and what to do; none of them leaves half an entry.
"""

from __future__ import annotations

import sqlite3

from sabot.words import phrase


class LedgerError(Exception):
    """The ledger cannot do this. Nothing of the request was stored, except after ``Uncertain``."""


class SchemaMismatch(LedgerError):
    """The database has another schema than this version reads and writes."""

    def __init__(self, found: str, expected: str) -> None:
        self.found = found
        self.expected = expected
        super().__init__(phrase(
            "the database has {found}; this ledger needs schema {expected}. Open it with the "
            "version of Sabot that made it, or name another database", found=found,
            expected=expected))


class Locked(LedgerError):
    """Another program holds the database."""


class Occupied(Locked):
    """Another house commits into this database; two at once would break the journal."""


class ReadOnly(LedgerError):
    """The database, or this opening of it, cannot be written."""


class Full(LedgerError):
    """There is no room left for the journal."""


class Corrupt(LedgerError):
    """The file is damaged, or is not a database."""


class Absent(LedgerError):
    """There is no such database."""


class Unreachable(LedgerError):
    """The database server or file cannot be reached."""


class Malformed(LedgerError):
    """An entry that no journal may contain, such as a transfer of nothing."""


class KeyConflict(LedgerError):
    """The key of a transfer was already used for another movement."""


class Uncertain(LedgerError):
    """The database failed while it made a group durable: the group may or may not be stored, and
    waiting has ended.

    The ledger takes no more entries until it is opened again. Repeating the request with the same
    command keys is safe.
    """


class Sealed(ValueError):
    """The order of a shoe cannot be opened: its key is missing or another one, or (``altered``)
    the row was changed after it was sealed."""

    def __init__(self, seal: str, why: str, *, altered: bool = False) -> None:
        self.seal = seal
        self.altered = altered
        super().__init__(phrase("the order of the shoe {seal} {why}", seal=seal[:16], why=why))


class Overtaken(LedgerError):
    """Another house has committed into the database: this one may no longer write."""


_SQLITE: dict[int, tuple[type[LedgerError], str]] = {
    sqlite3.SQLITE_BUSY: (Locked, "is locked by another program; end it, or try again"),
    sqlite3.SQLITE_LOCKED: (Locked, "is locked by another program; end it, or try again"),
    sqlite3.SQLITE_READONLY: (ReadOnly, "cannot be written; check the rights on the file, on its "
                                        "folder and of the file system"),
    sqlite3.SQLITE_PERM: (ReadOnly, "may not be opened by this user; check its rights"),
    sqlite3.SQLITE_FULL: (Full, "has no room left; free space on its disk"),
    sqlite3.SQLITE_CORRUPT: (Corrupt, "is damaged; keep a copy of it and restore a backup"),
    sqlite3.SQLITE_NOTADB: (Corrupt, "is not an SQLite database; name another file, or restore a "
                                     "backup"),
    sqlite3.SQLITE_CANTOPEN: (Unreachable, "cannot be opened; check that its folder exists and "
                                           "may be entered"),
    sqlite3.SQLITE_IOERR: (Unreachable, "could not be read or written; check its disk"),
}
_POSTGRES: dict[str, tuple[type[LedgerError], str]] = {
    "55P03": (Locked, "is locked by another session; end it, or try again"),
    "40P01": (Locked, "is in a deadlock with another session; try again"),
    "57014": (Locked, "was locked by another session for too long; end that session"),
    "25006": (ReadOnly, "accepts no writes now (a standby, or a read-only role)"),
    "42501": (ReadOnly, "does not let this role write; grant it the tables"),
    "53100": (Full, "has no room left; free space on its disk"),
    "XX001": (Corrupt, "has a damaged table; restore a backup"),
    "XX002": (Corrupt, "has a damaged index; restore a backup"),
    "3D000": (Absent, "does not exist; create it first"),
}


def translate_error(error: Exception, where: str) -> LedgerError:
    """The typed error for an exception of a driver at the database named ``where``."""
    import sqlalchemy.exc

    if isinstance(error, LedgerError):
        return error
    origin: BaseException = error
    if isinstance(error, sqlalchemy.exc.DBAPIError) and error.orig is not None:
        origin = error.orig
    detail = " ".join(str(origin).split())
    code = getattr(origin, "sqlite_errorcode", None)
    known = _SQLITE.get(code & 0xFF) if code is not None else None
    if known is None:
        known = _POSTGRES.get(getattr(origin, "sqlstate", None) or "")
    if known is None and isinstance(origin, UnicodeDecodeError):
        known = _SQLITE[sqlite3.SQLITE_CORRUPT]
    if known is None:
        known = (Unreachable, "refused the request")
    kind, text = known
    return kind(phrase("the database {database} {what} ({detail})", database=where, what=text,
                       detail=detail))
