"""``sabot pools``: jackpots that tables and houses share, and their database."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from sabot.cli.language import Group, rendered
from sabot.cli.terminal import labelled, reason, say_line, usage_error, warn
from sabot.ledger.errors import Corrupt, LedgerError
from sabot.money import euros
from sabot.words import as_text, phrase, plural

if TYPE_CHECKING:
    from sabot.pools import Pool, PoolEntry, Pools

DATABASE = "sqlite:///var/pools.sqlite3"
LAST = 10  # entries that are shown

json_option = click.option("--json", "as_json", is_flag=True, help="print JSON")


def _take_database(ctx: click.Context, _: click.Parameter, value: str | None) -> str:
    """The database, which may be named before or after the subcommand."""
    if value is not None or ctx.obj is None:
        ctx.obj = value or DATABASE
    return str(ctx.obj)


def database_option(show: bool = True) -> Any:
    """``--database``, for the command and for each of its subcommands."""
    return click.option("--database", envvar="SABOT_POOLS" if show else None, metavar="URL",
                        callback=_take_database, is_eager=True,
                        help="the database of the pools (default: SABOT_POOLS, else "
                             "sqlite:///var/pools.sqlite3)")


@click.group("pools", cls=Group)
@database_option()
def command(database: str) -> None:
    """Open, show, verify and settle jackpots and superjackpots.

    Exit status: 0 done, 1 refused or not verified, 2 wrong use.
    """


def read_pools(files: Iterable[Path]) -> tuple[list[Pool], list[str]]:
    """The pools in these files, and the errors, each line with its file."""
    from sabot.pools import read

    pools: list[Pool] = []
    errors: list[str] = []
    for file in files:
        try:
            pool = read(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            errors.append(phrase("{file}: {why}; allowed: a readable file of UTF-8 text",
                                 file=file, why=reason(error)))
            continue
        if isinstance(pool, list):
            errors += [phrase("{file}: {what}", file=file, what=violation.sentence)
                       for violation in pool]
        else:
            pools.append(pool)
    return pools, errors


@contextmanager
def _book(database: str, *, look: bool = True, create: bool = False) -> Iterator[Pools]:
    """Open the database of the pools; refusals and errors are printed and end the program."""
    from sabot.pools import PoolRefused, Pools

    try:
        with Pools.open(database, create=create, readonly=look) as pools:
            yield pools
    except PoolRefused as error:
        warn(reason(error))
        sys.exit(1)
    except LedgerError as error:
        warn(phrase("sabot pools: {why}", why=reason(error)))
        sys.exit(1 if isinstance(error, Corrupt) else 2)


def _print_json(value: Any) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value, enc_hook=as_text)).decode())


def _facts(pool: Pool) -> dict[str, Any]:
    """A definition as plain values, without empty ones."""
    return {key: value for key, value in msgspec.to_builtins(pool).items() if value}


@command.command("open")
@click.argument("files", nargs=-1, required=True,
                type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option(show=False)
def open_pools(files: tuple[Path, ...], database: str) -> None:
    """Open the pools that FILES define.

    A pool that receives the overflow of another is named first.
    """
    definitions, errors = read_pools(files)
    for line in errors:
        warn(line)
    if errors:
        raise SystemExit(1)
    with _book(database, look=False, create=True) as pools:
        for definition in definitions:
            new = pools.define(definition)
            value = euros(pools.value(definition.name))
            say_line(phrase("{pool}: open, {sum}", pool=definition.name, sum=value) if new else
                     phrase("{pool}: was already open, {sum}", pool=definition.name, sum=value))


@command.command("list")
@database_option(show=False)
@json_option
def list_pools(database: str, as_json: bool) -> None:
    """List every pool with its value and its houses."""
    with _book(database) as pools:
        values, successors, defined = pools.values(), pools.successors(), pools.pools()
    if as_json:
        _print_json([{"name": name, "value": value, "houses": defined[name].houses,
                "transferred_to": successors.get(name, "")} for name, value in values.items()])
        return
    for name, value in values.items():
        to = rendered(phrase("\tto {pool}", pool=successors[name])) if name in successors else ""
        click.echo(f"{name}\t{euros(value)}\t{', '.join(defined[name].houses)}{to}")


@command.command("show")
@click.argument("name")
@database_option(show=False)
@json_option
def show(name: str, database: str, as_json: bool) -> None:
    """Show the pool NAME: its definition, what each house holds and owes, its last entries."""
    with _book(database) as pools:
        last = pools.entries(name, newest_first=True, limit=LAST)
        facts: dict[str, Any] = {
            "pool": _facts(pools.pools()[name]), "value": pools.value(name),
            "transferred_to": pools.successors().get(name, ""),
            "holdings": pools.holdings(name), "dues": pools.dues(name)}
    if as_json:
        _print_json({**facts, "last": last})
        return
    money = ("start", "ceiling", "must_hit_by")
    for key, value in facts["pool"].items():
        text = (", ".join(map(str if key == "houses" else euros, value))
                if isinstance(value, list | tuple) else euros(value) if key in money else value)
        click.echo(f"{key:<12} {text}")
    click.echo(f"{labelled('value', 12)} {euros(facts['value'])}")
    if facts["transferred_to"]:
        to = phrase("to {pool}", pool=facts["transferred_to"])
        click.echo(f"{labelled('transferred', 12)} {rendered(to)}")
    for house, amount in facts["holdings"].items():
        due = facts["dues"].get(house, 0)
        owes = phrase(", owes {sum}", sum=euros(due)) if due > 0 else \
            phrase(", is owed {sum}", sum=euros(-due)) if due else ""
        click.echo(f"{labelled('held by', 12)} {house}: {euros(amount)}{rendered(owes)}")
    for e in last:
        click.echo(_line(e))


def _line(e: PoolEntry) -> str:
    at = datetime.fromtimestamp(e.at / 1000, UTC).isoformat(" ", "seconds")
    return (f"{e.seq:>6}  {at}  {labelled(e.kind, 12)} {euros(e.amount):>14}  {e.house}  {e.key}  "
            f"{e.law}")


@command.command("verify")
@click.argument("name", default="")
@database_option(show=False)
@json_option
def verify_pools(name: str, database: str, as_json: bool) -> None:
    """Verify every pool, or the pool NAME, and report the first entry that is wrong."""
    from sabot.pools import verify

    with _book(database) as pools:
        finding = verify(pools, name)
    if as_json:
        _print_json(finding)
    else:
        say_line(plural("{database}: 1 pool, {entries} entries",
                        "{database}: {n} pools, {entries} entries", len(finding.values),
                        database=database, entries=finding.entries))
        for fault in finding.faults:
            say_line(phrase("NOT verified. {fault}", fault=fault))
        if finding.verified:
            say_line("verified")
    if not finding.verified:
        raise SystemExit(1)


@command.command("transfer")
@click.argument("name")
@click.argument("to")
@click.option("--cause", required=True, help="the force majeure that prevents the award")
@click.option("--by", "by", required=True, help="who orders the transfer")
@click.option("--authorisation", metavar="REFERENCE",
              help="reference of the regulator's authorisation, needed if no pool of the same "
                   "model and "
              "bets is open")
@click.option("--day", metavar="YYYY-MM-DD", help="day of the authorisation")
@database_option(show=False)
@json_option
def transfer(name: str, to: str, cause: str, by: str, authorisation: str | None,
             day: str | None, database: str, as_json: bool) -> None:
    """Transfer the whole value of the pool NAME to the pool TO, for good (machines, 6)."""
    from sabot.pools import Authorisation

    if (authorisation is None) != (day is None):
        raise usage_error("an authorisation has a reference and a day: give --authorisation "
                          "and --day together")
    permit = (Authorisation(reference=authorisation, day=day)
              if authorisation is not None and day is not None else None)
    with _book(database, look=False) as pools:
        cents = pools.transfer(name, to, cause=cause, by=by, authorisation=permit)
        value = pools.value(to)
    if as_json:
        _print_json({"transferred": cents, "from": name, "to": to, "value": value})
    else:
        say_line(phrase("{sum} of {pool} are in {to}, which holds {value}",
                        sum=euros(cents), pool=name, to=to, value=euros(value)))


@command.command("settle")
@click.argument("name")
@click.argument("debtor")
@click.argument("creditor")
@click.argument("amount")
@click.option("--reference", required=True, help="reference of the payment; each counts once")
@database_option(show=False)
def settle(name: str, debtor: str, creditor: str, amount: str, reference: str,
           database: str) -> None:
    """Record that DEBTOR has paid CREDITOR AMOUNT euros for prizes of the pool NAME."""
    from sabot.money import cents

    try:
        sum_paid = cents(amount)
    except ValueError as error:
        raise usage_error(reason(error)) from None
    with _book(database, look=False) as pools:
        pools.settle(name, debtor, creditor, sum_paid, reference)
        for house, due in pools.dues(name).items():
            say_line(phrase("{house} owes {sum}", house=house, sum=euros(due)) if due > 0 else
                     phrase("{house} is owed {sum}", house=house, sum=euros(-due)))
