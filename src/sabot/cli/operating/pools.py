"""``sabot pools``: the jackpots that tables and houses share, and their book."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from sabot.ledger.errors import Corrupt, LedgerError
from sabot.money import euros

if TYPE_CHECKING:
    from sabot.pools import Pool, PoolEntry, Pools

DATABASE = "sqlite:///var/pools.sqlite3"
LAST = 10  # entries that are shown

json_option = click.option("--json", "as_json", is_flag=True, help="the answer as JSON")


def _named(ctx: click.Context, _: click.Parameter, given: str | None) -> str:
    """The book: it may be named before the act or behind it."""
    if given is not None or ctx.obj is None:
        ctx.obj = given or DATABASE
    return str(ctx.obj)


def database_option(show: bool = True) -> Any:
    """``--database``, for the verb and for each of its acts."""
    return click.option("--database", envvar="SABOT_POOLS" if show else None, metavar="URL",
                        callback=_named, is_eager=True,
                        help=f"the book of the pools: SABOT_POOLS, else {DATABASE}")


@click.group("pools")
@database_option()
def command(database: str) -> None:
    """Jackpots and superjackpots: what they hold, who holds it, and every cent that moved.

    Exit status: 0 done, 1 the answer is no, 2 wrong use.
    """


def read_pools(files: Iterable[Path]) -> tuple[list[Pool], list[str]]:
    """The pools of some files, and what is wrong in them, each line with its file."""
    from sabot.pools import read

    made: list[Pool] = []
    wrong: list[str] = []
    for file in files:
        try:
            found = read(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            wrong.append(f"{file}: {error}; allowed: a readable file of UTF-8 text")
            continue
        if isinstance(found, list):
            wrong += [f"{file}: {violation}" for violation in found]
        else:
            made.append(found)
    return made, wrong


@contextmanager
def _book(database: str, *, look: bool = True, create: bool = False) -> Iterator[Pools]:
    """The book, opened; what it refuses and what is wrong with it is said, without a traceback."""
    from sabot.pools import PoolRefused, Pools

    try:
        with Pools.open(database, create=create, readonly=look) as pools:
            yield pools
    except PoolRefused as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    except LedgerError as error:
        click.echo(f"sabot pools: {error}", err=True)
        sys.exit(1 if isinstance(error, Corrupt) else 2)


def _json(told: Any) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(told)).decode())


def _facts(pool: Pool) -> dict[str, Any]:
    """A definition as plain values, without what it does not have."""
    return {key: value for key, value in msgspec.to_builtins(pool).items() if value}


@command.command("open")
@click.argument("files", nargs=-1, required=True,
                type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option(show=False)
def opening(files: tuple[Path, ...], database: str) -> None:
    """Open the pools that FILES lay down; one that overflows comes after the other."""
    made, wrong = read_pools(files)
    for line in wrong:
        click.echo(line, err=True)
    if wrong:
        raise SystemExit(1)
    with _book(database, look=False, create=True) as pools:
        for found in made:
            new = pools.define(found)
            click.echo(f"{found.name}: {'open' if new else 'was open'}, "
                       f"{euros(pools.value(found.name))}")


@command.command("list")
@database_option(show=False)
@json_option
def listing(database: str, as_json: bool) -> None:
    """Every pool with what it holds."""
    with _book(database) as pools:
        values, gone, defined = pools.values(), pools.successors(), pools.pools()
    if as_json:
        _json([{"name": name, "value": value, "houses": defined[name].houses,
                "transferred_to": gone.get(name, "")} for name, value in values.items()])
        return
    for name, value in values.items():
        to = f"\tto {gone[name]}" if name in gone else ""
        click.echo(f"{name}\t{euros(value)}\t{', '.join(defined[name].houses)}{to}")


@command.command("show")
@click.argument("name")
@database_option(show=False)
@json_option
def show(name: str, database: str, as_json: bool) -> None:
    """The pool NAME: how it is laid down, which house holds and owes what, its last entries."""
    with _book(database) as pools:
        last = pools.entries(name, newest_first=True, limit=LAST)
        told: dict[str, Any] = {
            "pool": _facts(pools.pools()[name]), "value": pools.value(name),
            "transferred_to": pools.successors().get(name, ""),
            "holdings": pools.holdings(name), "dues": pools.dues(name)}
    if as_json:
        _json({**told, "last": last})
        return
    money = ("start", "ceiling", "must_hit_by")
    for key, value in told["pool"].items():
        said = (", ".join(map(str if key == "houses" else euros, value))
                if isinstance(value, list | tuple) else euros(value) if key in money else value)
        click.echo(f"{key:<12} {said}")
    click.echo(f"{'value':<12} {euros(told['value'])}")
    if told["transferred_to"]:
        click.echo(f"{'transferred':<12} to {told['transferred_to']}")
    for house, held in told["holdings"].items():
        due = told["dues"].get(house, 0)
        owes = f", owes {euros(due)}" if due > 0 else f", is owed {euros(-due)}" if due else ""
        click.echo(f"{'held by':<12} {house}: {euros(held)}{owes}")
    for e in last:
        click.echo(_line(e))


def _line(e: PoolEntry) -> str:
    at = datetime.fromtimestamp(e.at / 1000, UTC).isoformat(" ", "seconds")
    return f"{e.seq:>6}  {at}  {e.kind:<12} {euros(e.amount):>14}  {e.house}  {e.key}  {e.law}"


@command.command("verify")
@click.argument("name", default="")
@database_option(show=False)
@json_option
def verifying(name: str, database: str, as_json: bool) -> None:
    """Derive every pool anew, or the pool NAME; names the first entry that does not fit."""
    from sabot.pools import verify

    with _book(database) as pools:
        found = verify(pools, name)
    if as_json:
        _json(found)
    else:
        click.echo(f"{database}: {len(found.values)} pools, {found.entries} entries")
        for fault in found.faults:
            click.echo(f"NOT verified. {fault}")
        if found.verified:
            click.echo("verified")
    if not found.verified:
        raise SystemExit(1)


@command.command("transfer")
@click.argument("name")
@click.argument("to")
@click.option("--cause", required=True, help="the force majeure that keeps it from being awarded")
@click.option("--by", "by", required=True, help="who orders it")
@click.option("--authorisation", metavar="REFERENCE",
              help="of the regulator, where no pool of the same model and bets is open")
@click.option("--day", metavar="YYYY-MM-DD", help="the day of the authorisation")
@database_option(show=False)
@json_option
def transferring(name: str, to: str, cause: str, by: str, authorisation: str | None,
                 day: str | None, database: str, as_json: bool) -> None:
    """All that the pool NAME holds goes to the pool TO, for good (machines, 6)."""
    from sabot.pools import Authorisation

    if (authorisation is None) != (day is None):
        raise click.UsageError("an authorisation has a reference and a day: give --authorisation "
                               "and --day together")
    leave = (Authorisation(reference=authorisation, day=day)
             if authorisation is not None and day is not None else None)
    with _book(database, look=False) as pools:
        cents = pools.transfer(name, to, cause=cause, by=by, authorisation=leave)
        value = pools.value(to)
    if as_json:
        _json({"transferred": cents, "from": name, "to": to, "value": value})
    else:
        click.echo(f"{euros(cents)} of {name} are in {to}, which holds {euros(value)}")


@command.command("settle")
@click.argument("name")
@click.argument("debtor")
@click.argument("creditor")
@click.argument("amount")
@click.option("--reference", required=True, help="of the payment; each counts once")
@database_option(show=False)
def settling(name: str, debtor: str, creditor: str, amount: str, reference: str,
             database: str) -> None:
    """DEBTOR has paid CREDITOR what it owed it for prizes of the pool NAME: AMOUNT euros."""
    from sabot.money import cents

    try:
        paid = cents(amount)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    with _book(database, look=False) as pools:
        pools.settle(name, debtor, creditor, paid, reference)
        for house, due in pools.dues(name).items():
            click.echo(f"{house} {'owes' if due > 0 else 'is owed'} {euros(abs(due))}")
