"""The committing side of the ledger: a group of entries becomes durable in one transaction."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Self

import sqlalchemy as sa

from sabot.ledger import chain, statements
from sabot.ledger.books import Books
from sabot.ledger.clock import milliseconds
from sabot.ledger.compression import join_kept
from sabot.ledger.database import sqlite_connection
from sabot.ledger.dictionaries import read_stored
from sabot.ledger.entry import Entry, InsufficientFunds, Outcome, Repeated, Stored
from sabot.ledger.errors import (
    KeyConflict,
    LedgerError,
    Overtaken,
    Uncertain,
    Unreachable,
    translate_error,
)
from sabot.ledger.group import Group, Row, check_transfer, compile_inserts
from sabot.ledger.postings import PLAYER, TICKET
from sabot.ledger.schema import USUAL
from sabot.ledger.second_format import End, Ends, chain_of, day_of
from sabot.ledger.shoe_orders import Orders
from sabot.ledger.store import Store
from sabot.ledger.vault import Vault
from sabot.money import Transfer
from sabot.words import phrase

NON_NEGATIVE = (PLAYER, TICKET)
"""Accounts that may never go negative."""
_CACHED_BALANCES = 100_000  # balances in memory before they are read again
_PATIENCE = 3.0  # seconds to find out about a group in doubt, by default
_PAUSE = 0.1  # seconds between two of these attempts

Patience = Callable[[LedgerError, int], bool]
"""Waits before the next attempt to find out whether a doubtful group is stored. It gets the reason
of the last failure and the number of attempts, and returns whether to try again."""


class Ledger(Books):
    """Double-entry money and the hash-chained journal in one database.

    One thread commits; any may read. While a Ledger is open for writing no other house can open the
    same database. ``clock`` gives milliseconds since 1970; an entry has its time even where that is
    before the time of the entry before. With a ``vault`` the orders of shoes in use are stored
    sealed. Without one they are stored in clear, as in tests and for callers that use the ledger
    alone; `sabot serve` always has one.

    After a failure the ledger recovers at once, or in `check` as soon as it can. ``trouble`` is why
    the last attempt stored nothing. ``overtaken`` says that another house has committed: this one
    stores nothing more. ``patience`` decides how long to wait to learn whether a group is stored
    whose commit failed. ``days`` gives the gaming day, as 20261123, of an entry without a table, or
    of a table without hours, from its time in milliseconds.
    """

    owner = ""
    """The node and epoch that writes, as ``NODE.EPOCH``; "" for the one process of a house."""

    def __init__(self, store: Store, clock: Callable[[], int] = milliseconds,
                 vault: Vault | None = None) -> None:
        super().__init__(store, vault=vault)
        self._clock = clock
        self._writes = compile_inserts(store.layout.format, store.sqlite)
        intents, outbox = self._tables.intents, self._tables.outbox
        self._use_intent = sa.delete(intents).where(intents.c.key == sa.bindparam("spent"))
        self._orders = Orders(self._tables, vault) if vault else None
        self._acknowledge = sa.delete(outbox).where(outbox.c.key == sa.bindparam("sent"))
        self._cents: dict[str, int] = {}
        self._writing: Group | None = None  # what the open transaction stores
        self._doubt: Group | None = None  # its commit failed: stored or not
        self._uncertain = ""
        self.trouble: LedgerError | None = None
        self.overtaken = ""
        self.patience: Patience = _short_wait
        self.days: Callable[[int], int] = day_of
        self._head = (0, chain.GENESIS)  # the end of the journal as this ledger left it
        self._ends = None if self._first else Ends()
        self._changed = Ends()  # since the last checkpoint
        self._dictionaries: dict[str, int] = {}  # their numbers in the journal by the games' names
        if not store.readonly:
            try:
                with self._transaction() as writer:
                    self._head = self._read_head(writer)
                    self._resume(writer)
            except BaseException:
                store.close()
                raise

    @classmethod
    def open(cls, url: str, *, create: bool = True, readonly: bool = False,
             synchronous: str = "FULL", busy_ms: int = 5_000,
             vault: Vault | None = None, format: int = USUAL,
             clock: Callable[[], int] = milliseconds,
             connect: Callable[..., sqlite3.Connection] = sqlite3.connect) -> Self:
        """Open ``sqlite:///path`` (or a plain path) or ``postgresql://user@host/name``.

        With ``create`` an empty database gets the schema of a ``format`` of the journal.
        ``readonly`` reads while another house writes. ``synchronous`` is SQLite's setting; anything
        but FULL may lose money at a power failure. ``vault`` seals the orders of shoes in use; None
        stores them in clear. ``clock`` gives milliseconds since 1970. ``connect`` opens SQLite
        files, as `sqlite3.connect` does. Raises SchemaMismatch,
        Occupied, Locked, ReadOnly, Full, Corrupt, Absent or Unreachable.
        """
        return cls(Store(url, create=create, readonly=readonly, synchronous=synchronous,
                         busy_ms=busy_ms, format=format, connect=connect), clock, vault=vault)

    def now(self) -> float:
        """The clock of the entries, in Unix seconds."""
        return self._clock() / 1000

    def clock_lag(self, table: str | None = None) -> float:
        """How many seconds the clock is behind the last entry, or that of a ``table``; else 0."""
        last = self.entries(table=table, newest_first=True, limit=1)
        return max(0.0, (last[0].at - self._clock()) / 1000) if last else 0.0

    def close(self) -> None:
        """Release the database; in the second format with a checkpoint over everything."""
        self.seal()
        self._store.close()

    def seal(self) -> None:
        """Make a checkpoint over everything stored, where that is possible now: nothing more is
        going to be stored here."""
        if self._has_changed() and not (self.away or self._uncertain or self.overtaken):
            with suppress(LedgerError):
                self.bind()

    def abandon(self) -> None:
        """Release the database as a process does that is killed: without a checkpoint."""
        self._store.close()

    def bind(self) -> tuple[int, str]:
        """Make a checkpoint over everything stored, where anything changed since the last. Returns
        its number and digest; (0, 64 zeros) in the first format, which has none."""
        if self._ends is None:
            return 0, chain.GENESIS
        if self._has_changed():
            self._ensure_writer()
            with self._transaction() as writer:
                group = self._begin_group(writer)
                if self._has_changed():  # another node may have made one
                    self._checkpoint(writer, group)
                    self._insert(writer, "checkpoints", group.checkpoints)
                    self._insert(writer, "head", [group.head_row()])
            self._take_over(group)
        return self._ends.checkpoint

    def _has_changed(self) -> bool:
        """Whether entries were stored after the last checkpoint."""
        return self._ends is not None and self._head[0] > self._ends.seq

    def _resume(self, writer: sa.Connection) -> None:
        """Read where the checkpoints end, what has changed since, and the dictionaries."""
        tables, ends = self._tables, self._ends
        if ends is None or tables.checkpoints is None or tables.chains is None \
                or tables.dictionaries is None:
            return
        c, n, b = tables.checkpoints.c, tables.chains.c, tables.balances.c
        last = writer.execute(sa.select(c.no, c.at, c.seq, c.hash).order_by(c.no.desc())
                              .limit(1)).first()
        if last:
            ends.checkpoint, ends.at, ends.seq = End(last[0], last[3].hex()), last[1], last[2]
        for name, no, digest in writer.execute(sa.select(n.name, n.no, n.hash)
                                               .where(n.seq > ends.seq)):
            self._changed.chains[name] = ends.chains[name] = End(no, digest.hex())
        for name, no, digest in writer.execute(sa.select(b.account, b.no, b.hash)
                                               .where(b.seq > ends.seq, b.no > 0)):
            self._changed.accounts[name] = End(no, digest.hex())
        read_stored(writer, tables.dictionaries, self._dictionaries, self._store.packer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def balance(self, account: str) -> int:
        """The cents in an account; 0 for one that was never used."""
        known = self._cents.get(account)
        return super().balance(account) if known is None else known

    # -- committing -------------------------------------------------------------------------------

    def commit(self, entries: Sequence[Entry]) -> list[Outcome]:
        """Store a group in one transaction. Returns one outcome for each entry, in order.

        Each entry is stored whole or refused separately (Repeated, InsufficientBalance). When this
        returns, what is Stored survives a crash and a power failure. After a LedgerError nothing of
        the group is stored, except after Uncertain, which says what to do. Where it is not known
        whether a failed commit was stored, the journal is read again until this is known, as long
        as ``patience`` allows.
        """
        fresh = self._ensure_writer()
        while True:
            try:
                return self._commit_group(entries)
            except LedgerError as error:
                if fresh or not self.away or isinstance(error, Uncertain):
                    raise
                # The connection was lost since its last use; nothing was committed through it.
                fresh = self._ensure_writer()

    def _commit_group(self, entries: Sequence[Entry]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        try:
            with self._transaction() as writer:
                group = self._writing = self._begin_group(writer)
                self._look_up(writer, entries, group)
                outcomes += [self._decide(entry, group) for entry in entries]
                if group.journal:
                    if group.ends is not None and group.ends.due(self._clock(), group.seq):
                        self._checkpoint(writer, group)
                    self._write(writer, group)
        except LedgerError as error:
            if self._doubt is None or not self._resolve_doubt(error):
                raise
            return outcomes
        self._apply(group)
        return outcomes

    def _begin_group(self, writer: sa.Connection) -> Group:
        """A group at the end of the journal, at the beginning of its transaction."""
        return Group(*self._head, self._ends)

    def _apply(self, group: Group) -> None:
        if group.journal:
            self._head = (group.seq, group.digest)
            self._store.scrub(bool(group.erased()))
            self._cents.update(group.balances)
            self._take_over(group)
            if len(self._cents) > _CACHED_BALANCES:
                self._cents.clear()
                if self._ends is not None:
                    self._ends.accounts.clear()

    def _take_over(self, group: Group) -> None:
        """Take over the ends of the chains from a group that is stored."""
        ends, new_ends = self._ends, group.ends
        if ends is None or new_ends is None:
            return
        ends.chains |= new_ends.chains
        ends.accounts |= new_ends.accounts
        if new_ends.bound:
            ends.checkpoint, ends.at, ends.seq = new_ends.checkpoint, new_ends.at, new_ends.seq
            self._changed = Ends()
        else:
            self._changed.chains |= new_ends.chains
            self._changed.accounts |= new_ends.accounts
        for row in group.dictionaries:
            self._dictionaries[row["name"]] = row["no"]

    def _checkpoint(self, writer: sa.Connection, group: Group) -> None:
        """Add a checkpoint at the end of a group."""
        assert group.ends is not None
        changed, at = Ends(), self._clock()
        before = self._changed_before(writer)
        changed.chains = before.chains | group.ends.chains
        changed.accounts = before.accounts | group.ends.accounts
        body = group.ends.bind(at, group.seq, changed)
        end = group.ends.checkpoint
        group.checkpoints.append({"no": end.no, "at": at, "seq": group.seq, "body": body,
                                  "hash": bytes.fromhex(end.digest)})

    def _changed_before(self, writer: sa.Connection) -> Ends:
        """What has changed from the last checkpoint to the end of the journal."""
        return self._changed

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        """A transaction of the writer, committed at the end of the block. After a LedgerError
        nothing of it is stored, unless the group that it writes is then in doubt."""
        writer = self._store.writer
        committing, self._writing = False, None
        try:
            transaction = writer.begin()
            yield writer
            committing = True
            transaction.commit()
        except BaseException as error:
            known = isinstance(error, sa.exc.SQLAlchemyError | UnicodeDecodeError)
            doubtful, reopen = self._classify(error) if known else (True, committing)
            group = self._writing
            if committing and doubtful and group is not None and group.journal:
                self._doubt = group
            self._store.clear(reopen=reopen)
            if not known:
                raise
            assert isinstance(error, Exception)
            typed = translate_error(error, self._store.where)
            self.trouble = typed
            raise typed from error
        self.trouble = None

    def _classify(self, error: BaseException) -> tuple[bool, bool]:
        """Whether a commit that failed with this error may be durable nevertheless, and whether to
        open a new connection."""
        if not self._store.sqlite:
            cut = isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated
            return cut, cut
        code = getattr(getattr(error, "orig", None), "sqlite_errorname", "") or ""
        return not code.startswith((*_NOT_STORED, _READONLY)), not code.startswith(_NOT_STORED)

    # -- after a failure --------------------------------------------------------------------------

    @property
    def last(self) -> tuple[int, str]:
        """The number and digest of the last entry that this ledger knows to be stored."""
        return self._head

    @property
    def away(self) -> bool:
        """Whether nothing can be stored before `check` has reached the database again."""
        return self._doubt is not None or self._store.away

    def check(self) -> None:
        """Check that entries can be stored, by a harmless write; for the thread that commits.

        A lost connection is opened again, with the lock that keeps other houses out. The journal
        must end where this ledger left it. LedgerError while this fails; Overtaken, permanently,
        where another house has committed.
        """
        self._check_usable()
        known = not self.away
        try:
            try:
                stored = self._probe()
            except LedgerError:
                if not (known and self.away):
                    raise
                stored = self._probe()  # the connection was lost since its last use
        except (sa.exc.SQLAlchemyError, LedgerError) as error:
            typed = translate_error(error, self._store.where)
            self.trouble = typed
            if self._store.away and not self._store.sqlite:
                self._check_overtaken()
            if typed is error:
                raise
            raise typed from error
        group, self._doubt = self._doubt, None
        if group is not None and stored:
            self._apply(group)

    def _probe(self) -> bool:
        """Write without effect, in a transaction that is committed. Returns whether the group in
        doubt is stored. Overtaken where another house has committed."""
        self._store.ready()
        with self._transaction() as writer:
            writer.execute(_PROBE)
            end = self._read_head(writer)
            self._compare(end)
        doubt = self._doubt
        return doubt is not None and end == (doubt.seq, doubt.digest)

    def _ensure_writer(self) -> bool:
        """Ensure that there is a writer and no doubt. Returns whether this needed a `check`."""
        self._check_usable()
        if not self.away:
            return False
        self.check()
        return True

    def _check_usable(self) -> None:
        if self.overtaken:
            raise Overtaken(self.overtaken)
        if self._uncertain:
            raise Uncertain(self._uncertain)

    def _resolve_doubt(self, reason: LedgerError) -> bool:
        """Whether the group in doubt is stored, once that is known. Uncertain when patience ends,
        or another house has continued from there."""
        before, tries = self._head, 0
        while True:
            try:
                self.check()
            except Overtaken as error:
                raise Uncertain(*error.args) from error
            except LedgerError as error:
                reason, tries = error, tries + 1
            else:
                return self._head != before
            if not self.patience(reason, tries):
                self._uncertain = (f"the database {self._store.where} failed in the middle of a "
                                   f"commit ({reason}); open the ledger again before you continue")
                raise Uncertain(self._uncertain) from reason

    def _compare(self, end: tuple[int, str]) -> None:
        """Overtaken unless the journal ends where this ledger, or its group in doubt, left it."""
        doubt = self._doubt
        if end != self._head and (doubt is None or end != (doubt.seq, doubt.digest)):
            self.overtaken = (
                f"the journal in {self._store.where} ends at entry {end[0]}, but this house left "
                f"it at entry {self._head[0]}: another house has committed into it, or the "
                "database was replaced by another one")
            raise Overtaken(self.overtaken)

    def _check_overtaken(self) -> None:
        """While the house lock is not available: Overtaken as soon as its owner commits."""
        try:
            with self._store.connection(self._store.reader) as connection:
                end = self._read_head(connection)
        except LedgerError:
            return
        self._compare(end)

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        if self.away and not self._store.sqlite:  # do not wait for a server that is away
            raise Unreachable(phrase("the connection to the database {where} is lost; it is opened "
                                     "again as soon as possible", where=self._store.where))
        with super()._reading() as connection:
            yield connection

    def _look_up(self, writer: sa.Connection, entries: Sequence[Entry], group: Group) -> None:
        """Read at once what the entries depend on: used keys, and balances that are not known yet.
        """
        keys = [e.command for e in entries if e.command is not None]
        if keys:
            players, used = {p for p, _ in keys}, {k for _, k in keys}
            for player, key, answer in writer.execute(
                    statements.used_keys(self._tables), {"players": [*players], "keys": [*used]}):
                group.answers[player, key] = bytes(answer)
        if self._ends is not None and self._tables.chains is not None:
            unknown = {chain_of(e) for e in entries} - self._ends.chains.keys()
            if unknown:
                for name, no, digest in writer.execute(
                        statements.chain_ends(self._tables.chains), {"names": [*unknown]}):
                    self._ends.chains[name] = End(no, digest.hex())
        transfers = [t for e in entries for t in e.transfers]
        if transfers:
            for row in writer.execute(statements.transfers(self._tables),
                                      {"keys": [t.key for t in transfers]}):
                group.moved[row[0]] = Transfer(*row)
            unknown_accounts = {a for t in transfers for a in (t.frm, t.to)} - self._cents.keys()
            if unknown_accounts:
                amounts: dict[str, int] = {}
                for account, amount, no, digest in writer.execute(
                        statements.known_balances(self._tables), {"accounts": [*unknown_accounts]}):
                    amounts[account] = amount
                    if self._ends is not None and no:
                        self._ends.accounts[account] = End(no, digest.hex())
                # One update: other threads read these balances meanwhile.
                self._cents.update(
                    {account: amounts.get(account, 0) for account in unknown_accounts}
                )

    def _decide(self, entry: Entry, group: Group) -> Outcome:
        if entry.command is not None and entry.command in group.answers:
            return Repeated(group.answers[entry.command])
        changed: dict[str, int] = {}
        transfers: dict[str, Transfer] = {}
        for transfer in entry.transfers:
            earlier = transfers.get(transfer.key) or group.moved.get(transfer.key)
            if earlier is not None:
                if earlier != transfer:
                    raise KeyConflict(phrase("the transfer {key} is already stored as {earlier}; "
                                             "it cannot be {transfer} too", key=transfer.key,
                                             earlier=earlier[1:], transfer=transfer[1:]))
                continue
            check_transfer(transfer, self._first)
            refusal = self._move(transfer, changed, group)
            if refusal is not None:
                return refusal
            transfers[transfer.key] = transfer
        group.balances.update(changed)
        group.moved.update(transfers)
        return self._add_rows(entry, tuple(transfers.values()), group)

    def _move(
        self, transfer: Transfer, changed: dict[str, int], group: Group
    ) -> InsufficientFunds | None:
        for account, amount in ((transfer.frm, -transfer.amount), (transfer.to, transfer.amount)):
            have = changed.get(account)
            if have is None:
                have = group.balances.get(account)
            if have is None:
                have = self._cents[account]
            if have + amount < 0 and account.startswith(NON_NEGATIVE):
                return InsufficientFunds(account, have, -amount)
            changed[account] = have + amount
        return None

    def _time_and_digests(self, entry: Entry) -> tuple[int, bytes]:
        """The time of an entry, and the digests of what it stores next to the journal."""
        return self._clock(), chain.stored_bytes(entry)

    def _add_rows(self, entry: Entry, moved: tuple[Transfer, ...], group: Group) -> Stored:
        """Add the rows of an accepted entry to the group and a link to the chain."""
        seq = group.seq = group.seq + 1
        at, stored_digests = self._time_and_digests(entry)
        prev = group.digest
        numbers: list[tuple[int | None, int | None]] = [(None, None)] * len(moved)
        own: Row
        if group.ends is None:
            group.digest = chain.link(
                prev, (seq, at, entry.kind, entry.table, entry.coup, entry.version, entry.count),
                entry.body, moved, entry.command, entry.answer, stored_digests)
            own = {"body": entry.body, "prev": prev, "hash": group.digest}
        else:
            day = entry.day or self.days(at)
            end, numbers = group.ends.enter(entry, at, day, moved, stored_digests)
            group.digest = end.digest
            packer = self._store.packer
            number = group.dictionary(entry.game, self._dictionaries, packer)
            packed, digests = join_kept(entry.body, stored_digests)
            own = {"body": packer.pack(packed, number), "kept": digests, "day": day,
                   "hash": bytes.fromhex(end.digest), "chain": chain_of(entry), "no": end.no}
        player, key = entry.command or (None, None)
        group.journal.append({
            "seq": seq, "at": at, "kind": entry.kind, "table_id": entry.table, "coup": entry.coup,
            "version": entry.version, "count": entry.count, "player": player,
            "command": key, "answer": entry.answer, "kept": stored_digests, **own})
        group.add_effects(entry, moved, numbers)
        if entry.secret is not None:
            nonce, order = (self.vault.seal(entry.secret) if self.vault
                            else (entry.secret["nonce"], entry.secret["order"]))
            group.secrets.append({"seal": entry.secret["seal"], "seq": seq, "nonce": nonce,
                                  "cards": order})
        return Stored(seq)

    def _insert(self, writer: sa.Connection, name: str, rows: Sequence[Row]) -> None:
        sql, arranged = self._writes[name]
        writer.exec_driver_sql(sql, [arranged(row) for row in rows])

    def _write(self, writer: sa.Connection, group: Group) -> None:
        for name, rows in (
                ("journal", group.journal), ("postings", group.postings),
                ("commands", group.commands), ("secrets", group.secrets),
                ("outbox", group.outbox), ("intents", group.announced),
                ("balances", group.balance_rows()),
                ("chains", group.chain_rows()),
                ("checkpoints", group.checkpoints), ("dictionaries", group.dictionaries),
                ("names", group.name_rows()),
                ("states", list(group.states.values())),
                ("documents", list(group.documents.values())),
                ("head", [group.head_row()])):
            if rows:
                self._insert(writer, name, rows)
        for statement, rows in (
            (self._use_intent, group.spent),
            (self._acknowledge, group.acknowledged),
        ):
            if rows:
                writer.execute(statement, rows)
        if group.over and self._orders:
            self._orders.unseal(writer, group.over)
        if (erased := group.erased()) and (names := self._tables.names) is not None:
            if self._store.sqlite:
                self._pragma("secure_delete=ON")  # overwrite deleted rows in the file
            writer.execute(sa.delete(names).where(names.c.id.in_(erased)))

    def seal_orders(self, seals: Sequence[str]) -> int:
        """Seal the orders of these shoes that are stored in clear. Returns their number.

        In an SQLite file the old bytes are overwritten. Call it before anything is committed.
        """
        if not self._orders or not seals:
            return 0
        try:
            if self._store.sqlite:
                self._pragma("secure_delete=ON")
            with self._transaction() as writer:
                sealed = self._orders.seal(writer, seals)
            if self._store.sqlite and sealed:
                self._pragma("wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise translate_error(error, self._store.where) from error
        return sealed

    def _pragma(self, pragma: str) -> None:
        """Run a PRAGMA of SQLite outside a transaction."""
        sqlite_connection(self._store.writer).execute(f"PRAGMA {pragma}").fetchall()


def _short_wait(reason: LedgerError, tries: int) -> bool:
    """The default patience: a few seconds."""
    time.sleep(_PAUSE)
    return tries * _PAUSE < _PATIENCE


_NOT_STORED = ("SQLITE_BUSY", "SQLITE_FULL", "SQLITE_CONSTRAINT")
"""Errors of SQLite after which nothing of the transaction is stored and the connection still works.
"""
_READONLY = "SQLITE_READONLY"
"""An error after which nothing is stored either, but the connection stays read-only."""

# A write that changes nothing. After a failed commit it also overwrites what that commit may have
# left in SQLite's log, so that no later recovery can find it there.
_PROBE = sa.text("UPDATE alembic_version SET version_num = version_num")
