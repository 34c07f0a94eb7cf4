"""Redeems and prints tickets at machines (1.a).

The ledger decides what a ticket is worth: it never takes more from its account than is there. When
two players redeem a ticket at once, one is refused and nothing changes for them.
"""

from __future__ import annotations

from typing import Protocol

from sabot.house.books import tickets
from sabot.house.books.tickets import Codes, Ticket, WrongCode
from sabot.house.ports import AnyTable, HasClock, HasLedger, TableService
from sabot.house.shared_views import Facts
from sabot.house.table.messages import Ack, ActCommand, Refused
from sabot.house.table.versioned_events import Proposal
from sabot.ledger import InsufficientFunds
from sabot.ledger.postings import TICKET
from sabot.procedure import Incident, Move, Refusal
from sabot.procedure.game import Game
from sabot.procedure.readings import reading
from sabot.procedure.table import Table
from sabot.regulations import cite_clause
from sabot.words import phrase

REDEEM = "redeem"
"""The act by which a player inserts a ticket; its code is the seat."""


NOT_YOURS = "only the player who printed this ticket may redeem it"


def only_printer(table: Table) -> bool:
    """Whether only the player who printed a ticket may redeem it at a table (ir/317)."""
    return bool(reading(table.rules, "redeemed_by") == "printer")


def prints_tickets(game: Game) -> bool:
    """Whether a game's tables print tickets and vouchers."""
    return game.cabinet is not None


class _Host(HasClock, HasLedger, Protocol):
    """What tickets need of the house."""

    codes: Codes


class TicketRedemption(TableService):
    """The tickets that the tables of a house accept and print."""

    def __init__(self, host: _Host) -> None:
        self.host = host

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Send a player, and no one else, the code of a ticket just printed."""
        for step in (event.step for event in proposal.events):
            if isinstance(step, Move) and step.kind == "ticket":
                table.notify(step.player, "ticket", step.law, {
                    "number": step.into, "cents": step.amount,
                    "code": self.host.codes.code(step.into),
                    "machine": tickets.number_of(table.desk.game, table.desk.playing)})

    async def reply(self, table: AnyTable, player: str, command: ActCommand
                    ) -> Ack | Refused | None:
        """Handle a ticket that is inserted into a machine."""
        if command.act == REDEEM and prints_tickets(table.desk.game) and table.desk.dealer:
            return await self._redeem(table, player, command)
        return None

    async def _redeem(self, table: AnyTable, player: str, command: ActCommand) -> Ack | Refused:
        """Insert a ticket into the machine at which a player sits: all that it is worth, once."""
        desk, house = table.desk, self.host
        assert desk.game.cabinet is not None
        law, also = desk.game.cabinet.papers.ticket
        cite_clause(law, *also)

        def refuse(code: str, text: str, facts: Facts | None = None) -> Refused:
            return Refused(command.id, code, law, text, facts or {})

        if player not in desk.seats:
            return refuse("not-yours", "insert a ticket only into the machine at which you sit")
        try:
            number = house.codes.read(command.seat)
        except WrongCode as wrong:
            return refuse("ticket-code", str(wrong))
        ticket, cents = tickets.ticket_and_worth(house.ledger, number)
        if ticket is None:
            return refuse("no-ticket", f"no ticket has the number {number}", {"number": number})
        if not cents:
            return refuse_redeemed(command.id, law, ticket)
        if only_printer(desk.table) and ticket.player != player:
            return refuse("not-your-ticket", NOT_YOURS)
        if "ticket" not in desk.faults:
            return refuse(
                "not-now",
                "the machine takes no ticket now: a game is in progress, or it is out of order or "
                "full")
        proposal = desk.propose_report(
            Incident("ticket", seat=number, amount=cents), house.clock.now(), player,
            (player, command.id))
        if isinstance(proposal, Refusal):
            money, most = desk.game.money, proposal.facts.get("high", 0)
            return refuse(
                "above-maximum", f"the ticket is worth {money(cents)} and the machine has "
                f"room for {money(most)} more", {"amount": cents, "high": most})
        return await table.store_command(proposal, command.id)

    def short(self, table: AnyTable, key: str, why: InsufficientFunds) -> Refused | None:
        """Return the refusal when another redemption was faster: the ticket's account is empty."""
        number = table.desk.accounts.owner(why.account)
        ticket = tickets.find_ticket(self.host.ledger, number) if why.account.startswith(
            TICKET) else None
        return refuse_redeemed(key, ticket.law, ticket) if ticket else None


def refuse_redeemed(key: str, law: str, ticket: Ticket) -> Refused:
    """Return the refusal of a ticket that was already redeemed."""
    cite_clause(law)
    return Refused(key, "ticket-redeemed", law, phrase("the ticket {number} has been redeemed",
                                                       number=ticket.number),
                   {"number": ticket.number, "at": ticket.redeemed, "where": ticket.where})
