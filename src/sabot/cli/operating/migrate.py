"""``sabot migrate``: the books of a closed house, in the second format of the journal."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from sabot.cli.operating.backup import url_of
from sabot.cli.operating.days import gaming_days
from sabot.cli.proving.verify import database_of, database_option, found_vault
from sabot.cli.terminal import NO, put, say, stop
from sabot.ledger.errors import Corrupt, LedgerError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sabot.certify.audit.verify import Finding
    from sabot.house.table.opening_hours import Days


class Migrated(NamedTuple):
    """What a walk over the old books came to, and one over the new."""

    old: Finding
    new: Finding


@click.command("migrate")
@click.argument("target", metavar="TARGET")
@database_option
@gaming_days
@click.option("--json", "as_json", is_flag=True, help="what was written as JSON")
def command(target: str, database: str | None, days: Days, as_json: bool) -> None:
    """Write the books of a closed house into TARGET, in the second format of the journal.

    TARGET is a new SQLite file or an empty PostgreSQL database. The old books stay as they are, and
    both are verified. Every entry keeps its number and its time; accounts get their currency, names
    of people come to lie beside the journal, and a last entry names the head of the old books.

    Exit status: 0 written and verified, 1 the old books do not verify, 2 wrong use.
    """
    url = database_of(database)
    try:
        old, new = migrate(url, target, days)
    except LedgerError as error:
        stop(f"nothing was written: {error}", NO if isinstance(error, Corrupt) else 2)
    if as_json:
        put({"from": {"database": url, "head": _head(old), "entries": old.entries},
             "to": {"database": target, "head": {"seq": new.checkpoint[0],
                                                 "hash": new.checkpoint[1]},
                    "entries": new.entries}, "verified": new.verified,
             "otherwise": len(new.otherwise)})
        return
    click.echo(f"{target}: {old.entries} entries of {url} and one more, {new.coups} coups ended, "
               f"{len(new.open)} open; verified")
    click.echo(f"head of the old books {old.head[0]}:{old.head[1]}")
    click.echo(f"head {new.checkpoint[0]}:{new.checkpoint[1]}")
    say("The head is that of a checkpoint: write it down where nobody who can write to this "
        "database can.")


def _head(finding: Finding) -> dict[str, object]:
    return {"seq": finding.head[0], "hash": finding.head[1]}


def migrate(url: str, target: str, days: Days) -> Migrated:
    """Write the books at ``url``, which no house has open, into an empty database in the second
    format, by the gaming days of their house, and verify both. LedgerError says why nothing was
    written; Corrupt where a walk over the old books or the new ones found a fault."""
    from sabot.certify.audit.verify import verify
    from sabot.house.archive.migration import FirstToSecond
    from sabot.ledger import Ledger
    from sabot.ledger.migration import rewrite

    vault = found_vault()
    with Ledger.open(url, create=False, vault=vault) as old, _new(target) as place:
        before = verify(old)
        if before.fault is not None:
            raise Corrupt(f"the books at {url} do not verify ({before.fault}); see sabot verify")
        rewrite(old, place, FirstToSecond(old, days))
        with Ledger.open(place, create=False, readonly=True, vault=vault) as new:
            after = verify(new)
        if after.fault is not None:
            raise Corrupt(f"the new books would not verify: {after.fault}")
    return Migrated(before, after)


@contextmanager
def _new(target: str) -> Iterator[str]:
    """Where the new books are written: an SQLite file gets its name once they are verified."""
    from sabot.ledger.database_copy import draft_file, merge_log

    if "://" in target and not target.startswith("sqlite:///"):
        yield target
        return
    with draft_file(Path(target.removeprefix("sqlite:///"))) as draft:
        yield url_of(str(draft))
        merge_log(draft)
