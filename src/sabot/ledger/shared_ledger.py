"""The ledger of a house of several nodes: each commits into the same PostgreSQL database.

The groups of all nodes are stored one after the other: each begins by locking the end of the
journal, together with the row of its node, which must still have the epoch of this ledger
(`sabot.ledger.nodes`). What other nodes have stored meanwhile is read before anything is decided,
so that no account falls below zero and no command is done twice, whichever node it reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from sabot.ledger import chain, nodes
from sabot.ledger.books import Books
from sabot.ledger.clock import milliseconds
from sabot.ledger.dictionaries import read_stored
from sabot.ledger.errors import LedgerError, Overtaken, SchemaMismatch
from sabot.ledger.group import Group
from sabot.ledger.ledger import NON_NEGATIVE, Ledger
from sabot.ledger.nodes import Node, Nodes
from sabot.ledger.records import read_digest
from sabot.ledger.schema import SECOND
from sabot.ledger.second_format import End, Ends
from sabot.ledger.store import CLAIMED, Store
from sabot.ledger.vault import Vault
from sabot.words import phrase

_IDLE = 2_000
"""Milliseconds after which the server ends a transaction in which a node does nothing: one that was
stopped must not hold the end of the journal."""
_END = sa.select(SECOND.head.c.seq, SECOND.head.c.hash, SECOND.head.c.bound).where(
    SECOND.head.c.id == 1)
_CHECK = "no_account_below_zero"


class SharedStore(Store):
    """A database into which several nodes commit; there is no lock of one house."""

    def _write_file(self, file: Path) -> None:
        raise SchemaMismatch(phrase("an SQLite file, into which one process commits"), "PostgreSQL")

    def _claim_server(self, writer: sa.Connection) -> None:
        """Prepare a connection. A lost one of ours that the server still believes in is ended: it
        may hold the end of the journal."""
        with writer.begin():
            self._end_session(writer)
        with writer.begin():
            self._prepare_session(writer)
            writer.execute(sa.text(f"SET idle_in_transaction_session_timeout = {_IDLE}"))

    def _find_revision(self) -> str:
        revision = super()._find_revision()
        with self.writer.begin():
            # One node after the other: CREATE IF NOT EXISTS may still collide with itself.
            self.writer.execute(sa.text("LOCK TABLE alembic_version IN EXCLUSIVE MODE"))
            nodes.metadata.create_all(self.writer)
            self.writer.execute(insert(SECOND.head).values(
                id=1, seq=0, hash=bytes.fromhex(chain.GENESIS), bound=0).on_conflict_do_nothing())
            known = self.writer.execute(_HAS_CHECK).scalar()
            if not known:
                self.writer.execute(_ADD_CHECK)
        return revision


class SharedLedger(Ledger):
    """The books of a house of several nodes, as one of them writes them.

    ``node`` is this node in its epoch. Raises Overtaken, for good, once that epoch has ended.
    """

    def __init__(self, store: SharedStore, node: Node,
                 clock: Callable[[], int] = milliseconds, vault: Vault | None = None) -> None:
        self.node = node
        self._epoch = (sa.select(nodes.nodes.c.epoch)
                       .where(nodes.nodes.c.node == node.name, nodes.nodes.c.epoch == node.epoch))
        super().__init__(store, clock, vault)

    @classmethod
    def join(cls, url: str, name: str, rules: str, *, create: bool = True, busy_ms: int = 5_000,
             vault: Vault | None = None, clock: Callable[[], int] = milliseconds,
             silence: float = nodes.SILENCE) -> tuple[SharedLedger, Nodes]:
        """Begin a new epoch of the node ``name`` at a PostgreSQL database, and open its books.
        ``rules`` names the version of the rules that it plays by, ``silence`` the seconds without a
        sign of life after which others give it up. Raises the errors of `Ledger.open`."""
        store = SharedStore(url, create=create, readonly=False, synchronous="FULL",
                            busy_ms=busy_ms)
        try:
            others = Nodes(store.reader.execution_options(isolation_level="READ COMMITTED"),
                           store.where, name, rules, silence)
            node = others.start()
            with store.writer.begin():
                occupied = store.writer.execute(CLAIMED).first()
            if occupied:
                others.end(node)
                raise store.occupied()
        except BaseException:
            store.close()
            raise
        return cls(store, node, clock, vault), others

    def balance(self, account: str) -> int:
        """The cents in an account, as stored by any node."""
        return Books.balance(self, account)

    def _begin_group(self, writer: sa.Connection) -> Group:
        seq, digest, bound = self._lock_end(writer)
        if (seq, digest) != self._head:
            self._head = seq, digest
            self._forget_shared(writer, bound)
        return super()._begin_group(writer)

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
            self._lock_end(writer)
            if doubt is None:
                return False
            stored = writer.execute(
                sa.select(self._j.hash).where(self._j.seq == doubt.seq)).scalar()
            return stored is not None and read_digest(stored) == doubt.digest

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
        self.overtaken = (f"the epoch {self.node.epoch} of the node {self.node.name} has ended: "
                          f"other nodes of the house in {self._store.where} run its tables")
        raise Overtaken(self.overtaken)


_PREFIXES = " OR ".join(f"account LIKE '{prefix}%'" for prefix in NON_NEGATIVE)
_HAS_CHECK = sa.text(f"SELECT 1 FROM pg_constraint WHERE conname = '{_CHECK}'")
_ADD_CHECK = sa.text(f"ALTER TABLE balances ADD CONSTRAINT {_CHECK} "
                     f"CHECK (amount >= 0 OR NOT ({_PREFIXES}))")
