"""The words that rows are found by; indexes that hold a list's whole order."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import TEXT, UuidText
from marquee.domain import search

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "artist_words",
        sa.Column("word", TEXT, nullable=False),
        sa.Column("artist_id", TEXT, nullable=False),
        sa.Column("in_name", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["artist_id"], ["music_artists.id"], name="artist_words_artist_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("word", "artist_id", name="artist_words_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("artist_words_artist_id_idx", "artist_words", ["artist_id"])
    op.create_table(
        "event_words",
        sa.Column("word", TEXT, nullable=False),
        sa.Column("event_id", UuidText(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["music_events.id"], name="event_words_event_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("word", "event_id", name="event_words_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("event_words_event_id_idx", "event_words", ["event_id"])
    op.drop_index("music_artists_featured_key", "music_artists")
    op.create_index(
        "music_artists_featured_key",
        "music_artists",
        ["is_featured"],
        unique=True,
        sqlite_where=sa.text("is_featured IS 1"),
        postgresql_where=sa.text("is_featured IS true"),
    )
    op.drop_index("music_artists_popularity_idx", "music_artists")
    op.create_index(
        "music_artists_popularity_idx", "music_artists", [sa.text("popularity DESC"), sa.text("name"), sa.text("id")]
    )
    op.drop_index("music_events_date_idx", "music_events")
    op.create_index("music_events_date_id_idx", "music_events", ["date", "id"])
    op.drop_index("music_events_artist_id_date_idx", "music_events")
    op.create_index("music_events_artist_id_date_id_idx", "music_events", ["artist_id", "date", "id"])
    search.fill(op.get_bind())
