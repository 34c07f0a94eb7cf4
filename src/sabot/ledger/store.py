"""The ledger's database: many read it, and one house commits."""

from __future__ import annotations

import sqlite3
import time
from functools import cache
from pathlib import Path

import sqlalchemy as sa

from sabot.ledger.database import Database, migrate
from sabot.ledger.errors import Occupied, ReadOnly
from sabot.ledger.schema import REVISION, metadata

SYNCHRONOUS = ("FULL", "EXTRA", "NORMAL", "OFF")
LET_GO = 2.0  # seconds in which a server notices that a house is gone
_HOUSE_LOCK = 0x5AB07  # the advisory lock of the committing house (PostgreSQL)
_MIGRATIONS = Path(__file__).parent / "migrations"


class Store(Database):
    """One opened ledger: an engine to read with and one connection that commits."""

    contents = "the money"
    chosen = "--database or SABOT_DATABASE"
    revision = REVISION
    tables = metadata
    scripts = _MIGRATIONS

    def __init__(self, url: str, *, create: bool, readonly: bool, synchronous: str,
                 busy_ms: int) -> None:
        if synchronous not in SYNCHRONOUS:
            raise ValueError(f"synchronous is one of {', '.join(SYNCHRONOUS)}")
        self._marker: sqlite3.Connection | None = None
        self._writer: sa.Connection | None = None
        super().__init__(url, create=create, readonly=readonly, busy_ms=busy_ms,
                         synchronous=synchronous)

    # -- SQLite -----------------------------------------------------------------------------------

    def _write_file(self, file: Path) -> None:
        self._claim_file(file)
        self._writer = self._file_engine(file).connect()
        with self._writer.begin():
            pass

    def _claim_file(self, file: Path) -> None:
        """Hold the file's marker while this process lives: a second house finds it held."""
        marker = sqlite3.connect(f"{file.absolute()}-house", isolation_level=None, timeout=0,
                                 check_same_thread=False)
        try:
            marker.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            marker.close()
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise Occupied(f"another house commits into {file}; close it, or give this one a "
                               "database of its own") from error
            raise
        self._marker = marker

    # -- PostgreSQL -------------------------------------------------------------------------------

    def _write_server(self) -> None:
        self._writer = self._engine(pool_size=1, max_overflow=0).connect()
        held = self._claim_server(self._writer)
        with self._writer.begin():
            self._writer.execute(sa.text(f"SET lock_timeout = {int(self._busy_ms)}"))
        if not held:
            raise Occupied(f"another house commits into {self.where}; close it, or give this "
                           "one a database of its own")

    def _claim_server(self, writer: sa.Connection) -> bool:
        """Take the lock of the house. A server lets go of a house that has just gone a moment
        after it is gone: that moment is waited for."""
        until = time.monotonic() + LET_GO
        while True:
            with writer.begin():
                held = writer.execute(
                    sa.text("SELECT pg_try_advisory_lock(:lock)"), {"lock": _HOUSE_LOCK}).scalar()
            if held or time.monotonic() > until:
                return bool(held)
            time.sleep(0.05)

    # -- the schema and the connections -----------------------------------------------------------

    def _found(self) -> str:
        if self._writer is None:
            with self.reader.connect() as reading:
                return self._revision(reading)
        with self._writer.begin():
            return self._made(self._writer)

    @property
    def writer(self) -> sa.Connection:
        """The one connection that commits."""
        if self._writer is None:
            raise ReadOnly(f"{self.where} was opened for reading only")
        return self._writer

    def close(self) -> None:
        """Give the database back; the marker last, so that nobody enters before we have left."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        super().close()
        if self._marker is not None:
            self._marker.close()
            self._marker = None


def outline(connection: sa.Connection) -> dict[str, str]:
    """The tables and indexes of an SQLite file, each by the statement that made it."""
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {str(name): str(sql) for name, sql in rows}


@cache
def fresh_outline() -> dict[str, str]:
    """The outline of a database that was made just now."""
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection, _MIGRATIONS)
        return outline(connection)
