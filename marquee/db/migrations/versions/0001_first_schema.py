"""First schema: artists, events, contacts; accounts and sessions."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, TEXT, CalendarDate, Timestamp, UuidText

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "users",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("email", TEXT, nullable=False),
        sa.Column("role", TEXT, nullable=False),
        sa.Column("password_hash", TEXT, nullable=True),
        sa.Column("user_metadata", TEXT, server_default="{}", nullable=False),
        sa.Column("email_confirmed_at", Timestamp(), nullable=True),
        sa.Column("last_sign_in_at", Timestamp(), nullable=True),
        sa.Column("banned_until", Timestamp(), nullable=True),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.Column("updated_at", Timestamp(), nullable=False),
        sa.CheckConstraint("length(trim(email)) > 0 AND length(email) <= 255", name=op.f("users_email_check")),
        sa.PrimaryKeyConstraint("id", name="users_pkey"),
        sa.UniqueConstraint("email", name="users_email_key"),
    )
    op.create_table(
        "music_artists",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("user_id", UuidText(), nullable=True),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("genre", TEXT, nullable=False),
        sa.Column("image", TEXT, nullable=False),
        sa.Column("followers", TEXT, server_default="0", nullable=False),
        sa.Column("latest_song", TEXT, nullable=True),
        sa.Column("bio", TEXT, nullable=True),
        sa.Column("social_instagram", TEXT, nullable=True),
        sa.Column("social_twitter", TEXT, nullable=True),
        sa.Column("website", TEXT, nullable=True),
        sa.Column("is_featured", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.Column("updated_at", Timestamp(), nullable=False),
        sa.Column("popularity", INTEGER, server_default="0", nullable=False),
        # In the order of their names, in which PostgreSQL asks them: the first one violated is the one that is said.
        sa.CheckConstraint("length(bio) <= 20000", name=op.f("music_artists_bio_check")),
        sa.CheckConstraint(
            "length(trim(followers)) > 0 AND length(followers) <= 32", name=op.f("music_artists_followers_check")
        ),
        sa.CheckConstraint("length(trim(genre)) > 0 AND length(genre) <= 100", name=op.f("music_artists_genre_check")),
        sa.CheckConstraint(
            "length(trim(id)) > 0 AND length(id) <= 100 AND id NOT LIKE '%/%'", name=op.f("music_artists_id_check")
        ),
        sa.CheckConstraint(
            "((image LIKE 'http://_%' OR image LIKE 'https://_%') AND length(image) <= 2048) OR (image LIKE '/storage/v1/object/public/_%' AND length(image) <= 2048)",
            name=op.f("music_artists_image_check"),
        ),
        sa.CheckConstraint("length(latest_song) <= 200", name=op.f("music_artists_latest_song_check")),
        sa.CheckConstraint("length(trim(name)) > 0 AND length(name) <= 200", name=op.f("music_artists_name_check")),
        sa.CheckConstraint(
            "length(social_instagram) <= 100 AND social_instagram NOT LIKE '%/%' AND social_instagram NOT LIKE '% %'",
            name=op.f("music_artists_social_instagram_check"),
        ),
        sa.CheckConstraint(
            "length(social_twitter) <= 100 AND social_twitter NOT LIKE '%/%' AND social_twitter NOT LIKE '% %'",
            name=op.f("music_artists_social_twitter_check"),
        ),
        sa.CheckConstraint(
            "website = '' OR ((website LIKE 'http://_%' OR website LIKE 'https://_%') AND length(website) <= 2048)",
            name=op.f("music_artists_website_check"),
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="music_artists_user_id_fkey", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="music_artists_pkey"),
    )
    op.create_index(
        "music_artists_featured_key",
        "music_artists",
        ["is_featured"],
        unique=True,
        sqlite_where=sa.text("is_featured"),
        postgresql_where=sa.text("is_featured"),
    )
    op.create_index("music_artists_user_id_idx", "music_artists", ["user_id"], unique=False)
    op.create_table(
        "music_contacts",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("user_id", UuidText(), nullable=False),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="music_contacts_user_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="music_contacts_pkey"),
        sa.UniqueConstraint("user_id", name="music_contacts_user_id_key"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("user_id", UuidText(), nullable=False),
        sa.Column("refresh_counter", INTEGER, server_default="0", nullable=False),
        sa.Column("refreshed_at", Timestamp(), nullable=False),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="sessions_user_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="sessions_pkey"),
    )
    op.create_index("sessions_user_id_idx", "sessions", ["user_id"], unique=False)
    op.create_table(
        "music_events",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("date", CalendarDate(), nullable=False),
        sa.Column("venue", TEXT, nullable=False),
        sa.Column("location", TEXT, nullable=False),
        sa.Column("artist_id", TEXT, nullable=False),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.Column("updated_at", Timestamp(), nullable=False),
        sa.CheckConstraint(
            "length(trim(location)) > 0 AND length(location) <= 200", name=op.f("music_events_location_check")
        ),
        sa.CheckConstraint("length(trim(venue)) > 0 AND length(venue) <= 200", name=op.f("music_events_venue_check")),
        sa.ForeignKeyConstraint(
            ["artist_id"], ["music_artists.id"], name="music_events_artist_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="music_events_pkey"),
    )
    op.create_index("music_events_artist_id_date_idx", "music_events", ["artist_id", "date"], unique=False)
    op.create_index("music_events_date_idx", "music_events", ["date"], unique=False)
    op.create_index(
        "music_artists_popularity_idx", "music_artists", [sa.text("popularity DESC"), sa.text("name")], unique=False
    )
