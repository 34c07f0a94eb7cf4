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
SHOWN = 20  # faults that are listed


database_option = click.option(
    "--database", metavar="URL", default=None,
    help="the house's database: a file or postgresql://... (default: SABOT_DATABASE, else "
         f"{DEFAULT})")


def _read_head(_: click.Context, option: click.Parameter, value: str | None
               ) -> tuple[int, str] | None:
    from sabot.certify.audit.heads import read_head

    try:
        return read_head(value) if value else None
    except ValueError as error:
        raise click.BadParameter(str(error), param=option) from None


head_option = click.option(
    "--head", metavar="SEQ:HASH", callback=_read_head,
    help="an entry with its digest that was recorded elsewhere, or a file that contains them, or a "
         "backup: the journal must still contain this entry")


def find_vault() -> Vault | None:
    """The vault that opens the orders of shoes in use; None if its key cannot be read."""
    from sabot.ledger.vault import Vault

    try:
        return Vault.load(Path(os.environ.get("SABOT_VAR", "var")))
    except ValueError as error:
        click.echo(f"{error}; continuing without it", err=True)
        return None


def database_of(value: str | None) -> str:
    """The database to read: the option, ``SABOT_DATABASE``, or the default file."""
    return value or os.environ.get("SABOT_DATABASE") or DEFAULT


@click.command(name="verify")
@database_option
@head_option
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(database: str | None, head: tuple[int, str] | None, as_json: bool) -> None:
    """Verify the journal: its digests, every coup and every balance.

    Every wrong record is listed. A coup that another version recorded and this version would play
    differently is listed too, and taken as recorded.

    The key to the orders of shoes in use is read from SABOT_SHOE_KEY or SABOT_VAR. Cards from an
    order that cannot be opened are counted but not compared.

    Exit status: 0 verified, 1 not verified, 2 wrong use.
    """
    from sabot.certify.audit.verify import verify
    from sabot.ledger import Ledger

    url = database_of(database)
    try:
        with Ledger.open(url, create=False, readonly=True, vault=find_vault()) as ledger:
            finding = verify(ledger, head)
    except LedgerError as error:
        if as_json and isinstance(error, Corrupt):
            click.echo(msgspec.json.encode({"verified": False, "error": str(error)}))
        click.echo(f"sabot verify: {error}", err=True)
        sys.exit(1 if isinstance(error, Corrupt) else 2)
    if as_json:
        answer = msgspec.to_builtins(finding)
        answer["head"] = {"seq": finding.head[0], "hash": finding.head[1]}
        answer["misfits"] = list(finding.misfits)
        click.echo(msgspec.json.format(msgspec.json.encode(answer)).decode())
    else:
        _show(finding, url)
    if finding.fault is not None:
        sys.exit(1)


def _show(finding: object, url: str) -> None:
    from sabot.certify.audit.verify import Finding

    assert isinstance(finding, Finding)
    click.echo(f"{url}: {finding.entries} entries, {finding.coups} coup"
               f"{'s' * (finding.coups != 1)} ended, "
               f"{len(finding.open)} open, {finding.transfers} transfers between "
               f"{finding.accounts} accounts, {finding.shoes} shoes")
    if finding.sealed:
        click.echo(f"{finding.sealed} orders of shoes are sealed and their key is not available: "
                   "cards dealt from them were counted, not compared")
    for other in finding.otherwise[:SHOWN]:
        click.echo(f"taken as recorded: coup {other.coup}, begun by version {other.version}; "
                   f"this version would play it differently from entry {other.seq} on")
    _show_more(len(finding.otherwise), "coups taken as recorded")
    for seq in finding.clock_back:
        click.echo(f"entry {seq}: the clock of the machine was set back; later entries have the "
                   "new time")
    if finding.format > 1:
        _show_chains(finding)
    if finding.fault is None:
        click.echo(f"verified up to entry {finding.head[0]}, digest {finding.head[1]}")
        return
    fault = finding.fault
    click.echo(f"NOT verified. The first wrong record is entry {fault.seq}:\n"
               f"  {fault.what}\n  found     {fault.found}\n  expected  {fault.expected}")
    for fault in finding.faults[1:SHOWN]:
        click.echo(f"entry {fault.seq}: {fault.what}")
    _show_more(len(finding.faults), "wrong records")
    if finding.misfits:
        click.echo(f"wrong coups: {', '.join(finding.misfits)}")
    click.echo(f"checked all {finding.entries} entries, up to entry {finding.head[0]}")


def _show_chains(finding: Finding) -> None:
    """Print how far checkpoints cover the chains."""
    unbound = sum(chain.entries - chain.bound for chain in finding.chains)
    click.echo(f"format {finding.format}: {len(finding.chains)} chains; "
               f"{finding.entries - unbound} entries are bound by checkpoints, the last of them "
               f"{finding.checkpoint[0]}:{finding.checkpoint[1]}")
    for chain in finding.chains:
        if chain.entries > chain.bound:
            click.echo(f"chain {chain.chain or 'of the house'}: {chain.entries} entries, bound up "
                       "to "
                       f"{chain.bound} by checkpoint {chain.checkpoint}")


def _show_more(number: int, noun: str) -> None:
    """Print how many more there are than are listed."""
    if number > SHOWN:
        click.echo(f"... and {number - SHOWN} more {noun}; --json lists all")
