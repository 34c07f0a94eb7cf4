"""Copies of a database in use: of one moment, whole, and checked before they have their name.

A copy is one SQLite file, whatever the database is kept in. It goes back into an empty database of
either kind.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from sabot.ledger.books import Books
from sabot.ledger.chain_check import Links
from sabot.ledger.database import Database, migrate, of_sqlite
from sabot.ledger.errors import Corrupt, LedgerError, translated
from sabot.ledger.keys import name_once, sync_folder

PAGES = 2_000  # of an SQLite file, copied at a time
ROWS = 500
BESIDE = ("-journal", "-wal", "-shm")  # what SQLite leaves beside a file


class Taken(LedgerError):
    """There is something already where a copy should go."""


@contextmanager
def still(database: Database) -> Iterator[sa.Connection]:
    """A connection that sees a database as it is at this moment, whatever is written meanwhile."""
    try:
        with database.reader.connect() as connection:
            if database.sqlite:
                connection.exec_driver_sql("BEGIN")
            # The moment is that of the first reading.
            connection.execute(sa.text("SELECT version_num FROM alembic_version")).all()
            try:
                yield connection
            finally:
                connection.rollback()
    except (sa.exc.SQLAlchemyError, UnicodeDecodeError) as error:
        raise translated(error, database.where) from error


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """A file beside ``target``, for its owner alone, that gets its name at the end of the block;
    Taken where there is one of that name. Whatever fails leaves nothing."""
    if target.exists():
        raise Taken(f"{target} exists; a copy is never written over another: give another name")
    # Its name is known before it is made: whenever a signal comes, it is taken away.
    draft = target.with_name(f"{target.name}.{secrets.token_hex(6)}.part")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        yield draft
        _durable(draft)
        try:
            name_once(draft, target)
        except FileExistsError:
            raise Taken(f"{target} was made by another meanwhile; give another name") from None
    except OSError as error:
        raise LedgerError(f"{target} cannot be written: {error.strerror}") from error
    finally:
        for path in (draft, *(draft.with_name(draft.name + end) for end in BESIDE)):
            path.unlink(missing_ok=True)


def _durable(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    sync_folder(path.parent)


def copy_out(database: Database, seen: sa.Connection, draft: Path) -> None:
    """Write all that a connection sees of a database into an SQLite file."""
    try:
        if database.sqlite:
            source = of_sqlite(seen)
            with _plain(draft) as target:
                # A signal is heard between two parts.
                source.backup(target, pages=PAGES, progress=lambda *_: None)
                target.execute("PRAGMA journal_mode=DELETE").fetchall()  # one file, no other
        else:
            _by_rows(database, seen, draft)
    except (sa.exc.SQLAlchemyError, sqlite3.Error) as error:
        raise translated(error, str(draft.with_suffix("").with_suffix(""))) from error


def one_file(file: Path) -> None:
    """Bring what lies beside a closed SQLite file into it, so that it can be given another name."""
    with _plain(file) as plain:
        left = plain.execute("PRAGMA journal_mode=DELETE").fetchall()
    if left != [("delete",)]:
        raise LedgerError(f"{file} is still in use")


@contextmanager
def _plain(file: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous=OFF").fetchall()  # it has no name before it is whole
        yield connection
    finally:
        connection.close()


def _by_rows(database: Database, seen: sa.Connection, draft: Path) -> None:
    with _plain(draft) as plain:
        engine = sa.create_engine("sqlite://", creator=lambda: plain,
                                  poolclass=sa.pool.StaticPool)
        sa.event.listen(engine, "begin", lambda made: made.exec_driver_sql("BEGIN"))
        with engine.begin() as target:
            migrate(target, database.scripts, database.revision)
            copy_rows(seen, target, database.tables)


def copy_rows(source: sa.Connection, target: sa.Connection, tables: sa.MetaData) -> None:
    """Every row of every table, some at a time, within the transaction of ``target``."""
    for table in tables.sorted_tables:
        rows = source.execute(sa.select(table).execution_options(yield_per=ROWS))
        for part in rows.mappings().partitions(ROWS):
            target.execute(sa.insert(table), [dict(row) for row in part])


def holds(connection: sa.Connection, tables: sa.MetaData) -> str:
    """The first table of these with a row in it; "" where all are empty."""
    for table in tables.sorted_tables:
        if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
            return str(table.name)
    return ""


def check_chain(books: Books) -> tuple[int, str]:
    """The mark of a journal whose every entry has the digest that it should; Corrupt names the
    first that has not. Coups and balances are for `sabot verify`."""
    links = Links(books)
    if damage := books.damage():
        raise Corrupt(f"the file is damaged: {damage}")
    for wrong in links.begin():
        raise Corrupt(f"{wrong.what} of the journal is not as it was written; run sabot verify")
    for record, moved in books.linked():
        for wrong in links.enter(record, moved):
            raise Corrupt(f"entry {wrong.seq} of the journal is not as it was written; run "
                          "sabot verify")
    for wrong in links.end():
        if wrong.what == "the end of the journal":
            raise Corrupt(f"the journal ends at entry {links.seq} and its head names entry "
                          f"{books.head()[0]}; run sabot verify")
        raise Corrupt(f"{wrong.what} is not as it was written; run sabot verify")
    return books.mark()
