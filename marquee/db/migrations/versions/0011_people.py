"""Further owners of artists."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import TEXT, Timestamp, UuidText

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "music_owners",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("artist_id", TEXT, nullable=False),
        sa.Column("user_id", UuidText(), nullable=False),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.ForeignKeyConstraint(
            ["artist_id"], ["music_artists.id"], name="music_owners_artist_id_fkey", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="music_owners_user_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="music_owners_pkey"),
        sa.UniqueConstraint("user_id", "artist_id", name="music_owners_user_id_key"),
    )
    op.create_index("music_owners_artist_id_idx", "music_owners", ["artist_id"])
