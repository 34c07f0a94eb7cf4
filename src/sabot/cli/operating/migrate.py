"""``sabot migrate``: rewrite a closed house's journal in the second format."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from sabot.cli.language import Command
from sabot.cli.operating.backup import fault_text, url_of
from sabot.cli.operating.days import gaming_days
from sabot.cli.proving.verify import database_of, database_option, find_vault
from sabot.cli.terminal import NO, print_json, reason, say, say_line, stop
from sabot.ledger.errors import Corrupt, LedgerError
from sabot.words import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sabot.certify.audit.verify import Finding
    from sabot.house.table.opening_hours import Days


class Migrated(NamedTuple):
    """The verification of the old database and of the new one."""

    old: Finding
    new: Finding


@click.command("migrate", cls=Command)
@click.argument("target", metavar="TARGET")
@database_option
@gaming_days
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(target: str, database: str | None, days: Days, as_json: bool) -> None:
    """Write the database of a closed house into TARGET, in the second journal format.

    TARGET is a new SQLite file or an empty PostgreSQL database. The old database does not change,
    and both are verified. Every entry keeps its number and time. Accounts get their currency, names
    of people are stored outside the journal, and a last entry records the head of the old journal.

    Exit status: 0 written and verified, 1 the old journal does not verify, 2 wrong use.
    """
    url = database_of(database)
    try:
        old, new = migrate(url, target, days)
    except LedgerError as error:
        stop(phrase("nothing was written: {why}", why=reason(error)),
             NO if isinstance(error, Corrupt) else 2)
    if as_json:
        print_json({"from": {"database": url, "head": _head(old), "entries": old.entries},
                    "to": {"database": target, "head": {"seq": new.checkpoint[0],
                                                        "hash": new.checkpoint[1]},
                           "entries": new.entries}, "verified": new.verified,
                    "otherwise": len(new.otherwise)})
        return
    say_line(phrase("{target}: {entries} entries of {url} and one more, {coups} coups ended, "
                    "{n} open; verified", target=target, entries=old.entries, url=url,
                    coups=new.coups, n=len(new.open)))
    say_line(phrase("head of the old journal {head}", head=f"{old.head[0]}:{old.head[1]}"))
    say_line(phrase("head {head}", head=f"{new.checkpoint[0]}:{new.checkpoint[1]}"))
    say("Record the head (of a checkpoint) in a place that those who can write to this database "
        "cannot change.")


def _head(finding: Finding) -> dict[str, object]:
    return {"seq": finding.head[0], "hash": finding.head[1]}


def migrate(url: str, target: str, days: Days) -> Migrated:
    """Write a closed house's database into an empty one in the second format, and verify both.

    Args:
        url: The old database, which no house has open.
        target: The new database.
        days: The gaming days of the house.

    LedgerError if nothing was written; Corrupt if either journal does not verify.
    """
    from sabot.certify.audit.verify import verify
    from sabot.house.archive.migration import FirstToSecond
    from sabot.ledger import Ledger
    from sabot.ledger.migration import rewrite

    vault = find_vault()
    with Ledger.open(url, create=False, vault=vault) as old, _new_database(target) as new_url:
        old_finding = verify(old)
        if old_finding.fault is not None:
            raise Corrupt(phrase("the journal at {url} does not verify ({fault}); see sabot "
                                 "verify", url=url, fault=fault_text(old_finding.fault)))
        rewrite(old, new_url, FirstToSecond(old, days))
        with Ledger.open(new_url, create=False, readonly=True, vault=vault) as new:
            new_finding = verify(new)
        if new_finding.fault is not None:
            raise Corrupt(phrase("the new journal does not verify: {fault}",
                                 fault=fault_text(new_finding.fault)))
    return Migrated(old_finding, new_finding)


@contextmanager
def _new_database(target: str) -> Iterator[str]:
    """The URL to write to: an SQLite file gets its name only after verification."""
    from sabot.ledger.database_copy import draft_file, merge_log

    if "://" in target and not target.startswith("sqlite:///"):
        yield target
        return
    with draft_file(Path(target.removeprefix("sqlite:///"))) as draft:
        yield url_of(str(draft))
        merge_log(draft)
