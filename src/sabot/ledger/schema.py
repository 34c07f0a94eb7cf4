"""The tables of the ledger, for SQLite and PostgreSQL alike, by the format of the journal."""

from __future__ import annotations

from typing import NamedTuple

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
)

REVISION = "0001"

metadata = MetaData()
_big = BigInteger().with_variant(Integer, "sqlite")

journal = Table(
    "journal", metadata,
    Column("seq", _big, primary_key=True, autoincrement=False),
    Column("at", _big, nullable=False),
    Column("kind", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("coup", Text, nullable=False),
    Column("version", _big, nullable=False),
    Column("count", _big, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("player", Text),
    Column("command", Text),
    Column("answer", LargeBinary, nullable=False),
    Column("kept", LargeBinary, nullable=False),
    Column("prev", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Index("journal_table", "table_id", "version"),
    Index("journal_coup", "coup"),
    Index("journal_kind", "kind"),
)

# The end of the chain, so that a journal that lost its last entries does not look whole.
head = Table(
    "head", metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seq", _big, nullable=False),
    Column("hash", Text, nullable=False),
)

postings = Table(
    "postings", metadata,
    Column("key", Text, primary_key=True),
    Column("seq", _big, ForeignKey("journal.seq"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("frm", Text, nullable=False),
    Column("dst", Text, nullable=False),
    Column("amount", _big, nullable=False),
    Column("law", Text, nullable=False),
    Index("postings_seq", "seq", "place"),
    sqlite_with_rowid=False,
)

balances = Table(
    "balances", metadata,
    Column("account", Text, primary_key=True),
    Column("amount", _big, nullable=False),
    sqlite_with_rowid=False,
)

commands = Table(
    "commands", metadata,
    Column("player", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("seq", _big, ForeignKey("journal.seq"), nullable=False),
    sqlite_with_rowid=False,
)

states = Table(
    "states", metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", _big, ForeignKey("journal.seq"), nullable=False),
    Column("state", LargeBinary, nullable=False),
)

secrets = Table(
    "secrets", metadata,
    Column("seal", Text, primary_key=True),
    Column("seq", _big, ForeignKey("journal.seq"), nullable=False),
    Column("nonce", Text, nullable=False),
    Column("cards", Text, nullable=False),
)

documents = Table(
    "documents", metadata,
    Column("kind", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("born", _big, nullable=False),
    Column("seq", _big, ForeignKey("journal.seq"), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("documents_owner", "kind", "owner", "born"),
    Index("documents_born", "kind", "born"),
)

# Credits on their way to a wallet elsewhere: each stays until that wallet has acknowledged it.
outbox = Table(
    "outbox", metadata,
    Column("key", Text, primary_key=True),
    Column("seq", _big, ForeignKey("journal.seq"), nullable=False),
    Column("account", Text, nullable=False),
    Column("amount", _big, nullable=False),
    Column("law", Text, nullable=False),
    Index("outbox_seq", "seq"),
)

# Debits announced before the wallet elsewhere is asked: what is left here after a crash was
# perhaps taken there and never stored here, and is rolled back.
intents = Table(
    "intents", metadata,
    Column("key", Text, primary_key=True),
    Column("account", Text, nullable=False),
    Column("amount", _big, nullable=False),
)


class Layout(NamedTuple):
    """The tables of one format of the journal, and the revision by which a database names it."""

    format: int
    revision: str
    metadata: MetaData
    journal: Table
    head: Table
    postings: Table
    balances: Table
    commands: Table
    states: Table
    secrets: Table
    documents: Table
    outbox: Table
    intents: Table


FIRST = Layout(1, REVISION, metadata, journal, head, postings, balances, commands, states, secrets,
               documents, outbox, intents)
LAYOUTS = {layout.format: layout for layout in (FIRST,)}
"""Every format that is read and written, by its number."""
