"""What of a house's books is another in the second format of the journal than in the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from sabot.games import game
from sabot.house import timetable
from sabot.ledger import Books, Document, Entry, Posting, Record
from sabot.ledger.kept import WALLET, Begin, body
from sabot.ledger.postings import PLAYER, POOL, Accounts
from sabot.ledger.remote import read
from sabot.money import CODES, EURO
from sabot.procedure import canonical
from sabot.procedure.table import Table

_PAGE = 500


class _Played(msgspec.Struct):
    """What of a "begin" entry says in which currency it is."""

    coup: str
    game: str


def _begun(old: Books) -> Iterator[tuple[str, str]]:
    """Every coup of a journal, in order, with its game."""
    since = 0
    while page := old.entries(since_seq=since, kind="begin", limit=_PAGE):
        for record in page:
            told = msgspec.json.decode(record.body, type=_Played)
            yield told.coup, told.game
        since = page[-1].seq


class FirstToSecond:
    """Follows a journal of the first format from its beginning (`ledger.rewriting.Rewriting`).

    Demo credits were of no currency: they become money of that in which their player played first,
    and those of one who never played of that of the first coup of all.
    """

    def __init__(self, old: Books) -> None:
        self._games: dict[str, str] = {}  # by table, that of the last coup
        self._tables: dict[str, Table] = {}
        self._coups = {coup: CODES[game(id).currency] for coup, id in _begun(old)}
        self._usual = next(iter(self._coups.values()), CODES[EURO])
        self._players: dict[str, str] = {}
        for posting in old.postings():
            moved = posting.transfer
            if played := self._coups.get(moved.key.rpartition("/")[0]):
                for account in (moved.frm, moved.to):
                    if account.startswith(PLAYER):
                        self._players.setdefault(account, played)

    def entry(self, record: Record) -> Entry:
        """The entry as the second format has it."""
        told = body(record.kind, record.body)
        if isinstance(told, Begin):
            self._games[record.table] = told.game
            self._tables[record.table] = msgspec.convert(
                {**told.table, "rules": None}, Table, strict=False)
        played = self._games.get(record.table, "") if record.version else ""
        table = self._tables.get(record.table) if record.version else None
        return Entry(
            kind=record.kind, table=record.table, coup=record.coup, version=record.version,
            count=record.count, body=self._wallet(record) if record.kind == WALLET else record.body,
            command=record.command, answer=record.answer, game=played,
            day=timetable.date_of(table, record.at / 1000) if table else 0)

    def currency(self, record: Record, moved: Sequence[Posting]) -> str:
        """That of the coup, of the table or of the player whose money moved; pools are of euros."""
        if found := self._coups.get(record.coup):
            return found
        if played := self._games.get(record.table):
            return CODES[game(played).currency]
        sides = [side for one in moved for side in (one.transfer.frm, one.transfer.to)]
        if any(side.startswith(POOL) for side in sides):
            return CODES[EURO]
        return next((self._players[side] for side in sides if side in self._players), self._usual)

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
