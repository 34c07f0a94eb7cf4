"""Papers that stand for money: tickets that a machine prints, vouchers that the cashier pays.

Each is a document, stored with the entry of the journal that makes it, redeems it or pays it. What
a ticket is worth lies in an account of its own, and what a voucher is worth in the stakes of its
coup: the document says whose it was, where and when, and never how much is left.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from sabot.equipment import Entropy
from sabot.games import game
from sabot.house.shared_views import more
from sabot.law import cite_clause
from sabot.ledger import Books, Document
from sabot.ledger.postings import FIRST
from sabot.procedure import Call, Event, Move, canonical
from sabot.procedure.game import Game
from sabot.procedure.printed_codes import ALPHABET, foreign_character, normalise_code
from sabot.procedure.table import Table

TICKET, VOUCHER, KEY = "ticket", "voucher", "key"
COUNT = 7   # digits of the count at the end of a ticket's number
CHECK = 8   # characters that prove a code: forty bits
CASHIER = "cashier"


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket: who printed it, where, when and for how many cents; ``law`` is its clause.

    Once it is ``redeemed`` (when), ``where`` is the table or "cashier", ``by`` whose credit it
    became, ``paid_by`` the member of staff who did it.
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
        return Document(kind=TICKET, id=self.number, owner=self.player, body=canonical(self))


class TicketTold(Ticket, frozen=True, kw_only=True):
    """A ticket as those may see it who may see it at all: "open" while it is worth its sum, or
    "redeemed". Its code is not here."""

    state: str


class Voucher(msgspec.Struct, frozen=True, kw_only=True):
    """A voucher (*guia*): the prize of a game that the cashier pays, once. ``paid_by`` is who did:
    a member of staff, or "" where the clock did it at a demonstration, or the machine was closed.
    """

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
        return Document(kind=VOUCHER, id=self.id, owner=self.player, body=canonical(self))


class Printer(NamedTuple):
    """Where papers come from: a table by its id and its name, with its identification number, and
    how many coups it has begun; ``books`` say what was printed before."""

    books: Books
    table: str
    name: str
    machine: str
    coups: int


def made(at: Printer, events: Sequence[Event], coup: str, now: float, by: str
         ) -> Iterator[Document]:
    """The documents that go with these events of a coup. ``by`` is the member of staff who reported
    what led to them. ValueError where a ticket has the number of another."""
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
        elif step.kind == "hand-pay" and (kept := find_voucher(
                at.books, f"{coup}/{step.into}")):
            yield msgspec.structs.replace(kept, paid=now, paid_by=by).document()
        elif step.kind == "ticket":
            if at.books.document(TICKET, step.into) is not None:
                raise ValueError(f"there is a ticket {step.into} already")
            yield Ticket(number=step.into, machine=at.machine, table=at.table, name=at.name,
                         coup=coup, player=step.player, cents=step.amount, at=now,
                         law=step.law).document()
        elif step.kind == "redeem" and (ticket := find_ticket(at.books, step.into)):
            yield msgspec.structs.replace(ticket, redeemed=now, where=at.table,
                                          by=step.player).document()


def refunded(books: Books, coup: str, record: Sequence[Event], now: float) -> Iterator[Document]:
    """The vouchers of a coup that is given back from its record: what they owe is among it."""
    for event in record:
        step = event.step
        if isinstance(step, Call) and step.call == VOUCHER and (kept := find_voucher(
                books, f"{coup}/{step.facts['number']}")) and not kept.paid:
            yield msgspec.structs.replace(kept, paid=now).document()


def _voucher(at: Printer, called: Call, move: Move, coup: str, now: float) -> Voucher:
    number = str(called.facts["number"])
    return Voucher(id=f"{coup}/{number}", number=number, machine=at.machine, table=at.table,
                   name=at.name, game=at.coups, coup=coup, player=move.player,
                   cents=move.amount, at=now, law=called.law)


def number_of(game: Game, table: Table) -> str:
    """The identification number of a machine; "" where a table has none."""
    return game.cabinet.number(table) if game.cabinet else ""


def find_ticket(books: Books, number: str) -> Ticket | None:
    """The ticket with this number, from the books."""
    kept = books.document(TICKET, number)
    return msgspec.json.decode(kept.body, type=Ticket) if kept else None


def find_voucher(books: Books, id: str) -> Voucher | None:
    """The voucher of a coup, by the coup and its number, from the books."""
    kept = books.document(VOUCHER, id)
    return msgspec.json.decode(kept.body, type=Voucher) if kept else None


def tickets(books: Books, player: str | None = None, limit: int | None = None) -> list[Ticket]:
    """Tickets, the newest first."""
    return [msgspec.json.decode(d.body, type=Ticket)
            for d in books.documents(TICKET, owner=player, limit=limit)]


def vouchers(books: Books, limit: int | None = None) -> list[Voucher]:
    """Vouchers, the newest first."""
    return [msgspec.json.decode(d.body, type=Voucher)
            for d in books.documents(VOUCHER, limit=limit)]


def account_of(books: Books, number: str) -> str:
    """The account of a ticket, which is in the currency of the table that printed it."""
    first = FIRST.ticket(number)
    return first if books.format == 1 else next(iter(books.balances(f"{first}@")), first)


def worth(books: Books, number: str) -> int:
    """What a ticket is worth now, in cents: all of it, or nothing once it is redeemed."""
    return books.balance(account_of(books, number))


def valued(books: Books, number: str) -> tuple[Ticket | None, int]:
    """A ticket and what it is worth. Another thread may redeem it between two looks at the books:
    what it is worth is looked at first, so that one that is worth nothing says where it went."""
    cents = worth(books, number)
    ticket = find_ticket(books, number)
    return ticket, 0 if ticket and ticket.redeemed else cents


def told(books: Books, ticket: Ticket) -> TicketTold:
    """A ticket as those may see it who may see it at all."""
    now, cents = valued(books, ticket.number)
    return more(TicketTold, now or ticket, state="open" if cents else "redeemed")


def check_numbers(tables: Mapping[str, Table]) -> None:
    """Every machine of a house has a number of its own (10): its tickets bear it. ValueError names
    two that share one."""
    seen: dict[str, str] = {}
    for table_id, table in tables.items():
        played = game(table.game)
        if played.cabinet is None:
            continue
        law, number = played.cabinet.papers.number, played.cabinet.number(table)
        cite_clause(law)
        if (other := seen.setdefault(number, table_id)) != table_id:
            raise ValueError(f"the machines {other} and {table_id} have one identification number "
                             f"({table.rules.number!r}); allowed: one of its own for each ({law})")


# -- codes -----------------------------------------------------------------------------------------


class WrongCode(Exception):
    """What was typed is no code of a ticket; the text says where it is wrong."""


class Codes:
    """What is printed on tickets. Their numbers stand in the public record: what makes a code
    worth money are characters that only this house can work out."""

    def __init__(self, books: Books) -> None:
        kept = books.document(KEY, TICKET)
        self._key = bytes.fromhex(msgspec.json.decode(kept.body)["secret"]) if kept else b""

    def new(self, entropy: Entropy) -> Document | None:
        """The secret of a house that has none yet, to be stored with its first opening."""
        if self._key:
            return None
        self._key = entropy.token(32)
        return Document(kind=KEY, id=TICKET, body=canonical({"secret": self._key.hex()}))

    def code(self, number: str) -> str:
        """The code that is printed on a ticket: its number, then what proves it."""
        check = self._check(normalise_code(number))
        return f"{number}-{check[:4]}-{check[4:]}"

    def read(self, typed: str) -> str:
        """The number of the ticket whose code was typed, in whatever case, with or without spaces
        and hyphens. WrongCode where a character is wrong."""
        if bad := foreign_character(typed):
            place, c = bad
            raise WrongCode(f"the character {c!r} at place {place} can be part of no code: a code "
                            "has digits and letters")
        code = normalise_code(typed)
        if len(code) <= CHECK + COUNT:
            raise WrongCode(f"a code has more than {CHECK + COUNT} digits and letters, the number "
                            f"of the ticket and {CHECK} that prove it; here are {len(code)}")
        number, check = code[:-CHECK], code[-CHECK:]
        if not hmac.compare_digest(check, self._check(number)):
            raise WrongCode("a character of this code is wrong, or no machine of this house has "
                            "printed it: look at it again")
        return f"{number[:-COUNT]}-{number[-COUNT:]}"

    def _check(self, number: str) -> str:
        if not self._key:
            raise WrongCode("this house has printed no tickets")
        proof = hmac.digest(self._key, b"ticket\0" + number.encode(), hashlib.sha256)
        whole = int.from_bytes(proof[:5])
        return "".join(ALPHABET[whole >> 5 * n & 31] for n in range(CHECK))
