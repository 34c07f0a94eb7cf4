"""Databases for tests: made, dropped, and copied from one that was filled once."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Callable
from functools import cache

import sqlalchemy as sa

POSTGRES = os.environ.get("SABOT_TEST_POSTGRES",
                          "postgresql+psycopg://root@127.0.0.1:5432/test")


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


def create_database(template: str = "") -> str:
    """The address of a new database on the server: empty, or a copy of another."""
    name = f"sabot_{uuid.uuid4().hex[:12]}"
    _ask(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
    return server().set(database=name).render_as_string(hide_password=False)


def drop_database(url: str) -> None:
    _ask(f"DROP DATABASE IF EXISTS {sa.make_url(url).database} WITH (FORCE)")


def end_sessions(url: str) -> str:
    """End all connections to a database. Returns its name, as that of a template."""
    name = sa.make_url(url).database
    _ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    return str(name)


def replace_database(url: str, other: str) -> None:
    """Replace a database by a copy of another one, in use or not."""
    drop_database(url)
    _ask(f"CREATE DATABASE {sa.make_url(url).database} TEMPLATE {end_sessions(other)}")


def _ask(statement: str) -> None:
    engine = sa.create_engine(server(), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.execute(sa.text(statement))
    finally:
        engine.dispose()


class FilledDatabases:
    """Filled databases that tests copy, so that each is played only once a run."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="sabot-kept-")
        self._filled: dict[tuple[str, str], str] = {}

    def copy(self, name: str, empty: str, fill: Callable[[str], None]) -> str:
        """A copy of the database ``name``, in place of the ``empty`` one; ``fill`` makes it."""
        kind = sa.make_url(empty).get_backend_name()
        source = self._filled.get((name, kind))
        if source is None:
            source = (create_database() if kind == "postgresql"
                      else f"sqlite:///{self._folder}/{name}.sqlite3")
            fill(source)
            self._filled[name, kind] = source
        target, origin = sa.make_url(empty).database, sa.make_url(source).database
        assert target is not None
        assert origin is not None
        if kind == "postgresql":
            drop_database(empty)
            _ask(f"CREATE DATABASE {target} TEMPLATE {origin}")
        else:
            shutil.copy(origin, target)
        return empty

    def close(self) -> None:
        for (_, kind), url in self._filled.items():
            if kind == "postgresql":
                drop_database(url)
        shutil.rmtree(self._folder)
