"""What the tests of the ledger share: a database of each kind, fresh for each test."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import sqlalchemy as sa

POSTGRES = os.environ.get("SABOT_TEST_POSTGRES",
                          "postgresql+psycopg://root@127.0.0.1:5432/test")


def pytest_addoption(parser: pytest.Parser) -> None:
    try:
        parser.addoption("--soak", action="store_true", help="run the long tests too")
    except ValueError:
        return  # the whole suite has it already


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--soak", default=False):
        for item in items:
            if item.get_closest_marker("soak"):
                item.add_marker(pytest.mark.skip(reason="a long run: only with --soak"))


def server() -> sa.URL:
    """The server that the tests may make databases on."""
    return sa.make_url(POSTGRES).set(drivername="postgresql+psycopg")


@cache
def unreachable() -> str:
    """Why there is no PostgreSQL to test with, or "" when there is."""
    engine = sa.create_engine(server(), connect_args={"connect_timeout": 3})
    try:
        engine.connect().close()
    except sa.exc.SQLAlchemyError as error:
        return f"no PostgreSQL server at {POSTGRES}: {error.__cause__}"
    finally:
        engine.dispose()
    return ""


def made_database() -> str:
    """The address of a new, empty database on the server."""
    name = f"sabot_{uuid.uuid4().hex[:12]}"
    _ask(f"CREATE DATABASE {name}")
    return server().set(database=name).render_as_string(hide_password=False)


def drop_database(url: str) -> None:
    _ask(f"DROP DATABASE IF EXISTS {sa.make_url(url).database} WITH (FORCE)")


def _ask(statement: str) -> None:
    engine = sa.create_engine(server(), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.execute(sa.text(statement))
    finally:
        engine.dispose()


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
