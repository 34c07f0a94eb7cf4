"""What of a house's books is another in the second format of the journal than in the first."""

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


NAMES = {"player": ("name", "shown"), "staff": ("name",), "complaint": ("name",)}
"""Where names of people stand in documents of the first format."""
SIGNED = {"complaint": ("answered_by",), "switch": ("by",), "limits": ("by",),
          tickets.TICKET: ("paid_by",), tickets.VOUCHER: ("paid_by",), STAFF: ("who", "by"),
          PLAYERS: ("by",)}
"""Where they name a member of staff."""


def _with(body: bytes, **fields: object) -> bytes:
    """A record in JSON with other values in some of its fields, in their places."""
    return msgspec.json.encode({**msgspec.json.decode(body, type=dict[str, msgspec.Raw]), **fields})


class FirstToSecond:
    """Follows a journal of the first format from its beginning (`ledger.rewriting.Rewriting`).

    Demo credits were of no currency: they become money of that in which their player played first,
    and those of one who never played of that of the first coup of all. ``days`` are the gaming days
    of the house, to which everything belongs but what happened at tables with hours of their own.
    """

    def __init__(self, old: Books, days: opening_hours.Days | None = None,
                 entropy: Entropy = SYSTEM) -> None:
        self._old, self._days = old, days or opening_hours.Days()
        self._games: dict[str, str] = {}  # by table, that of the last coup
        self._tables: dict[str, Table] = {}
        self._coups = {coup: CODES[game(id).currency] for coup, id in _begun(old)}
        self._usual = next(iter(self._coups.values()), CODES[EURO])
        self._signs = {one.id: f"{ID}{entropy.token(8).hex()}" for one in old.documents("staff")}
        self._players: dict[str, str] = {}
        for posting in old.postings():
            moved = posting.transfer
            if played := self._coups.get(moved.key.rpartition("/")[0]):
                for account in (moved.frm, moved.to):
                    if account.startswith(PLAYER):
                        self._players.setdefault(account, played)

    def entry(self, record: Record) -> Entry:
        """The entry as the second format has it."""
        told = decode_body(record.kind, record.body)
        if isinstance(told, Begin):
            self._games[record.table] = told.game
            self._tables[record.table] = msgspec.convert(
                {**told.table, "rules": None}, Table, strict=False)
        played = self._games.get(record.table, "") if record.version else ""
        table = self._tables.get(record.table) if record.version else None
        return Entry(
            kind=record.kind, table=record.table, coup=record.coup, version=record.version,
            count=record.count, body=self._body(record),
            command=record.command, answer=record.answer, game=played,
            day=(table and opening_hours.date_of(table, record.at / 1000)) or self._days(record.at))

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
        """A document as it is kept from now on: without names, staff by their ids."""
        kind, id, owner = document.kind, document.id, document.owner
        body = self._anonymous(kind, document.body)
        if kind == "staff":
            id = self._signs[id]
            body = _with(body, id=id)
        elif kind == STAFF:
            owner = self._sign(owner)
        return Document(kind, id, owner, body)

    def replaced(self, record: Record, kind: str, id: str, digest: str) -> str:
        """Who has the digest of a document with a name in it could try names. Without the name it
        is known of those that the entry tells; of others nothing is left."""
        if kind not in NAMES and kind not in SIGNED:
            return digest
        told = msgspec.json.decode(record.body, type=dict[str, msgspec.Raw]).get(kind)
        if told is None:
            return chain.GENESIS
        plain = self._anonymous(kind, bytes(told))
        if kind == "player":
            player = msgspec.json.decode(plain, type=Player)
            return chain.document_digest(Document(kind, id, player.id, canonical(player)))
        if kind == "complaint":
            return chain.document_digest(msgspec.json.decode(plain, type=Complaint).document())
        return chain.GENESIS

    def names(self) -> Iterator[Name]:
        """The names of all players, and of everybody who works or worked here."""
        for document in self._old.documents("player"):
            player = msgspec.json.decode(document.body, type=Player)
            yield Name(player.id, player.name, player.shown)
        for name, id in self._signs.items():
            yield Name(id, name)

    def _sign(self, name: str) -> str:
        return self._signs.get(name, name)

    def _anonymous(self, kind: str, body: bytes) -> bytes:
        """The body of a document without names of people, the staff in it by their ids."""
        plain = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
        without = {key: "" for key in NAMES.get(kind, ()) if key in plain}
        staff = {key: self._sign(msgspec.json.decode(plain[key], type=str))
                 for key in SIGNED.get(kind, ()) if key in plain}
        return _with(body, **without, **staff) if without or staff else body

    def _body(self, record: Record) -> bytes:
        """The body of an entry without names of people, the staff in it by their ids."""
        if record.kind == WALLET:
            return self._wallet(record)
        plain = msgspec.json.decode(record.body, type=dict[str, msgspec.Raw])
        found: dict[str, object] = {}
        for kind in ("player", "complaint"):
            if kind in plain:
                found[kind] = msgspec.Raw(self._anonymous(kind, bytes(plain[kind])))
        if "start" in plain:
            found["start"] = {**msgspec.json.decode(plain["start"]),
                              "days": msgspec.to_builtins(self._days)}
        if "by" in plain:
            found["by"] = self._sign(msgspec.json.decode(plain["by"], type=str))
        if "staff" in plain:
            said = msgspec.json.decode(plain["staff"])
            said["by"] = self._sign(said["by"])
            if said["act"] == "sign-out-player":
                said.pop("name", None)  # that of the player
            elif "name" in said:
                said["name"] = self._sign(said["name"])
            found["staff"] = said
        return canonical({**plain, **found}) if found else record.body

    def _wallet(self, record: Record) -> bytes:
        """What an entry says of an operator's wallet, with the accounts in their currencies."""
        told = read(record)
        announced = tuple(
            (key, Accounts(self.currency_of_debit(key)).renamed(account), cents)
            for key, account, cents in told.announced)
        return canonical({"wallet": msgspec.structs.replace(told, announced=announced)})
