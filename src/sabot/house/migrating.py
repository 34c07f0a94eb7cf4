"""What of a house's books is another in the second format of the journal than in the first."""

from __future__ import annotations

import msgspec

from sabot.games import game
from sabot.house import timetable
from sabot.ledger import Document, Entry, Record
from sabot.ledger.kept import WALLET, Begin, body
from sabot.ledger.postings import Accounts
from sabot.ledger.remote import read
from sabot.money import CODES, EURO
from sabot.procedure import canonical
from sabot.procedure.table import Table


class FirstToSecond:
    """Follows a journal of the first format from its beginning (`ledger.rewriting.Rewriting`).

    Money that no table moved, such as demo credits, was of no currency; it becomes euros.
    """

    def __init__(self) -> None:
        self._games: dict[str, str] = {}  # by table, that of the last coup
        self._coups: dict[str, str] = {}  # the currency of each
        self._tables: dict[str, Table] = {}

    def entry(self, record: Record) -> Entry:
        """The entry as the second format has it."""
        told = body(record.kind, record.body)
        if isinstance(told, Begin):
            self._games[record.table] = told.game
            self._coups[told.coup] = CODES[game(told.game).currency]
            self._tables[record.table] = msgspec.convert(
                {**told.table, "rules": None}, Table, strict=False)
        played = self._games.get(record.table, "") if record.version else ""
        table = self._tables.get(record.table) if record.version else None
        return Entry(
            kind=record.kind, table=record.table, coup=record.coup, version=record.version,
            count=record.count, body=self._wallet(record) if record.kind == WALLET else record.body,
            command=record.command, answer=record.answer, game=played,
            day=timetable.date_of(table, record.at / 1000) if table else 0)

    def currency(self, record: Record) -> str:
        """That of the coup, else of the table, in which money moved; else euros."""
        if found := self._coups.get(record.coup):
            return found
        played = self._games.get(record.table)
        return CODES[game(played).currency if played else EURO]

    def currency_of_debit(self, key: str) -> str:
        """That of the coup for which an operator's wallet was asked."""
        return self._coups.get(key.rpartition("~")[0], CODES[EURO])

    def document(self, document: Document) -> Document:
        """A document as it is kept from now on."""
        return document

    def _wallet(self, record: Record) -> bytes:
        """What an entry says of an operator's wallet, with the accounts in their currencies."""
        told = read(record)
        announced = tuple(
            (key, Accounts(self.currency_of_debit(key)).named(*account.split(":", 1)), cents)
            for key, account, cents in told.announced)
        return canonical({"wallet": msgspec.structs.replace(told, announced=announced)})
