"""The tables of the second format: chains, checkpoints, dictionaries, digests as bytes."""

import sqlalchemy as sa
from alembic import op

from sabot.ledger.migrations.versions.r0001_ledger import create_other_tables

revision = "2001"
down_revision = None
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "journal",
        sa.Column("seq", BIG, primary_key=True, autoincrement=False),
        sa.Column("chain", sa.Text, nullable=False),
        sa.Column("no", BIG, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
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
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_index("journal_chain", "journal", ["chain", "no"], unique=True)
    op.create_index("journal_table", "journal", ["table_id"])
    op.create_index("journal_coup", "journal", ["coup"])
    op.create_index("journal_kind", "journal", ["kind"])
    op.create_table(
        "head",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seq", BIG, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("bound", BIG, nullable=False),
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
        sa.Column("frm_no", BIG),
        sa.Column("dst_no", BIG),
        sqlite_with_rowid=False,
    )
    op.create_index("postings_seq", "postings", ["seq", "place"])
    op.create_table(
        "balances",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("amount", BIG, nullable=False),
        sa.Column("no", BIG, nullable=False),
        sa.Column("seq", BIG, sa.ForeignKey("journal.seq"), nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chains",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("no", BIG, nullable=False),
        sa.Column("seq", BIG, sa.ForeignKey("journal.seq"), nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "checkpoints",
        sa.Column("no", BIG, primary_key=True, autoincrement=False),
        sa.Column("at", BIG, nullable=False),
        sa.Column("seq", BIG, sa.ForeignKey("journal.seq"), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "names",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "dictionaries",
        sa.Column("no", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    create_other_tables()
