"""``sabot verify``: check the journal, every coup and every balance."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from sabot.cli.language import Command, lang_option, rendered
from sabot.cli.terminal import say_line, warn
from sabot.error_texts import error_text
from sabot.ledger.errors import Corrupt, LedgerError
from sabot.words import phrase, plural, to_plain

if TYPE_CHECKING:
    from sabot.certify.audit.verify import Finding
    from sabot.ledger.vault import Vault

DEFAULT = "var/sabot.sqlite3"
SHOWN = 20  # faults that are listed


database_option = click.option(
    "--database", metavar="URL", default=None,
    help="the house's database: a file or postgresql://... (default: SABOT_DATABASE, else "
         "var/sabot.sqlite3)")


def _read_head(_: click.Context, option: click.Parameter, value: str | None
               ) -> tuple[int, str] | None:
    from sabot.certify.audit.heads import read_head

    try:
        return read_head(value) if value else None
    except ValueError as error:
        raise click.BadParameter(rendered(error_text(error)), param=option) from None


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
        warn(phrase("{error}; continuing without it", error=error_text(error)))
        return None


def database_of(value: str | None) -> str:
    """The database to read: the option, ``SABOT_DATABASE``, or the default file."""
    return value or os.environ.get("SABOT_DATABASE") or DEFAULT


@click.command(name="verify", cls=Command)
@database_option
@head_option
@lang_option(expose=False)
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
        warn(phrase("sabot verify: {error}", error=error_text(error)))
        sys.exit(1 if isinstance(error, Corrupt) else 2)
    if as_json:
        answer = to_plain(finding)
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
    say_line(phrase(
        "{database}: {entries} entries, {coups} ended, {open} open, {transfers} transfers between "
        "{accounts} accounts, {shoes} shoes", database=url, entries=finding.entries,
        coups=plural("{n} coup", "{n} coups", finding.coups), open=len(finding.open),
        transfers=finding.transfers, accounts=finding.accounts, shoes=finding.shoes))
    if finding.sealed:
        say_line(plural("the order of 1 shoe is sealed and its key is not available: cards "
                        "dealt from it were counted, not compared",
                        "{n} orders of shoes are sealed and their key is not available: cards "
                        "dealt from them were counted, not compared", finding.sealed))
    for other in finding.otherwise[:SHOWN]:
        say_line(phrase("taken as recorded: coup {coup}, begun by version {version}; this version "
                        "would play it differently from entry {entry} on", coup=other.coup,
                        version=other.version, entry=other.seq))
    _show_more(len(finding.otherwise), phrase("coups taken as recorded"))
    for seq in finding.clock_back:
        say_line(phrase("entry {entry}: the clock of the machine was set back; later entries have "
                        "the new time", entry=seq))
    if finding.format > 1:
        _show_chains(finding)
    if finding.fault is None:
        say_line(phrase("verified up to entry {entry}, digest {digest}", entry=finding.head[0],
                        digest=finding.head[1]))
        return
    fault = finding.fault
    say_line(phrase("NOT verified. The first wrong record is entry {entry}:", entry=fault.seq))
    say_line(fault.what, 2)
    say_line(phrase("found     {found}", found=fault.found), 2)
    say_line(phrase("expected  {expected}", expected=fault.expected), 2)
    for fault in finding.faults[1:SHOWN]:
        say_line(phrase("entry {entry}: {what}", entry=fault.seq, what=fault.what))
    _show_more(len(finding.faults), phrase("wrong records"))
    if finding.misfits:
        say_line(phrase("wrong coups: {coups}", coups=", ".join(finding.misfits)))
    say_line(phrase("checked all {entries} entries, up to entry {last}", entries=finding.entries,
                    last=finding.head[0]))


def _show_chains(finding: Finding) -> None:
    """Print how far checkpoints cover the chains."""
    unbound = sum(chain.entries - chain.bound for chain in finding.chains)
    say_line(phrase("format {format}: {chains} chains; {entries} entries are bound by checkpoints, "
                    "the last of them {checkpoint}", format=finding.format,
                    chains=len(finding.chains), entries=finding.entries - unbound,
                    checkpoint=f"{finding.checkpoint[0]}:{finding.checkpoint[1]}"))
    for chain in finding.chains:
        if chain.entries > chain.bound:
            say_line(phrase("chain {chain}: {entries} entries, bound up to {bound} by checkpoint "
                            "{checkpoint}", chain=chain.chain or phrase("of the house"),
                            entries=chain.entries, bound=chain.bound, checkpoint=chain.checkpoint))


def _show_more(number: int, things: str) -> None:
    """Print how many more there are than are listed."""
    if number > SHOWN:
        say_line(phrase("... and {n} more {things}; --json lists all", n=number - SHOWN,
                        things=things))
