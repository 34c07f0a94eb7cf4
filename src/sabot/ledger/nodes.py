"""The nodes of one house and the tables that each runs, as rows of the database that they share.

A *node* is a process that commits. It has an *epoch*, a number that only grows: it gets a new one
each time it starts, and another node ends its epoch when it gives no sign of life. Each of its
groups of entries is stored under a lock on its row, so that nothing is stored in an epoch that has
ended. A *lease* says which node runs a table, in which epoch of that node; the lease has an epoch
of its own, which grows by one each time another node takes the table over.

Times are those of the database. They decide only how soon a silent node is given up, never what may
be stored: a node that was stopped and wakes up late finds its epoch ended.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from sabot.ledger.errors import translate_error

SILENCE = 2.5
"""Seconds without a sign of life after which a node is given up."""

metadata = sa.MetaData()

nodes = sa.Table(
    "nodes", metadata,
    sa.Column("node", sa.Text, primary_key=True),
    sa.Column("epoch", sa.BigInteger, nullable=False),
)

# Apart from the nodes, whose rows the groups lock: a sign of life waits for no group.
signs = sa.Table(
    "signs_of_life", metadata,
    sa.Column("node", sa.Text, primary_key=True),
    sa.Column("epoch", sa.BigInteger, nullable=False),
    sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("ready", sa.Boolean, nullable=False),
)

leases = sa.Table(
    "leases", metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("node", sa.Text, nullable=False),
    sa.Column("node_epoch", sa.BigInteger, nullable=False),
    sa.Column("epoch", sa.BigInteger, nullable=False),
)

channel = sa.Table(
    "channel", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
)

_BEFORE_READY = 120.0
"""Seconds that a node has until its first sign of life."""
_NODE, _SIGN, _LEASE = nodes.c, signs.c, leases.c


def any_living(connection: sa.Connection) -> bool:
    """Whether nodes of a house commit into this database."""
    return sa.inspect(connection).has_table(signs.name) and bool(connection.execute(
        sa.select(_NODE.node).join_from(nodes, signs, _SIGN.node == _NODE.node)
        .where(_SIGN.epoch == _NODE.epoch, _SIGN.until >= sa.func.now())).first())


class DatabaseTime:
    """The time of a PostgreSQL database, in expressions for its statements."""

    def now(self) -> sa.ColumnElement[Any]:
        """The present moment."""
        return sa.func.now()

    def after(self, seconds: float) -> sa.ColumnElement[Any]:
        """The moment in so many seconds."""
        return sa.literal_column(f"now() + interval '{seconds} seconds'")


class Node(NamedTuple):
    """A node of the house in one of its epochs."""

    name: str
    epoch: int

    @property
    def in_epoch(self) -> str:
        """The node and its epoch as one word, for keys."""
        return f"{self.name}.{self.epoch}"


class Lease(NamedTuple):
    """Which node runs a table, and how often the table has changed its node."""

    table: str
    node: Node
    epoch: int


class Nodes:
    """The rows of all nodes, seen from one of them. Methods raise LedgerError when the database
    cannot be reached. ``rules`` names the version of the rules that this node plays by, ``time`` is
    that of the database."""

    def __init__(self, engine: sa.Engine, where: str, name: str, rules: str,
                 silence: float = SILENCE, time: DatabaseTime | None = None) -> None:
        self._engine = engine
        self._where = where
        self.silence = silence
        self._time = time or DatabaseTime()
        self.name = name
        self.rules = rules

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise translate_error(error, self._where) from error

    # -- this node --------------------------------------------------------------------------------

    def start(self) -> Node:
        """Begin a new epoch of this node: what an earlier process of the same name has under way
        cannot be stored any more. It runs tables from its first sign of life on, and has two
        minutes until then."""
        first = insert(nodes).values(node=self.name, epoch=1)
        begin = first.on_conflict_do_update(
            index_elements=[_NODE.node], set_={"epoch": _NODE.epoch + 1}).returning(_NODE.epoch)
        with self._transaction() as connection:
            epoch = connection.execute(begin).scalar_one()
            values = {"epoch": epoch, "until": self._time.after(_BEFORE_READY),
                      "rules": self.rules, "ready": False}
            connection.execute(insert(signs).values(node=self.name, **values)
                               .on_conflict_do_update(index_elements=[_SIGN.node], set_=values))
        return Node(self.name, epoch)

    def give_sign(self, me: Node) -> bool:
        """Say that this node lives. Returns False when its epoch has ended."""
        with self._transaction() as connection:
            done = connection.execute(
                sa.update(signs).values(until=self._time.after(self.silence), ready=True)
                .where(_SIGN.node == me.name, _SIGN.epoch == me.epoch,
                       sa.exists().where(_NODE.node == me.name, _NODE.epoch == me.epoch)))
        return bool(done.rowcount)

    def end(self, me: Node) -> None:
        """End the epoch of this node, which leaves: others may take its tables at once."""
        with self._transaction() as connection:
            self._end_epochs(connection, [me.name], me.epoch)

    def channel_name(self) -> str:
        """Return the name under which the nodes of this house meet at a broker; it keeps houses
        apart that share one."""
        with self._transaction() as connection:
            connection.execute(insert(channel).values(id=1, name=secrets.token_hex(8))
                               .on_conflict_do_nothing())
            return str(connection.execute(sa.select(channel.c.name)).scalar_one())

    # -- other nodes ------------------------------------------------------------------------------

    def end_silent(self) -> list[str]:
        """End the epochs of the other nodes that give no sign of life. Returns their names. It
        waits until a group that one of them is just storing is stored or refused."""
        silent = (sa.select(_SIGN.node).join_from(signs, nodes, _SIGN.node == _NODE.node)
                  .where(_SIGN.epoch == _NODE.epoch, _SIGN.until < self._time.now(),
                         _SIGN.node != self.name))
        with self._transaction() as connection:
            names = sorted(connection.execute(silent).scalars())
            return self._end_epochs(connection, names) if names else []

    def _end_epochs(self, connection: sa.Connection, names: Sequence[str], epoch: int = 0
                    ) -> list[str]:
        alive = sa.exists().where(_SIGN.node == _NODE.node, _SIGN.epoch == _NODE.epoch,
                                  _SIGN.until >= self._time.now())
        condition = _NODE.epoch == epoch if epoch else sa.not_(alive)
        return sorted(connection.execute(
            sa.update(nodes).values(epoch=_NODE.epoch + 1)
            .where(_NODE.node.in_(names), condition).returning(_NODE.node)).scalars())

    def living(self) -> dict[Node, str]:
        """The nodes that run tables: whose epoch has not ended and that have given a sign of life,
        each with the version of its rules."""
        query = (sa.select(_NODE.node, _NODE.epoch, _SIGN.rules)
                 .join_from(nodes, signs, _SIGN.node == _NODE.node)
                 .where(_SIGN.epoch == _NODE.epoch, _SIGN.ready, _SIGN.until >= self._time.now())
                 .order_by(_NODE.node))
        with self._transaction() as connection:
            return {Node(name, epoch): rules
                    for name, epoch, rules in connection.execute(query)}

    def epochs(self) -> frozenset[Node]:
        """The nodes in their present epochs, also those that have left or died since: any other
        epoch has ended for good."""
        with self._transaction() as connection:
            return frozenset(Node(*row) for row in connection.execute(
                sa.select(_NODE.node, _NODE.epoch)))

    # -- tables -----------------------------------------------------------------------------------

    def take(self, me: Node, table: str) -> Lease | None:
        """Take a table that nobody runs, or that a node ran whose epoch has ended. None where
        another node runs it, or the epoch of this node has ended. A table that this node runs
        already stays its own, under the same lease."""
        # An upsert correlates no subquery by itself: the row at hand is named as text.
        running = sa.exists().where(_NODE.node == sa.literal_column("leases.node"),
                                    _NODE.epoch == sa.literal_column("leases.node_epoch"))
        mine = sa.and_(_LEASE.node == me.name, _LEASE.node_epoch == me.epoch)
        taking = insert(leases).values(table_id=table, node=me.name, node_epoch=me.epoch, epoch=1)
        taking = taking.on_conflict_do_update(
            index_elements=[_LEASE.table_id],
            set_={"node": me.name, "node_epoch": me.epoch,
                  "epoch": _LEASE.epoch + sa.case((mine, 0), else_=1)},
            where=sa.or_(mine, sa.not_(running)))
        with self._transaction() as connection:
            valid = connection.execute(
                sa.select(_NODE.epoch).where(_NODE.node == me.name, _NODE.epoch == me.epoch)
                .with_for_update(read=True)).first()
            row = valid and connection.execute(taking.returning(_LEASE.epoch)).first()
        return Lease(table, me, row[0]) if row else None

    def leave(self, lease: Lease) -> None:
        """Give up a table, so that another node may take it. Its room must be closed before."""
        with self._transaction() as connection:
            connection.execute(
                sa.update(leases).values(node="", node_epoch=0)
                .where(_LEASE.table_id == lease.table, _LEASE.node == lease.node.name,
                       _LEASE.node_epoch == lease.node.epoch, _LEASE.epoch == lease.epoch))

    def leases(self) -> dict[str, Lease]:
        """The tables that a node runs in its present epoch."""
        query = (sa.select(_LEASE.table_id, _LEASE.node, _LEASE.node_epoch, _LEASE.epoch)
                 .join_from(leases, nodes, sa.and_(_NODE.node == _LEASE.node,
                                                   _NODE.epoch == _LEASE.node_epoch)))
        with self._transaction() as connection:
            return {table: Lease(table, Node(name, of), epoch)
                    for table, name, of, epoch in connection.execute(query)}
