"""The books of one format written anew in the second, entry for entry.

An entry keeps its number, its time, what it tells and its transfers; what differs between the
formats is said by a `Rewriting`: currencies, gaming days, whatever stands in the bodies and
documents that must not be in hashed bytes any more. One more entry at the end names the head of the
old journal.

Where an account of the first format was moved in several currencies, the cents that it had in one
go over to another as far as they are needed there, one for one, as the first format counted them:
through ``exchange:`` accounts, one in each currency, in transfers whose keys begin with
``migrated/``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

import msgspec
import sqlalchemy as sa

from sabot.ledger import chain
from sabot.ledger.books import Books
from sabot.ledger.database_copy import Taken
from sabot.ledger.entry import Document, Entry, Name, Posting, Record, Stored
from sabot.ledger.errors import Corrupt, LedgerError
from sabot.ledger.group import Group, Row, document_row
from sabot.ledger.ledger import OWN, Ledger
from sabot.ledger.postings import FIRST, Accounts
from sabot.ledger.references import Kept
from sabot.ledger.second_format import Ends, chain_of
from sabot.money import EURO, Transfer
from sabot.procedure.record import canonical

AT_ONCE = 500  # entries to a group
MIGRATED = "migrated/"
"""How the keys begin of transfers that the first format has not."""


class Rewriting(Protocol):
    """What of the books of the first format is another in the second.

    ``currency`` is the code of that in which an entry moves money, and ``entry`` the entry as it is
    told from now on: its body, answer, command and names; its transfers, documents and state are
    not looked at. ``currency_of_debit`` is that of a debit that was announced to an operator's
    wallet, by its key. ``document`` is a document as it is kept from now on, ``replaced`` the
    digest of one that an entry stored, there ``digest``, and a later one has replaced; ``names``
    are those that come to lie beside the journal.
    """

    def currency(self, record: Record, moved: Sequence[Posting]) -> str: ...

    def currency_of_debit(self, key: str) -> str: ...

    def entry(self, record: Record) -> Entry: ...

    def document(self, document: Document) -> Document: ...

    def replaced(self, record: Record, kind: str, id: str, digest: str) -> str: ...

    def names(self) -> Iterable[Name]: ...


class _Writer(Ledger):
    """Writes entries whose time, and what they keep beside the journal, are known."""

    known: Iterator[tuple[int, bytes]] = iter(())
    at = 0
    _whole: sa.Connection | None = None

    def _moment(self, entry: Entry) -> tuple[int, bytes]:
        self.at, held = next(self.known)
        return self.at, held

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Everything in the block is one transaction."""
        try:
            with super()._transaction() as self._whole:
                yield
        except BaseException:
            self._changed = Ends()  # nothing of it is there to be bound
            raise
        finally:
            self._whole = None

    @contextmanager
    def _transaction(self, group: Group | None = None) -> Iterator[sa.Connection]:
        if self._whole is not None:
            yield self._whole
            return
        with super()._transaction(group) as writer:
            yield writer

    def put(self, rows: Mapping[str, Sequence[Row]]) -> None:
        """Rows beside the journal."""
        with self._transaction() as writer:
            for name, some in rows.items():
                if some:
                    self._insert(writer, name, some)


class _Sums:
    """What each account of the second format holds while the books are written."""

    def __init__(self) -> None:
        self.cents: dict[str, int] = {}
        self.currencies: dict[str, dict[str, None]] = {}  # by account of the first format

    def move(self, transfer: Transfer) -> None:
        self.cents[transfer.frm] = self.cents.get(transfer.frm, 0) - transfer.amount
        self.cents[transfer.to] = self.cents.get(transfer.to, 0) + transfer.amount


def _renamed(account: str, names: Accounts, entry: Entry) -> str:
    """An account of the first format that an entry moves, as it is called in the second."""
    return names.wallet(chain_of(entry)) if FIRST.is_wallet(account) else names.renamed(account)


