"""What the tests of the ledger share: a database of each kind, fresh for each test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import Kept, drop_database, made_database, unreachable


@pytest.fixture
def postgres() -> Iterator[str]:
    """An empty PostgreSQL database of its own."""
    if why := unreachable():
        if os.environ.get("SABOT_REQUIRE_ALL") == "1":
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    made = made_database()
    try:
        yield made
    finally:
        drop_database(made)


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'ledger.sqlite3'}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database, of each kind in turn."""
    made: str = request.getfixturevalue(request.param)
    return made


@pytest.fixture(scope="session")
def kept() -> Iterator[Kept]:
    """Filled databases of this run, to be copied."""
    made = Kept()
    yield made
    made.close()
