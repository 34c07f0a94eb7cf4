"""Opening the database: its address, its settings, its schema, and the one house that writes."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from sabot.ledger.errors import (
    Absent,
    LedgerError,
    Occupied,
    ReadOnly,
    SchemaMismatch,
    Unreachable,
    translated,
)
from sabot.ledger.schema import REVISION, metadata

SYNCHRONOUS = ("FULL", "EXTRA", "NORMAL", "OFF")
LET_GO = 2.0  # seconds in which a server notices that a house is gone
_HOUSE_LOCK = 0x5AB07  # the advisory lock of the committing house (PostgreSQL)
_MIGRATIONS = Path(__file__).parent / "migrations"


def address(url: str) -> URL:
    """A database URL; a plain path is an SQLite file. LedgerError for one that we cannot use."""
    if "://" not in url:
        return URL.create("sqlite", database=url)
    try:
        parsed = make_url(url)
    except sa.exc.ArgumentError as error:
        raise Unreachable(f"{url!r} is no database address; give a path, sqlite:///path or "
                          "postgresql://user@host/name") from error
    kind = parsed.get_backend_name()
    if kind == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise Unreachable(f"the ledger keeps SQLite and PostgreSQL databases, not {kind!r}")
    return parsed.set(drivername="sqlite")


class Store:
    """One opened database: an engine to read with and one connection that commits."""

    def __init__(self, url: str, *, create: bool, readonly: bool, synchronous: str,
                 busy_ms: int) -> None:
        self.url = address(url)
        self.where = self.url.render_as_string(hide_password=True)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.readonly = readonly
        if synchronous not in SYNCHRONOUS:
            raise ValueError(f"synchronous is one of {', '.join(SYNCHRONOUS)}")
        self._synchronous = synchronous
        self._busy_ms = busy_ms
        self._marker: sqlite3.Connection | None = None
        self._writer: sa.Connection | None = None
        self._engines: list[sa.Engine] = []
        try:
            if self.sqlite:
                self._open_sqlite(create)
            else:
                self._open_postgres()
            self._prepare(create)
        except Exception as error:
            self.close()
            if isinstance(error, LedgerError):
                raise
            raise translated(error, self.where) from error

    # -- SQLite -----------------------------------------------------------------------------------

    def _open_sqlite(self, create: bool) -> None:
        path = self.url.database or ""
        if path in ("", ":memory:"):
            raise Unreachable("a ledger in memory would forget the money; give a file")
        file = Path(path)
        if self.readonly or not create:
            if not file.exists():
                raise Absent(f"there is no database {file}; give another with --database or "
                             "SABOT_DATABASE")
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
        self.reader = self._engine(self._connect_sqlite(file, "ro"))
        if not self.readonly:
            self._claim_file(file)
            fresh = not file.exists()
            self.writer_engine = self._engine(self._connect_sqlite(file, "rwc" if create else "rw"))
            sa.event.listen(self.writer_engine, "begin", _begin_immediate)
            self._writer = self.writer_engine.connect()
            with self._writer.begin():
                pass
            if fresh:
                _sync_folder(file.parent)

    def _connect_sqlite(self, file: Path, mode: str) -> Callable[[], sqlite3.Connection]:
        uri = f"{file.absolute().as_uri()}?mode={mode}"
        if mode == "ro" and not (os.access(file.parent, os.W_OK) or _log_of(file).exists()):
            uri += "&immutable=1"  # a copy laid down for reading: nobody can change it meanwhile

        def connect() -> sqlite3.Connection:
            made = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False,
                                   timeout=self._busy_ms / 1000)
            try:
                if mode != "ro":
                    made.execute("PRAGMA journal_mode=WAL")
                    made.execute(f"PRAGMA synchronous={self._synchronous}")
                else:
                    made.text_factory = _readable
                made.execute("PRAGMA foreign_keys=ON")
            except BaseException:
                made.close()
                raise
            return made

        return connect

    def _engine(self, connect: Callable[[], Any]) -> sa.Engine:
        engine = sa.create_engine("sqlite://", creator=connect, poolclass=sa.pool.QueuePool,
                                  pool_size=4, max_overflow=16)
        self._engines.append(engine)
        return engine

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

    def _open_postgres(self) -> None:
        self.reader = sa.create_engine(self.url, pool_size=4, max_overflow=16,
                                       isolation_level="REPEATABLE READ")
        self._engines.append(self.reader)
        if not self.readonly:
            self.writer_engine = sa.create_engine(self.url, pool_size=1, max_overflow=0)
            self._engines.append(self.writer_engine)
            self._writer = self.writer_engine.connect()
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

    # -- the schema -------------------------------------------------------------------------------

    def _prepare(self, create: bool) -> None:
        if self._writer is None:
            with self.reader.connect() as reading:
                found = revision(reading)
        else:
            with self._writer.begin():
                found = revision(self._writer)
                if not found and create:
                    migrate(self._writer)
                    found = REVISION
        if found != REVISION:
            raise SchemaMismatch(f"schema {found}" if found else "no schema", REVISION)

    # -- connections ------------------------------------------------------------------------------

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
        for engine in self._engines:
            engine.dispose()
        self._engines = []
        if self._marker is not None:
            self._marker.close()
            self._marker = None


def _begin_immediate(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _readable(stored: bytes) -> str:
    """A stored text; a damaged one stays readable, so that its record can be named."""
    return stored.decode("utf-8", "replace")


def _log_of(file: Path) -> Path:
    """Where SQLite keeps what is committed and not yet moved into the file."""
    return file.with_name(f"{file.name}-wal")


def _sync_folder(folder: Path) -> None:
    """Make the name of a new file durable, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def revision(connection: sa.Connection) -> str:
    """The schema revision of a database; "" for an empty one."""
    tables = set(sa.inspect(connection).get_table_names())
    if "alembic_version" in tables:
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars()
        return "+".join(sorted(str(name) for name in found)) or "unknown"
    foreign = sorted(tables)
    if not foreign:
        return ""
    ours = set(metadata.tables) & tables
    return f"unknown (tables {', '.join(sorted(ours) or foreign[:4])} without a revision)"


def migrate(connection: sa.Connection) -> None:
    """Bring an empty database to the present schema, within the caller's transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def outline(connection: sa.Connection) -> dict[str, str]:
    """The tables and indexes of an SQLite file, each by the statement that made it."""
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {str(name): str(sql) for name, sql in rows}


@cache
def fresh_outline() -> dict[str, str]:
    """The outline of a database that was made just now."""
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection)
        return outline(connection)
