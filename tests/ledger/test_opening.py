"""A database that cannot be used is refused with what was found and what to do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from sabot.ledger import (
    Absent,
    Corrupt,
    Entry,
    Ledger,
    Locked,
    Occupied,
    ReadOnly,
    SchemaMismatch,
    Stored,
    Unreachable,
    schema,
    store,
)
from sabot.ledger.database import address


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'ledger.sqlite3'}"


def statement(url: str, *texts: str) -> None:
    """Do something to a database behind the ledger's back."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for text in texts:
            connection.execute(sa.text(text))
    engine.dispose()


def file_of(url: str) -> Path:
    return Path(str(sa.make_url(url).database))


@pytest.mark.parametrize("layout", schema.LAYOUTS.values(), ids=lambda one: f"format {one.format}")
def test_an_empty_database_gets_the_schema(
        url: str, tmp_path: Path, layout: schema.Layout) -> None:
    url = f"sqlite:///{tmp_path / 'fresh'}" if url.startswith("sqlite") else url
    with Ledger.open(url, format=layout.format) as ledger:
        assert ledger.head() == ledger.mark() == (0, "0" * 64)
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        tables = set(sa.inspect(connection).get_table_names())
        assert tables == set(layout.metadata.tables) | {"alembic_version"}
        for name, table in layout.metadata.tables.items():
            columns = {c["name"]: c for c in sa.inspect(connection).get_columns(name)}
            assert set(columns) == {c.name for c in table.columns}
            indexes = {i["name"] for i in sa.inspect(connection).get_indexes(name)}
            assert indexes >= {i.name for i in table.indexes}
    engine.dispose()


@pytest.mark.parametrize("layout", schema.LAYOUTS.values(), ids=lambda one: f"format {one.format}")
def test_the_revision_that_is_expected_is_the_last_one(layout: schema.Layout) -> None:
    config = Config()
    config.set_main_option("script_location", str(store._MIGRATIONS))
    assert layout.revision in ScriptDirectory.from_config(config).get_heads()


def test_a_plain_path_is_an_sqlite_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "l.sqlite3"
    with Ledger.open(str(path)) as ledger:
        ledger.commit([Entry(kind="house")])
    assert path.exists()


def test_the_settings_of_sqlite_keep_what_was_acknowledged(sqlite: str) -> None:
    with Ledger.open(sqlite) as ledger:
        ask = ledger._store.writer.exec_driver_sql
        assert ask("PRAGMA journal_mode").scalar() == "wal"
        assert ask("PRAGMA synchronous").scalar() == 2
        assert ask("PRAGMA foreign_keys").scalar() == 1
        assert ask("PRAGMA busy_timeout").scalar() == 5_000
        ledger._store.writer.rollback()


def test_another_schema_is_refused_with_both_names(url: str) -> None:
    Ledger.open(url).close()
    statement(url, "UPDATE alembic_version SET version_num = '0999'")
    with pytest.raises(SchemaMismatch, match="schema 0999") as caught:
        Ledger.open(url)
    assert caught.value.expected == schema.LAYOUTS[schema.USUAL].revision
    assert schema.LAYOUTS[schema.USUAL].revision in str(caught.value)


