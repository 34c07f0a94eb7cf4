"""The pool ledger was full, locked or away: the same request is done once it can be."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from sabot.ledger import Full, LedgerError, Locked, Unreachable
from sabot.pools import Pools
from sabot.pools.walk import verify
from support.broken_databases import Line, small_disk
from support.pools_for_tests import feed, pool


def stores(pools: Pools, key: str, value: int) -> None:
    """A bet is added, once however often it is asked."""
    for _ in range(2):
        feed(pools, "lisboa", "grande", key, 100)
    assert pools.value("grande") == pools.rebuilt("grande") == value


def test_a_disk_that_was_full() -> None:
    with small_disk(4) as disk, Pools.open(f"sqlite:///{disk.folder}/p.sqlite3") as pools:
        pools.define(pool())
        disk.fill()
        told = []
        while not told:
            try:
                feed(pools, "lisboa", "grande", f"k{pools.value('grande')}", 1, "m" * 20_000)
            except LedgerError as error:
                told.append(error)
        assert isinstance(told[0], Full)
        kept = pools.value("grande")
        disk.empty()
        stores(pools, "after", kept + 100)
        assert pools.damage() == ""


@contextmanager
def failing_commits(pools: Pools, durable: bool) -> Iterator[None]:
    """Every commit fails with an error of the disk: after it was done, or before."""
    dialect = pools._store._writer.dialect  # type: ignore[union-attr]
    plain = dialect.do_commit

    def do_commit(raw: Any) -> None:
        if durable:
            plain(raw)
        raise sqlite3.OperationalError("disk I/O error")
    dialect.do_commit = do_commit  # type: ignore[method-assign]
    try:
        yield
    finally:
        dialect.do_commit = plain  # type: ignore[method-assign]


@pytest.mark.parametrize("durable", [True, False])
def test_a_commit_that_fails_leaves_the_file_to_others(sqlite: str, durable: bool) -> None:
    """Nothing of it stays open: another house writes meanwhile, and this one goes on."""
    with Pools.open(sqlite, busy_ms=50) as pools, Pools.open(sqlite, busy_ms=50) as others:
        pools.define(pool())
        with failing_commits(pools, durable):
            for _ in range(4):  # as many as lines are kept
                with pytest.raises(Unreachable):
                    feed(pools, "lisboa", "grande", "k", 100)
            feed(others, "porto", "grande", "k", 50)
        stores(pools, "k", 10_150)
        assert verify(pools).verified


def test_another_program_that_holds_the_file(sqlite: str) -> None:
    with Pools.open(sqlite, busy_ms=20) as pools:
        pools.define(pool())
        other = sqlite3.connect(Path(sa.make_url(sqlite).database or ""), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Locked):
            feed(pools, "lisboa", "grande", "k", 100)
        other.close()
        stores(pools, "k", 10_100)


@pytest.mark.postgres
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_line_that_is_cut(postgres: str, when: str) -> None:
    with Line(postgres) as line, Pools.open(line.url) as pools:
        pools.define(pool())
        line.on_commit, line.closed = when, True
        for _ in range(3):
            with pytest.raises(Unreachable):
                feed(pools, "lisboa", "grande", "k", 100)
            with pytest.raises(Unreachable):
                pools.values()
        line.closed = False
        stores(pools, "k", 10_100)
        line.cut()
        stores(pools, "l", 10_200)
        assert verify(pools).verified
