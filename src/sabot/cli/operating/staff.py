"""``sabot staff``: the people of the house, their roles and their tokens."""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

import click

from sabot.house import HouseError
from sabot.house.people import roles as people
from sabot.house.staff import control, personnel
from sabot.house.table import opening_hours
from sabot.ledger import Entry, Ledger, LedgerError, Occupied

DATABASE = "sqlite:///var/sabot.sqlite3"


def _named(ctx: click.Context, _: click.Parameter, given: str | None) -> str:
    """The database: it may be named before the act or behind it."""
    if given is not None or ctx.obj is None:
        ctx.obj = given or DATABASE
    return str(ctx.obj)


Marked = TypeVar("Marked", bound=Callable[..., object] | click.Command)


def database_option(show: bool = True) -> Callable[[Marked], Marked]:
    """``--database``, for the verb and for each of its acts."""
    return click.option("--database", envvar="SABOT_DATABASE" if show else None, metavar="URL",
                        callback=_named, is_eager=True, help=f"else {DATABASE}")


@click.group("staff")
@database_option()
def command(database: str) -> None:
    """Who works here. A token is shown once. Changes count at once, also while the house is open:
    then it is asked to make them, through its control door in SABOT_VAR."""


def _open(database: str, *, look: bool = False, create: bool = True) -> Ledger:
    """The books: to write, made where there are none and ``create``; to look, beside an open house
    too."""
    try:
        if look:
            return Ledger.open(database, create=False, readonly=True)
        if create and database.startswith("sqlite:///"):
            Path(database.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
        return opening_hours.open_closed_books(database, create=create)
    except LedgerError as error:
        click.echo(str(error), err=True)
        if isinstance(error, Occupied):
            click.echo(f"its control door was not found in SABOT_VAR ({_var()}): name the "
                       "SABOT_VAR with which that house was opened, on its machine"
                       + (", or change its staff at its page /staff.html" if create else ""),
                       err=True)
        raise SystemExit(2) from None


Outcome = TypeVar("Outcome", covariant=True)


class Change(Protocol[Outcome]):
    """A change to be made in the books, and the answer to whoever asked for it."""

    def entry(self, by: personnel.Author, at: float, /) -> Entry | None: ...

    def answer(self) -> Outcome: ...


Answer = TypeVar("Answer")


def _ask(path: Path, act: str, kind: type[Answer], lost: str, **facts: str) -> Answer | None:
    """What the open house answers; None where none is open. ``lost`` is what to do where it may
    have been done or not."""
    try:
        return control.ask_house(path, act, kind, user=_user(), **facts)
    except control.ControlRefused as refusal:
        click.echo(str(refusal), err=True)
        raise SystemExit(1) from None
    except control.NoReply as error:
        click.echo(f"{error}; {lost}", err=True)
        raise SystemExit(2) from None


def _var() -> Path:
    return Path(os.environ.get("SABOT_VAR", "var"))


def _user() -> str:
    """Who sits at the console, as the system knows them."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def carried_out(database: str, act: str, kind: type[Answer], find: Callable[..., Change[Answer]],
                facts: dict[str, str], *, lost: str, create: bool = True) -> Answer:
    """Ask the open house for a change, or make what ``find`` says in the books of a closed one,
    which are made where there are none and ``create``; what is told of it is of this kind."""
    done = _ask(control.path_of(_var(), database), act, kind, lost, **facts)
    if done is not None:
        return done
    try:
        with _open(database, create=create) as ledger:
            changed = find(ledger, **facts)
            if (entry := changed.entry(personnel.Author(user=_user()), ledger.now())) is not None:
                ledger.commit([entry])
    except HouseError as error:
        click.echo(error.text, err=True)
        raise SystemExit(2 if error.code == "staff-name" else 1) from None
    return changed.answer()


def _change(database: str, act: str, **facts: str) -> personnel.StaffChangeReport:
    finds: dict[str, Callable[..., personnel.StaffChange]] = {
        "add": personnel.add, "change": personnel.change, "remove": personnel.remove}
    return carried_out(database, f"staff {act}", personnel.StaffChangeReport, finds[act], facts,
                       lost="look with sabot staff list")


def _warned(done: personnel.StaffChangeReport) -> personnel.StaffChangeReport:
    if done.warning:
        click.echo(done.warning, err=True)
    return done


@command.command("add")
@click.argument("name")
@click.option("--role", type=click.Choice(people.ROLES), required=True)
@database_option(show=False)
def add(database: str, name: str, role: str) -> None:
    """Give NAME a role and print the token that opens the staff door."""
    done = _warned(_change(database, "add", name=name, role=role))
    if done.was:
        click.echo(f"{done.name} was {done.was}; the old token opens nothing any more",
                   err=True)
    click.echo(done.token)


@command.command("change")
@click.argument("name")
@click.option("--role", type=click.Choice(people.ROLES), required=True)
@database_option(show=False)
def change(database: str, name: str, role: str) -> None:
    """Give NAME another role; the token stays."""
    done = _warned(_change(database, "change", name=name, role=role))
    click.echo(f"{done.name} was {done.was} and is {role}", err=True)


@command.command("remove")
@click.argument("name")
@database_option(show=False)
def remove(database: str, name: str) -> None:
    """NAME works here no more: token and sign-ins open nothing, at once."""
    _warned(_change(database, "remove", name=name))


@command.command("list")
@database_option(show=False)
def listing(database: str) -> None:
    """Everybody who has a role; their ids too, where the journal names them by these."""
    with _open(database, look=True) as ledger:
        for member in people.members(ledger):
            if member.active:
                click.echo("\t".join((member.name, member.role,
                                      *((member.signs,) if ledger.names_are_separate else ()))))
