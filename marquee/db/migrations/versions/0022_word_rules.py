"""The words that the search finds rows by are made anew when the rules by which they are made change."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """It has no row, so that the start after it makes them anew."""
    op.create_table("word_rules", sa.Column("version", INTEGER, nullable=False), sa.PrimaryKeyConstraint("version"))
