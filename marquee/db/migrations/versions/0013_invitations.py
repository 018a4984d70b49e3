"""Invitations, the tokens in their links, and their mails."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import TEXT, Timestamp, UuidText

revision = "0013"
down_revision = "0012"

OF_ARTIST = "(role = 'owner' AND artist_id IS NOT NULL) OR (role <> 'owner' AND artist_id IS NULL)"


def upgrade() -> None:
    op.create_table(
        "music_invitations",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("email", TEXT, nullable=True),
        sa.Column("role", TEXT, nullable=False),
        sa.Column("artist_id", TEXT, nullable=True),
        sa.Column("invited_by", UuidText(), nullable=True),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.Column("expires_at", Timestamp(), nullable=False),
        sa.Column("accepted_at", Timestamp(), nullable=True),
        sa.Column("withdrawn_at", Timestamp(), nullable=True),
        sa.CheckConstraint(
            "length(trim(email)) > 0 AND length(email) <= 255", name=op.f("music_invitations_email_check")
        ),
        sa.CheckConstraint("role IN ('service_role', 'contact', 'owner')", name=op.f("music_invitations_role_check")),
        sa.CheckConstraint(OF_ARTIST, name=op.f("music_invitations_artist_check")),
        sa.CheckConstraint("expires_at > created_at", name=op.f("music_invitations_expires_check")),
        sa.ForeignKeyConstraint(
            ["artist_id"], ["music_artists.id"], name="music_invitations_artist_id_fkey", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["invited_by"], ["users.id"], name="music_invitations_invited_by_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="music_invitations_pkey"),
    )
    for column in ("artist_id", "invited_by"):
        op.create_index(f"music_invitations_{column}_idx", "music_invitations", [column])
    op.create_table(
        "invitation_tokens",
        sa.Column("token_hash", TEXT, nullable=False),
        sa.Column("invitation_id", UuidText(), nullable=False),
        sa.ForeignKeyConstraint(
            ["invitation_id"],
            ["music_invitations.id"],
            name="invitation_tokens_invitation_id_fkey",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("token_hash", name="invitation_tokens_pkey"),
    )
    op.create_index("invitation_tokens_invitation_id_idx", "invitation_tokens", ["invitation_id"])
    op.add_column("mail_requests", sa.Column("invitation_id", UuidText(), nullable=True))
