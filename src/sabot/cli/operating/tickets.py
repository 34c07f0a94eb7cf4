"""``sabot tickets``: the tickets of gaming machines, listed, shown and redeemed."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import click
import msgspec

from sabot.cli.language import Group, rendered
from sabot.cli.operating.staff import database_option
from sabot.cli.terminal import reason, say_line, stop
from sabot.house.books import tickets
from sabot.house.books.tickets import Codes, Ticket, WrongCode
from sabot.house.people import players
from sabot.house.people.roles import members, name_of
from sabot.house.staff import cashier
from sabot.house.staff.personnel import CONSOLE
from sabot.house.table import opening_hours
from sabot.ledger import Books, Ledger, LedgerError, Stored
from sabot.money import euros
from sabot.words import phrase

json_option = click.option("--json", "as_json", is_flag=True, help="print JSON")


@click.group("tickets", cls=Group)
@database_option()
def command(database: str) -> None:
    """List, show and redeem the tickets of gaming machines.

    A ticket has a number, which everybody may see, and a code, which is worth its value once.
    Listing and showing also work while the house is open; redeeming is then done on the cashier's
    page.

    Exit status: 0 done, 1 refused, 2 wrong use.
    """


def _open(database: str, *, look: bool) -> Ledger:
    try:
        if look:
            return Ledger.open(database, create=False, readonly=True)
        return opening_hours.open_closed_books(database, create=False)
    except LedgerError as error:
        stop(reason(error) if look else
             phrase("{why}; while the house is open, redeem on its cashier's page",
                    why=reason(error)))


def _format_time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _name(books: Books, player: str) -> str:
    person = players.find_player(books, player)
    return (person.name if person else "") or player


def _line(books: Books, ticket: Ticket) -> str:
    view = tickets.describe_ticket(books, ticket)
    state = rendered("not redeemed" if view.state == "open" else phrase(
        "redeemed {time} at {where}", time=_format_time(view.redeemed), where=view.where))
    return "\t".join(
        (ticket.number, euros(ticket.cents), _format_time(ticket.at), ticket.name, state)
    )


def _describe(books: Books, ticket: Ticket) -> dict[str, Any]:
    return {**msgspec.to_builtins(tickets.describe_ticket(books, ticket)),
            "player_name": _name(books, ticket.player)}


@command.command("list")
@click.option("--open", "only_open", is_flag=True, help="only tickets that are not redeemed")
@click.option("--number", default="", help="only tickets whose number contains this")
@json_option
@database_option(show=False)
def list_tickets(database: str, only_open: bool, number: str, as_json: bool) -> None:
    """List tickets, the newest first: number, value, time, machine and state."""
    with _open(database, look=True) as books:
        matching = [ticket for ticket in tickets.tickets(books) if number.upper() in ticket.number
                    and (not only_open or tickets.worth(books, ticket.number))]
        if as_json:
            click.echo(
                msgspec.json.encode([_describe(books, ticket) for ticket in matching]).decode()
            )
            return
        for ticket in matching:
            click.echo(_line(books, ticket))


@command.command("show")
@click.argument("number")
@json_option
@database_option(show=False)
def show(database: str, number: str, as_json: bool) -> None:
    """Show the ticket with this NUMBER or code."""
    with _open(database, look=True) as books:
        ticket = tickets.find_ticket(books, number.upper()) or _ticket_of_code(books, number)
        now, worth = tickets.ticket_and_worth(books, ticket.number)
        ticket = now or ticket
        if as_json:
            click.echo(msgspec.json.encode(_describe(books, ticket)).decode())
            return
        say_line(phrase("Ticket {number}: {sum}", number=ticket.number, sum=euros(ticket.cents)))
        say_line(phrase("printed {time} by machine {machine} ({name}) for {player}, in coup {coup}",
                        time=_format_time(ticket.at), machine=ticket.machine, name=ticket.name,
                        player=_name(books, ticket.player), coup=ticket.coup))
        if worth:
            say_line("open: not redeemed yet")
        else:
            by = phrase(" by {name}", name=name_of(books, ticket.paid_by)) if ticket.paid_by else ""
            say_line(phrase("redeemed {time} at {where}{by}, to the credit of {player}",
                            time=_format_time(ticket.redeemed), where=ticket.where, by=by,
                            player=_name(books, ticket.by)))


def _ticket_of_code(books: Books, code: str) -> Ticket:
    """The ticket with this code; ends with status 1 if there is none."""
    try:
        number = Codes(books).read(code)
    except WrongCode as error:
        stop(reason(error), 1)
    if (ticket := tickets.find_ticket(books, number)) is None:
        stop(phrase("no ticket has the number {number}", number=number), 1)
    return ticket


def _staff_sign(books: Books, by: str) -> str:
    """The name under which the journal records the person who redeems.

    In the second format this is the id of a member of staff, or ``console``; ends with status 1
    for any other name.
    """
    if not books.names_are_separate or by == CONSOLE:
        return by
    signs = [member.signs for member in members(books) if by in (member.name, member.signs)]
    if not signs:
        stop(phrase("no member of staff is called {by!r}: see sabot staff list", by=by),
             1)
    return signs[0]


@command.command("redeem")
@click.argument("code")
@click.option("--player", default="", help="id of the player who is credited (default: the player "
                                           "who printed it)")
@click.option("--by", default=CONSOLE, show_default=True, help="who redeems it, for the journal")
@database_option(show=False)
def redeem(database: str, code: str, player: str, by: str) -> None:
    """Redeem the ticket with CODE, once. The house must be closed."""
    with _open(database, look=False) as ledger:
        ticket = _ticket_of_code(ledger, code)
        receiver = players.find_player(ledger, player or ticket.player)
        if receiver is None:
            stop(phrase("there is no player {player!r}: --player takes the id of a player",
                        player=player), 1)
        if not receiver.demo:
            stop("this player's money is in the operator's wallet: open the house and redeem on "
                 "the cashier's page", 1)
        entry = cashier.redemption_entry(
            ledger, ticket, receiver.id, _staff_sign(ledger, by), "console", time.time()
        )
        if entry is None or not isinstance(ledger.commit([entry])[0], Stored):
            stop(phrase("the ticket {number} has been redeemed: {line}",
                        number=ticket.number, line=_line(ledger, ticket)), 1)
        say_line(phrase("{sum} to the credit of {player}", sum=euros(ticket.cents),
                        player=receiver.name))
