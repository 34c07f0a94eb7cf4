"""A ticket is put into a machine, or printed by one (1.a).

Whether it is still worth anything is the ledger's to say, which takes from its account no more than
lies there: of two who redeem it at once one is refused, and nothing of his changes.
"""

from __future__ import annotations

from typing import Protocol

from sabot.house.books import tickets
from sabot.house.books.tickets import Codes, Ticket, WrongCode
from sabot.house.ports import AnyTable, Attendant, Booked, Timed
from sabot.house.shared_views import Facts
from sabot.house.table.messages import Ack, ActCommand, Refused
from sabot.house.table.versioned_events import Proposal
from sabot.law import cite_clause
from sabot.ledger import Short
from sabot.ledger.postings import TICKET
from sabot.procedure import Incident, Move, Refusal
from sabot.procedure.game import Game

REDEEM = "redeem"
"""The act by which a player puts a ticket in: its code is the seat."""


def issues(game: Game) -> bool:
    """Whether a game's tables print tickets and vouchers."""
    return game.cabinet is not None


class _Host(Timed, Booked, Protocol):
    """What tickets need of the house."""

    codes: Codes


class Tickets(Attendant):
    """The tickets that the tables of a house take and print."""

    def __init__(self, host: _Host) -> None:
        self.host = host

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Tell a player, and him alone, the code of the ticket that he has just been given."""
        for step in (event.step for event in proposal.events):
            if isinstance(step, Move) and step.kind == "ticket":
                table.notice(step.player, "ticket", step.law, {
                    "number": step.into, "cents": step.amount,
                    "code": self.host.codes.code(step.into),
                    "machine": tickets.number_of(table.desk.game, table.desk.playing)})

    async def answer(self, table: AnyTable, player: str, command: ActCommand
                     ) -> Ack | Refused | None:
        """A ticket is put into a machine."""
        if command.act == REDEEM and issues(table.desk.game) and table.desk.dealer:
            return await self._redeem(table, player, command)
        return None

    async def _redeem(self, table: AnyTable, player: str, command: ActCommand) -> Ack | Refused:
        """Put a ticket into the machine at which a player sits: all that it is worth, once."""
        desk, house = table.desk, self.host
        assert desk.game.cabinet is not None
        law, also = desk.game.cabinet.papers.ticket
        cite_clause(law, *also)

        def no(code: str, text: str, facts: Facts | None = None) -> Refused:
            return Refused(command.id, code, law, text, facts or {})

        if player not in desk.seats:
            return no("not-yours", "insert a ticket only into the machine at which you sit")
        try:
            number = house.codes.read(command.seat)
        except WrongCode as wrong:
            return no("ticket-code", str(wrong))
        ticket, cents = tickets.valued(house.ledger, number)
        if ticket is None:
            return no("no-ticket", f"no ticket has the number {number}", {"number": number})
        if not cents:
            return spent(command.id, law, ticket)
        if "ticket" not in desk.faults:
            return no("not-now", "the machine takes no ticket now: in the midst of a game, out of "
                      "order, or full")
        told = desk.propose_report(Incident("ticket", seat=number, amount=cents), house.clock.now(),
                                   player, (player, command.id))
        if isinstance(told, Refusal):
            money, most = desk.game.money, told.facts.get("high", 0)
            return no("above-maximum", f"the ticket is worth {money(cents)} and the machine has "
                      f"room for {money(most)} more", {"amount": cents, "high": most})
        return await table.command(told, command.id)

    def short(self, table: AnyTable, key: str, why: Short) -> Refused | None:
        """The refusal where another was faster: the account of the ticket holds nothing more."""
        number = table.desk.accounts.owner(why.account)
        ticket = tickets.find_ticket(self.host.ledger, number) if why.account.startswith(
            TICKET) else None
        return spent(key, ticket.law, ticket) if ticket else None


def spent(key: str, law: str, ticket: Ticket) -> Refused:
    """A ticket is worth what it says once."""
    cite_clause(law)
    return Refused(key, "ticket-redeemed", law, f"the ticket {ticket.number} has been redeemed",
                   {"number": ticket.number, "at": ticket.redeemed, "where": ticket.where})
