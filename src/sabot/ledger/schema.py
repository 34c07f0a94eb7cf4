"""The tables of the ledger by the format of its journal, for SQLite and PostgreSQL."""

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

# Debits announced before the wallet elsewhere is asked: a row that is left after a crash may stand
# for money that was taken there and never stored here. It is rolled back.
intents = Table(
    "intents", metadata,
    Column("key", Text, primary_key=True),
    Column("account", Text, nullable=False),
    Column("amount", _big, nullable=False),
)


class Layout(NamedTuple):
    """The tables of one format of the journal, and the revision of its database. ``chains``,
    ``checkpoints``, ``dictionaries`` and ``names`` belong to the second format."""

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
    chains: Table | None = None
    checkpoints: Table | None = None
    dictionaries: Table | None = None
    names: Table | None = None


FIRST = Layout(1, REVISION, metadata, journal, head, postings, balances, commands,
               states, secrets, documents, outbox, intents)


def _second() -> Layout:
    """The tables of the second format: those of the first, with a chain for each table, accounts
    that are chains, digests as bytes and packed bodies."""
    own = MetaData()
    lines = Table(
        "journal", own,
        Column("seq", _big, primary_key=True, autoincrement=False),
        Column("chain", Text, nullable=False),
        Column("no", _big, nullable=False),
        Column("at", _big, nullable=False),
        Column("day", Integer, nullable=False),
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
        Column("hash", LargeBinary, nullable=False),
        Index("journal_chain", "chain", "no", unique=True),
        Index("journal_table", "table_id"),
        Index("journal_coup", "coup"),
        Index("journal_kind", "kind"),
    )
    end = Table(
        "head", own,
        Column("id", Integer, primary_key=True, autoincrement=False),
        Column("seq", _big, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        Column("bound", _big, nullable=False),
    )
    moved = Table(
        "postings", own,
        Column("key", Text, primary_key=True),
        Column("seq", _big, ForeignKey("journal.seq"), nullable=False),
        Column("place", Integer, nullable=False),
        Column("frm", Text, nullable=False),
        Column("dst", Text, nullable=False),
        Column("amount", _big, nullable=False),
        Column("law", Text, nullable=False),
        Column("frm_no", _big),
        Column("dst_no", _big),
        Index("postings_seq", "seq", "place"),
        sqlite_with_rowid=False,
    )
    accounts = Table(
        "balances", own,
        Column("account", Text, primary_key=True),
        Column("amount", _big, nullable=False),
        Column("no", _big, nullable=False),
        Column("seq", _big, ForeignKey("journal.seq"), nullable=False),
        Column("hash", LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    chains = Table(
        "chains", own,
        Column("name", Text, primary_key=True),
        Column("no", _big, nullable=False),
        Column("seq", _big, ForeignKey("journal.seq"), nullable=False),
        Column("hash", LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    checkpoints = Table(
        "checkpoints", own,
        Column("no", _big, primary_key=True, autoincrement=False),
        Column("at", _big, nullable=False),
        Column("seq", _big, ForeignKey("journal.seq"), nullable=False),
        Column("body", LargeBinary, nullable=False),
        Column("hash", LargeBinary, nullable=False),
    )
    dictionaries = Table(
        "dictionaries", own,
        Column("no", Integer, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        Column("body", LargeBinary, nullable=False),
    )
    names = Table(
        "names", own,
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("shown", Text, nullable=False),
        sqlite_with_rowid=False,
    )
    same = {table.name: table.to_metadata(own) for table in (
        commands, states, secrets, documents, outbox, intents)}
    return Layout(2, "2001", own, lines, end, moved, accounts,
                  same["commands"], same["states"], same["secrets"], same["documents"],
                  same["outbox"], same["intents"], chains, checkpoints, dictionaries, names)


SECOND = _second()
LAYOUTS = {layout.format: layout for layout in (FIRST, SECOND)}
"""Every format that is read and written, by its number."""
USUAL = 2
"""The format of a new database."""
