"""The tables of the pool ledger, for SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "pools_0001"

metadata = MetaData()
_big = BigInteger().with_variant(Integer, "sqlite")

# A row is locked while its pool changes. ``seq``, ``hash`` and ``value`` are the end of its chain;
# ``trigger`` and ``nonce`` open the seal that its chain holds; ``successor`` has what rule 6 moved.
pools = Table(
    "pools", metadata,
    Column("name", Text, primary_key=True),
    Column("definition", LargeBinary, nullable=False),
    Column("seq", _big, nullable=False),
    Column("hash", Text, nullable=False),
    Column("value", _big, nullable=False),
    Column("trigger", _big),
    Column("nonce", Text),
    Column("successor", Text, nullable=False),
    sqlite_with_rowid=False,
)

entries = Table(
    "entries", metadata,
    Column("pool", Text, ForeignKey("pools.name"), primary_key=True),
    Column("seq", _big, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("amount", _big, nullable=False),
    Column("at", _big, nullable=False),
    Column("law", Text, nullable=False),
    Column("facts", LargeBinary, nullable=False),
    Column("prev", Text, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("pool", "house", "key", name="entries_key"),
    Index("entries_house", "house", "kind", "pool", "seq"),
    sqlite_with_rowid=False,
)

# How far a house has come: "ledger" is the last entry of its ledger that was delivered,
# "pool:NAME" the last entry of that pool that is in its ledger.
marks = Table(
    "marks", metadata,
    Column("house", Text, primary_key=True),
    Column("what", Text, primary_key=True),
    Column("seq", _big, nullable=False),
    sqlite_with_rowid=False,
)

# The prizes of a secret sum that the house to which they fell has paid.
acknowledged = Table(
    "acknowledged", metadata,
    Column("pool", Text, primary_key=True),
    Column("seq", _big, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
