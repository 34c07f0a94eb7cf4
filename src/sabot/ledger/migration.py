"""Rewrites the books of the first format in the second, entry by entry.

An entry keeps its number, its time, its content and its transfers. A `Rewriting` says what differs
between the formats: currencies, gaming days, and content of bodies and documents that must no
longer be in hashed bytes. One more entry at the end names the head of the old journal.

Where an account of the first format was moved in several currencies, cents of one currency are
exchanged for those needed in another, one for one, as the first format counted them: through
``exchange:`` accounts, one in each currency, in transfers whose keys begin with ``migrated/``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

import msgspec
import sqlalchemy as sa

from sabot.ledger import chain
from sabot.ledger.books import Books
from sabot.ledger.database_copy import AlreadyExists
from sabot.ledger.entry import Document, Entry, Name, Posting, Record, Stored
from sabot.ledger.errors import Corrupt, LedgerError
from sabot.ledger.group import Row, document_row
from sabot.ledger.ledger import NON_NEGATIVE, Ledger
from sabot.ledger.postings import FIRST, Accounts
from sabot.ledger.references import StoredDigests
from sabot.ledger.second_format import Ends, chain_of
from sabot.money import EURO, Transfer
from sabot.procedure.record import canonical
from sabot.words import phrase

GROUP_SIZE = 500  # entries to a group
MIGRATED = "migrated/"
"""The prefix of the keys of transfers that the first format does not have."""


class Rewriting(Protocol):
    """What differs in the second format from the books of the first.

    ``currency`` is the code of the currency in which an entry moves money. ``entry`` is the new
    entry: its body, answer, command and names; its transfers, documents and state are ignored.
    ``currency_of_debit`` is the currency of a debit that was announced to an operator's wallet, by
    its key. ``document`` is the new document; ``replaced`` is the new digest of a document that an
    entry stored under ``digest`` and a later one replaced. ``names`` are stored next to the
    journal. ``day`` is the gaming day of every entry
    without one of its own, also of the checkpoint that is written now.
    """

    def currency(self, record: Record, moved: Sequence[Posting]) -> str:
        """The currency of a table."""

    def currency_of_debit(self, key: str) -> str:
        """The currency of a debit of the wallet."""

    def entry(self, record: Record) -> Entry:
        """The entry as the second format has it."""

    def document(self, document: Document) -> Document:
        """The document as the second format has it."""

    def replace_digest(self, record: Record, kind: str, id: str, digest: str) -> str:
        """The digest of a replaced document in the second format."""

    def names(self) -> Iterable[Name]:
        """The names that the second format stores separately."""

    def day(self, at: int) -> int:
        """The gaming day of a moment in milliseconds since 1970, as 20261123."""


class _Writer(Ledger):
    """Writes entries with a given time and given digests."""

    known: Iterator[tuple[int, bytes]] = iter(())
    at = 0
    _whole: sa.Connection | None = None

    def _time_and_digests(self, entry: Entry) -> tuple[int, bytes]:
        self.at, digests = next(self.known)
        return self.at, digests

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Everything in the block is one transaction."""
        try:
            with super()._transaction() as self._whole:
                yield
        except BaseException:
            self._changed = Ends()  # there is nothing yet to bind
            raise
        finally:
            self._whole = None

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        if self._whole is not None:
            yield self._whole
            return
        with super()._transaction() as writer:
            yield writer

    def put(self, rows: Mapping[str, Sequence[Row]]) -> None:
        """Write rows next to the journal."""
        with self._transaction() as writer:
            for name, some in rows.items():
                if some:
                    self._insert(writer, name, some)


class _Sums:
    """The balance of each account of the second format while the books are written."""

    def __init__(self) -> None:
        self.cents: dict[str, int] = {}
        self.currencies: dict[str, dict[str, None]] = {}  # by account of the first format

    def move(self, transfer: Transfer) -> None:
        self.cents[transfer.frm] = self.cents.get(transfer.frm, 0) - transfer.amount
        self.cents[transfer.to] = self.cents.get(transfer.to, 0) + transfer.amount


def _new_name(account: str, names: Accounts, entry: Entry) -> str:
    """The name in the second format of an account that an entry moves."""
    return names.wallet(chain_of(entry)) if FIRST.is_wallet(account) else names.rename(account)


