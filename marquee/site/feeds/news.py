"""Which events were announced last, and since when each is there: since it was announced, and its artist too."""

from sqlalchemy import Connection, bindparam, select

from marquee.db.statements import PreparedStatement, Values
from marquee.domain.actor import VISITOR, actor_values
from marquee.domain.bills import played_by
from marquee.domain.policies.data import visible
from marquee.domain.tables import music_artists, music_events
from marquee.domain.tables.columns import NOW
from marquee.domain.times.announcements import seen_since

MAX_NEWS = 50
"""Of all events, or of those of an artist."""
Since = dict[str, str]
"""Instants by the ids of events."""

_events, _artists = music_events.c, music_artists.c
_SINCE = seen_since(music_events, music_artists)
_SEEN = (
    select(_events.id, _SINCE)
    .join(
        music_artists,
        (_artists.id == _events.artist_id)
        & (_artists.published_at <= bindparam(NOW, type_=_artists.published_at.type)),
    )
    .where(visible(VISITOR, music_events))
    .limit(MAX_NEWS)
)
_PLAYED = played_by(music_events, bindparam("artist_id", type_=_artists.id.type), VISITOR)
_OF_ARTIST = PreparedStatement(_SEEN.where(_PLAYED).order_by(_SINCE.desc(), _events.id.desc()))
_BY_EVENT = PreparedStatement(_SEEN.order_by(_events.published_at.desc(), _events.id.desc()))
_LATELY = _artists.published_at > bindparam("since", type_=_artists.published_at.type)
_BY_ARTIST = PreparedStatement(
    _SEEN.where(_LATELY).order_by(_artists.published_at.desc(), _artists.id.desc(), _events.id)
)


def of_artist(connection: Connection, artist_id: str) -> Since:
    """The newest events that an artist plays, in their order."""
    return _since(connection, _OF_ARTIST, {"artist_id": artist_id})


def of_all(connection: Connection) -> Since:
    """The newest events of the site, in their order.

    They are among those that were announced last and those whose artists were, and each of the two comes in the order
    of an index: of many thousands a few are read. Who was announced before all that is found has nothing newer.
    """
    found = _since(connection, _BY_EVENT, {})
    if len(found) == MAX_NEWS:
        found |= _since(connection, _BY_ARTIST, {"since": min(found.values())})
    newest = sorted(found.items(), key=lambda item: (item[1], item[0]), reverse=True)
    return dict(newest[:MAX_NEWS])


def _since(connection: Connection, statement: PreparedStatement, values: Values) -> Since:
    return {row[0]: row[1] for row in statement.run(connection, {**values, **actor_values(VISITOR)})}
