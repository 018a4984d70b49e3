"""Which rows are announced: the others, with a later moment or none, are there only for those who may edit them.

SQLite finds the few others first, by an index, and leaves them out; PostgreSQL looks at the rows that are asked for.
See docs/decisions/0058-unannounced-rows-are-left-out.md.
"""

from datetime import datetime
from math import inf
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    FromClause,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    union_all,
    update,
)

from marquee import clock
from marquee.db.column_types import Timestamp
from marquee.db.functions import latest, planned_by_each
from marquee.domain.history.changes import unrecorded
from marquee.domain.tables import music_artists, music_events
from marquee.domain.tables.columns import NOW


def is_announced_artist(artist_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the artist of this id is announced."""
    artists = music_artists.alias()
    is_one = exists().where(artists.c.id == artist_id, artists.c.published_at <= _now())
    return planned_by_each(artist_id.not_in(union_all(*_unannounced(music_artists))), is_one)


def is_announced_event(events: FromClause) -> ColumnElement[bool]:
    """Whether a row of events is announced, and its artist is."""
    is_one = and_(events.c.published_at <= _now(), is_announced_artist(events.c.artist_id))
    return planned_by_each(events.c.id.not_in(_unannounced_events()), is_one)


def is_of_announced_event(event_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the event of this id is announced, and its artist is."""
    events = music_events.alias()
    is_one = exists().where(events.c.id == event_id, is_announced_event(events))
    return planned_by_each(event_id.not_in(_unannounced_events()), is_one)


def is_of_announced_artist(event_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the event of this id is of an announced artist."""
    events = music_events.alias()
    is_one = exists().where(events.c.id == event_id, is_announced_artist(events.c.artist_id))
    return planned_by_each(event_id.not_in(union_all(*_of_unannounced_artists())), is_one)


def is_announced_act(entry: FromClause) -> ColumnElement[bool]:
    """Whether an entry of a bill is of an announced event, and no name of an artist who is not announced."""
    is_announced = or_(entry.c.artist_id.is_(None), is_announced_artist(entry.c.artist_id))
    return is_of_announced_event(entry.c.event_id) & is_announced


def seen_since(events: FromClause, artists: FromClause) -> ColumnElement[str]:
    """Since when an announced event is there for everybody; `artists` has its row's artist."""
    return latest(events.c.published_at, artists.c.published_at)


def announce_again(connection: Connection) -> None:
    """Announce now what a clock that ran ahead, and was corrected since, had announced already."""
    now = clock.timestamp()
    with unrecorded(connection):
        for table in (music_artists, music_events):
            was_announced = and_(table.c.published_at > now, table.c.published_at <= table.c.updated_at)
            connection.execute(update(table).where(was_announced).values(published_at=now))


def next_announcement(connection: Connection) -> float:
    """When the next announcement is, in seconds since 1970; infinity if there is none to come."""
    later = (
        select(func.min(table.c.published_at)).where(table.c.published_at > _now())
        for table in (music_artists, music_events)
    )
    found = connection.execute(union_all(*later), {NOW: clock.timestamp()}).scalars()
    return min((datetime.fromisoformat(instant).timestamp() for instant in found if instant), default=inf)


def _unannounced(table: Any) -> list[Select[Any]]:
    """The ids of what has no moment, and of what is for later; in two steps, each of which goes through an index."""
    rows = table.alias()
    return [
        select(rows.c.id).where(rows.c.published_at.is_(None)),
        select(rows.c.id).where(rows.c.published_at > _now()),
    ]


def _unannounced_events() -> CompoundSelect[Any]:
    """The ids of the events that are not announced, or whose artist is not."""
    return union_all(*_unannounced(music_events), *_of_unannounced_artists())


def _of_unannounced_artists() -> list[Select[Any]]:
    """The ids of the events of artists who are not announced."""
    artists, events = music_artists.alias(), music_events.alias()
    theirs = select(events.c.id).join(artists, artists.c.id == events.c.artist_id)
    return [theirs.where(artists.c.published_at.is_(None)), theirs.where(artists.c.published_at > _now())]


def _now() -> ColumnElement[str]:
    return bindparam(NOW, type_=Timestamp())
