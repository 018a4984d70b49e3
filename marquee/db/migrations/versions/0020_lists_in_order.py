"""Indexes for the orders that lists have: by place, name, time and kind of change, and of those announced at once."""

from alembic import op

revision = "0020"
down_revision = "0019"

ADDED = (
    ("music_artists", ("name", "id")),
    ("music_events", ("location", "id")),
    ("music_events", ("venue", "id")),
    ("music_changes", ("at", "id")),
    ("music_changes", ("action", "id")),
)


def upgrade() -> None:
    for table, columns in ADDED:
        op.create_index(f"{table}_{'_'.join(columns)}_idx", table, columns)
    for table in ("music_artists", "music_events"):
        op.drop_index(f"{table}_published_at_idx", table)
        op.create_index(f"{table}_published_at_id_idx", table, ["published_at", "id"])
