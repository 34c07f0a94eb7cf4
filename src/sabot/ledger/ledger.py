"""The committing side of the ledger: a group of entries becomes durable in one transaction."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from sabot.ledger import chain, schema
from sabot.ledger.books import Books
from sabot.ledger.entry import Document, Entry, Outcome, Repeated, Short, Stored
from sabot.ledger.errors import KeyConflict, Malformed, Uncertain, translated
from sabot.ledger.store import Store
from sabot.money import Transfer

Row = dict[str, Any]

OWN = ("player:", "ticket:")
"""Accounts that hold no less than nothing: nobody spends what is not there, or twice."""
_REMEMBERED = 100_000  # balances kept in memory before they are read anew


def _now() -> int:
    return time.time_ns() // 1_000_000


class _Group:
    """The rows of one transaction while its entries are decided, and what they change."""

    def __init__(self, seq: int, digest: str) -> None:
        self.seq = seq
        self.digest = digest
        self.journal: list[Row] = []
        self.postings: list[Row] = []
        self.commands: list[Row] = []
        self.secrets: list[Row] = []
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
    the same database. ``clock`` gives milliseconds since 1970.
    """

    def __init__(self, store: Store, clock: Callable[[], int] = _now) -> None:
        super().__init__(store)
        self._clock = clock
        self._writes = _writes(store.sqlite)
        self._head: tuple[int, str] | None = None
        self._last_at = 0
        self._cents: dict[str, int] = {}
        self._broken = ""

    @classmethod
    def open(cls, url: str, *, create: bool = True, readonly: bool = False,
             synchronous: str = "FULL", busy_ms: int = 5_000) -> Ledger:
        """Open ``sqlite:///path`` (or a plain path) or ``postgresql://user@host/name``.

        An empty database gets the schema when ``create``. ``readonly`` reads beside the house
        that writes. ``synchronous`` is SQLite's; anything but FULL may lose money with the power.
        Raises SchemaMismatch, Occupied, Locked, ReadOnly, Full, Corrupt, Absent or Unreachable.
        """
        return cls(Store(url, create=create, readonly=readonly, synchronous=synchronous,
                         busy_ms=busy_ms))

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
        is stored, except Uncertain, which says what to do.
        """
        if self._broken:
            raise Uncertain(self._broken)
        writer = self._store.writer
        committing = False
        try:
            transaction = writer.begin()
            try:
                outcomes, group = self._decide(writer, entries)
                if group.journal:
                    self._write(writer, group)
                    committing = True
                    transaction.commit()
                else:
                    transaction.rollback()
            except BaseException:
                if transaction.is_active:
                    _quietly(transaction.rollback)
                raise
        except Exception as error:
            self._forget()
            typed = translated(error, self._store.where) if isinstance(
                error, sa.exc.SQLAlchemyError) else error
            if committing and self._doubtful(error):
                self._broken = (f"the database {self._store.where} failed in the middle of a "
                                f"commit ({typed}); open the ledger again before going on")
                raise Uncertain(self._broken) from error
            if isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated:
                self._broken = (f"the line to {self._store.where} broke, and with it the lock that "
                                "keeps other houses out; open the ledger again before going on")
            raise typed from (None if typed is error else error)
        except BaseException:
            self._forget()
            raise
        if group.journal:
            self._head = (group.seq, group.digest)
            self._cents.update(group.balances)
            if len(self._cents) > _REMEMBERED:
                self._cents.clear()
        return outcomes

    def _doubtful(self, error: Exception) -> bool:
        """Whether a failed commit may have become durable all the same."""
        if not self._store.sqlite:
            return isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated
        code = getattr(getattr(error, "orig", None), "sqlite_errorname", "") or ""
        return not code.startswith(("SQLITE_BUSY", "SQLITE_FULL", "SQLITE_READONLY",
                                    "SQLITE_CONSTRAINT"))

    def _forget(self) -> None:
        self._head = None
        self._cents.clear()

    def _decide(self, writer: sa.Connection,
                entries: Sequence[Entry]) -> tuple[list[Outcome], _Group]:
        """Go through the entries in order; what each comes to and the rows to write."""
        if self._head is None:
            row = writer.execute(sa.select(schema.head.c.seq, schema.head.c.hash)).first()
            self._head = (row[0], row[1]) if row else (0, chain.GENESIS)
            self._last_at = writer.execute(
                sa.select(schema.journal.c.at).where(schema.journal.c.seq == self._head[0])
            ).scalar() or 0
        group = _Group(*self._head)
        self._look_up(writer, entries, group)
        return [self._enter(entry, group) for entry in entries], group

    def _look_up(self, writer: sa.Connection, entries: Sequence[Entry], group: _Group) -> None:
        """Read at once what the entries depend on: used keys, and balances not known yet."""
        keys = [e.command for e in entries if e.command is not None]
        if keys:
            c, j = schema.commands.c, schema.journal.c
            query = (sa.select(c.player, c.key, j.answer)
                     .join_from(schema.commands, schema.journal, c.seq == j.seq)
                     .where(c.player.in_({p for p, _ in keys}), c.key.in_({k for _, k in keys})))
            for player, key, answer in writer.execute(query):
                group.answers[player, key] = bytes(answer)
        transfers = [t for e in entries for t in e.transfers]
        if transfers:
            p = schema.postings.c
            query = (sa.select(p.key, p.frm, p.dst, p.amount, p.law)
                     .where(p.key.in_([t.key for t in transfers])))
            for row in writer.execute(query):
                group.moved[row[0]] = Transfer(*row)
            wanted = {a for t in transfers for a in (t.frm, t.to)} - self._cents.keys()
            if wanted:
                b = schema.balances.c
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
        at = self._last_at = max(self._clock(), self._last_at)
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
            group.secrets.append({"seal": entry.secret["seal"], "seq": seq,
                                  "nonce": entry.secret["nonce"], "cards": entry.secret["order"]})
        for document in entry.documents:
            group.documents[document.kind, document.id] = _document_row(document, seq)
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
        for done, rows in ((_SPEND, group.spent), (_DELIVERED, group.acknowledged)):
            if rows:
                writer.execute(done, rows)


_SPEND = sa.delete(schema.intents).where(schema.intents.c.key == sa.bindparam("spent"))
_DELIVERED = sa.delete(schema.outbox).where(schema.outbox.c.key == sa.bindparam("sent"))


# Tables whose rows are replaced, by which key, and what of a row stays as it was first.
_REPLACED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "head": (("id",), ()), "balances": (("account",), ()), "states": (("table_id",), ()),
    "documents": (("kind", "id"), ("born",)),
}


def _writes(on_sqlite: bool) -> dict[str, tuple[str, Callable[[Row], Any]]]:
    """The statements of a commit, compiled once, each with how it takes a row."""
    dialect = sqlite.dialect() if on_sqlite else postgresql.psycopg.dialect()  # type: ignore[no-untyped-call]
    insert: Any = sqlite.insert if on_sqlite else postgresql.insert
    made: dict[str, tuple[str, Callable[[Row], Any]]] = {}
    for table in (schema.journal, schema.postings, schema.commands, schema.secrets, schema.outbox,
                  schema.intents, schema.head, schema.balances, schema.states, schema.documents):
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


def _document_row(document: Document, seq: int) -> Row:
    return {"kind": document.kind, "id": document.id, "owner": document.owner, "born": seq,
            "seq": seq, "body": document.body}


def _sound(transfer: Transfer) -> None:
    if transfer.amount <= 0 or transfer.frm == transfer.to or not (transfer.key and transfer.frm
                                                                   and transfer.to):
        raise Malformed(f"a transfer moves more than nothing from one account to another, under "
                        f"a key; found {transfer}")


def _quietly(act: Callable[[], object]) -> None:
    """Do what a failed database may refuse: its first error is the one that counts."""
    try:
        act()
    except sa.exc.SQLAlchemyError:
        return
