"""The first schema: journal, money, commands, states, secrets, documents, outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "journal",
        sa.Column("seq", BIG, primary_key=True, autoincrement=False),
        sa.Column("at", BIG, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("coup", sa.Text, nullable=False),
        sa.Column("version", BIG, nullable=False),
        sa.Column("count", BIG, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("player", sa.Text),
        sa.Column("command", sa.Text),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.Column("kept", sa.LargeBinary, nullable=False),
        sa.Column("prev", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_index("journal_table", "journal", ["table_id", "version"])
    op.create_index("journal_coup", "journal", ["coup"])
    op.create_index("journal_kind", "journal", ["kind"])
    op.create_table(
        "head",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seq", BIG, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_table(
        "postings",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("seq", BIG, sa.ForeignKey("journal.seq"), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("frm", sa.Text, nullable=False),
        sa.Column("dst", sa.Text, nullable=False),
        sa.Column("amount", BIG, nullable=False),
        sa.Column("law", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("postings_seq", "postings", ["seq", "place"])
    op.create_table(
        "balances",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("amount", BIG, nullable=False),
        sqlite_with_rowid=False,
    )
    create_other_tables()


def create_other_tables() -> None:
    """Create the tables next to the journal; the second format (2001) has the same."""
    op.create_table(
        "commands",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("seq", BIG, sa.ForeignKey("journal.seq"), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "states",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seq", BIG, sa.ForeignKey("journal.seq"), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("seal", sa.Text, primary_key=True),
        sa.Column("seq", BIG, sa.ForeignKey("journal.seq"), nullable=False),
        sa.Column("nonce", sa.Text, nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
    )
    op.create_table(
        "documents",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("born", BIG, nullable=False),
        sa.Column("seq", BIG, sa.ForeignKey("journal.seq"), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("documents_owner", "documents", ["kind", "owner", "born"])
    op.create_index("documents_born", "documents", ["kind", "born"])
    op.create_table(
        "outbox",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("seq", BIG, sa.ForeignKey("journal.seq"), nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("amount", BIG, nullable=False),
        sa.Column("law", sa.Text, nullable=False),
    )
    op.create_index("outbox_seq", "outbox", ["seq"])
    op.create_table(
        "intents",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("amount", BIG, nullable=False),
    )