class Rewriter:
    """Writes the books of the first format into an empty ledger of the second."""

    def __init__(self, old: Books, new: _Writer, rewriting: Rewriting) -> None:
        self.old, self.new, self.rewriting = old, new, rewriting
        self.sums = _Sums()
        # As they are kept from now on, by what they were called.
        self._documents = {
            (held.document.kind, held.document.id): held._replace(
                document=rewriting.document(held.document)) for held in old.every_document()}

    def _moved(self, record: Record, entry: Entry, postings: Sequence[Posting]
               ) -> tuple[Transfer, ...]:
        """The transfers of an entry in its currency, after those that bring what it needs."""
        currency = self.rewriting.currency(record, postings)
        names = Accounts(currency)
        made: list[Transfer] = []
        for posting in postings:
            old = posting.transfer
            new = old._replace(frm=_renamed(old.frm, names, entry),
                               to=_renamed(old.to, names, entry))
            if old.frm.startswith(OWN):
                made += self._brought(record, old, new, currency, len(made))
            for side in (old.frm, old.to):
                self.sums.currencies.setdefault(side, {})[currency] = None
            self.sums.move(new)
            made.append(new)
        return tuple(made)

    def _brought(self, record: Record, old: Transfer, new: Transfer, currency: str, place: int
                 ) -> Iterator[Transfer]:
        """What an account needs in one currency and has in others."""
        need = new.amount - self.sums.cents.get(new.frm, 0)
        for other in self.sums.currencies.get(old.frm, {}):
            frm = Accounts(other).renamed(old.frm)
            amount = min(need, self.sums.cents.get(frm, 0))
            if other == currency or amount <= 0:
                continue
            key = f"{MIGRATED}{record.seq}/{place}/{other}"
            for one in (Transfer(f"{key}/out", frm, Accounts(other).named("exchange", "first"),
                                 amount, ""),
                        Transfer(f"{key}/in", Accounts(currency).named("exchange", "first"),
                                 new.frm, amount, "")):
                self.sums.move(one)
                yield one
            need -= amount

    def _kept(self, record: Record) -> bytes:
        """The digests of what an entry stored beside the journal, of each document that is still
        as this entry stored it as it is kept from now on."""
        if not record.kept:
            return b""
        held = msgspec.json.decode(record.kept)
        documents = []
        for kind, id, made in msgspec.json.decode(record.kept, type=Kept).documents:
            now = self._documents.get((kind, id))
            if now is not None:
                made = (chain.document_digest(now.document) if now.seq == record.seq else
                        self.rewriting.replaced(record, kind, id, made))
                id = now.document.id
            documents.append([kind, id, made])
        return canonical({**held, **({"documents": documents} if documents else {})})

    def write(self) -> None:
        """All entries, then what lies beside them, then the entry that names the old head."""
        group: list[Entry] = []
        known: list[tuple[int, bytes]] = []
        for record, postings in self.old.linked():
            entry = self.rewriting.entry(record)
            group.append(msgspec.structs.replace(
                entry, transfers=self._moved(record, entry, postings)))
            known.append((record.at, self._kept(record)))
            if len(group) == AT_ONCE:
                self._store(group, known)
        self._store(group, known)
        self.new.put(self._beside())
        head = self.old.head()
        last = Entry(kind="house", body=canonical({"migrated": {
            "format": self.old.format, "seq": head[0], "hash": head[1]}}))
        self._store([last], [(self.new.at, b"")])

    def _store(self, group: list[Entry], known: list[tuple[int, bytes]]) -> None:
        self.new.known = iter(known)
        for entry, outcome in zip(group, self.new.commit(group), strict=True):
            if not isinstance(outcome, Stored):
                raise Corrupt(f"an entry of {entry.coup or entry.kind} cannot be written anew: "
                              f"{outcome}")
        group.clear()
        known.clear()

    def _beside(self) -> dict[str, list[Row]]:
        """The rows beside the journal, which name the entries by the same numbers."""
        owing = {row.transfer.key: row for row in self.old.outgoing()}
        now = self.new.stored(list(owing))
        return {
            "names": [one._asdict() for one in self.rewriting.names()],
            "documents": [document_row(held.document, held.seq, held.born)
                          for held in self._documents.values()],
            **self.old.rows("states", "secrets"),
            "outbox": [{"key": key, "seq": row.seq, "account": now[key].transfer.frm,
                        "amount": row.transfer.amount, "law": row.transfer.law}
                       for key, row in owing.items() if key in now],
            "intents": [{"key": t.key, "amount": t.amount, "account": Accounts(
                self.rewriting.currency_of_debit(t.key)).renamed(t.frm)}
                for t in self.old.announced()]}


def rewrite(old: Books, url: str, rewriting: Rewriting) -> None:
    """Write the books of a closed house of the first format into an empty database, in the second.

    Nothing is durable before it returns in an SQLite file, which nobody reads before. LedgerError
    says why nothing was written, Corrupt what of the old books cannot be.
    """
    if old.format != 1:
        raise LedgerError(f"the books are in format {old.format} of the journal already")
    with _Writer.open(url, format=2) as new:
        if new.head()[0]:
            raise Taken(f"{url} is not empty; the books go into an empty database only")
        with new.all_or_nothing():
            writing = Rewriter(old, new, rewriting)
            writing.write()
            _compare(old, writing.sums.cents, new.accounts(EURO))


def _compare(old: Books, new: Mapping[str, int], names: Accounts) -> None:
    """Corrupt unless every account holds what it held, whatever its currencies."""
    held: dict[str, int] = {}
    for account, cents in new.items():
        kind = account.partition(":")[0]
        whose = {"wallet": "remote", "counter": "wallet"}.get(kind, names.owner(account))
        held[f"{kind}:{whose}"] = held.get(f"{kind}:{whose}", 0) + cents
    held["wallet:counter"] = held.pop("counter:wallet", 0)
    for account, cents in old.balances().items():
        if held.get(account, 0) != cents:
            raise Corrupt(f"{account}: found {held.get(account, 0)} cents in the new books, "
                          f"expected {cents}")
