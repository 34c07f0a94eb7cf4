"""A database for money: its address, its settings, its schema, its errors.

What was committed survives a power failure, and every error of a driver becomes a LedgerError that
says what to do. Both the ledger's store and the pool ledger use it.
"""

from __future__ import annotations

import os
import re
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from sabot.ledger.errors import Absent, LedgerError, SchemaMismatch, Unreachable, translate_error
from sabot.ledger.keys import sync_folder
from sabot.words import phrase

CONNECTION_SETTINGS: dict[str, int] = {
    "connect_timeout": 5, "tcp_user_timeout": 10_000, "keepalives_idle": 5,
    "keepalives_interval": 2, "keepalives_count": 3,
}
"""How soon a broken connection to a server is noticed, unless its address says otherwise: in
seconds, ``tcp_user_timeout`` in milliseconds."""


_SEVERAL = re.compile(r"(?P<kind>postgres[^:/]*://)(?P<user>[^@/]*@)?(?P<hosts>[^@/?]+,[^@/?]+)"
                      r"(?P<name>/[^?]*)?(?:\?(?P<settings>.*))?")
"""The address of a database at one of several servers, as libpq has it."""


def address(url: str) -> URL:
    """A database URL; a plain path is an SQLite file. ``postgresql://HOST:PORT,HOST:PORT/NAME``
    names several servers. LedgerError for an address that cannot be used."""
    if "://" not in url:
        return URL.create("sqlite", database=url)
    if several := _SEVERAL.fullmatch(url):
        hosts = "&".join(f"host={host}" for host in several["hosts"].split(","))
        url = (f"{several['kind']}{several['user'] or ''}{several['name'] or '/'}?{hosts}"
               + (f"&{several['settings']}" if several["settings"] else ""))
    try:
        parsed = make_url(url)
    except sa.exc.ArgumentError as error:
        raise Unreachable(phrase("{url} is not a database address; give a path, sqlite:///path or "
                                 "postgresql://user@host/name", url=repr(url))) from error
    kind = parsed.get_backend_name()
    if kind == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise Unreachable(phrase("the ledger works with SQLite and PostgreSQL, not with {kind}",
                                 kind=repr(kind)))
    return parsed.set(drivername="sqlite")


def sqlite_connection(connection: sa.Connection) -> sqlite3.Connection:
    """The raw SQLite connection, for statements outside a transaction."""
    raw: sqlite3.Connection | None = connection.connection.driver_connection
    assert raw is not None
    return raw


