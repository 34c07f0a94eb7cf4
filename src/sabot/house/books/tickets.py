"""Tickets that a machine prints and vouchers that the cashier pays.

Each is a document, stored with the journal entry that creates, redeems or pays it. The money of a
ticket is in its own account, that of a voucher in the stakes of its coup. The document says whose
it was, where and when; it does not say how much is left.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from sabot.equipment import Entropy
from sabot.games import game
from sabot.house.shared_views import extend
from sabot.ledger import Books, Document
from sabot.ledger.postings import FIRST
from sabot.procedure import Call, Event, Move, canonical
from sabot.procedure.game import Game
from sabot.procedure.printed_codes import ALPHABET, foreign_character, normalise_code
from sabot.procedure.table import Table
from sabot.regulations import cite_clause
from sabot.words import phrase

TICKET, VOUCHER, KEY = "ticket", "voucher", "key"
COUNT = 7   # digits of the count at the end of a ticket's number
CHECK = 8   # check characters of a code: forty bits
CASHIER = "cashier"


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket: who printed it, where, when and for how many cents; ``law`` is its clause.

    When it is redeemed, ``redeemed`` is the time, ``where`` the table or "cashier", ``by`` the
    player who received the credit, ``paid_by`` the member of staff.
    """

    number: str
    machine: str
    table: str
    name: str
    coup: str
    player: str
    cents: int
    at: float
    law: str
    redeemed: float = 0.0
    where: str = ""
    by: str = ""
    paid_by: str = ""

    def document(self) -> Document:
        """Return the document to store."""
        return Document(kind=TICKET, id=self.number, owner=self.player, body=canonical(self))


class TicketView(Ticket, frozen=True, kw_only=True):
    """A ticket as its owner and staff may see it: "open" while it is worth its sum, or "redeemed".
    It does not contain the code."""

    state: str


class Voucher(msgspec.Struct, frozen=True, kw_only=True):
    """A voucher (*guia*): the prize of a game that the cashier pays, once. ``paid_by`` is the
    member of staff who paid, or "" when the clock paid at a demonstration, or the machine was
    closed."""

    id: str
    number: str
    machine: str
    table: str
    name: str
    game: int
    coup: str
    player: str
    cents: int
    at: float
    law: str
    paid: float = 0.0
    paid_by: str = ""

    def document(self) -> Document:
        """Return the document to store."""
        return Document(kind=VOUCHER, id=self.id, owner=self.player, body=canonical(self))


class Printer(NamedTuple):
    """The table that prints: its id and name, its identification number, and how many coups it has
    begun; ``books`` hold what was printed before."""

    books: Books
    table: str
    name: str
    machine: str
    coups: int


def new_documents(at: Printer, events: Sequence[Event], coup: str, now: float, by: str
                  ) -> Iterator[Document]:
    """Yield the tickets and vouchers that these events of a coup create or change. ``by`` is the
    member of staff who reported their cause. ValueError when a ticket has the number of another."""
    called: Call | None = None
    for event in events:
        step = event.step
        if isinstance(step, Call) and step.call == VOUCHER:
            called = step
        elif not isinstance(step, Move):
            continue
        elif called is not None and step.bet.endswith(f"/{VOUCHER}"):
            yield _voucher(at, called, step, coup, now).document()
            called = None
        elif step.kind == "hand-pay" and (voucher := find_voucher(
                at.books, f"{coup}/{step.into}")):
            yield msgspec.structs.replace(voucher, paid=now, paid_by=by).document()
        elif step.kind == "ticket":
            if at.books.document(TICKET, step.into) is not None:
                raise ValueError(phrase("a ticket {into} already exists", into=step.into))
            yield Ticket(number=step.into, machine=at.machine, table=at.table, name=at.name,
                         coup=coup, player=step.player, cents=step.amount, at=now,
                         law=step.law).document()
        elif step.kind == "redeem" and (ticket := find_ticket(at.books, step.into)):
            yield msgspec.structs.replace(ticket, redeemed=now, where=at.table,
                                          by=step.player).document()


def refunded_vouchers(
    books: Books, coup: str, record: Sequence[Event], now: float) -> Iterator[Document]:
    """Yield the vouchers of a coup that is refunded from its record, marked as paid: their money is
    in the refund."""
    for event in record:
        step = event.step
        if isinstance(step, Call) and step.call == VOUCHER and (voucher := find_voucher(
                books, f"{coup}/{step.facts['number']}")) and not voucher.paid:
            yield msgspec.structs.replace(voucher, paid=now).document()


def _voucher(at: Printer, called: Call, move: Move, coup: str, now: float) -> Voucher:
    number = str(called.facts["number"])
    return Voucher(id=f"{coup}/{number}", number=number, machine=at.machine, table=at.table,
                   name=at.name, game=at.coups, coup=coup, player=move.player,
                   cents=move.amount, at=now, law=called.law)


def number_of(game: Game, table: Table) -> str:
    """Return the identification number of a machine; "" when a table has none."""
    return game.cabinet.number(table) if game.cabinet else ""


