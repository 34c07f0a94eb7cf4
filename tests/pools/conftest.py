"""What the tests of the pools share: the file of a database, fresh for each test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'pools.sqlite3'}"
