"""``sabot restore``: the books of a house out of a backup, into an empty database."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.operating.backup import check_pools, opened, pools_file, url_of
from sabot.cli.proving.verify import database_of, database_option, found_vault, head_option
from sabot.cli.terminal import NO, put, say, stop
from sabot.ledger.errors import Corrupt, LedgerError

if TYPE_CHECKING:
    from sabot.certify.audit.verify import Finding


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--pools", "pools_url", metavar="URL",
              help="where the book of pools goes; else beside the database, where the house that "
                   "comes with the program looks for it")
@head_option
@click.option("--json", "as_json", is_flag=True, help="what was restored as JSON")
def command(file: Path, database: str | None, pools_url: str | None,
            head: tuple[int, str] | None, as_json: bool) -> None:
    """Put the books of a backup back into an EMPTY database, SQLite or PostgreSQL, and verify them.

    They are in the format of the journal that the backup has. A database that holds anything is
    refused. Exit status: 0 restored and verified, 1 the backup is damaged or does not verify, 2
    wrong use.
    """
    url = database_of(database)
    try:
        pools = restore(file, url, pools_url or "", head)
    except LedgerError as error:
        stop(f"nothing was restored: {error}", NO if isinstance(error, Corrupt) else 2)
    finding, lacks = _verified(url, head, pools)
    mark = finding.head if finding.format == 1 else finding.checkpoint
    if as_json:
        put({"file": str(file), "verified": finding.verified, "entries": finding.entries,
             "head": {"seq": mark[0], "hash": mark[1]}, "pools": pools,
             "sealed": finding.sealed, "lacks": list(lacks),
             "fault": None if finding.fault is None else str(finding.fault)})
    else:
        click.echo(f"{url}: {finding.entries} entries restored, {len(finding.open)} coups open"
                   + ("" if pools is None else f"; {pools} entries of pools"))
        for line in lacks.values():
            say(f"Still to be put beside them: {line}.")
    if finding.fault is not None:
        stop(f"what was restored is NOT verified: {finding.fault}", NO)
    if not as_json:
        click.echo(f"verified up to entry {finding.head[0]}, digest {finding.head[1]}")
        if finding.format > 1:
            click.echo(f"head {mark[0]}:{mark[1]}")


def restore(file: Path, url: str, pools: str = "",
            head: tuple[int, str] | None = None) -> int | None:
    """Copy a backup, and that of pools beside it, into empty databases. How many entries of pools
    came along, None for no book of them. LedgerError says why nothing was restored."""
    import sqlalchemy as sa

    from sabot.certify.audit.heads import missing
    from sabot.cli.operating.serve import pools_beside
    from sabot.ledger.books import Books
    from sabot.ledger.database_copy import (
        AlreadyExists,
        check_chain,
        copy_rows,
        first_filled_table,
        snapshot,
    )
    from sabot.ledger.errors import translate_error
    from sabot.ledger.store import Store
    from sabot.pools.store import Store as PoolStore

    beside, count = pools_file(file), None
    with ExitStack() as stack:
        books = stack.enter_context(opened(Store, str(file)))
        check_chain(Books(books))
        if head is not None and (gone := missing(Books(books), head)):
            raise Corrupt(f"{gone.what}: found {gone.found}; expected {gone.expected}")
        target = Store(url, create=True, readonly=False, synchronous="FULL", busy_ms=5_000,
                       format=books.layout.format)
        stack.callback(target.close)
        if target.layout is not books.layout:
            raise AlreadyExists(
                f"{target.where} has the tables of format {target.layout.format} of the "
                f"journal, and the backup is in format {books.layout.format}; give a "
                "database without tables"
            )
        kept = None
        if beside.exists():
            count = check_pools(str(beside))
            kept = PoolStore(pools or pools_beside(url_of(url)))
            stack.callback(kept.close)
        elif pools:
            raise LedgerError(f"there is no backup of a book of pools at {beside}")
        pairs: list[tuple[Any, Any, Any]] = [(books, target, target.writer)]
        try:
            with ExitStack() as writing:
                writing.enter_context(target.writer.begin())
                if kept is not None:
                    others = stack.enter_context(opened(PoolStore, str(beside)))
                    pairs.append((others, kept, writing.enter_context(kept.writing())))
                for _, database, connection in pairs:
                    if full := first_filled_table(connection, database.tables):
                        raise AlreadyExists(
                            f"{database.where} is not empty (its {full} hold something); "
                            "a backup goes into an empty database only"
                        )
                for source, database, connection in pairs:
                    with snapshot(source) as seen:
                        copy_rows(seen, connection, database.tables)
        except sa.exc.SQLAlchemyError as error:
            raise translate_error(error, target.where) from error
    return count


def _verified(url: str, head: tuple[int, str] | None,
              pools: int | None) -> tuple[Finding, dict[str, str]]:
    """What a walk over the restored books comes to, and what they lack."""
    from sabot.certify.audit.verify import verify
    from sabot.ledger import Ledger

    var = Path(os.environ.get("SABOT_VAR", "var"))
    vault = found_vault()
    with Ledger.open(url, create=False, readonly=True, vault=vault) as ledger:
        finding = verify(ledger, head)
        shared = any(account.startswith("pool:") for account in ledger.balances("pool:"))
    lacks: dict[str, str] = {}
    if finding.sealed:
        lacks["shoe.key"] = (
            f"the key that opens {finding.sealed} orders of shoes ({var / 'shoe.key'}, or "
            "SABOT_SHOE_KEY). Without it open shoes are given up, and coups that need them are "
            "void; orders that nobody is ever shown stay sealed")
    if not (var / "session.key").exists() and not os.environ.get("SABOT_SECRET"):
        lacks["session.key"] = (f"the key of the cookies ({var / 'session.key'}, or SABOT_SECRET). "
                                "Without it players and staff sign in anew, and guests are new "
                                "guests")
    lacks["table files"] = "the files of tables and pools, as they were"
    if shared and pools is None:
        lacks["pools"] = "the book of the pools that this house takes part in, which is not here"
    return finding, lacks