def find_ticket(books: Books, number: str) -> Ticket | None:
    """Return the ticket with this number, or None."""
    document = books.document(TICKET, number)
    return msgspec.json.decode(document.body, type=Ticket) if document else None


def find_voucher(books: Books, id: str) -> Voucher | None:
    """Return the voucher with this id (its coup and number), or None."""
    document = books.document(VOUCHER, id)
    return msgspec.json.decode(document.body, type=Voucher) if document else None


def tickets(books: Books, player: str | None = None, limit: int | None = None) -> list[Ticket]:
    """Return tickets, newest first."""
    return [msgspec.json.decode(d.body, type=Ticket)
            for d in books.documents(TICKET, owner=player, limit=limit)]


def vouchers(books: Books, limit: int | None = None) -> list[Voucher]:
    """Return vouchers, newest first."""
    return [msgspec.json.decode(d.body, type=Voucher)
            for d in books.documents(VOUCHER, limit=limit)]


def account_of(books: Books, number: str) -> str:
    """Return the account of a ticket, in the currency of the table that printed it."""
    first = FIRST.ticket(number)
    return first if books.format == 1 else next(iter(books.balances(f"{first}@")), first)


def worth(books: Books, number: str) -> int:
    """Return what a ticket is worth now, in cents: all of it, or 0 once it is redeemed."""
    return books.balance(account_of(books, number))


def ticket_and_worth(books: Books, number: str) -> tuple[Ticket | None, int]:
    """Return a ticket and what it is worth. Another thread may redeem it between the two reads. The
    worth is read first, so that a ticket worth nothing says where it was redeemed."""
    cents = worth(books, number)
    ticket = find_ticket(books, number)
    return ticket, 0 if ticket and ticket.redeemed else cents


def describe_ticket(books: Books, ticket: Ticket) -> TicketView:
    """Describe a ticket for its owner or staff."""
    current, cents = ticket_and_worth(books, ticket.number)
    return extend(TicketView, current or ticket, state="open" if cents else "redeemed")


def check_numbers(tables: Mapping[str, Table]) -> None:
    """Check that every machine of a house has its own number (10), because tickets bear it.
    ValueError names two machines that share one."""
    seen: dict[str, str] = {}
    for table_id, table in tables.items():
        played = game(table.game)
        if played.cabinet is None:
            continue
        law, number = played.cabinet.papers.number, played.cabinet.number(table)
        cite_clause(law)
        if (other := seen.setdefault(number, table_id)) != table_id:
            raise ValueError(phrase("the machines {other} and {table_id} have the same "
                                    "identification number ({number}); allowed: a different one "
                                    "for each ({law})", other=other, table_id=table_id,
                                    number=repr(table.rules.number), law=law))


# -- codes -----------------------------------------------------------------------------------------


class WrongCode(Exception):
    """The text typed is not the code of a ticket; the message says what is wrong."""


class Codes:
    """The codes that are printed on tickets. Ticket numbers are in the public journal; the code
    adds check characters that only this house can compute."""

    def __init__(self, books: Books) -> None:
        self.load(books)

    def load(self, books: Books) -> None:
        """Read the secret from the journal."""
        document = books.document(KEY, TICKET)
        self._key = bytes.fromhex(msgspec.json.decode(document.body)["secret"]) if document else b""

    def new(self, entropy: Entropy) -> Document | None:
        """Return the secret of a house that has none yet, to be stored when it first opens."""
        if self._key:
            return None
        self._key = entropy.token(32)
        return Document(kind=KEY, id=TICKET, body=canonical({"secret": self._key.hex()}))

    def code(self, number: str) -> str:
        """Return the code that is printed on a ticket: its number, then the check characters."""
        check = self._check(normalise_code(number))
        return f"{number}-{check[:4]}-{check[4:]}"

    def read(self, typed: str) -> str:
        """Return the number of the ticket whose code was typed, in any case, with or without spaces
        and hyphens. WrongCode when a character is wrong."""
        if bad := foreign_character(typed):
            place, c = bad
            raise WrongCode(phrase("the character {c} at place {place} cannot be part of a code: "
                                   "codes have digits and letters", c=repr(c), place=place))
        code = normalise_code(typed)
        if len(code) <= CHECK + COUNT:
            raise WrongCode(phrase("a code has more than {check} digits and letters: the number of "
                                   "the ticket and {check2} check characters; this one has {n}",
                                   check=CHECK + COUNT, check2=CHECK, n=len(code)))
        number, check = code[:-CHECK], code[-CHECK:]
        if not hmac.compare_digest(check, self._check(number)):
            raise WrongCode("a character of this code is wrong, or no machine of this house has "
                            "printed it: check it")
        return f"{number[:-COUNT]}-{number[-COUNT:]}"

    def _check(self, number: str) -> str:
        if not self._key:
            raise WrongCode("this house has printed no tickets")
        proof = hmac.digest(self._key, b"ticket\0" + number.encode(), hashlib.sha256)
        whole = int.from_bytes(proof[:5])
        return "".join(ALPHABET[whole >> 5 * n & 31] for n in range(CHECK))
