"""How many rows each account has changed, so that nobody's changes crowd out those of others."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, Timestamp, UuidText

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Counts begin with the upgrade: what was changed before is kept as it is."""
    op.create_table(
        "change_counts",
        sa.Column("user_id", UuidText(), nullable=False),
        sa.Column("hour", Timestamp(), nullable=False),
        sa.Column("rows", INTEGER, nullable=False),
        sa.Column("size", INTEGER, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="change_counts_user_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "hour", name="change_counts_pkey"),
    )
