"""The ledger of a house of several nodes: each commits into the same PostgreSQL database.

The groups of all nodes are stored one after the other: each begins by locking the end of the
journal, together with the row of its node, which must still have the epoch of this ledger
(`sabot.ledger.nodes`). What other nodes have stored meanwhile is read before anything is decided,
so that no account falls below zero and no command is done twice, whichever node it reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, Self

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from sabot.ledger import chain, nodes
from sabot.ledger.books import Books
from sabot.ledger.clock import milliseconds
from sabot.ledger.dictionaries import read_stored
from sabot.ledger.entry import Entry, Outcome, Repeated
from sabot.ledger.errors import LedgerError, Overtaken, SchemaMismatch
from sabot.ledger.group import Group
from sabot.ledger.ledger import NON_NEGATIVE, Ledger
from sabot.ledger.nodes import DatabaseTime, Node, Nodes
from sabot.ledger.records import read_digest
from sabot.ledger.references import WALLET
from sabot.ledger.schema import SECOND
from sabot.ledger.second_format import End, Ends
from sabot.ledger.store import CLAIMED, Store
from sabot.ledger.vault import Vault
from sabot.ledger.wallet_record import is_opening, without_done
from sabot.words import phrase

_IDLE = 2_000
"""Milliseconds after which the server ends a transaction in which a node does nothing: one that was
stopped must not hold the end of the journal."""
MOST_SHOWN = 10_000
"""Balances that are known without reading them."""
_END = sa.select(SECOND.head.c.seq, SECOND.head.c.hash, SECOND.head.c.bound).where(
    SECOND.head.c.id == 1)
_MAKE = sa.text(f"SELECT pg_advisory_xact_lock({0x5AB08})")
_LIMIT_IDLENESS = f"SET idle_in_transaction_session_timeout = {_IDLE}"
_CHECK = "no_account_below_zero"


class SharedStore(Store):
    """A database into which several nodes commit; there is no lock of one house. ``time`` is that
    of the database."""

    time = DatabaseTime()
    connection_settings = {
        "connect_timeout": 2, "tcp_user_timeout": 2_500, "keepalives_idle": 1,
        "keepalives_interval": 1, "keepalives_count": 2,
    }
    """As for a house of one process, but sooner: a node that hears nothing from the database is
    given up after `sabot.ledger.nodes.SILENCE`, and should know it."""
    _opened = False

    def _write_file(self, file: Path) -> None:
        raise SchemaMismatch(phrase("an SQLite file, into which one process commits"), "PostgreSQL")

    def _claim_server(self, writer: sa.Connection) -> None:
        """Prepare a connection. A lost one of ours that the server still believes in is ended: it
        may hold the end of the journal."""
        with writer.begin():
            self._end_session(writer)
        with writer.begin():
            self._prepare_session(writer)
            if self._opened:
                self._limit_idleness(writer)

    @staticmethod
    def _limit_idleness(writer: sa.Connection) -> None:
        writer.execute(sa.text(_LIMIT_IDLENESS))

    def signs(self) -> sa.Engine:
        """Return connections over which a node learns of the others, and gives its signs of life.
        Where one is lost in a transaction, the server ends that soon: it may lock the row of a
        node, or a lease."""
        engine = self._engine(isolation_level="READ COMMITTED", pool_pre_ping=True)
        sa.event.listen(engine, "connect", _limit_new_session)
        return engine

    def _ensure_schema(self, connection: sa.Connection) -> str:
        """As the store of one process; nodes that open an empty database wait for each other."""
        connection.execute(_MAKE)
        return super()._ensure_schema(connection)

    def _find_revision(self) -> str:
        revision = super()._find_revision()
        with self.writer.begin():
            self._limit_idleness(self.writer)  # not while the tables of the journal are made
            # One node after the other: CREATE IF NOT EXISTS may still collide with itself.
            self.writer.execute(sa.text("LOCK TABLE alembic_version IN EXCLUSIVE MODE"))
            nodes.metadata.create_all(self.writer)
            self.writer.execute(insert(SECOND.head).values(
                id=1, seq=0, hash=bytes.fromhex(chain.GENESIS), bound=0).on_conflict_do_nothing())
            known = self.writer.execute(_HAS_CHECK).scalar()
            if not known:
                self.writer.execute(_ADD_CHECK)
        self._opened = True
        return revision

    def is_claimed(self) -> bool:
        """Whether a house of one process holds the database."""
        with self.writer.begin():
            return self.writer.execute(CLAIMED).first() is not None


class SharedLedger(Ledger):
    """The books of a house of several nodes, as one of them writes them.

    ``node`` is this node in its epoch. Raises Overtaken, for good, once that epoch has ended.
    """

    def __init__(self, store: SharedStore, node: Node,
                 clock: Callable[[], int] = milliseconds, vault: Vault | None = None) -> None:
        self.node = node
        self.owner = node.in_epoch
        self._undone: frozenset[str] = frozenset()  # credits and debits still to be confirmed
        self._has_opening = False  # whether the journal has a wallet entry, where one would open it
        self._shown: dict[str, int] = {}  # balances for people to see
        self._groups = 0
        self._own: set[int] = set()  # entries of this node since `forget_moved`
        self._epoch = (sa.select(nodes.nodes.c.epoch)
                       .where(nodes.nodes.c.node == node.name, nodes.nodes.c.epoch == node.epoch))
        super().__init__(store, clock, vault)

    @classmethod
    def join(cls, url: str, name: str, rules: str, *, create: bool = True, busy_ms: int = 5_000,
             vault: Vault | None = None, clock: Callable[[], int] = milliseconds,
             silence: float = nodes.SILENCE) -> tuple[Self, Nodes]:
        """Begin a new epoch of the node ``name`` at a PostgreSQL database, and open its books.
        ``rules`` names the version of the rules that it plays by, ``silence`` the seconds without a
        sign of life after which others give it up. Raises the errors of `Ledger.open`."""
        return cls.join_at(SharedStore(url, create=create, readonly=False, synchronous="FULL",
                                       busy_ms=busy_ms), name, rules, vault, clock, silence)

    @classmethod
    def join_at(cls, store: SharedStore, name: str, rules: str, vault: Vault | None = None,
                clock: Callable[[], int] = milliseconds, silence: float = nodes.SILENCE
                ) -> tuple[Self, Nodes]:
        """Join the house of a database that is open, as `join`."""
        try:
            others = Nodes(store.signs(), store.where, name, rules, silence, store.time)
            node = others.start()
            if store.is_claimed():
                others.end(node)
                raise store.occupied()
        except BaseException:
            store.close()
            raise
        return cls(store, node, clock, vault), others

    def balance(self, account: str) -> int:
        """The cents in an account to be shown: as this node has stored them, or as they were when
        they were read last. Who follows what other nodes store says when they are to be read again
        (`forget_moved`). What may be paid is decided by the database, in the group."""
        known = self._shown.get(account)
        if known is None:
            groups = self._groups
            known = Books.balance(self, account)
            if groups == self._groups:  # else it may be from before a group that was just stored
                self._shown[account] = known
        return known

    def forget_moved(self, since: int, last: int) -> None:
        """Read balances again that entries of other nodes have moved, after the entry ``since`` up
        to the entry ``last``; for the one who follows what others store, in any thread."""
        p = self._tables.postings.c
        with self._reading() as connection:
            moved = connection.execute(
                sa.select(p.seq, p.frm, p.dst).where(p.seq > since, p.seq <= last)).all()
        self._groups += 1
        for seq, *accounts in moved:
            if seq not in self._own:
                for account in accounts:
                    self._shown.pop(account, None)
        self._own.difference_update([seq for seq in list(self._own) if seq <= last])

    def _apply(self, group: Group) -> None:
        super()._apply(group)
        self._own.update(range(group.seq - len(group.journal) + 1, group.seq + 1))
        self._groups += 1
        if len(self._shown) > MOST_SHOWN:
            self._shown.clear()
        self._shown.update(group.balances)

    def _begin_group(self, writer: sa.Connection) -> Group:
        seq, digest, bound = self._lock_end(writer)
        assert self._ends is not None
        if ((seq, digest), bound) != (self._head, self._ends.checkpoint.no):
            self._head = seq, digest
            self._forget_shared(writer, bound)
        return super()._begin_group(writer)

    def _look_up(self, writer: sa.Connection, entries: Sequence[Entry], group: Group) -> None:
        super()._look_up(writer, entries, group)
        moved = {account for entry in entries for t in entry.transfers
                 for account in (t.frm, t.to)} & self._cents.keys()
        self._groups += 1
        self._shown.update((account, self._cents[account]) for account in moved)
        of_wallet = [entry for entry in entries if entry.kind == WALLET]
        if of_wallet:
            o, i = self._tables.outbox.c, self._tables.intents.c
            self._undone = frozenset(writer.execute(sa.union(
                sa.select(o.key).where(o.key.in_([k for e in of_wallet for k in e.acknowledged])),
                sa.select(i.key).where(i.key.in_([k for e in of_wallet for k in e.intents])),
            )).scalars())
            self._has_opening = any(map(is_opening, of_wallet)) and writer.execute(
                sa.select(self._j.seq).where(self._j.kind == WALLET).limit(1)).first() is not None

    def _decide(self, entry: Entry, group: Group) -> Outcome:
        if entry.kind == WALLET:
            left = without_done(entry, self._undone, self._has_opening)
            if left is None:  # another node has recorded it
                return Repeated(b"")
            self._undone -= {*left.acknowledged, *left.intents}
            entry = left
        return super()._decide(entry, group)

    def _lock_end(self, writer: sa.Connection) -> tuple[int, str, int]:
        """Lock the end of the journal until the end of the transaction, and this node's epoch:
        its number, its digest, and the number of the last checkpoint."""
        if writer.execute(self._epoch.with_for_update(read=True)).first() is None:
            self._give_up()
        seq, digest, bound = writer.execute(_END.with_for_update()).one()
        return seq, read_digest(digest), bound

    def _forget_shared(self, writer: sa.Connection, bound: int) -> None:
        """Other nodes have stored entries: what they may have changed is read again."""
        tables, ends = self._tables, self._ends
        assert ends is not None and tables.checkpoints is not None
        assert tables.dictionaries is not None
        self._changed = Ends()
        self._cents.clear()
        ends.accounts.clear()
        ends.chains.clear()
        if bound != ends.checkpoint.no:
            c = tables.checkpoints.c
            no, at, seq, digest = writer.execute(
                sa.select(c.no, c.at, c.seq, c.hash).where(c.no == bound)).one()
            ends.checkpoint, ends.at, ends.seq = End(no, read_digest(digest)), at, seq
        read_stored(writer, tables.dictionaries, self._dictionaries, self._store.packer)

    def _changed_before(self, writer: sa.Connection) -> Ends:
        """What any node has changed since the last checkpoint, read from the entries."""
        tables, ends, changed = self._tables, self._ends, Ends()
        assert ends is not None and tables.chains is not None
        n, b, p = tables.chains.c, tables.balances.c, tables.postings.c
        for name, no, digest in writer.execute(
                sa.select(n.name, n.no, n.hash).where(n.seq > ends.seq)):
            changed.chains[name] = End(no, read_digest(digest))
        moved = sa.union(sa.select(p.frm).where(p.seq > ends.seq),
                         sa.select(p.dst).where(p.seq > ends.seq))
        for name, no, digest in writer.execute(
                sa.select(b.account, b.no, b.hash).where(b.account.in_(moved), b.no > 0)):
            changed.accounts[name] = End(no, read_digest(digest))
        return changed

    def _probe(self) -> bool:
        """Whether the group in doubt is stored: its last entry is, with its digest. The end of the
        journal is locked, so that a transaction which is still open at the server has ended."""
        self._store.ready()
        doubt = self._doubt
        with self._transaction() as writer:
            self._check_past(writer, *self._lock_end(writer)[:2])
            if doubt is None:
                return False
            stored = writer.execute(
                sa.select(self._j.hash).where(self._j.seq == doubt.seq)).scalar()
            return stored is not None and read_digest(stored) == doubt.digest

    def _check_past(self, writer: sa.Connection, seq: int, digest: str) -> None:
        """Give up where the journal, which ends with this entry, does not contain the last one that
        this ledger knows: the database is now one that lacks entries, such as a standby that had
        not received them. What is in memory here does not fit to it."""
        known, expected = self._head
        if known > seq:
            digest = ""
        elif 0 < known < seq:
            stored = writer.execute(sa.select(self._j.hash).where(self._j.seq == known)).scalar()
            digest = read_digest(stored) if stored is not None else ""
        if known and digest != expected:
            self._refuse(f"the journal in {self._store.where} lacks the entry {known}, which the "
                         f"node {self.node.name} has stored or read: the database was replaced by "
                         "one that had not received everything")

    def _check_overtaken(self) -> None:
        """Overtaken where the epoch of this node has ended, as far as that can be read."""
        try:
            with self._store.connection(self._store.reader) as connection:
                valid = connection.execute(self._epoch).first()
        except LedgerError:
            return
        if valid is None:
            self._give_up()

    def _give_up(self) -> NoReturn:
        self._refuse(f"the epoch {self.node.epoch} of the node {self.node.name} has ended: "
                     f"other nodes of the house in {self._store.where} run its tables")

    def _refuse(self, why: str) -> NoReturn:
        """Store nothing any more."""
        self.overtaken = why
        raise Overtaken(why)


def _limit_new_session(connection: Any, record: object) -> None:
    """Limit the idleness of a new session, as a listener to a pool."""
    with connection.cursor() as cursor:
        cursor.execute(_LIMIT_IDLENESS)
    connection.commit()


_PREFIXES = " OR ".join(f"account LIKE '{prefix}%'" for prefix in NON_NEGATIVE)
_HAS_CHECK = sa.text(f"SELECT 1 FROM pg_constraint WHERE conname = '{_CHECK}'")
_ADD_CHECK = sa.text(f"ALTER TABLE balances ADD CONSTRAINT {_CHECK} "
                     f"CHECK (amount >= 0 OR NOT ({_PREFIXES}))")
