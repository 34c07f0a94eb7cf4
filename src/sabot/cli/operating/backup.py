"""``sabot backup``: a copy of an open house's books, whole and of one moment."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from sabot.cli.proving.verify import database_of, database_option
from sabot.cli.terminal import NO, put, say, stop
from sabot.ledger.errors import Corrupt, LedgerError

if TYPE_CHECKING:
    import sqlalchemy as sa

    from sabot.ledger.store import Store
    from sabot.pools.store import Store as PoolStore

LACKS = {
    "shoe.key": "the key to the orders of shoes in use (shoe.key, or SABOT_SHOE_KEY)",
    "session.key": "the key of the cookies (session.key, or SABOT_SECRET)",
    "table files": "the files of tables and pools",
}
"""What a copy never holds."""
TRIES = 200  # to find a moment at which the books of money and of pools stand still together


class Copied(NamedTuple):
    """A finished copy: what of it is written down elsewhere (the last entry of its journal, or in
    the second format its last checkpoint), and how many entries it has and the copied pools have,
    None for no book of them."""

    head: tuple[int, str]
    entries: int
    pools: int | None


def pools_file(file: Path) -> Path:
    """Where the copy of the pools' book lies beside a copy of the books."""
    return file.with_name(f"{file.stem}-pools{file.suffix}")


def url_of(database: str) -> str:
    """A plain path as the address of an SQLite file."""
    return database if "://" in database else f"sqlite:///{database}"


def own_pools(database: str) -> str:
    """The book of the house's own pools beside its database; "" where there is none."""
    from sabot.cli.operating.serve import pools_beside

    found = pools_beside(url_of(database))
    return found if Path(found.removeprefix("sqlite:///")).exists() else ""


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--pools", "pools_url", metavar="URL",
              help="copy this book of pools too; the house's own is copied where it lies beside")
@click.option("--no-pools", is_flag=True, help="copy no book of pools")
@click.option("--json", "as_json", is_flag=True, help="what was copied as JSON")
def command(file: Path, database: str | None, pools_url: str | None, no_pools: bool,
            as_json: bool) -> None:
    """Copy the books into FILE while the house is open, as they are at one moment.

    FILE is an SQLite file whatever the books are kept in, and never written over. It is checked
    from the first entry to its head before it gets its name. The keys of the house are not in it.

    Exit status: 0 done, 1 the books are damaged, 2 wrong use.
    """
    if no_pools and pools_url:
        raise click.UsageError("--pools names a book of pools and --no-pools leaves it out")
    url = database_of(database)
    pools = "" if no_pools else pools_url or own_pools(url)
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        done = backup(url, file, pools)
    except LedgerError as error:
        stop(f"nothing was copied: {error}", NO if isinstance(error, Corrupt) else 2)
    finally:
        signal.signal(signal.SIGTERM, before)
    seq, digest = done.head
    if as_json:
        put({"file": str(file), "bytes": file.stat().st_size, "entries": done.entries,
             "head": {"seq": seq, "hash": digest},
             "pools": None if done.pools is None else {"file": str(pools_file(file)),
                                                       "entries": done.pools},
             "lacks": list(LACKS)})
        return
    click.echo(f"{file}: {done.entries} entries" + ("" if done.pools is None else
                                           f"; {pools_file(file)}: {done.pools} entries of pools"))
    click.echo(f"head {seq}:{digest}")
    say("Write the head down where nobody who can write to this database can: sabot verify --head "
        "holds the journal against it.")
    say(f"Not in the copy: {'; '.join(LACKS.values())}.")


def backup(url: str, file: Path, pools: str = "") -> Copied:
    """Copy the books at ``url``, and a book of pools, each into a file of its own. LedgerError says
    why there is no copy; then there is no file either."""
    from sabot.ledger.books import Books
    from sabot.ledger.database_copy import check_chain, copy_to_file, draft_file
    from sabot.ledger.store import Store
    from sabot.pools.store import Store as PoolStore

    count = None
    with ExitStack() as open_:
        draft = open_.enter_context(draft_file(file))
        beside = open_.enter_context(draft_file(pools_file(file))) if pools else None
        with ExitStack() as reading:
            books = reading.enter_context(opened(Store, url))
            kept = reading.enter_context(opened(PoolStore, pools)) if pools else None
            seen, others = reading.enter_context(moment(books, kept))
            copy_to_file(books, seen, draft)
            if kept is not None and others is not None and beside is not None:
                copy_to_file(kept, others, beside)
        with opened(Store, str(draft)) as copy:
            head, entries = check_chain(Books(copy)), Books(copy).head()[0]
        if beside is not None:
            count = check_pools(str(beside))
    return Copied(head, entries, count)


@contextmanager
def opened(kind: Any, url: str) -> Iterator[Any]:
    """A database of a kind, opened to be read."""
    extra = {"synchronous": "FULL"} if kind.contents == "the money" else {}
    database = kind(url, create=False, readonly=True, busy_ms=5_000, **extra)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def moment(books: Store, kept: PoolStore | None
           ) -> Iterator[tuple[sa.Connection, sa.Connection | None]]:
    """Both books as they are at one moment: nothing was entered between one look and the other."""
    from sabot.ledger.books import Books
    from sabot.ledger.database_copy import snapshot

    if kept is None:
        with snapshot(books) as seen:
            yield seen, None
        return
    for _ in range(TRIES):
        with ExitStack() as stack:
            seen = stack.enter_context(snapshot(books))
            others = stack.enter_context(snapshot(kept))
            if Books(books).head() != Books(books, seen).head():
                continue  # something was entered meanwhile
            yield seen, others
            return
    raise LedgerError("the books and those of the pools never stood still together; try again")


def check_pools(url: str) -> int:
    """How many entries a book of pools has; Corrupt names the first that does not fit."""
    from sabot.pools import Pools
    from sabot.pools.walk import verify

    with Pools.open(url, create=False, readonly=True) as book:
        found = verify(book)
    if not found.verified:
        raise Corrupt(f"the book of pools: {found.faults[0]}")
    return found.entries


def _leave(*_: object) -> NoReturn:
    """End as one who was asked to: what was begun is taken away."""
    sys.exit(128 + signal.SIGTERM)
