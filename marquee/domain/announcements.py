"""Which rows are announced: the others, drafts and what is for later, are there only for who may edit them.

Few rows are not: those are found first, by an index, and left out of whatever is asked. See
docs/decisions/0058-drafts-are-left-out.md.
"""

from datetime import datetime
from math import inf
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, or_, select, union_all

from marquee import clock
from marquee.db.column_types import Timestamp
from marquee.db.functions import none_of
from marquee.domain.tables import music_artists, music_events
from marquee.domain.tables.columns import NOW


def is_announced_artist(artist_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the artist of this id is announced."""
    return none_of(artist_id, union_all(*_unannounced(music_artists)))


def is_announced_event(event_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the event of this id is announced, and its artist is."""
    return none_of(event_id, union_all(*_unannounced(music_events), *_of_unannounced_artists()))


def is_of_announced_artist(event_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the event of this id is of an announced artist."""
    return none_of(event_id, union_all(*_of_unannounced_artists()))


def is_announced_act(entry: Any) -> ColumnElement[bool]:
    """Whether an entry of a bill is of an announced event, and no name of an artist who is not announced."""
    is_announced = or_(entry.c.artist_id.is_(None), is_announced_artist(entry.c.artist_id))
    return is_announced_event(entry.c.event_id) & is_announced


def next_announcement(connection: Connection) -> float:
    """When the next announcement is, in seconds since 1970; infinity if there is none to come."""
    later = (
        select(func.min(table.c.published_at)).where(table.c.published_at > _now())
        for table in (music_artists, music_events)
    )
    found = connection.execute(union_all(*later), {NOW: clock.timestamp()}).scalars()
    return min((datetime.fromisoformat(instant).timestamp() for instant in found if instant), default=inf)


def _unannounced(table: Any) -> list[Select[Any]]:
    """The ids of drafts, and of what is for later; in two steps, each of which goes through an index."""
    rows = table.alias()
    return [
        select(rows.c.id).where(rows.c.published_at.is_(None)),
        select(rows.c.id).where(rows.c.published_at > _now()),
    ]


def _of_unannounced_artists() -> list[Select[Any]]:
    """The ids of the events of artists who are not announced."""
    artists, events = music_artists.alias(), music_events.alias()
    theirs = select(events.c.id).join(artists, artists.c.id == events.c.artist_id)
    return [theirs.where(artists.c.published_at.is_(None)), theirs.where(artists.c.published_at > _now())]


def _now() -> ColumnElement[str]:
    return bindparam(NOW, type_=Timestamp())
