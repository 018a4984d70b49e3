"""Invitations outlive the artist that they are for, whom an Undo may bring back."""

from alembic import op

from marquee.db.migrations.table_text import replace_in_table

revision = "0031"
down_revision = "0030"

NAME = "music_invitations_artist_id_fkey"
KEY = f"CONSTRAINT {NAME} FOREIGN KEY(artist_id) REFERENCES music_artists (id) ON DELETE CASCADE"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        replace_in_table("music_invitations", f"{KEY}, ", "")
    else:
        op.drop_constraint(NAME, "music_invitations")
