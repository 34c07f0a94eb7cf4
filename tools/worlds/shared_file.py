"""The database that the nodes of a simulated house share: one SQLite file in place of PostgreSQL.

All nodes run in one thread, and a transaction ends in the step in which it begins, so that nobody
waits for a lock. Who may store what is decided by the statements that PostgreSQL gets too.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from sabot.ledger import chain, nodes
from sabot.ledger.schema import SECOND
from sabot.ledger.shared_ledger import SharedStore
from sabot.ledger.store import Store
from tools.worlds.disk import Disk
from tools.worlds.machine import Killed


class NodeDisk(Disk):
    """The connection of one node to the database. ``killed`` is called when its process ends in a
    write."""

    def __init__(self, killed: Callable[[], None]) -> None:
        super().__init__()
        self._killed = killed

    def before(self, sql: str) -> None:
        """Fail, or end the process, before a statement, as planned."""
        try:
            super().before(sql)
        except Killed:
            self._killed()
            raise


class VirtualTime(nodes.DatabaseTime):
    """The time of the database is that of the world; ``now`` gives Unix seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    def now(self) -> sa.ColumnElement[Any]:
        """The present moment."""
        return self.after(0.0)

    def after(self, seconds: float) -> sa.ColumnElement[Any]:
        """The moment in so many seconds."""
        moment = datetime.fromtimestamp(self._now(), UTC) + timedelta(seconds=seconds)
        return sa.literal(moment, sa.DateTime(timezone=True))


class SharedFile(SharedStore):
    """An SQLite file into which several nodes of one thread commit."""

    def __init__(self, file: Path, disk: Disk, now: Callable[[], float]) -> None:
        self.time = VirtualTime(now)
        self._of_nodes: sa.Engine | None = None
        super().__init__(f"sqlite:///{file}", create=False, readonly=False, synchronous="OFF",
                         busy_ms=50, connect=disk.connect)

    def _write_file(self, file: Path) -> None:
        self._writing = self._file_engine(file, pool=1)
        self.ready()

    def _ensure_schema(self, connection: sa.Connection) -> str:
        return Store._ensure_schema(self, connection)

    def _find_revision(self) -> str:
        revision = Store._find_revision(self)
        with self.writer.begin():
            nodes.metadata.create_all(self.writer)
            self.writer.execute(insert(SECOND.head).values(
                id=1, seq=0, hash=bytes.fromhex(chain.GENESIS), bound=0).on_conflict_do_nothing())
        return revision

    def signs(self) -> sa.Engine:
        """Return the engine with which a node writes the rows of the nodes."""
        if self._of_nodes is None:
            self._of_nodes = self._file_engine(Path(self.url.database or ""), "rw")
        return self._of_nodes

    def is_claimed(self) -> bool:
        """Whether a house of one process holds the database: never while nodes run."""
        return False
