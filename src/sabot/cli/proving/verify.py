"""``sabot verify``: check the journal, every coup and every balance."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from sabot.ledger.errors import Corrupt, LedgerError

if TYPE_CHECKING:
    from sabot.certify.audit.verify import Finding
    from sabot.ledger.vault import Vault

DEFAULT = "var/sabot.sqlite3"
SHOWN = 20  # faults that are shown line by line


database_option = click.option(
    "--database", metavar="URL", default=None,
    help="a file or postgresql://...; else SABOT_DATABASE, else " + DEFAULT)


def _read_head(_: click.Context, option: click.Parameter, given: str | None
               ) -> tuple[int, str] | None:
    from sabot.certify.audit.heads import read_head

    try:
        return read_head(given) if given else None
    except ValueError as error:
        raise click.BadParameter(str(error), param=option) from None


head_option = click.option(
    "--head", metavar="SEQ:HASH", callback=_read_head,
    help="an entry and its digest that were written down elsewhere, or a file that holds them, or "
         "a backup: the journal must still hold this entry")


def found_vault() -> Vault | None:
    """What opens the orders of shoes in use, where the key of the house can be read."""
    from sabot.ledger.vault import Vault

    try:
        return Vault.load(Path(os.environ.get("SABOT_VAR", "var")))
    except ValueError as error:
        click.echo(f"{error}; going on without it", err=True)
        return None


def database_of(given: str | None) -> str:
    """The database that a verb reads: its option, the environment, or the usual file."""
    return given or os.environ.get("SABOT_DATABASE") or DEFAULT


@click.command(name="verify")
@database_option
@head_option
@click.option("--json", "as_json", is_flag=True, help="the finding as JSON")
def command(database: str | None, head: tuple[int, str] | None, as_json: bool) -> None:
    """Walk the journal and derive every coup and every balance anew.

    The key to the orders of shoes in use is looked for in SABOT_SHOE_KEY and SABOT_VAR; cards from
    an order that cannot be opened are counted, and not compared.

    Names every record that does not fit, and says how much was looked at. A coup that another
    version recorded and this one tells otherwise is named too, and taken as it was recorded. Exit
    status: 0 verified, 1 not.
    """
    from sabot.certify.audit.verify import verify
    from sabot.ledger import Ledger

    url = database_of(database)
    try:
        with Ledger.open(url, create=False, readonly=True, vault=found_vault()) as ledger:
            finding = verify(ledger, head)
    except LedgerError as error:
        if as_json and isinstance(error, Corrupt):
            click.echo(msgspec.json.encode({"verified": False, "error": str(error)}))
        click.echo(f"sabot verify: {error}", err=True)
        sys.exit(1 if isinstance(error, Corrupt) else 2)
    if as_json:
        told = msgspec.to_builtins(finding)
        told["head"] = {"seq": finding.head[0], "hash": finding.head[1]}
        told["misfits"] = list(finding.misfits)
        click.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
    else:
        _tell(finding, url)
    if finding.fault is not None:
        sys.exit(1)


def _tell(finding: object, url: str) -> None:
    from sabot.certify.audit.verify import Finding

    assert isinstance(finding, Finding)
    click.echo(f"{url}: {finding.entries} entries, {finding.coups} coup"
               f"{'s' * (finding.coups != 1)} ended, "
               f"{len(finding.open)} open, {finding.transfers} transfers between "
               f"{finding.accounts} accounts, {finding.shoes} shoes")
    if finding.sealed:
        click.echo(f"{finding.sealed} orders of shoes could not be opened: they are sealed, and "
                   "the key to them is not here. Cards dealt from them were counted, not compared")
    for other in finding.otherwise[:SHOWN]:
        click.echo(f"taken as recorded: coup {other.coup}, begun by version {other.version}, which "
                   f"this version tells otherwise from entry {other.seq} on")
    _more(len(finding.otherwise), "coups taken as recorded")
    for seq in finding.clock_back:
        click.echo(f"entry {seq}: the machine's clock had been set back; what follows is told in "
                   "its new time")
    if finding.format > 1:
        _tell_chains(finding)
    if finding.fault is None:
        click.echo(f"verified up to entry {finding.head[0]}, digest {finding.head[1]}")
        return
    fault = finding.fault
    click.echo(f"NOT verified. The first record that does not fit is entry {fault.seq}:\n"
               f"  {fault.what}\n  found     {fault.found}\n  expected  {fault.expected}")
    for fault in finding.faults[1:SHOWN]:
        click.echo(f"entry {fault.seq}: {fault.what}")
    _more(len(finding.faults), "records that do not fit")
    if finding.misfits:
        click.echo(f"coups that do not fit: {', '.join(finding.misfits)}")
    click.echo(f"looked at all {finding.entries} entries, to entry {finding.head[0]}")


def _tell_chains(finding: Finding) -> None:
    """How far checkpoints cover the chains."""
    loose = sum(one.entries - one.bound for one in finding.chains)
    click.echo(f"format {finding.format}: {len(finding.chains)} chains; "
               f"{finding.entries - loose} entries are bound by checkpoints, the last of them "
               f"{finding.checkpoint[0]}:{finding.checkpoint[1]}")
    for one in finding.chains:
        if one.entries > one.bound:
            click.echo(f"chain {one.chain or 'of the house'}: {one.entries} entries, bound up to "
                       f"{one.bound} by checkpoint {one.checkpoint}")


def _more(number: int, what: str) -> None:
    """How many more there are than are shown line by line."""
    if number > SHOWN:
        click.echo(f"... and {number - SHOWN} more {what}; --json lists all")
