"""How often and when what calendars and feeds show of an event was changed, by all that it is made of.

See docs/decisions/0099-an-entry-is-as-new-as-what-it-shows.md.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select, union_all

from marquee import clock
from marquee.db.functions import among
from marquee.db.statements import PreparedStatement
from marquee.domain.tables import music_artists, music_events, music_lineup
from marquee.site.rows import EventRecord

STEP = 1000
"""A change of the event is worth more than all announcements on its bill, which no longer count after it."""

_artists, _events = music_artists.c, music_events.c
_CHANGES = PreparedStatement(
    select(_events.id, _events.revision, _events.beside_changed_at).where(among(_events.id, "ids"))
)
_ANNOUNCED = PreparedStatement(
    union_all(
        select(_events.id, _artists.published_at)
        .join(music_artists, _artists.id == _events.artist_id)
        .where(among(_events.id, "ids")),
        select(music_lineup.c.event_id, _artists.published_at)
        .join(music_artists, _artists.id == music_lineup.c.artist_id)
        .where(among(music_lineup.c.event_id, "ids")),
    )
)


class Revision(NamedTuple):
    """The number of a version, a calendar's SEQUENCE, which only rises, and the instant since when it is there."""

    number: int
    changed_at: str


def revisions(connection: Connection, events: Sequence[EventRecord]) -> dict[str, Revision]:
    """The present version of each of these events, by its id."""
    ids = {"ids": [event.id for event in events]}
    now, saved = clock.timestamp(), {event.id: event.updated_at for event in events}
    counts = {}
    for id_, count, beside in _CHANGES.run(connection, ids):
        counts[id_], saved[id_] = count, max(saved[id_], beside or "")
    due: dict[str, set[str]] = {id_: set() for id_ in counts}
    for id_, announced in _ANNOUNCED.run(connection, ids):
        if announced and saved[id_] < announced <= now:
            due[id_].add(announced)
    return {
        id_: Revision(count * STEP + min(len(due[id_]), STEP - 1), max(saved[id_], *due[id_], ""))
        for id_, count in counts.items()
    }
