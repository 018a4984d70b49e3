"""Artists are listed as people sort names: without case and accents. The next start fills the column."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import TEXT

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.add_column("music_artists", sa.Column("sort_name", TEXT, nullable=False, server_default=sa.text("''")))
    op.drop_index("music_artists_popularity_idx", "music_artists")
    by_popularity = [sa.text("popularity DESC"), sa.text("sort_name"), sa.text("id")]
    op.create_index("music_artists_popularity_idx", "music_artists", by_popularity)
    op.create_index("music_artists_sort_name_id_idx", "music_artists", ["sort_name", "id"])
