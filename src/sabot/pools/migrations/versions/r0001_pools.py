"""The first schema: pools, their chained entries, how far each house has come."""

import sqlalchemy as sa
from alembic import op

revision = "pools_0001"
down_revision = None
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "pools",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("definition", sa.LargeBinary, nullable=False),
        sa.Column("seq", BIG, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("value", BIG, nullable=False),
        sa.Column("trigger", BIG),
        sa.Column("nonce", sa.Text),
        sa.Column("successor", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entries",
        sa.Column("pool", sa.Text, sa.ForeignKey("pools.name"), primary_key=True),
        sa.Column("seq", BIG, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("amount", BIG, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.Column("law", sa.Text, nullable=False),
        sa.Column("facts", sa.LargeBinary, nullable=False),
        sa.Column("prev", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.UniqueConstraint("pool", "house", "key", name="entries_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("entries_house", "entries", ["house", "kind", "pool", "seq"])
    op.create_table(
        "marks",
        sa.Column("house", sa.Text, primary_key=True),
        sa.Column("what", sa.Text, primary_key=True),
        sa.Column("seq", BIG, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "acknowledged",
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("seq", BIG, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
