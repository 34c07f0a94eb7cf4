"""The cashier: redeems tickets and pays vouchers (1.a, 13)."""

from __future__ import annotations

from functools import cache, partial
from typing import Protocol

import msgspec

from sabot.equipment import SYSTEM, Entropy
from sabot.house.books import tickets
from sabot.house.books.tickets import CASHIER, Codes, Ticket, TicketView, Voucher, WrongCode
from sabot.house.errors import HouseError, not_stored
from sabot.house.money.ticket_redemption import NOT_YOURS, only_printer, refuse_redeemed
from sabot.house.people.roles import Member, name_of
from sabot.house.ports import HasLedger, NamesPlayers
from sabot.house.shared_views import extend
from sabot.house.staff import croupier
from sabot.house.world import CommitsEntries
from sabot.ledger import Books, Entry, LedgerError, Stored
from sabot.money import EURO, Transfer
from sabot.procedure import Incident, canonical
from sabot.regulations import cite_clause
from sabot.words import phrase

PAID = "hand-paid"


class OwnTicket(TicketView, frozen=True, kw_only=True):
    """One's own ticket, with the code that redeems it."""

    code: str


class StaffTicket(TicketView, frozen=True, kw_only=True):
    """A ticket as staff see it, with the names of the player who printed it and of the player who
    received its credit."""

    player_name: str
    by_name: str


class VoucherView(Voucher, frozen=True, kw_only=True):
    """A voucher as staff see it: "open" while it waits for the cashier, or "paid"."""

    player_name: str
    state: str


class _Host(croupier.StaffHost, HasLedger, NamesPlayers, Protocol):
    """What the cashier needs of the house."""

    codes: Codes
    entropy: Entropy

    @property
    def books(self) -> CommitsEntries: ...


def own_tickets(house: _Host, player: str) -> list[OwnTicket]:
    """Return a player's own tickets, newest first, with their codes."""
    return [
        extend(
            OwnTicket, tickets.describe_ticket(house.ledger, ticket),
            code=house.codes.code(ticket.number))
        for ticket in tickets.tickets(house.ledger, player)
    ]


# -- the cashier -----------------------------------------------------------------------------------


def all_tickets(house: _Host, number: str = "", limit: int = 200) -> list[StaffTicket]:
    """Return tickets as staff see them, newest first; with ``number``, only those whose number
    contains it."""
    matching = [ticket for ticket in tickets.tickets(house.ledger) if number in ticket.number][
        :limit]
    views = [tickets.describe_ticket(house.ledger, ticket) for ticket in matching]
    staff_name = cache(partial(name_of, house.ledger))
    return [
        extend(
            StaffTicket, ticket, player_name=house.name(ticket.player),
            by_name=house.name(ticket.by) if ticket.by else "", paid_by=staff_name(ticket.paid_by))
        for ticket in views
    ]


def all_vouchers(house: _Host, limit: int = 200) -> list[VoucherView]:
    """Return vouchers as staff see them: unpaid ones first, then the newest."""
    vouchers = sorted(tickets.vouchers(house.ledger, limit), key=lambda voucher: voucher.paid > 0)
    return [_voucher(house, voucher) for voucher in vouchers]


def voucher_view(house: _Host, id: str) -> VoucherView:
    """Return one voucher; HouseError when there is none."""
    return _voucher(house, _known_voucher(house, id))


def _voucher(house: _Host, voucher: Voucher) -> VoucherView:
    return extend(
        VoucherView, voucher, player_name=house.name(voucher.player),
        paid_by=name_of(house.ledger, voucher.paid_by), state="paid" if voucher.paid else "open")


def _known_voucher(house: _Host, id: str) -> Voucher:
    if (voucher := tickets.find_voucher(house.ledger, id)) is None:
        raise HouseError("no-voucher", phrase("there is no voucher {id}", id=repr(id)), status=404)
    return voucher


