"""The committing side of the ledger: a group of entries becomes durable in one transaction."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from operator import itemgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from sabot.ledger import chain, schema
from sabot.ledger.books import Books
from sabot.ledger.clock import milliseconds
from sabot.ledger.entry import Document, Entry, Outcome, Repeated, Short, Stored
from sabot.ledger.errors import (
    KeyConflict,
    LedgerError,
    Malformed,
    Overtaken,
    Sealed,
    Uncertain,
    Unreachable,
    translated,
)
from sabot.ledger.store import Store
from sabot.ledger.vault import Vault, is_sealed, opening
from sabot.money import Transfer

Row = dict[str, Any]

OWN = ("player:", "ticket:")
"""Accounts that hold no less than nothing: nobody spends what is not there, or twice."""
_REMEMBERED = 100_000  # balances kept in memory before they are read anew
_PATIENCE = 3.0  # seconds for which a ledger on its own tries to find out about a group in doubt
_PAUSE = 0.1  # seconds between two of these attempts

Patience = Callable[[LedgerError, int], bool]
"""Waits before the next attempt to find out what became of a group in doubt: given why the last one
failed and how many there were, whether there is to be another."""


class _Group:
    """The rows of one transaction while its entries are decided, and what they change."""

    def __init__(self, seq: int, digest: str) -> None:
        self.seq = seq
        self.digest = digest
        self.journal: list[Row] = []
        self.postings: list[Row] = []
        self.commands: list[Row] = []
        self.secrets: list[Row] = []
        self.over: list[str] = []
        self.outbox: list[Row] = []
        self.balances: dict[str, int] = {}
        self.states: dict[str, Row] = {}
        self.documents: dict[tuple[str, str], Row] = {}
        self.announced: list[Row] = []
        self.spent: list[Row] = []
        self.acknowledged: list[Row] = []
        self.answers: dict[tuple[str, str], bytes] = {}
        self.moved: dict[str, Transfer] = {}


class Ledger(Books):
    """Double-entry money and the hash-chained journal in one database.

    One thread commits; any may read. While a Ledger is open for writing no other house can open
    the same database. ``clock`` gives milliseconds since 1970; an entry has the time that it says,
    also where that is before the entry before it. With a ``vault`` the orders of shoes in use are
    stored sealed; without one they lie in clear, as in tests and for one who uses the ledger by
    itself. `sabot serve` always has one.

    After a failure it is made sound again at once, or by `check` as soon as that can be.
    ``trouble`` is why nothing could be stored when it was last tried; ``overtaken`` says that
    another house has committed, so that this one never stores anything more; ``patience`` how long
    it waits to know what became of a group whose commit failed.
    """

    def __init__(self, store: Store, clock: Callable[[], int] = milliseconds,
                 vault: Vault | None = None) -> None:
        super().__init__(store, vault=vault)
        self._clock = clock
        self._writes = _writes(store.layout.format, store.sqlite)
        intents, secrets, outbox = self._tables.intents, self._tables.secrets, self._tables.outbox
        self._spend = sa.delete(intents).where(intents.c.key == sa.bindparam("spent"))
        self._write_order = sa.update(secrets).where(secrets.c.seal == sa.bindparam("of")).values(
            nonce=sa.bindparam("nonce"), cards=sa.bindparam("cards"))
        self._delivered = sa.delete(outbox).where(outbox.c.key == sa.bindparam("sent"))
        self._cents: dict[str, int] = {}
        self._doubt: _Group | None = None  # failed while it was committed: stored, or not
        self._broken = ""
        self.trouble: LedgerError | None = None
        self.overtaken = ""
        self.patience: Patience = _brief
        self._head = (0, chain.GENESIS)  # the end of the journal as this ledger left it
        if not store.readonly:
            try:
                with self._transaction() as writer:
                    self._head = self._end(writer)
            except BaseException:
                store.close()
                raise

    @classmethod
    def open(cls, url: str, *, create: bool = True, readonly: bool = False,
             synchronous: str = "FULL", busy_ms: int = 5_000,
             vault: Vault | None = None) -> Ledger:
        """Open ``sqlite:///path`` (or a plain path) or ``postgresql://user@host/name``.

        An empty database gets the schema when ``create``. ``readonly`` reads beside the house
        that writes. ``synchronous`` is SQLite's; anything but FULL may lose money with the power.
        ``vault`` seals the orders of shoes in use; None stores them in clear.
        Raises SchemaMismatch, Occupied, Locked, ReadOnly, Full, Corrupt, Absent or Unreachable.
        """
        return cls(Store(url, create=create, readonly=readonly, synchronous=synchronous,
                         busy_ms=busy_ms), vault=vault)

    def now(self) -> float:
        """The time by which entries are dated, in Unix seconds."""
        return self._clock() / 1000

    def set_back(self) -> float:
        """How many seconds the clock is behind the last entry: it was set back since; else 0."""
        last = self.entries(newest_first=True, limit=1)
        return max(0.0, (last[0].at - self._clock()) / 1000) if last else 0.0

    def close(self) -> None:
        """Give the database back to others."""
        self._store.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def balance(self, account: str) -> int:
        """The cents in an account; 0 for one that nothing has moved to or from."""
        known = self._cents.get(account)
        return super().balance(account) if known is None else known

    # -- committing -------------------------------------------------------------------------------

    def commit(self, entries: Sequence[Entry]) -> list[Outcome]:
        """Store a group in one transaction; one outcome for each entry, in order.

        Each entry is whole or refused by itself (Repeated, Short). When this returns, what is
        Stored survives a crash and a loss of power. A LedgerError means that nothing of the group
        is stored, except Uncertain, which says what to do. Where a commit fails so that it may be
        stored all the same, the journal is read again until it says: that takes as long as
        ``patience`` has.
        """
        fresh = self._sound()
        while True:
            try:
                return self._try(entries)
            except LedgerError as error:
                if fresh or not self.away or isinstance(error, Uncertain):
                    raise
                # The line was cut since it was last used, and nothing was committed through it.
                fresh = self._sound()

    def _try(self, entries: Sequence[Entry]) -> list[Outcome]:
        group = _Group(*self._head)
        outcomes: list[Outcome] = []
        try:
            with self._transaction(group) as writer:
                self._look_up(writer, entries, group)
                outcomes += [self._enter(entry, group) for entry in entries]
                if group.journal:
                    self._write(writer, group)
        except LedgerError as error:
            if self._doubt is None or not self._found_out(error):
                raise
            return outcomes
        self._came_true(group)
        return outcomes

    def _came_true(self, group: _Group) -> None:
        if group.journal:
            self._head = (group.seq, group.digest)
            self._cents.update(group.balances)
            if len(self._cents) > _REMEMBERED:
                self._cents.clear()

    @contextmanager
    def _transaction(self, group: _Group | None = None) -> Iterator[sa.Connection]:
        """A transaction of the writer, committed at the end of the block. A LedgerError means that
        nothing of it is stored, unless the ``group`` that it stores is then in doubt."""
        writer = self._store.writer
        committing = False
        try:
            transaction = writer.begin()
            yield writer
            committing = True
            transaction.commit()
        except BaseException as error:
            known = isinstance(error, sa.exc.SQLAlchemyError | UnicodeDecodeError)
            doubtful, anew = self._judged(error) if known else (True, committing)
            if committing and doubtful and group is not None and group.journal:
                self._doubt = group
            self._store.clear(anew=anew)
            if not known:
                raise
            assert isinstance(error, Exception)
            typed = translated(error, self._store.where)
            self.trouble = typed
            raise typed from error
        self.trouble = None

    def _judged(self, error: BaseException) -> tuple[bool, bool]:
        """Whether a commit that failed so may have become durable all the same, and whether another
        line is more to be trusted than this one."""
        if not self._store.sqlite:
            cut = isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated
            return cut, cut
        code = getattr(getattr(error, "orig", None), "sqlite_errorname", "") or ""
        return not code.startswith((*_SOUND, _READONLY)), not code.startswith(_SOUND)

    # -- after a failure --------------------------------------------------------------------------

    @property
    def last(self) -> tuple[int, str]:
        """The number and digest of the last entry that this ledger knows to be stored."""
        return self._head

    @property
    def away(self) -> bool:
        """Whether nothing can be stored before `check` has found the way to the database again."""
        return self._doubt is not None or self._store.away

    def check(self) -> None:
        """See whether entries can be stored, by a harmless write; the thread that commits does so.

        A lost line is opened anew, with the lock that keeps other houses out, and the journal has
        to end where this ledger left it. LedgerError while it cannot be; Overtaken where another
        house has committed, which is for ever.
        """
        self._refuse()
        known = not self.away
        try:
            try:
                found = self._reached()
            except LedgerError:
                if not (known and self.away):
                    raise
                found = self._reached()  # the line was cut since it was last used
        except (sa.exc.SQLAlchemyError, LedgerError) as error:
            typed = translated(error, self._store.where)
            self.trouble = typed
            if self._store.away and not self._store.sqlite:
                self._look_beside()
            if typed is error:
                raise
            raise typed from error
        group, self._doubt = self._doubt, None
        if group is not None and found == (group.seq, group.digest):
            self._came_true(group)

    def _reached(self) -> tuple[int, str]:
        """The end of the journal, read in a transaction that has been committed."""
        self._store.ready()
        with self._transaction() as writer:
            writer.execute(_TOUCH)
            found = self._end(writer)
            self._compare(found)
        return found

    def _sound(self) -> bool:
        """See that there is a writer and that nothing is in doubt; whether it had to be found."""
        self._refuse()
        if not self.away:
            return False
        self.check()
        return True

    def _refuse(self) -> None:
        if self.overtaken:
            raise Overtaken(self.overtaken)
        if self._broken:
            raise Uncertain(self._broken)

    def _found_out(self, why: LedgerError) -> bool:
        """Whether the group in doubt is stored, once that is known. Uncertain where nobody waits
        for it any longer, or another house has gone on from there."""
        before, tries = self._head, 0
        while True:
            try:
                self.check()
            except Overtaken as error:
                raise Uncertain(str(error)) from error
            except LedgerError as error:
                why, tries = error, tries + 1
            else:
                return self._head != before
            if not self.patience(why, tries):
                self._broken = (f"the database {self._store.where} failed in the middle of a "
                                f"commit ({why}); open the ledger again before going on")
                raise Uncertain(self._broken) from why

    def _compare(self, found: tuple[int, str]) -> None:
        """The journal ends where this ledger left it, or where the group in doubt has left it."""
        doubt = self._doubt
        if found != self._head and (doubt is None or found != (doubt.seq, doubt.digest)):
            self.overtaken = (
                f"the journal in {self._store.where} ends at entry {found[0]} and not where this "
                f"house left it, at entry {self._head[0]}: another house has committed into it, "
                "or another database was put in its place")
            raise Overtaken(self.overtaken)

    def _look_beside(self) -> None:
        """While the lock of the house cannot be had: Overtaken as soon as who has it commits."""
        try:
            with self._store.connected(self._store.reader) as connection:
                found = self._end(connection)
        except LedgerError:
            return
        self._compare(found)

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        if self.away and not self._store.sqlite:  # a server that is away keeps nobody waiting
            raise Unreachable(f"the line to the database {self._store.where} is lost; it is "
                              "opened again as soon as that can be")
        with super()._reading() as connection:
            yield connection

    def _look_up(self, writer: sa.Connection, entries: Sequence[Entry], group: _Group) -> None:
        """Read at once what the entries depend on: used keys, and balances not known yet."""
        keys = [e.command for e in entries if e.command is not None]
        if keys:
            c, j = self._c, self._j
            query = (sa.select(c.player, c.key, j.answer)
                     .join_from(self._tables.commands, self._tables.journal, c.seq == j.seq)
                     .where(c.player.in_({p for p, _ in keys}), c.key.in_({k for _, k in keys})))
            for player, key, answer in writer.execute(query):
                group.answers[player, key] = bytes(answer)
        transfers = [t for e in entries for t in e.transfers]
        if transfers:
            p = self._tables.postings.c
            query = (sa.select(p.key, p.frm, p.dst, p.amount, p.law)
                     .where(p.key.in_([t.key for t in transfers])))
            for row in writer.execute(query):
                group.moved[row[0]] = Transfer(*row)
            wanted = {a for t in transfers for a in (t.frm, t.to)} - self._cents.keys()
            if wanted:
                b = self._tables.balances.c
                found = {row[0]: row[1] for row in writer.execute(
                    sa.select(b.account, b.amount).where(b.account.in_(wanted)))}
                # Whole before it is shown: others read these balances meanwhile.
                self._cents.update({account: found.get(account, 0) for account in wanted})

    def _enter(self, entry: Entry, group: _Group) -> Outcome:
        if entry.command is not None and entry.command in group.answers:
            return Repeated(group.answers[entry.command])
        changed: dict[str, int] = {}
        moved: dict[str, Transfer] = {}
        for transfer in entry.transfers:
            known = moved.get(transfer.key) or group.moved.get(transfer.key)
            if known is not None:
                if known != transfer:
                    raise KeyConflict(f"the transfer {transfer.key} is stored as {known[1:]}; "
                                      f"it cannot be {transfer[1:]} too")
                continue
            _sound(transfer)
            short = self._move(transfer, changed, group)
            if short is not None:
                return short
            moved[transfer.key] = transfer
        group.balances.update(changed)
        group.moved.update(moved)
        return self._keep(entry, tuple(moved.values()), group)

    def _move(self, transfer: Transfer, changed: dict[str, int], group: _Group) -> Short | None:
        for account, amount in ((transfer.frm, -transfer.amount), (transfer.to, transfer.amount)):
            have = changed.get(account)
            if have is None:
                have = group.balances.get(account)
            if have is None:
                have = self._cents[account]
            if have + amount < 0 and account.startswith(OWN):
                return Short(account, have, -amount)
            changed[account] = have + amount
        return None

    def _keep(self, entry: Entry, moved: tuple[Transfer, ...], group: _Group) -> Stored:
        """Add the rows of an accepted entry to the group and a link to the chain."""
        seq = group.seq = group.seq + 1
        at = self._clock()
        held = chain.kept(entry)
        prev = group.digest
        group.digest = chain.link(
            prev, (seq, at, entry.kind, entry.table, entry.coup, entry.version, entry.count),
            entry.body, moved, entry.command, entry.answer, held)
        player, key = entry.command or (None, None)
        group.journal.append({
            "seq": seq, "at": at, "kind": entry.kind, "table_id": entry.table, "coup": entry.coup,
            "version": entry.version, "count": entry.count, "body": entry.body, "player": player,
            "command": key, "answer": entry.answer, "kept": held, "prev": prev,
            "hash": group.digest})
        group.postings += [
            {"key": t.key, "seq": seq, "place": i, "frm": t.frm, "dst": t.to, "amount": t.amount,
             "law": t.law} for i, t in enumerate(moved)]
        if entry.command is not None:
            group.commands.append({"player": player, "key": key, "seq": seq})
            group.answers[entry.command] = entry.answer
        if entry.state is not None:
            group.states[entry.table] = {"table_id": entry.table, "seq": seq, "state": entry.state}
        if entry.secret is not None:
            nonce, order = (self.vault.seal(entry.secret) if self.vault
                            else (entry.secret["nonce"], entry.secret["order"]))
            group.secrets.append({"seal": entry.secret["seal"], "seq": seq, "nonce": nonce,
                                  "cards": order})
        group.over += entry.over
        for document in entry.documents:
            before = group.documents.get((document.kind, document.id))
            group.documents[document.kind, document.id] = _document_row(
                document, seq, before["born"] if before else seq)
        group.outbox += [{"key": t.key, "seq": seq, "account": t.frm, "amount": t.amount,
                          "law": t.law} for t in entry.outbox if t in moved]
        group.announced += [{"key": t.key, "account": t.frm, "amount": t.amount}
                            for t in entry.announced]
        group.spent += [{"spent": key} for key in entry.intents]
        group.acknowledged += [{"sent": key} for key in entry.acknowledged]
        return Stored(seq)

    def _write(self, writer: sa.Connection, group: _Group) -> None:
        for name, rows in (
                ("journal", group.journal), ("postings", group.postings),
                ("commands", group.commands), ("secrets", group.secrets),
                ("outbox", group.outbox), ("intents", group.announced),
                ("balances", [{"account": a, "amount": n} for a, n in group.balances.items()]),
                ("states", list(group.states.values())),
                ("documents", list(group.documents.values())),
                ("head", [{"id": 1, "seq": group.seq, "hash": group.digest}])):
            if rows:
                sql, arranged = self._writes[name]
                writer.exec_driver_sql(sql, [arranged(row) for row in rows])
        for done, rows in ((self._spend, group.spent), (self._delivered, group.acknowledged)):
            if rows:
                writer.execute(done, rows)
        if group.over and self.vault:
            self._lay_open(writer, group.over)

    def _lay_open(self, writer: sa.Connection, seals: Sequence[str]) -> None:
        """The orders of these shoes lie in clear from now on, those that the key opens."""
        for order in self._rows(writer, seals):
            with suppress(Sealed):
                made = opening(self.vault, *order)
                writer.execute(self._write_order, {"of": order[0], "nonce": made["nonce"],
                                                   "cards": made["order"]})

    def seal_orders(self, seals: Sequence[str]) -> int:
        """Seal the orders of these shoes where they lie in clear; how many did.

        What lay in clear is overwritten in an SQLite file. Call it before anything is committed.
        """
        if not self.vault or not seals:
            return 0
        sealed = 0
        try:
            if self._store.sqlite:
                self._pragma("secure_delete=ON")
            with self._transaction() as writer:
                for seal, nonce, order in self._rows(writer, seals):
                    if not is_sealed(nonce):
                        made = self.vault.seal({"seal": seal, "nonce": nonce, "order": order})
                        writer.execute(self._write_order, {"of": seal, "nonce": made[0],
                                                           "cards": made[1]})
                        sealed += 1
            if self._store.sqlite and sealed:
                self._pragma("wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise translated(error, self._store.where) from error
        return sealed

    def _pragma(self, told: str) -> None:
        """Tell SQLite something outside a transaction."""
        raw: Any = self._store.writer.connection.driver_connection
        raw.execute(f"PRAGMA {told}").fetchall()

    def _rows(self, writer: sa.Connection, seals: Sequence[str]) -> list[tuple[str, str, str]]:
        s = self._tables.secrets.c
        found: list[tuple[str, str, str]] = []
        for first in range(0, len(seals), 500):
            query = sa.select(s.seal, s.nonce, s.cards).where(s.seal.in_(seals[first:first + 500]))
            found += [(row[0], row[1], row[2]) for row in writer.execute(query)]
        return found


def _brief(why: LedgerError, tries: int) -> bool:
    """The patience of a ledger on its own: a few seconds."""
    time.sleep(_PAUSE)
    return tries * _PAUSE < _PATIENCE


_SOUND = ("SQLITE_BUSY", "SQLITE_FULL", "SQLITE_CONSTRAINT")
"""Errors of SQLite after which nothing of the transaction is stored, and its line is good."""
_READONLY = "SQLITE_READONLY"
"""One after which nothing is stored either; but a line that was opened so stays so."""

# A write that changes nothing. After a commit that failed it also takes the place of what that one
# may have left in SQLite's log, so that no later recovery can find it there.
_TOUCH = sa.text("UPDATE alembic_version SET version_num = version_num")

# Tables whose rows are replaced, by which key, and what of a row stays as it was first.
_REPLACED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "head": (("id",), ()), "balances": (("account",), ()), "states": (("table_id",), ()),
    "documents": (("kind", "id"), ("born",)),
}


@cache
def _writes(number: int, on_sqlite: bool) -> dict[str, tuple[str, Callable[[Row], Any]]]:
    """The statements of a commit into a format of the journal, compiled once, each with how it
    takes a row."""
    dialect = sqlite.dialect() if on_sqlite else postgresql.psycopg.dialect()  # type: ignore[no-untyped-call]
    insert: Any = sqlite.insert if on_sqlite else postgresql.insert
    made: dict[str, tuple[str, Callable[[Row], Any]]] = {}
    for table in schema.LAYOUTS[number].metadata.tables.values():
        statement = insert(table)
        if table.name in _REPLACED:
            keys, stay = _REPLACED[table.name]
            statement = statement.on_conflict_do_update(index_elements=list(keys), set_={
                c.name: statement.excluded[c.name] for c in table.c
                if c.name not in (*keys, *stay)})
        compiled = statement.compile(dialect=dialect, column_keys=[c.name for c in table.c])
        made[table.name] = (compiled.string, itemgetter(*compiled.positiontup) if on_sqlite
                            else lambda row: row)
    return made


def _document_row(document: Document, seq: int, born: int) -> Row:
    return {"kind": document.kind, "id": document.id, "owner": document.owner, "born": born,
            "seq": seq, "body": document.body}


def _sound(transfer: Transfer) -> None:
    if transfer.amount <= 0 or transfer.frm == transfer.to or not (transfer.key and transfer.frm
                                                                   and transfer.to):
        raise Malformed(f"a transfer moves more than nothing from one account to another, under "
                        f"a key; found {transfer}")
