"""What the tests of the ledger share: the file of a database, fresh for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.databases import Kept


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'ledger.sqlite3'}"


@pytest.fixture(scope="session")
def kept() -> Iterator[Kept]:
    """Filled databases of this run, to be copied."""
    made = Kept()
    yield made
    made.close()
