"""Indexes from which announced artists, what was undone and the changes of one account or artist are read alone."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_index("music_artists_id_published_at_idx", "music_artists", ["id", "published_at"])
    for column in ("user_id", "artist_id"):
        op.drop_index(f"music_changes_{column}_idx", "music_changes")
        op.create_index(f"music_changes_{column}_id_idx", "music_changes", [column, "id"])
    is_undo = sa.text("undo IS NOT NULL")
    op.create_index("music_changes_undo_idx", "music_changes", ["undo"], sqlite_where=is_undo, postgresql_where=is_undo)
