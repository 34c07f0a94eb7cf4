"""The disk of a simulated house: an SQLite file on which writes fail as planned."""

from __future__ import annotations

import sqlite3
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Self

from sabot.ledger import Ledger
from tools.worlds.machine import Killed

FULL = sqlite3.SQLITE_FULL
BROKEN = sqlite3.SQLITE_IOERR


class Disk:
    """What the disk does now. ``full`` and ``away``: each write, or each access, fails.
    ``kill_at``: the process ends at that write, counted from now (1: the next). ``lose_answer``:
    the next commit is stored and reported as failed. ``failed``: since it was last set to False
    something has failed."""

    def __init__(self) -> None:
        self.full = False
        self.away = False
        self.kill_at = 0
        self.lose_answer = False
        self.failed = False

    def heal(self) -> None:
        """Nothing goes wrong any more."""
        self.full = self.away = self.lose_answer = False
        self.kill_at = 0

    def connect(self, *args: Any, **settings: Any) -> sqlite3.Connection:
        """Open an SQLite file on this disk."""
        if self.away:
            raise self._error("unable to open database file", sqlite3.SQLITE_CANTOPEN)
        return sqlite3.connect(*args, **settings, factory=self._factory())

    def _factory(self) -> type[sqlite3.Connection]:
        disk = self

        class Cursor(sqlite3.Cursor):
            def execute(self, sql: str, values: Any = (), /) -> Self:
                disk.before(sql)
                return super().execute(sql, values)

            def executemany(self, sql: str, values: Any, /) -> Self:
                disk.before(sql)
                return super().executemany(sql, values)

        class Connection(sqlite3.Connection):
            def cursor(self, factory: Any = None) -> Any:
                return super().cursor(factory or Cursor)

            def commit(self) -> None:
                disk.before("COMMIT")
                super().commit()
                disk.after_commit()

        return Connection

    def before(self, sql: str) -> None:
        """Fail, or end the process, before a statement, as planned."""
        if self.away:
            raise self._error("disk I/O error", BROKEN)
        if not sql.lstrip().startswith(("INSERT", "UPDATE", "DELETE", "COMMIT")):
            return
        if self.kill_at:
            self.kill_at -= 1
            if not self.kill_at:
                raise Killed
        if self.full and not sql.startswith("COMMIT"):
            raise self._error("database or disk is full", FULL)

    def after_commit(self) -> None:
        """Lose the answer to a commit, as planned."""
        if self.lose_answer:
            self.lose_answer = False
            raise self._error("disk I/O error", BROKEN)

    def _error(self, text: str, code: int) -> sqlite3.OperationalError:
        self.failed = True
        error = sqlite3.OperationalError(text)
        error.sqlite_errorcode = code
        error.sqlite_errorname = {FULL: "SQLITE_FULL", BROKEN: "SQLITE_IOERR"}.get(
            code, "SQLITE_CANTOPEN")
        return error


@cache
def empty_journal(at: int) -> bytes:
    """The file of a house that has not opened yet, made at this time in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "house.sqlite3"
        Ledger.open(str(file), synchronous="OFF", clock=lambda: at).close()
        return file.read_bytes()
