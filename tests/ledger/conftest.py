"""What the tests of the ledger share: the file of an empty database, fresh for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.databases import FilledDatabases
from support.house_evening import empty_file


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of an SQLite file with the schema and nothing in it."""
    return empty_file(tmp_path / "ledger.sqlite3")


@pytest.fixture(scope="session")
def filled_databases() -> Iterator[FilledDatabases]:
    """Filled databases of this run, to be copied."""
    databases = FilledDatabases()
    yield databases
    databases.close()