def test_a_database_of_somebody_else_is_left_alone(url: str) -> None:
    if url.startswith("sqlite"):
        file_of(url).touch()
    statement(url, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(SchemaMismatch, match="recipes"):
        Ledger.open(url)
    engine = sa.create_engine(url)
    assert sa.inspect(engine).get_table_names() == ["recipes"]
    engine.dispose()


def test_a_second_house_is_refused_and_may_enter_when_the_first_has_left(url: str) -> None:
    first = Ledger.open(url)
    with pytest.raises(Occupied, match="another house"):
        Ledger.open(url)
    with Ledger.open(url, readonly=True) as reader:
        assert reader.head()[0] == 0
    first.commit([Entry(kind="house")])
    first.close()
    with Ledger.open(url) as second:
        assert second.commit([Entry(kind="house")]) == [Stored(2)]


def test_a_house_that_died_leaves_no_lock_behind(url: str) -> None:
    code = ("import os, sys; from sabot.ledger import *; l = Ledger.open(sys.argv[1]);"
            "l.commit([Entry(kind='house')]); os.kill(os.getpid(), 9)")
    died = subprocess.run([sys.executable, "-c", code, url], env={**os.environ}, check=False)
    assert died.returncode == -9
    with Ledger.open(url) as ledger:
        assert ledger.head()[0] == 1


def test_reading_only_takes_no_entries(url: str) -> None:
    Ledger.open(url).close()
    with Ledger.open(url, readonly=True) as ledger, pytest.raises(ReadOnly, match="reading only"):
        ledger.commit([Entry(kind="house")])


def test_what_is_not_there_is_not_made(sqlite: str) -> None:
    with pytest.raises(Absent, match="there is no database"):
        Ledger.open(sqlite, create=False)
    with pytest.raises(Absent):
        Ledger.open(sqlite, readonly=True)
    assert not file_of(sqlite).exists()


def test_an_empty_file_is_no_ledger_when_nothing_may_be_made(sqlite: str) -> None:
    file_of(sqlite).touch()
    with pytest.raises(SchemaMismatch, match="no schema"):
        Ledger.open(sqlite, create=False)


@pytest.mark.parametrize("url", ["mysql://host/name", "://", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_cannot_be_used(url: str) -> None:
    with pytest.raises(Unreachable):
        Ledger.open(url)


def test_a_server_that_does_not_answer() -> None:
    with pytest.raises(Unreachable, match="nobody"):
        Ledger.open("postgresql://nobody:secret@127.0.0.1:9/none?connect_timeout=2")


def test_a_password_is_not_told() -> None:
    with pytest.raises(Unreachable) as caught:
        Ledger.open("postgresql://nobody:secret@127.0.0.1:9/none?connect_timeout=2")
    assert "secret" not in str(caught.value)


def test_a_locked_file_is_refused_and_works_when_it_is_free(sqlite: str) -> None:
    with Ledger.open(sqlite, busy_ms=50) as ledger:
        other = sqlite3.connect(file_of(sqlite), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Locked, match="locked by another program"):
            ledger.commit([Entry(kind="house")])
        other.execute("ROLLBACK")
        other.close()
        assert ledger.commit([Entry(kind="house")]) == [Stored(1)]


@pytest.mark.postgres
def test_a_locked_table_is_refused_and_works_when_it_is_free(postgres: str) -> None:
    with Ledger.open(postgres, busy_ms=50) as ledger:
        engine = sa.create_engine(postgres)
        with engine.begin() as other:
            other.execute(sa.text("LOCK TABLE journal IN ACCESS EXCLUSIVE MODE"))
            with pytest.raises(Locked, match="locked by another session"):
                ledger.commit([Entry(kind="house")])
        engine.dispose()
        assert ledger.commit([Entry(kind="house")]) == [Stored(1)]


@pytest.mark.postgres
def test_a_server_that_takes_no_writes(postgres: str) -> None:
    Ledger.open(postgres).close()
    name = sa.make_url(postgres).database
    statement(postgres, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with Ledger.open(postgres) as ledger, pytest.raises(ReadOnly, match="accepts no writes"):
        ledger.commit([Entry(kind="house")])


def test_a_read_only_folder() -> None:
    """It may be read and not written. A superuser, whom no rights hold, drops theirs first."""
    folder = Path(tempfile.mkdtemp(prefix="sabot-shut-"))
    Ledger.open(str(folder / "l.sqlite3")).close()
    code = ("import os, sys, sqlite3, sqlalchemy.dialects.sqlite\nfrom sabot.ledger import *\n"
            "Ledger.open(sys.argv[2]).close()\n"
            "if os.geteuid() == 0: os.setgid(65534); os.setuid(65534)\n"
            "print(Ledger.open(sys.argv[1], readonly=True).head()[0])\n"
            "try: Ledger.open(sys.argv[1])\n"
            "except LedgerError as error: print(type(error).__name__, error)")
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    try:
        result = subprocess.run(
            [sys.executable, "-c", code, str(folder / "l.sqlite3"), str(folder) + ".warm"],
            capture_output=True, text=True, check=False)
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)
        for path in folder.parent.glob(f"{folder.name}.warm*"):
            path.unlink()
    assert result.stdout.startswith(("0\nReadOnly", "0\nUnreachable")), result
    assert "check" in result.stdout


def test_a_file_that_is_no_database(sqlite: str) -> None:
    file_of(sqlite).write_bytes(b"Dear diary, today I did not play. " * 200)
    with pytest.raises(Corrupt, match="not an SQLite database"):
        Ledger.open(sqlite)


def test_a_damaged_page_is_named(sqlite: str) -> None:
    with Ledger.open(sqlite) as ledger:
        ledger.commit([Entry(kind="house", body=b"x" * 500) for _ in range(200)])
    path = file_of(sqlite)
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    for page in range(1, len(data) // size):
        data[page * size:page * size + 12] = b"\xff" * 12
    path.write_bytes(data)
    with pytest.raises(Corrupt, match="damaged"), Ledger.open(sqlite) as ledger:
        list(ledger.walk())


def test_the_address_of_a_database_names_several_servers() -> None:
    both = address("postgresql://ana:secret@one:5433,two/house?connect_timeout=3")
    assert both.get_dialect()().create_connect_args(both)[1] == {
        "host": "one,two", "port": "5433,", "user": "ana", "password": "secret",
        "dbname": "house", "connect_timeout": "3"}
    one = address("postgresql://ana@one:5433/house?application_name=a,b")
    assert (one.host, one.port, one.query) == ("one", 5433, {"application_name": "a,b"})


@pytest.mark.postgres
def test_of_several_servers_the_one_that_accepts_writes_is_used(postgres: str) -> None:
    server = sa.make_url(postgres)
    url = (f"postgresql://{server.username}@127.0.0.1:1,{server.host}:{server.port}/"
           f"{server.database}")
    with Ledger.open(url) as ledger:
        assert ledger.commit([Entry(kind="house")]) == [Stored(1)]
    statement(postgres, f"ALTER DATABASE {server.database} SET default_transaction_read_only = on")
    with pytest.raises(Unreachable, match="read-only"):
        Ledger.open(url)
    with Ledger.open(url, readonly=True) as ledger:
        assert ledger.head()[0] == 1
