"""``sabot staff``: the people of the house, their roles and their tokens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from sabot.house import staff as people
from sabot.ledger import Entry, Ledger, LedgerError
from sabot.procedure import canonical

DATABASE = "sqlite:///var/sabot.sqlite3"


def _named(ctx: click.Context, _: click.Parameter, given: str | None) -> str:
    """The database: it may be named before the act or behind it."""
    if given is not None or ctx.obj is None:
        ctx.obj = given or DATABASE
    return str(ctx.obj)


def database_option(show: bool = True) -> Any:
    """``--database``, for the verb and for each of its acts."""
    return click.option("--database", envvar="SABOT_DATABASE" if show else None, metavar="URL",
                        callback=_named, is_eager=True, help=f"else {DATABASE}")


@click.group("staff")
@database_option()
def command(database: str) -> None:
    """Who works here. A token is shown once; the house must be closed while people change."""


def _open(database: str, *, look: bool = False) -> Ledger:
    """The books: to write, made where there are none; to look, beside an open house too."""
    try:
        if not look and database.startswith("sqlite:///"):
            Path(database.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
        return Ledger.open(database, create=not look, readonly=look)
    except LedgerError as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from None


def _keep(ledger: Ledger, member: people.Member, act: str) -> None:
    body = {"staff": {"by": "console", "act": act, "name": member.name, "role": member.role}}
    ledger.commit([Entry(kind="staff", body=canonical(body), documents=(member.document(),))])


@command.command("add")
@click.argument("name")
@click.option("--role", type=click.Choice(people.ROLES), required=True)
@database_option(show=False)
def add(database: str, name: str, role: str) -> None:
    """Give NAME a role and print the token that opens the staff door."""
    if not name.strip() or not name.isprintable():
        click.echo("a member of staff needs a name: every act is on record under it", err=True)
        raise SystemExit(2)
    member, token = people.new_member(name.strip(), role)
    with _open(database) as ledger:
        before = next((m for m in people.members(ledger) if m.name == member.name and m.active),
                      None)
        if before is not None:
            click.echo(f"{member.name} was {before.role}; the old token opens nothing any more",
                       err=True)
        _keep(ledger, member, "add")
    click.echo(token)


@command.command("remove")
@click.argument("name")
@database_option(show=False)
def remove(database: str, name: str) -> None:
    """NAME works here no more; his token opens nothing."""
    with _open(database) as ledger:
        found = next((m for m in people.members(ledger) if m.name == name), None)
        if found is None:
            click.echo(f"nobody is called {name!r}; see sabot staff list", err=True)
            raise SystemExit(1)
        _keep(ledger, msgspec.structs.replace(found, active=False), "remove")


@command.command("list")
@database_option(show=False)
def listing(database: str) -> None:
    """Everybody who has a role."""
    with _open(database, look=True) as ledger:
        for member in people.members(ledger):
            if member.active:
                click.echo(f"{member.name}\t{member.role}")
