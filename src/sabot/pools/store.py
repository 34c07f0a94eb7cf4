"""The pool ledger: several houses write into it, each change in a separate transaction."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import sqlalchemy as sa

from sabot.ledger.database import Database
from sabot.ledger.errors import ReadOnly
from sabot.pools.schema import REVISION, metadata

_SCHEMA_LOCK = 0x5AB08  # held while the schema is created (PostgreSQL)


class Store(Database):
    """One open pool ledger. Any thread may read and write; each has its own connection."""

    contents = "the pools"
    chosen = "--database or SABOT_POOLS"
    revision = REVISION
    tables = metadata
    scripts = Path(__file__).parent / "migrations"

    def __init__(self, url: str, *, create: bool = True, readonly: bool = False,
                 busy_ms: int = 5_000) -> None:
        self._writer: sa.Engine | None = None
        # Writers of one process wait here and not in SQLite, which polls.
        self._turn: AbstractContextManager[object] = nullcontext()
        super().__init__(url, create=create, readonly=readonly, busy_ms=busy_ms, pool=2)

    def _write_file(self, file: Path) -> None:
        self._turn = threading.Lock()
        self._writer = self._file_engine(file)
        with self._writer.begin():
            pass

    def _write_server(self) -> None:
        options = f"-c lock_timeout={int(self._busy_ms)} -c synchronous_commit=on"
        self._writer = self._engine(isolation_level="READ COMMITTED", pool_pre_ping=True,
                                    connect_args={"options": options})

    def _find_revision(self) -> str:
        if self._writer is None:
            with self.reader.connect() as reading:
                return self._revision(reading)
        with self._writer.begin() as writing:
            if not self.sqlite:
                writing.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"),
                                {"lock": _SCHEMA_LOCK})
            return self._ensure_schema(writing)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection that sees the pool ledger at one moment."""
        with self.connection(self.reader) as connection:
            if self.sqlite:
                connection.exec_driver_sql("BEGIN")
            yield connection
            connection.rollback()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction: committed and durable at the end of the block, or without effect.

        A LedgerError during the commit may come after it took effect: every request has a key, and
        repeating it finds out.
        """
        if self._writer is None:
            raise ReadOnly(f"{self.where} was opened for reading only")
        with self._turn, self.connection(self._writer) as connection, connection.begin():
            yield connection

    def damage(self) -> str:
        """What the database itself finds wrong with its file; "" for nothing."""
        if not self.sqlite:
            return ""
        with self.reading() as connection:
            result = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
        return "" if result == "ok" else result
