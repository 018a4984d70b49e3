"""An artist on a bill has the name of their page, and an event has when what stands beside it was changed."""

import sqlalchemy as sa
from alembic import op

from marquee import clock
from marquee.db.column_types import INTEGER, TEXT, Timestamp, UuidText

revision = "0026"
down_revision = "0025"

artists = sa.table("music_artists", sa.column("id", TEXT), sa.column("name", TEXT))
entries = sa.table(
    "music_lineup", sa.column("event_id", UuidText()), sa.column("artist_id", TEXT), sa.column("name", TEXT)
)
events = sa.table(
    "music_events",
    sa.column("id", UuidText()),
    sa.column("revision", INTEGER),
    sa.column("beside_changed_at", Timestamp()),
)
changes = sa.table("music_changes", sa.column("id", INTEGER))


def upgrade() -> None:
    connection = op.get_bind()
    op.add_column("music_events", sa.Column("beside_changed_at", Timestamp()))
    last = connection.execute(sa.select(sa.func.max(changes.c.id))).scalar() or 0
    is_linked = artists.c.id == entries.c.artist_id
    others = sa.select(entries.c.event_id).join(artists, is_linked).where(entries.c.name != artists.c.name)
    renamed = sa.update(events).where(events.c.id.in_(others))
    connection.execute(renamed.values(revision=events.c.revision + 1, beside_changed_at=clock.timestamp()))
    name = sa.select(artists.c.name).where(is_linked).scalar_subquery()
    connection.execute(sa.update(entries).where(entries.c.artist_id.is_not(None)).values(name=name))
    connection.execute(sa.delete(changes).where(changes.c.id > last))  # nobody has changed anything
