"""A table of the pictures that people upload."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, TEXT, Timestamp, UuidText

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "objects",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("folded_name", TEXT, nullable=False),
        sa.Column("folder", TEXT, nullable=False),
        sa.Column("owner", UuidText(), nullable=True),
        sa.Column("size", INTEGER, nullable=False),
        sa.Column("width", INTEGER, nullable=False),
        sa.Column("height", INTEGER, nullable=False),
        sa.Column("mimetype", TEXT, nullable=False),
        sa.Column("etag", TEXT, nullable=False),
        sa.Column("cache_control", TEXT, nullable=False),
        sa.Column("user_metadata", TEXT, server_default="{}", nullable=False),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.Column("updated_at", Timestamp(), nullable=False),
        sa.Column("removed_at", Timestamp(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name="objects_owner_fkey", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="objects_pkey"),
        sa.UniqueConstraint("folded_name", name="objects_folded_name_key"),
    )
    for column in ("folder", "owner", "removed_at"):
        op.create_index(f"objects_{column}_idx", "objects", [column])
