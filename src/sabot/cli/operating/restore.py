"""``sabot restore``: put a backup back into an empty database."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.language import Command
from sabot.cli.operating.backup import (
    check_pools,
    fault_text,
    open_read_only,
    pools_file,
    url_of,
)
from sabot.cli.proving.verify import database_of, database_option, find_vault, head_option
from sabot.cli.terminal import NO, print_json, reason, say, say_line, stop
from sabot.ledger.errors import Corrupt, LedgerError
from sabot.words import phrase

if TYPE_CHECKING:
    from sabot.certify.audit.verify import Finding


@click.command("restore", cls=Command)
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--pools", "pools_url", metavar="URL",
              help="database for the pools of the backup (default: where the house looks for its "
                   "own pools, next to the database)")
@head_option
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(file: Path, database: str | None, pools_url: str | None,
            head: tuple[int, str] | None, as_json: bool) -> None:
    """Restore the backup FILE into an empty database, SQLite or PostgreSQL, and verify it.

    A database that is not empty is refused. The format of the journal stays that of the backup.

    Exit status: 0 restored and verified, 1 the backup is damaged or does not verify, 2 wrong use.
    """
    url = database_of(database)
    try:
        pools = restore(file, url, pools_url or "", head)
    except LedgerError as error:
        stop(phrase("nothing was restored: {why}", why=reason(error)),
             NO if isinstance(error, Corrupt) else 2)
    finding, missing = _verify(url, head, pools)
    recorded = finding.head if finding.format == 1 else finding.checkpoint
    if as_json:
        print_json({"file": str(file), "verified": finding.verified, "entries": finding.entries,
                    "head": {"seq": recorded[0], "hash": recorded[1]}, "pools": pools,
                    "sealed": finding.sealed, "lacks": list(missing),
                    "fault": None if finding.fault is None else str(finding.fault)})
    else:
        restored = phrase("{url}: {n} entries restored, {open} coups open", url=url,
                          n=finding.entries, open=len(finding.open))
        say_line(restored if pools is None else
                 phrase("{restored}; {n} entries of pools", restored=restored, n=pools))
        for line in missing.values():
            say(phrase("Still missing: {what}.", what=line))
    if finding.fault is not None:
        stop(phrase("the restored journal is NOT verified: {fault}",
                    fault=fault_text(finding.fault)), NO)
    if not as_json:
        say_line(phrase("verified up to entry {entry}, digest {digest}",
                        entry=finding.head[0], digest=finding.head[1]))
        if finding.format > 1:
            say_line(phrase("head {head}", head=f"{recorded[0]}:{recorded[1]}"))


def restore(file: Path, url: str, pools: str = "",
            head: tuple[int, str] | None = None) -> int | None:
    """Copy a backup, and the pools' backup next to it, into empty databases.

    Return the number of entries of the pools, None if there is no backup of pools. LedgerError if
    nothing was restored.
    """
    import sqlalchemy as sa

    from sabot.certify.audit.heads import missing
    from sabot.cli.operating.serve import default_pools_url
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

    pools_backup, count = pools_file(file), None
    with ExitStack() as stack:
        books = stack.enter_context(open_read_only(Store, str(file)))
        check_chain(Books(books))
        if head is not None and (fault := missing(Books(books), head)):
            raise Corrupt(phrase("{what}: found {found}; expected {expected}",
                                 what=fault.what, found=fault.found, expected=fault.expected))
        target = Store(url, create=True, readonly=False, synchronous="FULL", busy_ms=5_000,
                       format=books.layout.format)
        stack.callback(target.close)
        if target.layout is not books.layout:
            raise AlreadyExists(
                phrase("{where} has the tables of journal format {format}, but the backup has "
                       "format {other}; use a database without tables", where=target.where,
                       format=target.layout.format, other=books.layout.format)
            )
        pools_store = None
        if pools_backup.exists():
            count = check_pools(str(pools_backup))
            pools_store = PoolStore(pools or default_pools_url(url_of(url)))
            stack.callback(pools_store.close)
        elif pools:
            raise LedgerError(phrase("there is no backup of pools at {file}",
                                     file=pools_backup))
        pairs: list[tuple[Any, Any, Any]] = [(books, target, target.writer)]
        try:
            with ExitStack() as writing:
                writing.enter_context(target.writer.begin())
                if pools_store is not None:
                    pools_source = stack.enter_context(open_read_only(PoolStore, str(pools_backup)))
                    pairs.append(
                        (pools_source, pools_store, writing.enter_context(pools_store.writing()))
                    )
                for _, database, connection in pairs:
                    if tables := first_filled_table(connection, database.tables):
                        raise AlreadyExists(
                            phrase("{where} is not empty (its {tables} have rows); a backup can "
                                   "only be restored into an empty database",
                                   where=database.where, tables=tables)
                        )
                for source, database, connection in pairs:
                    with snapshot(source) as reading:
                        copy_rows(reading, connection, database.tables)
        except sa.exc.SQLAlchemyError as error:
            raise translate_error(error, target.where) from error
    return count


def _verify(url: str, head: tuple[int, str] | None,
            pools: int | None) -> tuple[Finding, dict[str, str]]:
    """The result of a walk over the restored books, and what they lack."""
    from sabot.certify.audit.verify import verify
    from sabot.ledger import Ledger

    var = Path(os.environ.get("SABOT_VAR", "var"))
    vault = find_vault()
    with Ledger.open(url, create=False, readonly=True, vault=vault) as ledger:
        finding = verify(ledger, head)
        has_pools = any(account.startswith("pool:") for account in ledger.balances("pool:"))
    missing: dict[str, str] = {}
    if finding.sealed:
        missing["shoe.key"] = (
            phrase("the key that opens {n} orders of shoes ({file}, or SABOT_SHOE_KEY). Without it "
                   "shoes in use are given up, and coups that need them are void; orders that are "
                   "never shown stay sealed", n=finding.sealed, file=var / "shoe.key"))
    if not (var / "session.key").exists() and not os.environ.get("SABOT_SECRET"):
        missing["session.key"] = phrase(
            "the key of the cookies ({file}, or SABOT_SECRET). Without it players and staff must "
            "sign in again, and guests become new guests", file=var / "session.key")
    missing["table files"] = "the files of tables and pools"
    if has_pools and pools is None:
        missing["pools"] = "the pool ledger of this house, which is not in the backup"
    return finding, missing
