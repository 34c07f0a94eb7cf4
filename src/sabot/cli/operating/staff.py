"""``sabot staff``: the members of staff, their roles and their tokens."""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol, TypeVar

import click

from sabot.cli.language import Group
from sabot.cli.terminal import reason, warn
from sabot.house import HouseError
from sabot.house.people import roles as people
from sabot.house.staff import control, personnel
from sabot.house.table import opening_hours
from sabot.ledger import Entry, Ledger, LedgerError, Occupied
from sabot.words import Verbatim, phrase

DATABASE = "sqlite:///var/sabot.sqlite3"


def _take_database(ctx: click.Context, _: click.Parameter, value: str | None) -> str:
    """The database, which may be named before or after the subcommand."""
    if value is not None or ctx.obj is None:
        ctx.obj = value or DATABASE
    return str(ctx.obj)


Decorated = TypeVar("Decorated", bound=Callable[..., object] | click.Command)


def database_option(show: bool = True) -> Callable[[Decorated], Decorated]:
    """``--database``, for the command and for each of its subcommands."""
    return click.option("--database", envvar="SABOT_DATABASE" if show else None, metavar="URL",
                        callback=_take_database, is_eager=True,
                        help="the house's database (default: SABOT_DATABASE, else "
                             "sqlite:///var/sabot.sqlite3)")


@click.group("staff", cls=Group)
@database_option()
def command(database: str) -> None:
    """Add, change, remove and list members of staff.

    Changes take effect at once. If the house is open, it makes them, through its control socket in
    SABOT_VAR.

    Exit status: 0 done, 1 refused, 2 wrong use.
    """


def _open(database: str, *, look: bool = False, create: bool = True) -> Ledger:
    """Open the house's database; ends with status 2 if that is not possible.

    Args:
        database: The URL.
        look: Read only, which also works while the house is open.
        create: Create the database if there is none.
    """
    try:
        if look:
            return Ledger.open(database, create=False, readonly=True)
        if create and database.startswith("sqlite:///"):
            Path(database.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
        return opening_hours.open_closed_books(database, create=create)
    except LedgerError as error:
        warn(reason(error))
        if isinstance(error, Occupied):
            warn(phrase("the house's control socket is not in SABOT_VAR ({folder}): set the "
                        "SABOT_VAR with which the house was opened, on its machine, or change its "
                        "staff on its page /staff.html", folder=_var()) if create else
                 phrase("the house's control socket is not in SABOT_VAR ({folder}): set the "
                        "SABOT_VAR with which the house was opened, on its machine",
                        folder=_var()))
        raise SystemExit(2) from None


Outcome = TypeVar("Outcome", covariant=True)


class Change(Protocol[Outcome]):
    """A change to the house's records, and the answer to the caller."""

    def entry(self, by: personnel.Author, at: float, /) -> Entry | None:
        """The entry to commit at this time, or None if nothing changes."""

    def answer(self) -> Outcome:
        """The result of the change."""


Answer = TypeVar("Answer")


def _ask_house(paths: Iterable[Path], act: str, kind: type[Answer], lost: str, **facts: str
               ) -> Answer | None:
    """The answer of the open house, or None if none is open.

    ``lost`` is the advice printed when it is unknown whether the change was made.
    """
    try:
        return control.ask_house(paths, act, kind, user=_user(), **facts)
    except control.ControlRefused as refusal:
        warn(reason(refusal))
        raise SystemExit(1) from None
    except control.NoReply as error:
        warn(phrase("{why}; {lost}", why=reason(error), lost=lost))
        raise SystemExit(2) from None


def _var() -> Path:
    return Path(os.environ.get("SABOT_VAR", "var"))


def _user() -> str:
    """The system's name for the user at the console."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def carry_out(database: str, act: str, kind: type[Answer], find: Callable[..., Change[Answer]],
              facts: dict[str, str], *, lost: str, create: bool = True) -> Answer:
    """Let the open house make a change, or make it in the database of a closed house.

    Args:
        database: The URL of the house's database.
        act: The request to an open house.
        kind: The type of the answer.
        find: Looks up the change in a closed house's ledger.
        facts: The arguments of the change.
        lost: Advice for the case that an open house does not answer.
        create: Create the database if there is none.

    Ends with status 1 if the change is refused, 2 for wrong use.
    """
    answer = _ask_house(control.paths_of(_var(), database), act, kind, lost, **facts)
    if answer is not None:
        return answer
    try:
        with _open(database, create=create) as ledger:
            change = find(ledger, **facts)
            if (entry := change.entry(personnel.Author(user=_user()), ledger.now())) is not None:
                ledger.commit([entry])
    except HouseError as error:
        warn(error.text)
        raise SystemExit(2 if error.code == "staff-name" else 1) from None
    return change.answer()


def _change(database: str, act: str, **facts: str) -> personnel.StaffChangeReport:
    finds: dict[str, Callable[..., personnel.StaffChange]] = {
        "add": personnel.add, "change": personnel.change, "remove": personnel.remove}
    return carry_out(database, f"staff {act}", personnel.StaffChangeReport, finds[act], facts,
                     lost="check with sabot staff list")


def _show_warning(answer: personnel.StaffChangeReport) -> personnel.StaffChangeReport:
    if answer.warning:
        warn(answer.warning)
    return answer


@command.command("add")
@click.argument("name")
@click.option("--role", type=click.Choice(people.ROLES), required=True, help="their role")
@database_option(show=False)
def add(database: str, name: str, role: str) -> None:
    """Add NAME with a role, and print the token with which they sign in at /staff.html.

    The token is shown only once. Adding a name again gives a new token; the old one becomes
    invalid.
    """
    answer = _show_warning(_change(database, "add", name=name, role=role))
    if answer.was:
        warn(phrase("{name} was {was}; the old token is no longer valid",
                    name=Verbatim(answer.name), was=Verbatim(answer.was)))
    click.echo(answer.token)


@command.command("change")
@click.argument("name")
@click.option("--role", type=click.Choice(people.ROLES), required=True, help="their role")
@database_option(show=False)
def change(database: str, name: str, role: str) -> None:
    """Give NAME another role; the token does not change."""
    answer = _show_warning(_change(database, "change", name=name, role=role))
    warn(phrase("{name} was {was} and is now {role}", name=Verbatim(answer.name),
                was=Verbatim(answer.was), role=Verbatim(role)))


@command.command("remove")
@click.argument("name")
@database_option(show=False)
def remove(database: str, name: str) -> None:
    """Remove NAME: their token and sign-ins become invalid at once."""
    _show_warning(_change(database, "remove", name=name))


@command.command("list")
@database_option(show=False)
def list_staff(database: str) -> None:
    """List the members of staff with their roles (and ids, in the second journal format)."""
    with _open(database, look=True) as ledger:
        for member in people.members(ledger):
            if member.active:
                click.echo("\t".join((member.name, member.role,
                                      *((member.signs,) if ledger.names_are_separate else ()))))