class Rewriter:
    """Writes the books of the first format into an empty ledger of the second."""

    def __init__(self, old: Books, new: _Writer, rewriting: Rewriting) -> None:
        self.old, self.new, self.rewriting = old, new, rewriting
        self.sums = _Sums()
        # The new account names, by the old ones.
        self._documents = {
            (stored.document.kind, stored.document.id): stored._replace(
                document=rewriting.document(stored.document)) for stored in old.every_document()}

    def _transfers(self, record: Record, entry: Entry, postings: Sequence[Posting]
                   ) -> tuple[Transfer, ...]:
        """The transfers of an entry in its currency, after the exchanges that they need."""
        currency = self.rewriting.currency(record, postings)
        names = Accounts(currency)
        transfers: list[Transfer] = []
        for posting in postings:
            old = posting.transfer
            new = old._replace(frm=_new_name(old.frm, names, entry),
                               to=_new_name(old.to, names, entry))
            if old.frm.startswith(NON_NEGATIVE):
                transfers += self._exchange(record, old, new, currency, len(transfers))
            for side in (old.frm, old.to):
                self.sums.currencies.setdefault(side, {})[currency] = None
            self.sums.move(new)
            transfers.append(new)
        return tuple(transfers)

    def _exchange(self, record: Record, old: Transfer, new: Transfer, currency: str, place: int
                  ) -> Iterator[Transfer]:
        """The exchange of what an account needs in one currency and has in others."""
        need = new.amount - self.sums.cents.get(new.frm, 0)
        for other in self.sums.currencies.get(old.frm, {}):
            frm = Accounts(other).rename(old.frm)
            amount = min(need, self.sums.cents.get(frm, 0))
            if other == currency or amount <= 0:
                continue
            key = f"{MIGRATED}{record.seq}/{place}/{other}"
            exchanges = [Accounts(each).name_of("exchange", "first") for each in (other, currency)]
            for transfer in (Transfer(f"{key}/out", frm, exchanges[0], amount, ""),
                             Transfer(f"{key}/in", exchanges[1], new.frm, amount, "")):
                self.sums.move(transfer)
                yield transfer
            need -= amount

    def _digests(self, record: Record) -> bytes:
        """The digests of what an entry stored next to the journal, with the new digest of each
        rewritten document."""
        if not record.kept:
            return b""
        stored_digests = msgspec.json.decode(record.kept)
        documents = []
        for kind, id, digest in msgspec.json.decode(record.kept, type=StoredDigests).documents:
            stored = self._documents.get((kind, id))
            if stored is not None:
                digest = (chain.document_digest(stored.document) if stored.seq == record.seq else
                          self.rewriting.replace_digest(record, kind, id, digest))
                id = stored.document.id
            documents.append([kind, id, digest])
        return canonical({**stored_digests, **({"documents": documents} if documents else {})})

    def write(self) -> None:
        """Write all entries, then the rows next to the journal, then the entry that names the old
        head."""
        group: list[Entry] = []
        known: list[tuple[int, bytes]] = []
        for record, postings in self.old.walk_with_postings():
            entry = self.rewriting.entry(record)
            group.append(msgspec.structs.replace(
                entry, transfers=self._transfers(record, entry, postings)))
            known.append((record.at, self._digests(record)))
            if len(group) == GROUP_SIZE:
                self._store(group, known)
        self._store(group, known)
        self.new.put(self._other_rows())
        head = self.old.head()
        last = Entry(kind="house", body=canonical({"migrated": {
            "format": self.old.format, "seq": head[0], "hash": head[1]}}))
        self._store([last], [(self.new.at, b"")])

    def _store(self, group: list[Entry], known: list[tuple[int, bytes]]) -> None:
        self.new.known = iter(known)
        for entry, outcome in zip(group, self.new.commit(group), strict=True):
            if not isinstance(outcome, Stored):
                raise Corrupt(phrase("an entry of {value} cannot be rewritten: {outcome}",
                                     value=entry.coup or entry.kind, outcome=outcome))
        group.clear()
        known.clear()

    def _other_rows(self) -> dict[str, list[Row]]:
        """The rows next to the journal, which name the entries by the same numbers."""
        owing = {row.transfer.key: row for row in self.old.outgoing_credits()}
        now = self.new.stored_transfers(list(owing))
        return {
            "names": [name._asdict() for name in self.rewriting.names()],
            "documents": [document_row(stored.document, stored.seq, stored.born)
                          for stored in self._documents.values()],
            **self.old.rows("states", "secrets"),
            "outbox": [{"key": key, "seq": row.seq, "account": now[key].transfer.frm,
                        "amount": row.transfer.amount, "law": row.transfer.law}
                       for key, row in owing.items() if key in now],
            "intents": [{"key": t.key, "amount": t.amount, "account": Accounts(
                self.rewriting.currency_of_debit(t.key)).rename(t.frm)}
                for t in self.old.announced_debits()]}


def rewrite(old: Books, url: str, rewriting: Rewriting) -> None:
    """Rewrite the books of a closed house of the first format in an empty database, in the second.

    In an SQLite file nothing is durable before it returns. LedgerError says why nothing was
    written, Corrupt what of the old books cannot be rewritten.
    """
    if old.format != 1:
        raise LedgerError(phrase("the journal is already in format {format}", format=old.format))
    with _Writer.open(url, format=2) as new:
        if new.head()[0]:
            raise AlreadyExists(phrase("{url} is not empty; the books can only be written into an "
                                       "empty database", url=url))
        new.days = rewriting.day
        with new.all_or_nothing():
            writing = Rewriter(old, new, rewriting)
            writing.write()
            _compare(old, writing.sums.cents, new.accounts(EURO))


def _compare(old: Books, new: Mapping[str, int], names: Accounts) -> None:
    """Corrupt unless every account holds its old balance, over all its currencies."""
    totals: dict[str, int] = {}
    for account, cents in new.items():
        kind = account.partition(":")[0]
        whose = {"wallet": "remote", "counter": "wallet"}.get(kind, names.owner(account))
        totals[f"{kind}:{whose}"] = totals.get(f"{kind}:{whose}", 0) + cents
    totals["wallet:counter"] = totals.pop("counter:wallet", 0)
    for account, cents in old.balances().items():
        if totals.get(account, 0) != cents:
            raise Corrupt(phrase("{account}: found {get} cents in the new books, expected {cents}",
                                 account=account, get=totals.get(account, 0), cents=cents))
