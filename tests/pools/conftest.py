"""What the tests of the pools share: the file of an empty database, fresh for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.pools_for_tests import empty_book


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of an SQLite file with the schema and nothing in it."""
    file = tmp_path / "pools.sqlite3"
    file.write_bytes(empty_book())
    return f"sqlite:///{file}"