async def pay_voucher(house: _Host, member: Member, id: str) -> VoucherView:
    """Record that the cashier has paid a voucher; its machine goes on. HouseError when it was
    already paid."""
    voucher = _known_voucher(house, id)
    room = house.rooms.get(voucher.table)
    cite_clause(voucher.law)
    if room is None or voucher.paid:
        raise _paid_error(house, voucher)

    async def unpaid() -> None:  # runs in its turn; another cashier may have paid meanwhile
        now = _known_voucher(house, id)
        if now.paid or PAID not in room.desk.faults:
            raise _paid_error(house, now)

    await croupier.report_fault(house, member, voucher.table,
                           Incident(PAID, note=f"voucher {voucher.number}"), first=unpaid)
    return voucher_view(house, id)


def _paid_error(house: _Host, voucher: Voucher) -> HouseError:
    return HouseError("voucher-paid", phrase("voucher {number} is not waiting for payment",
                                             number=voucher.number),
                      voucher.law, 409, {
                          "paid": voucher.paid, "paid_by": name_of(house.ledger, voucher.paid_by)})


async def redeem_ticket(house: _Host, member: Member, code: str, player: str = "") -> StaffTicket:
    """Redeem a ticket at the cashier for ``player``; without one, for the player who printed it."""
    try:
        number = house.codes.read(code)
    except WrongCode as wrong:
        raise HouseError("ticket-code", wrong.args[0]) from None
    if (ticket := tickets.find_ticket(house.ledger, number)) is None:
        raise HouseError("no-ticket", phrase("no ticket has the number {number}", number=number),
                         status=404)
    cite_clause(ticket.law)
    to = player or ticket.player
    if house.player(to) is None:
        raise HouseError("no-player", phrase("there is no player {to}", to=repr(to)), status=404)
    printed_at = house.tables.get(ticket.table)
    if printed_at is not None and only_printer(printed_at) and to != ticket.player:
        raise HouseError("not-your-ticket", NOT_YOURS, ticket.law, 409)
    entry = redemption_entry(house.ledger, ticket, to, member.signs, member.role, house.clock.now(),
                             house.entropy)
    if entry is None:
        raise _redeemed_error(tickets.find_ticket(house.ledger, number) or ticket)
    try:
        outcome = await house.books.commit(entry)
    except LedgerError as error:
        raise not_stored() from error
    if not isinstance(outcome, Stored):
        raise _redeemed_error(tickets.find_ticket(house.ledger, number) or ticket)
    (document,) = entry.documents  # the ticket as stored; no need to read it again
    return extend(StaffTicket, msgspec.json.decode(document.body, type=Ticket), paid_by=member.name,
                  state="redeemed", player_name=house.name(ticket.player), by_name=house.name(to))


def _redeemed_error(ticket: Ticket) -> HouseError:
    refusal = refuse_redeemed("", ticket.law, ticket)
    return HouseError(refusal.code, refusal.text, refusal.law, 409, refusal.facts)


def redemption_entry(books: Books, ticket: Ticket, player: str, by: str, role: str, now: float,
                     entropy: Entropy = SYSTEM) -> Entry | None:
    """Return the entry by which the cashier redeems a ticket; None when it is worth nothing any
    more."""
    cents = tickets.worth(books, ticket.number)
    if not cents:
        return None
    # The key differs each time: a second payment is refused because the account is empty.
    account = tickets.account_of(books, ticket.number)
    moved = Transfer(f"ticket/{ticket.number}/{entropy.token(6).hex()}", account,
                     books.accounts(EURO).same_currency(account).player(player), cents, ticket.law)
    body = {"staff": {"by": by, "role": role, "act": "redeem", "law": ticket.law, "at": now,
                      "reason": f"ticket {ticket.number}", "ticket": ticket.number,
                      "cents": cents, "player": player}}
    redeemed = msgspec.structs.replace(ticket, redeemed=now, where=CASHIER, by=player, paid_by=by)
    return Entry(kind="staff", table=ticket.table, body=canonical(body), transfers=(moved,),
                 documents=(redeemed.document(),))