class Database(ABC):
    """One opened database. ``reader`` is the engine for reading; ``where`` is its address without
    the password.

    A subclass says what the database holds (``contents``), which option ``chosen`` selects it, its
    revision, tables and migration scripts, and how it is written.
    """

    contents: str
    chosen: str
    revision: str
    tables: sa.MetaData
    scripts: Path
    connection_settings = CONNECTION_SETTINGS

    reader: sa.Engine

    def __init__(self, url: str, *, create: bool, readonly: bool, busy_ms: int,
                 synchronous: str = "FULL", pool: int = 4,
                 connect: Callable[..., sqlite3.Connection] = sqlite3.connect) -> None:
        self._connect_file = connect
        self.url = address(url)
        self.where = self.url.render_as_string(hide_password=True)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.readonly = readonly
        self._create = create
        self._busy_ms = busy_ms
        self._synchronous = synchronous
        self._pool = pool
        self._engines: list[sa.Engine] = []
        try:
            if self.sqlite:
                self._open_file()
            else:
                self.reader = self._engine(isolation_level="REPEATABLE READ", pool_pre_ping=True)
                if not readonly:
                    self._write_server()
            revision = self._find_revision()
            if not self._expect(revision):
                raise SchemaMismatch(
                    phrase("schema {revision}", revision=revision) if revision else "no schema",
                    self.revision
                )
        except Exception as error:
            self.close()
            if isinstance(error, LedgerError):
                raise
            raise translate_error(error, self.where) from error

    @abstractmethod
    def _write_file(self, file: Path) -> None:
        """Prepare to write this SQLite file."""

    @abstractmethod
    def _write_server(self) -> None:
        """Prepare to write to this PostgreSQL database."""

    @abstractmethod
    def _find_revision(self) -> str:
        """The revision of the schema, which is created first where allowed; "" for none."""

    def _expect(self, revision: str) -> bool:
        """Whether a database of this revision can be used."""
        return revision == self.revision

    def _open_file(self) -> None:
        path = self.url.database or ""
        if path in ("", ":memory:"):
            raise Unreachable(phrase("a database in memory would forget {contents}; give a file",
                                     contents=self.contents))
        file = Path(path)
        fresh = not file.exists()
        if fresh and (self.readonly or not self._create):
            raise Absent(phrase("there is no database {file}; name another one with {chosen}",
                                file=file, chosen=self.chosen))
        file.parent.mkdir(parents=True, exist_ok=True)
        self.reader = self._file_engine(file, "ro")
        if not self.readonly:
            self._write_file(file)
            if fresh:
                sync_folder(file.parent)

    def _engine(self, **settings: Any) -> sa.Engine:
        """An engine of the server, disposed of when the database is closed."""
        line: dict[str, Any] = dict(self.connection_settings)
        if not self.readonly and isinstance(self.url.query.get("host"), tuple):
            line["target_session_attrs"] = "read-write"  # of several servers the primary
        line = {key: value for key, value in line.items() if key not in self.url.query}
        settings["connect_args"] = {**line, **settings.get("connect_args", {})}
        engine = sa.create_engine(self.url, **{"pool_size": self._pool, "max_overflow": 16,
                                               **settings})
        self._engines.append(engine)
        return engine

    def _file_engine(self, file: Path, mode: str = "", *, pool: int = 0) -> sa.Engine:
        """An engine of the SQLite file; one that writes begins every transaction as a writer."""
        mode = mode or ("rwc" if self._create else "rw")
        engine = sa.create_engine("sqlite://", creator=self._connect(file, mode),
                                  poolclass=sa.pool.QueuePool, pool_size=pool or self._pool,
                                  max_overflow=0 if pool else 16)
        self._engines.append(engine)
        if mode != "ro":
            sa.event.listen(engine, "begin", _begin_immediate)
        return engine

    def _connect(self, file: Path, mode: str) -> Callable[[], sqlite3.Connection]:
        uri = f"{file.absolute().as_uri()}?mode={mode}"
        if mode == "ro" and not (os.access(file.parent, os.W_OK) or _wal_file(file).exists()):
            uri += "&immutable=1"  # a copy for reading: nobody can change it meanwhile

        def connect() -> sqlite3.Connection:
            connection = self._connect_file(
                uri, uri=True, isolation_level=None, check_same_thread=False,
                timeout=self._busy_ms / 1000)
            try:
                if mode != "ro":
                    connection.execute("PRAGMA journal_mode=WAL")
                    connection.execute(f"PRAGMA synchronous={self._synchronous}")
                else:
                    connection.text_factory = _readable
                connection.execute("PRAGMA foreign_keys=ON")
            except BaseException:
                connection.close()
                raise
            return connection

        return connect

    @contextmanager
    def connection(self, engine: sa.Engine) -> Iterator[sa.Connection]:
        """A connection of an engine; LedgerError for errors of its driver. A connection that failed
        is not used again."""
        try:
            with engine.connect() as connection:
                try:
                    yield connection
                except sa.exc.SQLAlchemyError:
                    with suppress(Exception):
                        connection.invalidate()
                    raise
        except (sa.exc.SQLAlchemyError, UnicodeDecodeError) as error:
            raise translate_error(error, self.where) from error

    def _ensure_schema(self, connection: sa.Connection) -> str:
        """The revision of the database; an empty one gets the schema now."""
        revision = self._revision(connection)
        if not revision and self._create:
            migrate(connection, self.scripts, self.revision)
            revision = self.revision
        return revision

    def _revision(self, connection: sa.Connection) -> str:
        return revision(connection, self.tables)

    def close(self) -> None:
        """Release the database."""
        for engine in self._engines:
            engine.dispose()
        self._engines = []


def _begin_immediate(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


_readable = partial(str, encoding="utf-8", errors="replace")
"""Decode a stored text; a damaged one stays readable, so that its record can be named."""


def _wal_file(file: Path) -> Path:
    """The file of SQLite with commits that are not yet in the main file."""
    return file.with_name(f"{file.name}-wal")


def revision(connection: sa.Connection, ours: sa.MetaData) -> str:
    """The schema revision of a database; "" for an empty one."""
    tables = set(sa.inspect(connection).get_table_names())
    if "alembic_version" in tables:
        names = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars()
        return "+".join(sorted(str(name) for name in names)) or "unknown"
    foreign = sorted(tables)
    if not foreign:
        return ""
    known = set(ours.tables) & tables
    return f"unknown (tables {', '.join(sorted(known) or foreign[:4])} without a revision)"


def migrate(connection: sa.Connection, scripts: Path, revision: str) -> None:
    """Bring an empty database to a revision of the schema, within the caller's transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
