"""What an artist's picture shows, for those who do not see it, and who made it."""

from alembic import op

from marquee.db.migrations.recording import record
from marquee.db.recording_triggers import Recorded

revision = "0014"
down_revision = "0013"

RECORDED = Recorded(
    "music_artists",
    [
        *("user_id", "name", "genre", "image", "image_alt", "credit", "followers", "latest_song", "bio"),
        *("social_instagram", "social_twitter", "website"),
    ],
    ["is_featured", "created_at", "updated_at"],
)
"""As 0010, and these."""


def upgrade() -> None:
    for column, length in (("image_alt", 500), ("credit", 200)):
        check = f"CONSTRAINT music_artists_{column}_check CHECK (length({column}) <= {length})"
        op.execute(f"ALTER TABLE music_artists ADD COLUMN {column} TEXT {check}")
    record(RECORDED)
