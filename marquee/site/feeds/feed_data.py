"""What calendars and feeds are made of: events with all that is known of them, as a visitor sees them."""

from datetime import timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace
from sqlalchemy import Connection, select

from marquee import clock
from marquee.domain.tables import music_events
from marquee.site import event_queries, page_data
from marquee.site.feeds import news
from marquee.site.reading import Reader
from marquee.site.rows import ArtistSummary, EventRecord, FeedEvent

CALENDAR_DAYS = 90
"""How long an event that is over stays in a calendar: people who were there look for it."""
MAX_CALENDAR_EVENTS = 500
"""Past and upcoming each: the next ones are what a subscriber looks for."""


class Feed(NamedTuple):
    """Events of one artist, or of all; `artist` is None then."""

    artist: ArtistSummary | None
    events: list[EventRecord]


class News(NamedTuple):
    """The same, of what was announced last."""

    artist: ArtistSummary | None
    events: list[FeedEvent]


def calendar(connection: Connection, zone: ZoneInfo, artist_id: str | None = None) -> Feed | None:
    """Upcoming events and those that were lately, in their order; None if no artist has this id."""
    reader, artist = Reader(connection, zone), _artist(connection, zone, artist_id)
    if artist_id and artist is None:
        return None
    theirs = event_queries.of_artist(artist_id) if artist_id else ""
    since = clock.today(zone) - timedelta(days=CALENDAR_DAYS)
    limit = f"&limit={MAX_CALENDAR_EVENTS}"
    lately = event_queries.past(zone, f"{theirs}&date=gte.{since}", page_data.EVENT)
    next_ones = event_queries.upcoming(zone, theirs, page_data.EVENT)
    past, upcoming = (reader.rows(EventRecord, "music_events", query + limit) for query in (lately, next_ones))
    return Feed(artist, [*reversed(past), *upcoming])


def newest(connection: Connection, zone: ZoneInfo, artist_id: str | None = None) -> News | None:
    """The events that were announced last, the newest first; None if no artist has this id."""
    artist = _artist(connection, zone, artist_id)
    if artist_id and artist is None:
        return None
    since = news.of_artist(connection, artist_id) if artist_id else news.of_all(connection)
    query = f"{page_data.EVENT},published_at"
    events = Reader(connection, zone).named(FeedEvent, "music_events", query, list(since))
    found = {event.id: event for event in events}
    return News(artist, [replace(found[id_], published_at=at) for id_, at in since.items() if id_ in found])


def revisions(connection: Connection, events: list[EventRecord]) -> dict[str, int]:
    """How often each has been changed, by its id: what calendars ask for, and no other client."""
    ids = [event.id for event in events]
    rows = connection.execute(select(music_events.c.id, music_events.c.revision).where(music_events.c.id.in_(ids)))
    return {row.id: row.revision for row in rows}


def _artist(connection: Connection, zone: ZoneInfo, artist_id: str | None) -> ArtistSummary | None:
    return page_data.share_card(connection, zone, artist_id) if artist_id else None
