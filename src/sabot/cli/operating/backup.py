"""``sabot backup``: a consistent copy of a house's database, even while it is open."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from sabot.cli.language import Command
from sabot.cli.proving.verify import database_of, database_option
from sabot.cli.terminal import NO, print_json, reason, say, say_line, stop, usage_error
from sabot.ledger.errors import Corrupt, LedgerError
from sabot.words import joined, phrase

if TYPE_CHECKING:
    import sqlalchemy as sa

    from sabot.certify.audit.verify import Fault
    from sabot.ledger.store import Store
    from sabot.pools.store import Store as PoolStore

LACKS = {
    "shoe.key": "the key to the orders of shoes in use (shoe.key, or SABOT_SHOE_KEY)",
    "session.key": "the key of the cookies (session.key, or SABOT_SECRET)",
    "table files": "the files of tables and pools",
}
"""What a backup never contains."""
TRIES = 200  # to read both databases with no commit in between


class Copied(NamedTuple):
    """A finished backup.

    ``head`` is the last entry of the journal (in the second format the last checkpoint) with its
    digest; ``entries`` counts the journal, ``pools`` the pools' database (None if not copied).
    """

    head: tuple[int, str]
    entries: int
    pools: int | None


def pools_file(file: Path) -> Path:
    """The file of the pools' backup, next to the backup of the house."""
    return file.with_name(f"{file.stem}-pools{file.suffix}")


def url_of(database: str) -> str:
    """The URL of a database; a plain path is an SQLite file."""
    return database if "://" in database else f"sqlite:///{database}"


def own_pools(database: str) -> str:
    """The database of the house's own pools, or "" if there is none."""
    from sabot.cli.operating.serve import default_pools_url

    url = default_pools_url(url_of(database))
    return url if Path(url.removeprefix("sqlite:///")).exists() else ""


@click.command("backup", cls=Command)
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--pools", "pools_url", metavar="URL",
              help="also copy this database of pools (default: that of the house's own pools, if "
                   "any)")
@click.option("--no-pools", is_flag=True, help="do not copy any pools")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(file: Path, database: str | None, pools_url: str | None, no_pools: bool,
            as_json: bool) -> None:
    """Back up a house's database into FILE. The house may be open.

    FILE is a new SQLite file, also for a house at PostgreSQL; an existing file is never
    overwritten. The whole journal is checked before the file gets its name. The keys of the house
    are not part of a backup.

    Exit status: 0 done, 1 the database is damaged, 2 wrong use.
    """
    if no_pools and pools_url:
        raise usage_error("give --pools or --no-pools, not both")
    url = database_of(database)
    pools = "" if no_pools else pools_url or own_pools(url)
    old_handler = signal.signal(signal.SIGTERM, _exit)
    try:
        copied = backup(url, file, pools)
    except LedgerError as error:
        stop(phrase("nothing was copied: {why}", why=reason(error)),
             NO if isinstance(error, Corrupt) else 2)
    finally:
        signal.signal(signal.SIGTERM, old_handler)
    seq, digest = copied.head
    if as_json:
        print_json({"file": str(file), "bytes": file.stat().st_size, "entries": copied.entries,
                    "head": {"seq": seq, "hash": digest},
                    "pools": None if copied.pools is None else {"file": str(pools_file(file)),
                                                                "entries": copied.pools},
                    "lacks": list(LACKS)})
        return
    say_line(phrase("{file}: {n} entries", file=file, n=copied.entries) if copied.pools is None else
             phrase("{file}: {n} entries; {pools_file}: {pools} entries of pools", file=file,
                    n=copied.entries, pools_file=pools_file(file), pools=copied.pools))
    say_line(phrase("head {head}", head=f"{seq}:{digest}"))
    say("Record the head in a place that those who can write to this database cannot change: "
        "sabot verify --head checks the journal against it.")
    say(phrase("Not in the backup: {what}.", what=joined(LACKS.values(), "; ")))


def backup(url: str, file: Path, pools: str = "") -> Copied:
    """Copy the database at ``url``, and that of pools, each into its own new file.

    LedgerError if that fails; then no file is left behind.
    """
    from sabot.ledger.books import Books
    from sabot.ledger.database_copy import check_chain, copy_to_file, draft_file
    from sabot.ledger.store import Store
    from sabot.pools.store import Store as PoolStore

    count = None
    with ExitStack() as drafts:
        draft = drafts.enter_context(draft_file(file))
        pools_draft = drafts.enter_context(draft_file(pools_file(file))) if pools else None
        with ExitStack() as reading:
            books = reading.enter_context(open_read_only(Store, url))
            pools_store = reading.enter_context(open_read_only(PoolStore, pools)) if pools else None
            connection, pools_connection = reading.enter_context(
                consistent_reads(books, pools_store)
            )
            copy_to_file(books, connection, draft)
            if pools_store is not None and pools_connection is not None and pools_draft is not None:
                copy_to_file(pools_store, pools_connection, pools_draft)
        with open_read_only(Store, str(draft)) as copy:
            head, entries = check_chain(Books(copy)), Books(copy).head()[0]
        if pools_draft is not None:
            count = check_pools(str(pools_draft))
    return Copied(head, entries, count)


@contextmanager
def open_read_only(kind: Any, url: str) -> Iterator[Any]:
    """Open a database of this kind (a store class) read-only."""
    extra = {"synchronous": "FULL"} if kind.contents == "the money" else {}
    database = kind(url, create=False, readonly=True, busy_ms=5_000, **extra)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def consistent_reads(books: Store, pools_store: PoolStore | None
                     ) -> Iterator[tuple[sa.Connection, sa.Connection | None]]:
    """Read transactions on both databases, with no commit between their starts."""
    from sabot.ledger.books import Books
    from sabot.ledger.database_copy import snapshot

    if pools_store is None:
        with snapshot(books) as connection:
            yield connection, None
        return
    for _ in range(TRIES):
        with ExitStack() as stack:
            connection = stack.enter_context(snapshot(books))
            pools_connection = stack.enter_context(snapshot(pools_store))
            if Books(books).head() != Books(books, connection).head():
                continue  # an entry was committed in between
            yield connection, pools_connection
            return
    raise LedgerError("both databases were written to without a pause: try again")


def check_pools(url: str) -> int:
    """Verify a database of pools and return its number of entries; Corrupt for the first fault."""
    from sabot.pools import Pools
    from sabot.pools.walk import verify

    with Pools.open(url, create=False, readonly=True) as book:
        finding = verify(book)
    if not finding.verified:
        raise Corrupt(phrase("the database of pools: {fault}", fault=finding.faults[0]))
    return finding.entries


def fault_text(fault: Fault) -> str:
    """A fault of a journal as text."""
    return getattr(fault, "sentence", str(fault))


def _exit(*_: object) -> NoReturn:
    """End at a signal; drafts are removed."""
    sys.exit(128 + signal.SIGTERM)
