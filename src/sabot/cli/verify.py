"""``sabot verify``: check the journal, every coup and every balance."""

from __future__ import annotations

import os
import sys

import click
import msgspec

from sabot.ledger.errors import Corrupt, LedgerError

DEFAULT = "var/sabot.sqlite3"


database_option = click.option(
    "--database", metavar="URL", default=None,
    help="a file or postgresql://...; else SABOT_DATABASE, else " + DEFAULT)


def database_of(given: str | None) -> str:
    """The database that a verb reads: its option, the environment, or the usual file."""
    return given or os.environ.get("SABOT_DATABASE") or DEFAULT


@click.command(name="verify")
@database_option
@click.option("--json", "as_json", is_flag=True, help="the finding as JSON")
def command(database: str | None, as_json: bool) -> None:
    """Walk the journal and derive every coup and every balance anew.

    Names the first record that does not fit. Exit status: 0 verified, 1 not.
    """
    from sabot.certify.verify import verify
    from sabot.ledger import Ledger

    url = database_of(database)
    try:
        with Ledger.open(url, create=False, readonly=True) as ledger:
            finding = verify(ledger)
    except LedgerError as error:
        if as_json and isinstance(error, Corrupt):
            click.echo(msgspec.json.encode({"verified": False, "error": str(error)}))
        click.echo(f"sabot verify: {error}", err=True)
        sys.exit(1 if isinstance(error, Corrupt) else 2)
    if as_json:
        told = msgspec.to_builtins(finding)
        told["head"] = {"seq": finding.head[0], "hash": finding.head[1]}
        click.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
    else:
        _tell(finding, url)
    if finding.fault is not None:
        sys.exit(1)


def _tell(finding: object, url: str) -> None:
    from sabot.certify.verify import Finding

    assert isinstance(finding, Finding)
    click.echo(f"{url}: {finding.entries} entries, {finding.coups} coup"
               f"{'s' * (finding.coups != 1)} ended, "
               f"{len(finding.open)} open, {finding.transfers} transfers between "
               f"{finding.accounts} accounts, {finding.shoes} shoes")
    for seq in finding.clock_back:
        click.echo(f"entry {seq}: the machine's clock had been set back; what follows is told in "
                   "its new time")
    if finding.fault is None:
        click.echo(f"verified up to entry {finding.head[0]}, digest {finding.head[1]}")
    else:
        fault = finding.fault
        click.echo(f"NOT verified. The first record that does not fit is entry {fault.seq}:\n"
                   f"  {fault.what}\n  found     {fault.found}\n  expected  {fault.expected}")
