"""``sabot tickets``: what machines have printed, and what the cashier redeems."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import click
import msgspec

from sabot.cli.operating.staff import database_option
from sabot.cli.terminal import stop
from sabot.house.books import tickets
from sabot.house.books.tickets import Codes, Ticket, WrongCode
from sabot.house.people import players
from sabot.house.people.roles import members, name_of
from sabot.house.staff import cashier
from sabot.house.staff.personnel import CONSOLE
from sabot.house.table import opening_hours
from sabot.ledger import Books, Ledger, LedgerError, Stored
from sabot.money import euros

json_option = click.option("--json", "as_json", is_flag=True, help="for programs")


@click.group("tickets")
@database_option()
def command(database: str) -> None:
    """Tickets of gaming machines: a number that all may see, and a code that is worth money once.

    They can be listed and shown beside an open house; there the cashier redeems at the staff door.
    """


def _open(database: str, *, look: bool) -> Ledger:
    try:
        if look:
            return Ledger.open(database, create=False, readonly=True)
        return opening_hours.open_closed_books(database, create=False)
    except LedgerError as error:
        more = "" if look else "; a house that is open redeems at its staff door"
        stop(f"{error}{more}")


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _name(books: Books, player: str) -> str:
    found = players.find_player(books, player)
    return (found.name if found else "") or player


def _line(books: Books, ticket: Ticket) -> str:
    told = tickets.describe_ticket(books, ticket)
    state = "open" if told.state == "open" else \
        f"redeemed {_when(told.redeemed)} at {told.where}"
    return "\t".join((ticket.number, euros(ticket.cents), _when(ticket.at), ticket.name, state))


def _told(books: Books, ticket: Ticket) -> dict[str, Any]:
    return {**msgspec.to_builtins(tickets.describe_ticket(books, ticket)),
            "player_name": _name(books, ticket.player)}


@command.command("list")
@click.option("--open", "only_open", is_flag=True, help="only those that are still worth something")
@click.option("--number", default="", help="only those whose number contains this")
@json_option
@database_option(show=False)
def listing(database: str, only_open: bool, number: str, as_json: bool) -> None:
    """Tickets, the newest first: number, worth, when and where it was printed, and its state."""
    with _open(database, look=True) as books:
        found = [one for one in tickets.tickets(books) if number.upper() in one.number
                 and (not only_open or tickets.worth(books, one.number))]
        if as_json:
            click.echo(msgspec.json.encode([_told(books, one) for one in found]).decode())
            return
        for one in found:
            click.echo(_line(books, one))


@command.command("show")
@click.argument("number")
@json_option
@database_option(show=False)
def show(database: str, number: str, as_json: bool) -> None:
    """All that is on record of the ticket with NUMBER, or with this code."""
    with _open(database, look=True) as books:
        ticket = tickets.find_ticket(books, number.upper()) or _read(books, number)
        now, worth = tickets.ticket_and_worth(books, ticket.number)
        ticket = now or ticket
        if as_json:
            click.echo(msgspec.json.encode(_told(books, ticket)).decode())
            return
        click.echo(f"Ticket {ticket.number}: {euros(ticket.cents)}")
        click.echo(f"printed {_when(ticket.at)} by machine {ticket.machine} ({ticket.name}) for "
                   f"{_name(books, ticket.player)}, in coup {ticket.coup}")
        if worth:
            click.echo("open: it is worth its sum")
        else:
            by = f" by {name_of(books, ticket.paid_by)}" if ticket.paid_by else ""
            click.echo(f"redeemed {_when(ticket.redeemed)} at {ticket.where}{by}, to the credit of "
                       f"{_name(books, ticket.by)}")


def _read(books: Books, code: str) -> Ticket:
    """The ticket with a code; the verb ends where there is none."""
    try:
        number = Codes(books).read(code)
    except WrongCode as wrong:
        stop(str(wrong), 1)
    if (found := tickets.find_ticket(books, number)) is None:
        stop(f"no ticket has the number {number}", 1)
    return found


def _who(books: Books, by: str) -> str:
    """As whom the books name who redeems. Those whose entries name nobody take the console's own
    word and members of staff; the verb ends for another name."""
    if not books.names_are_separate or by == CONSOLE:
        return by
    found = [one.signs for one in members(books) if by in (one.name, one.signs)]
    if not found:
        stop(f"nobody of the staff is {by!r}: these books name people by ids; see sabot staff list",
             1)
    return found[0]


@command.command("redeem")
@click.argument("code")
@click.option("--player", default="", help="to whose credit; else who printed it")
@click.option("--by", default=CONSOLE, show_default=True, help="who redeems it, for the record")
@database_option(show=False)
def redeem(database: str, code: str, player: str, by: str) -> None:
    """Redeem the ticket with CODE: all that it is worth, once. The house must be closed."""
    with _open(database, look=False) as ledger:
        ticket = _read(ledger, code)
        to = players.find_player(ledger, player or ticket.player)
        if to is None:
            stop(f"nobody is {player!r}: --player takes the id of a player", 1)
        if not to.demo:
            stop("this player's money is in the operator's wallet: open the house, which tells it, "
                 "and redeem at the staff door", 1)
        entry = cashier.redemption_entry(
            ledger, ticket, to.id, _who(ledger, by), "console", time.time())
        if entry is None or not isinstance(ledger.commit([entry])[0], Stored):
            stop(f"the ticket {ticket.number} has been redeemed: {_line(ledger, ticket)}", 1)
        click.echo(f"{euros(ticket.cents)} to the credit of {to.name}")
