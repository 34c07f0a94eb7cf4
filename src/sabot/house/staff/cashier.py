"""The cashier: tickets that are brought to him, vouchers that he pays (1.a, 13)."""

from __future__ import annotations

from functools import cache, partial
from typing import Protocol

import msgspec

from sabot.equipment import SYSTEM, Entropy
from sabot.house.books import tickets
from sabot.house.books.tickets import CASHIER, Codes, Ticket, TicketTold, Voucher, WrongCode
from sabot.house.errors import HouseError, not_stored
from sabot.house.money.ticket_redemption import spent
from sabot.house.people.roles import Member, called
from sabot.house.ports import Booked, Named
from sabot.house.shared_views import more
from sabot.house.staff import croupier
from sabot.house.world import Committing
from sabot.law import cite_clause
from sabot.ledger import Books, Entry, LedgerError, Stored
from sabot.money import EURO, Transfer
from sabot.procedure import Incident, canonical

PAID = "hand-paid"


class OwnTicket(TicketTold, frozen=True, kw_only=True):
    """A ticket of one's own, with the code for which it is redeemed."""

    code: str


class StaffTicket(TicketTold, frozen=True, kw_only=True):
    """A ticket as staff see it, with the names of who printed it and of whose credit it became."""

    player_name: str
    by_name: str


class VoucherTold(Voucher, frozen=True, kw_only=True):
    """A voucher as staff see it: "open" while it waits for the cashier, or "paid"."""

    player_name: str
    state: str


class _Host(croupier.Staffed, Booked, Named, Protocol):
    """What the cashier needs of the house."""

    codes: Codes
    entropy: Entropy

    @property
    def books(self) -> Committing: ...


def mine(house: _Host, player: str) -> list[OwnTicket]:
    """A player's own tickets, the newest first, with their codes."""
    return [
        more(OwnTicket, tickets.told(house.ledger, ticket), code=house.codes.code(ticket.number))
        for ticket in tickets.tickets(house.ledger, player)
    ]


# -- the cashier -----------------------------------------------------------------------------------


def every_ticket(house: _Host, number: str = "", limit: int = 200) -> list[StaffTicket]:
    """Tickets as staff see them, the newest first, those whose number contains what is asked."""
    found = [one for one in tickets.tickets(house.ledger) if number in one.number][:limit]
    told = [tickets.told(house.ledger, one) for one in found]
    whose = cache(partial(called, house.ledger))
    return [more(StaffTicket, one, player_name=house.name(one.player),
                 by_name=house.name(one.by) if one.by else "", paid_by=whose(one.paid_by))
            for one in told]


def every_voucher(house: _Host, limit: int = 200) -> list[VoucherTold]:
    """Vouchers as staff see them: first those that are to be paid, then the newest."""
    found = sorted(tickets.vouchers(house.ledger, limit), key=lambda one: one.paid > 0)
    return [_voucher(house, one) for one in found]


def one_voucher(house: _Host, id: str) -> VoucherTold:
    """One voucher; HouseError where there is none."""
    return _voucher(house, _known_voucher(house, id))


def _voucher(house: _Host, one: Voucher) -> VoucherTold:
    return more(VoucherTold, one, player_name=house.name(one.player),
                paid_by=called(house.ledger, one.paid_by), state="paid" if one.paid else "open")


def _known_voucher(house: _Host, id: str) -> Voucher:
    if (found := tickets.find_voucher(house.ledger, id)) is None:
        raise HouseError("no-voucher", f"there is no voucher {id!r}", status=404)
    return found


async def pay(house: _Host, member: Member, id: str) -> VoucherTold:
    """The cashier has paid a voucher: its machine goes on. HouseError where it was paid before."""
    voucher = _known_voucher(house, id)
    room = house.rooms.get(voucher.table)
    cite_clause(voucher.law)
    if room is None or voucher.paid:
        raise _paid(house, voucher)

    async def unpaid() -> None:  # in its turn at the machine, where another may have paid it
        now = _known_voucher(house, id)
        if now.paid or PAID not in room.desk.faults:
            raise _paid(house, now)

    await croupier.report(house, member, voucher.table,
                           Incident(PAID, note=f"voucher {voucher.number}"), first=unpaid)
    return one_voucher(house, id)


def _paid(house: _Host, voucher: Voucher) -> HouseError:
    return HouseError("voucher-paid", f"voucher {voucher.number} is not waiting for payment",
                      voucher.law, 409, {
                          "paid": voucher.paid, "paid_by": called(house.ledger, voucher.paid_by)})


async def cash(house: _Host, member: Member, code: str, player: str = "") -> StaffTicket:
    """The cashier redeems a ticket for ``player``, where nobody is named for who printed it."""
    try:
        number = house.codes.read(code)
    except WrongCode as wrong:
        raise HouseError("ticket-code", str(wrong)) from None
    if (ticket := tickets.find_ticket(house.ledger, number)) is None:
        raise HouseError("no-ticket", f"no ticket has the number {number}", status=404)
    cite_clause(ticket.law)
    to = player or ticket.player
    if house.player(to) is None:
        raise HouseError("no-player", f"there is no player {to!r}", status=404)
    entry = cashed(house.ledger, ticket, to, member.signs, member.role, house.clock.now(),
                   house.entropy)
    if entry is None:
        raise _spent(tickets.find_ticket(house.ledger, number) or ticket)
    try:
        outcome = await house.books.commit(entry)
    except LedgerError as error:
        raise not_stored() from error
    if not isinstance(outcome, Stored):
        raise _spent(tickets.find_ticket(house.ledger, number) or ticket)
    (kept,) = entry.documents  # as it is stored: nothing more need be read to say so
    return more(StaffTicket, msgspec.json.decode(kept.body, type=Ticket), paid_by=member.name,
                state="redeemed", player_name=house.name(ticket.player), by_name=house.name(to))


def _spent(ticket: Ticket) -> HouseError:
    answer = spent("", ticket.law, ticket)
    return HouseError(answer.code, answer.text, answer.law, 409, answer.facts)


def cashed(books: Books, ticket: Ticket, player: str, by: str, role: str, now: float,
           entropy: Entropy = SYSTEM) -> Entry | None:
    """The entry with which the cashier redeems a ticket; None where it is worth nothing more."""
    cents = tickets.worth(books, ticket.number)
    if not cents:
        return None
    # The key is another each time: a second payment is refused for what the account holds.
    account = tickets.account_of(books, ticket.number)
    moved = Transfer(f"ticket/{ticket.number}/{entropy.token(6).hex()}", account,
                     books.accounts(EURO).in_which(account).player(player), cents, ticket.law)
    body = {"staff": {"by": by, "role": role, "act": "redeem", "law": ticket.law, "at": now,
                      "reason": f"ticket {ticket.number}", "ticket": ticket.number,
                      "cents": cents, "player": player}}
    kept = msgspec.structs.replace(ticket, redeemed=now, where=CASHIER, by=player, paid_by=by)
    return Entry(kind="staff", table=ticket.table, body=canonical(body), transfers=(moved,),
                 documents=(kept.document(),))
