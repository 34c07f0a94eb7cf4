"""The ledger's database: many read it, and one house commits."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import sqlalchemy as sa

from sabot.ledger import nodes
from sabot.ledger.compression import Packer
from sabot.ledger.database import Database, migrate, sqlite_connection
from sabot.ledger.errors import Occupied, ReadOnly, Unreachable
from sabot.ledger.schema import FIRST, LAYOUTS, USUAL, Layout
from sabot.words import phrase

SYNCHRONOUS = ("FULL", "EXTRA", "NORMAL", "OFF")
LOCK_WAIT = 2.0  # seconds in which a server notices that a house is gone
_HOUSE_LOCK = 0x5AB07  # the advisory lock of the committing house (PostgreSQL)
_MIGRATIONS = Path(__file__).parent / "migrations"


class Store(Database):
    """One opened ledger: an engine for reading and one connection that commits.

    After a failure `clear` closes the writer's transaction or drops the writer; `ready` opens it
    again.
    """

    contents = "the money"
    chosen = "--database or SABOT_DATABASE"
    revision = FIRST.revision
    tables = FIRST.metadata
    scripts = _MIGRATIONS

    def __init__(self, url: str, *, create: bool, readonly: bool, synchronous: str,
                 busy_ms: int, format: int = USUAL,
                 connect: Callable[..., sqlite3.Connection] = sqlite3.connect) -> None:
        if synchronous not in SYNCHRONOUS:
            raise ValueError(phrase("synchronous is one of {synchronous}",
                                    synchronous=", ".join(SYNCHRONOUS)))
        self._marker: sqlite3.Connection | None = None
        self._writing: sa.Engine | None = None
        self._writer: sa.Connection | None = None
        self._session: tuple[int, object] | None = None  # ours at the server: process, its start
        self._log_holds_erased = False
        self.packer = Packer()
        self._use_layout(LAYOUTS[format])
        super().__init__(url, create=create, readonly=readonly, busy_ms=busy_ms,
                         synchronous=synchronous, connect=connect)
        if self.sqlite and not readonly:  # if the file vanishes later, no empty one is created
            self._writing = self._file_engine(Path(self.url.database or ""), "rw", pool=1)

    def _use_layout(self, layout: Layout) -> None:
        """Use the tables of this format."""
        self.layout = layout
        self.revision, self.tables = layout.revision, layout.metadata

    def _expect(self, revision: str) -> bool:
        for layout in LAYOUTS.values():
            if layout.revision == revision:
                self._use_layout(layout)
        return super()._expect(revision)

    # -- SQLite -----------------------------------------------------------------------------------

    def _write_file(self, file: Path) -> None:
        self._claim_file(file)
        self._writing = self._file_engine(file, pool=1)
        self.ready()

    def _claim_file(self, file: Path) -> None:
        """Hold the marker of the file while this process lives: a second house finds it locked."""
        marker = sqlite3.connect(f"{file.absolute()}-house", isolation_level=None, timeout=0,
                                 check_same_thread=False)
        try:
            marker.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            marker.close()
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise Occupied(phrase("another house commits into {file}; close it, or give this "
                                      "one a database of its own", file=file)) from error
            raise
        self._marker = marker

    # -- PostgreSQL -------------------------------------------------------------------------------

    def _write_server(self) -> None:
        self._writing = self._engine(pool_size=1, max_overflow=0)
        self.ready()

    def _claim_server(self, writer: sa.Connection) -> None:
        """Take the house lock, which lasts as long as the connection. A server releases it a moment
        after a house is gone; this waits so long. A lost connection of ours that the server still
        believes in is ended; what was committed through it stays committed."""
        until = time.monotonic() + LOCK_WAIT
        while True:
            with writer.begin():
                if writer.execute(_CLAIM).scalar():
                    break
                self._end_session(writer)
            if time.monotonic() > until:
                raise self.occupied()
            time.sleep(0.05)
        with writer.begin():
            if nodes.any_living(writer):
                raise self.occupied()
            self._prepare_session(writer)

    def occupied(self) -> Occupied:
        """The error where another house commits into the database."""
        return Occupied(phrase("another house commits into {where}; close it, or give this one a "
                               "database of its own", where=self.where))

    def _end_session(self, writer: sa.Connection) -> None:
        """End our lost session at the server, where it still believes in one."""
        if self._session is not None:
            writer.execute(_END, dict(zip(("pid", "since"), self._session, strict=True)))

    def _prepare_session(self, writer: sa.Connection) -> None:
        """Set up a session of the writer, and remember it."""
        writer.execute(sa.text(f"SET lock_timeout = {int(self._busy_ms)}"))
        writer.execute(_DURABLE)
        pid, since = writer.execute(_SESSION).one()
        self._session = pid, since

    # -- the writer -------------------------------------------------------------------------------

    @property
    def writer(self) -> sa.Connection:
        """The one connection that commits."""
        if self.readonly:
            raise ReadOnly(phrase("{where} was opened for reading only", where=self.where))
        if self._writer is None:
            raise Unreachable(phrase("the connection to {where} is lost", where=self.where))
        return self._writer

    @property
    def away(self) -> bool:
        """Whether there is no writer now, so that `ready` must open one."""
        return self._writer is None and not self.readonly

    def ready(self) -> None:
        """Ensure that there is a writer and, at a server, that the house lock is ours. Occupied
        where another house has it; errors of the driver or of SQLAlchemy while this fails."""
        if self._writer is not None:
            return
        if self._writing is None:
            raise Unreachable(phrase("{where} is closed", where=self.where))
        writer = self._writing.connect()
        try:
            if self.sqlite:
                with writer.begin():
                    pass
            else:
                self._claim_server(writer)
        except BaseException:
            _drop(writer)
            raise
        self._writer = writer

    def clear(self, *, reopen: bool) -> None:
        """After a failure: end the transaction of the writer, also at the driver. Where this fails,
        or with ``reopen``, there is no writer until `ready`."""
        writer = self._writer
        if writer is None:
            return
        if not reopen and not writer.invalidated:
            with suppress(Exception):
                raw = writer.connection.dbapi_connection
                assert raw is not None
                raw.rollback()
                # A commit that failed leaves its transaction with the connection for ever.
                writer.rollback()
                if not writer.in_transaction():
                    return
        self._writer = None
        _drop(writer)

    def scrub(self, erased: bool) -> None:
        """Remove ``erased`` rows from SQLite's log too; while somebody reads, after a later commit.
        """
        self._log_holds_erased |= erased and self.sqlite
        if not self._log_holds_erased:
            return
        raw = sqlite_connection(self.writer)
        with suppress(sqlite3.Error):
            raw.execute("PRAGMA busy_timeout=0").fetchall()  # nobody waits for it
            (busy, *_), = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._log_holds_erased = bool(busy)
            raw.execute(f"PRAGMA busy_timeout={self._busy_ms}").fetchall()

    # -- the schema and the connections -----------------------------------------------------------

    def _find_revision(self) -> str:
        if self._writer is None:
            with self.reader.connect() as reading:
                return self._revision(reading)
        with self._writer.begin():
            return self._ensure_schema(self._writer)

    def close(self) -> None:
        """Release the database; the marker last, so that no other house enters too early."""
        if self._writer is not None:
            _drop(self._writer)
            self._writer = None
        self._writing = None
        super().close()
        if self._marker is not None:
            self._marker.close()
            self._marker = None


_CLAIM = sa.text(f"SELECT pg_try_advisory_lock({_HOUSE_LOCK})")
CLAIMED = sa.text("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted "
                  f"AND classid = 0 AND objid = {_HOUSE_LOCK} AND database = "
                  "(SELECT oid FROM pg_database WHERE datname = current_database())")
"""Whether a house of one process holds a database."""
_END = sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
               "WHERE pid = :pid AND backend_start = :since")
_SESSION = sa.text("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
_DURABLE = sa.text("SELECT set_config('synchronous_commit', 'on', false) "
                   "WHERE current_setting('synchronous_commit') = 'off'")


def _drop(writer: sa.Connection) -> None:
    """Close a connection in any state."""
    with suppress(Exception):
        writer.invalidate()
    with suppress(Exception):
        writer.close()


def schema_outline(connection: sa.Connection) -> dict[str, str]:
    """The tables and indexes of an SQLite file, each with the statement that created it."""
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {str(name): str(sql) for name, sql in rows}


@cache
def new_schema_outline(format: int) -> dict[str, str]:
    """The expected tables and indexes of a new database of a format."""
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection, _MIGRATIONS, LAYOUTS[format].revision)
        return schema_outline(connection)
