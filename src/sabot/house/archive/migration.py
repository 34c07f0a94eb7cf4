"""Converts a house's journal from the first format to the second."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from sabot.equipment import SYSTEM, Entropy
from sabot.games import game
from sabot.house.books import tickets
from sabot.house.people.players import Player
from sabot.house.people.roles import ID, Complaint
from sabot.house.staff.signins import PLAYERS, STAFF
from sabot.house.table import opening_hours
from sabot.ledger import Books, Document, Entry, Name, Posting, Record, chain
from sabot.ledger.postings import PLAYER, POOL, Accounts
from sabot.ledger.references import WALLET, Begin, decode_body
from sabot.ledger.wallet_record import read
from sabot.money import CODES, EURO
from sabot.procedure import canonical
from sabot.procedure.table import Table

_PAGE = 500


class _GameOfCoup(msgspec.Struct):
    """The part of a "begin" entry that has the currency of the coup."""

    coup: str
    game: str


def _games_of_coups(old: Books) -> Iterator[tuple[str, str]]:
    """Yield every coup of a journal, in order, with its game."""
    since = 0
    while page := old.entries(since_seq=since, kind="begin", limit=_PAGE):
        for record in page:
            begin = msgspec.json.decode(record.body, type=_GameOfCoup)
            yield begin.coup, begin.game
        since = page[-1].seq


NAMES = {"player": ("name", "shown"), "staff": ("name",), "complaint": ("name",)}
"""The fields of first-format documents that hold names of people."""
SIGNED = {"complaint": ("answered_by",), "switch": ("by",), "limits": ("by",),
          tickets.TICKET: ("paid_by",), tickets.VOUCHER: ("paid_by",), STAFF: ("who", "by"),
          PLAYERS: ("by",)}
"""The fields that name a member of staff."""


def _replace_fields(body: bytes, **fields: object) -> bytes:
    """Return a JSON record with new values for some fields; the order of fields stays."""
    return msgspec.json.encode({**msgspec.json.decode(body, type=dict[str, msgspec.Raw]), **fields})


class FirstToSecond:
    """Follows a journal of the first format from its beginning (`ledger.rewriting.Rewriting`).

    Demo credits had no currency. They get the currency of the first game that their player played;
    for a player who never played, that of the first coup of all. ``days`` are the gaming days of
    the house; only tables with their own hours have other days.
    """

    def __init__(self, old: Books, days: opening_hours.Days | None = None,
                 entropy: Entropy = SYSTEM) -> None:
        self._old, self._days = old, days or opening_hours.Days()
        self._games: dict[str, str] = {}  # by table, that of the last coup
        self._tables: dict[str, Table] = {}
        self._coups = {coup: CODES[game(id).currency] for coup, id in _games_of_coups(old)}
        self._usual = next(iter(self._coups.values()), CODES[EURO])
        self._signs = {
            document.id: f"{ID}{entropy.token(8).hex()}" for document in old.documents("staff")}
        self._players: dict[str, str] = {}
        for posting in old.postings():
            moved = posting.transfer
            if played := self._coups.get(moved.key.rpartition("/")[0]):
                for account in (moved.frm, moved.to):
                    if account.startswith(PLAYER):
                        self._players.setdefault(account, played)

    def entry(self, record: Record) -> Entry:
        """Return the entry in the second format."""
        content = decode_body(record.kind, record.body)
        if isinstance(content, Begin):
            self._games[record.table] = content.game
            self._tables[record.table] = msgspec.convert(
                {**content.table, "rules": None}, Table, strict=False)
        played = self._games.get(record.table, "") if record.version else ""
        table = self._tables.get(record.table) if record.version else None
        return Entry(
            kind=record.kind, table=record.table, coup=record.coup, version=record.version,
            count=record.count, body=self._body(record),
            command=record.command, answer=record.answer, game=played,
            day=opening_hours.date_of(table, record.at / 1000) if table else 0)

    def currency(self, record: Record, moved: Sequence[Posting]) -> str:
        """Return the currency of a movement: that of the coup, of the table or of the player; pools
        are in euros."""
        if coup_currency := self._coups.get(record.coup):
            return coup_currency
        if played := self._games.get(record.table):
            return CODES[game(played).currency]
        sides = [side for posting in moved for side in (posting.transfer.frm, posting.transfer.to)]
        if any(side.startswith(POOL) for side in sides):
            return CODES[EURO]
        return next((self._players[side] for side in sides if side in self._players), self._usual)

    def currency_of_debit(self, key: str) -> str:
        """Return the currency of the coup for which an operator's wallet was asked."""
        return self._coups.get(key.rpartition("~")[0], CODES[EURO])

    def document(self, document: Document) -> Document:
        """Return a document in the second format: without names, and with staff by their ids."""
        kind, id, owner = document.kind, document.id, document.owner
        body = self._anonymous(kind, document.body)
        if kind == "staff":
            id = self._signs[id]
            body = _replace_fields(body, id=id)
        elif kind == STAFF:
            owner = self._sign(owner)
        return Document(kind, id, owner, body)

    def replace_digest(self, record: Record, kind: str, id: str, digest: str) -> str:
        """Return the digest to store for a document that had a name in it. The old digest would let
        someone try names. Documents that are in the entry get the digest without the name; others
        get none."""
        if kind not in NAMES and kind not in SIGNED:
            return digest
        raw = msgspec.json.decode(record.body, type=dict[str, msgspec.Raw]).get(kind)
        if raw is None:
            return chain.GENESIS
        plain = self._anonymous(kind, bytes(raw))
        if kind == "player":
            player = msgspec.json.decode(plain, type=Player)
            return chain.document_digest(Document(kind, id, player.id, canonical(player)))
        if kind == "complaint":
            return chain.document_digest(msgspec.json.decode(plain, type=Complaint).document())
        return chain.GENESIS

    def day(self, at: int) -> int:
        """The gaming day of the house at a moment in milliseconds since 1970."""
        return self._days(at)

    def names(self) -> Iterator[Name]:
        """Yield the names of all players, and of everybody who works or has worked here."""
        for document in self._old.documents("player"):
            player = msgspec.json.decode(document.body, type=Player)
            yield Name(player.id, player.name, player.shown)
        for name, id in self._signs.items():
            yield Name(id, name)

    def _sign(self, name: str) -> str:
        return self._signs.get(name, name)

    def _anonymous(self, kind: str, body: bytes) -> bytes:
        """Return the body of a document without names of people, with staff by their ids."""
        plain = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
        without = {key: "" for key in NAMES.get(kind, ()) if key in plain}
        staff = {key: self._sign(msgspec.json.decode(plain[key], type=str))
                 for key in SIGNED.get(kind, ()) if key in plain}
        return _replace_fields(body, **without, **staff) if without or staff else body

    def _body(self, record: Record) -> bytes:
        """Return the body of an entry without names of people, with staff by their ids."""
        if record.kind == WALLET:
            return self._wallet(record)
        plain = msgspec.json.decode(record.body, type=dict[str, msgspec.Raw])
        changed: dict[str, object] = {}
        for kind in ("player", "complaint"):
            if kind in plain:
                changed[kind] = msgspec.Raw(self._anonymous(kind, bytes(plain[kind])))
        if "start" in plain:
            changed["start"] = {**msgspec.json.decode(plain["start"]),
                                "days": msgspec.to_builtins(self._days)}
        if "by" in plain:
            changed["by"] = self._sign(msgspec.json.decode(plain["by"], type=str))
        if "staff" in plain:
            act = msgspec.json.decode(plain["staff"])
            act["by"] = self._sign(act["by"])
            if act["act"] == "sign-out-player":
                act.pop("name", None)  # the player's name
            elif "name" in act:
                act["name"] = self._sign(act["name"])
            changed["staff"] = act
        return canonical({**plain, **changed}) if changed else record.body

    def _wallet(self, record: Record) -> bytes:
        """Return the body of an entry about an operator's wallet, with the accounts in their
        currencies."""
        wallet_entry = read(record)
        announced = tuple(
            (key, Accounts(self.currency_of_debit(key)).rename(account), cents)
            for key, account, cents in wallet_entry.announced)
        return canonical({"wallet": msgspec.structs.replace(wallet_entry, announced=announced)})
