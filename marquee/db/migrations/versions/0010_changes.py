"""A record of every change of a public row, and the triggers that write it."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, TEXT, JsonText, Timestamp, UuidText
from marquee.db.migrations.recording import record
from marquee.db.recording_triggers import Recorded

revision = "0010"
down_revision = "0008"

COLUMNS: dict[str, list[str]] = {
    "music_artists": [
        "user_id",
        "name",
        "genre",
        "image",
        "followers",
        "latest_song",
        "bio",
        "social_instagram",
        "social_twitter",
        "website",
    ],
    "music_events": [
        "date",
        "venue",
        "location",
        "artist_id",
        "start_time",
        "door_time",
        "timezone",
        "ticket_url",
        "price",
        "ticket_status",
        "status",
        "previous_date",
        "note",
    ],
    "music_lineup": ["event_id", "position", "artist_id", "name"],
    "music_links": ["artist_id", "position", "url", "label"],
}
"""What is recorded of a row. The rest is the server's own, or follows from it."""
ONLY_DELETED: dict[str, list[str]] = {
    "music_artists": ["is_featured", "created_at", "updated_at"],
    "music_events": ["created_at", "updated_at", "revision"],
}
"""What a row needs besides to come back as it was."""


def upgrade() -> None:
    op.create_table(
        "music_changes",
        sa.Column("id", INTEGER, nullable=False),
        sa.Column("at", Timestamp(), nullable=False),
        sa.Column("user_id", UuidText(), nullable=True),
        sa.Column("table_name", TEXT, nullable=False),
        sa.Column("row_id", TEXT, nullable=False),
        sa.Column("artist_id", TEXT, nullable=True),
        sa.Column("action", TEXT, nullable=False),
        sa.Column("before", JsonText(), nullable=True),
        sa.Column("after", JsonText(), nullable=True),
        sa.Column("part_of", INTEGER, nullable=True),
        sa.Column("undo", INTEGER, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="music_changes_user_id_fkey", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="music_changes_pkey"),
    )
    for column in ("user_id", "row_id", "artist_id"):
        op.create_index(f"music_changes_{column}_idx", "music_changes", [column])
    is_part = sa.text("part_of IS NOT NULL")
    op.create_index(
        "music_changes_part_of_idx", "music_changes", ["part_of"], sqlite_where=is_part, postgresql_where=is_part
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute("CREATE TABLE acting (user_id TEXT NOT NULL)")
    for table, columns in COLUMNS.items():
        record(Recorded(table, columns, ONLY_DELETED.get(table, [])))
