"""Further owners are recorded, so that they come back with their artist, and so is who is featured."""

from marquee.db.migrations.recording import record
from marquee.db.recording_triggers import Recorded

revision = "0016"
down_revision = "0015"

RECORDED = (
    Recorded(
        "music_artists",
        [
            *("user_id", "name", "genre", "image", "image_alt", "credit", "followers", "latest_song", "bio"),
            *("social_instagram", "social_twitter", "website", "published_at"),
        ],
        only_deleted=["is_featured", "created_at", "updated_at"],
        only_changed=["is_featured"],
    ),
    Recorded("music_owners", ["artist_id", "user_id"], only_deleted=["created_at"]),
)
"""As before, and what is new."""


def upgrade() -> None:
    for recorded in RECORDED:
        record(recorded)
