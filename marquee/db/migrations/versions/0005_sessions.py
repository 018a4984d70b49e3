"""Sessions that end and that their owners see; recovery codes; failures that all processes count."""

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

from marquee import clock
from marquee.db.column_types import INTEGER, TEXT, Timestamp, UuidText

revision = "0005"
down_revision = "0004"

# A session from before goes on; its next refresh gives it an end by the site's settings.
FIRST_END = timedelta(days=30)

KEPT = ("id", "user_id", "refresh_counter", "created_at", "aal", "amr")


def upgrade() -> None:
    op.create_table(
        "music_sessions",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("user_id", UuidText(), nullable=False),
        sa.Column("refresh_counter", INTEGER, server_default="0", nullable=False),
        sa.Column("used_counter", INTEGER, server_default="0", nullable=False),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.Column("last_seen_at", Timestamp(), nullable=False),
        sa.Column("expires_at", Timestamp(), nullable=False),
        sa.Column("user_agent", TEXT, nullable=True),
        sa.Column("ip", TEXT, nullable=True),
        sa.Column("aal", TEXT, server_default="aal1", nullable=False),
        sa.Column("amr", TEXT, server_default="[]", nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="music_sessions_user_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="music_sessions_pkey"),
    )
    op.create_index("music_sessions_user_id_idx", "music_sessions", ["user_id"])
    op.create_index("music_sessions_expires_at_idx", "music_sessions", ["expires_at"])
    _keep_sessions()
    op.drop_table("sessions")
    op.add_column("factors", sa.Column("recovery_codes", TEXT, nullable=True))
    op.create_table(
        "failures",
        sa.Column("key", TEXT, nullable=False),
        sa.Column("times", INTEGER, nullable=False),
        sa.Column("started_at", Timestamp(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="failures_pkey"),
    )
    op.create_table(
        "known_clients",
        sa.Column("user_id", UuidText(), nullable=False),
        sa.Column("ip", TEXT, nullable=False),
        sa.Column("seen_at", Timestamp(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="known_clients_user_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "ip", name="known_clients_pkey"),
    )


def _keep_sessions() -> None:
    former = sa.table("sessions", *map(sa.column, (*KEPT, "refreshed_at")))
    ends_at = sa.literal(clock.timestamp(clock.now() + FIRST_END), Timestamp())
    target = sa.table("music_sessions", *map(sa.column, (*KEPT, "last_seen_at", "expires_at")))
    op.execute(sa.insert(target).from_select([*KEPT, "last_seen_at", "expires_at"], sa.select(*former.c, ends_at)))
