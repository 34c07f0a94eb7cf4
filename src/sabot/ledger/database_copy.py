"""Copies of a database in use: of one moment, complete, and checked before they get their name.

A copy is one SQLite file, for either kind of database. It is restored into an empty database of
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
from sabot.ledger.database import Database, migrate, sqlite_connection
from sabot.ledger.errors import Corrupt, LedgerError, translate_error
from sabot.ledger.keys import name_once, sync_folder
from sabot.words import phrase

PAGES = 2_000  # of an SQLite file, copied at a time
ROWS = 500
SQLITE_EXTRAS = ("-journal", "-wal", "-shm")  # files that SQLite leaves next to a database


class AlreadyExists(LedgerError):
    """Something is already where a copy should go."""


@contextmanager
def snapshot(database: Database) -> Iterator[sa.Connection]:
    """A connection that sees a database at this moment, whatever is written meanwhile."""
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
        raise translate_error(error, database.where) from error


@contextmanager
def draft_file(target: Path) -> Iterator[Path]:
    """A file next to ``target``, readable by its owner only, that gets its name at the end of the
    block; AlreadyExists where that name is taken. A failure leaves no file."""
    if target.exists():
        raise AlreadyExists(
            phrase("{target} exists; a copy never replaces a file: give another name",
                   target=target)
        )
    # Its name is known before it is created, so that it is removed whenever a signal comes.
    draft = target.with_name(f"{target.name}.{secrets.token_hex(6)}.part")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        yield draft
        _durable(draft)
        try:
            name_once(draft, target)
        except FileExistsError:
            raise AlreadyExists(
                phrase("another program has just created {target}; give another name",
                       target=target)
            ) from None
    except OSError as error:
        raise LedgerError(phrase("{target} cannot be written: {strerror}", target=target,
                                 strerror=error.strerror)) from error
    finally:
        for path in (draft, *(draft.with_name(draft.name + end) for end in SQLITE_EXTRAS)):
            path.unlink(missing_ok=True)


def _durable(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    sync_folder(path.parent)


def copy_to_file(database: Database, seen: sa.Connection, draft: Path) -> None:
    """Write everything that a connection sees of a database into an SQLite file."""
    try:
        if database.sqlite:
            source = sqlite_connection(seen)
            with _raw_file(draft) as target:
                # A signal is handled between two parts.
                source.backup(target, pages=PAGES, progress=lambda *_: None)
                target.execute("PRAGMA journal_mode=DELETE").fetchall()  # one file, no other
        else:
            _copy_from_server(database, seen, draft)
    except (sa.exc.SQLAlchemyError, sqlite3.Error) as error:
        raise translate_error(error, str(draft.with_suffix("").with_suffix(""))) from error


def merge_log(file: Path) -> None:
    """Merge the extra files of a closed SQLite file into it, so that it can be renamed."""
    with _raw_file(file) as connection:
        result = connection.execute("PRAGMA journal_mode=DELETE").fetchall()
    if result != [("delete",)]:
        raise LedgerError(phrase("{file} is still in use", file=file))


@contextmanager
def _raw_file(file: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous=OFF").fetchall()  # it has no name before it is whole
        yield connection
    finally:
        connection.close()


def _copy_from_server(database: Database, seen: sa.Connection, draft: Path) -> None:
    with _raw_file(draft) as plain:
        engine = sa.create_engine("sqlite://", creator=lambda: plain,
                                  poolclass=sa.pool.StaticPool)
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        with engine.begin() as target:
            migrate(target, database.scripts, database.revision)
            copy_rows(seen, target, database.tables)


def copy_rows(source: sa.Connection, target: sa.Connection, tables: sa.MetaData) -> None:
    """Copy every row of every table, in portions, within the transaction of ``target``."""
    for table in tables.sorted_tables:
        rows = source.execute(sa.select(table).execution_options(yield_per=ROWS))
        for part in rows.mappings().partitions(ROWS):
            target.execute(sa.insert(table), [dict(row) for row in part])


def first_filled_table(connection: sa.Connection, tables: sa.MetaData) -> str:
    """The first of these tables with a row; "" where all are empty."""
    for table in tables.sorted_tables:
        if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
            return str(table.name)
    return ""


def check_chain(books: Books) -> tuple[int, str]:
    """Check the digest of every entry. Returns the mark of the journal; Corrupt names the first
    wrong entry. Coups and balances are checked by `sabot verify`."""
    links = Links(books)
    if damage := books.damage():
        raise Corrupt(phrase("the file is damaged: {damage}", damage=damage))
    for mismatch in links.begin():
        raise Corrupt(phrase("{what} of the journal differs from what was written; run sabot "
                             "verify", what=mismatch.what))
    for record, moved in books.walk_with_postings():
        for mismatch in links.enter(record, moved):
            raise Corrupt(phrase("entry {seq} of the journal differs from what was written; run "
                                 "sabot verify", seq=mismatch.seq))
    for mismatch in links.end():
        if mismatch.what == "the end of the journal":
            raise Corrupt(phrase("the journal ends at entry {seq}, but its head names entry "
                                 "{head}; run sabot verify", seq=links.seq, head=books.head()[0]))
        raise Corrupt(phrase("{what} differs from what was written; run sabot verify",
                             what=mismatch.what))
    return books.mark()
