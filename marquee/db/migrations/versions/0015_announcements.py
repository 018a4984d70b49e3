# ruff: noqa: S608 - every name in these statements is one of ours
"""When artists and events are announced: those that are there have been since they were added."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import Timestamp
from marquee.db.migrations.recording import record
from marquee.db.recording_triggers import Recorded

revision = "0015"
down_revision = "0014"

RECORDED = (
    Recorded(
        "music_artists",
        [
            *("user_id", "name", "genre", "image", "image_alt", "credit", "followers", "latest_song", "bio"),
            *("social_instagram", "social_twitter", "website", "published_at"),
        ],
        ["is_featured", "created_at", "updated_at"],
    ),
    Recorded(
        "music_events",
        [
            *("date", "venue", "location", "artist_id", "start_time", "door_time", "timezone", "ticket_url", "price"),
            *("ticket_status", "status", "previous_date", "note", "published_at"),
        ],
        ["created_at", "updated_at", "revision"],
    ),
)
"""As before, and when it is announced."""


def upgrade() -> None:
    for table in ("music_artists", "music_events"):
        op.add_column(table, sa.Column("published_at", Timestamp(), nullable=True))
        op.execute(f"UPDATE {table} SET published_at = created_at")
        op.create_index(f"{table}_published_at_idx", table, ["published_at"])
    if op.get_bind().dialect.name == "sqlite":
        _amend_record_on_sqlite()
    else:
        _amend_record_on_postgresql()
    for recorded in RECORDED:
        record(recorded)


def _amend_record_on_sqlite() -> None:
    """What was deleted before can come back as public as it was; what was added can still be taken back."""
    for table in ("music_artists", "music_events"):
        op.execute(
            "UPDATE music_changes SET before = json_set(before, '$.published_at', json_extract(before, '$.created_at'))"
            f" WHERE table_name = '{table}' AND action = 'delete'"
        )
        op.execute(
            "UPDATE music_changes SET after = json_set(after, '$.published_at', there.published_at)"
            f" FROM {table} there WHERE there.id = row_id AND table_name = '{table}' AND action = 'insert'"
        )


def _amend_record_on_postgresql() -> None:
    """Give what history has recorded its time of announcement, in the words of PostgreSQL."""
    op.execute("SET LOCAL timezone TO 'UTC'")
    for table in ("music_artists", "music_events"):
        op.execute(
            "UPDATE music_changes SET before = CAST(CAST(before AS jsonb) || jsonb_build_object('published_at', "
            f"CAST(before AS jsonb) -> 'created_at') AS text) WHERE table_name = '{table}' AND action = 'delete'"
        )
        op.execute(
            "UPDATE music_changes SET after = CAST(CAST(after AS jsonb) || jsonb_build_object('published_at', "
            f"there.published_at) AS text) FROM {table} there "
            f"WHERE CAST(there.id AS text) = row_id AND table_name = '{table}' AND action = 'insert'"
        )
