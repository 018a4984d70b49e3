"""What calendars and feeds are made of: events with all that is known of them, as a visitor sees them."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Generic, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from msgspec.structs import replace
from sqlalchemy import Connection

from marquee import clock
from marquee.data_errors import ANSWER_TOO_LARGE, DataError
from marquee.site import page_data
from marquee.site.feeds import news
from marquee.site.feeds.revisions import Revision, revisions
from marquee.site.past_dates import bounds
from marquee.site.queries import event_queries
from marquee.site.queries.reading import Reader
from marquee.site.rows import ArtistSummary, EventRecord, FeedEvent

T = TypeVar("T")
Revised = tuple[EventRecord, Revision]

CALENDAR_DAYS = 90
"""How long an event that is over stays in a calendar: people who were there look for it."""
MAX_LATELY, MAX_NEXT = 10, 60
"""The next ones are what a subscriber looks for; all others stand in the calendars of their years, months and days."""
MAX_OF_PERIOD = 500


class Feed(NamedTuple, Generic[T]):
    """Events of one artist, or of all; `artist` is None then."""

    artist: ArtistSummary | None
    events: list[T]


def calendar(
    connection: Connection, zone: ZoneInfo, artist_id: str | None = None, period: str | None = None
) -> Feed[Revised] | None:
    """Upcoming events and those that were lately, or those of a period, in their order, each with its version.

    None if no artist has this id, and for a period without events.
    """
    reader, artist = Reader(connection, zone), _artist(connection, zone, artist_id)
    if artist_id and artist is None:
        return None
    theirs = event_queries.of_artist(artist_id) if artist_id else ""
    events = _near(reader, theirs) if period is None else _of_period(reader, theirs, period)
    return Feed(artist, revised(connection, events)) if events or period is None else None


def revised(connection: Connection, events: list[EventRecord]) -> list[Revised]:
    """Events, each with its version."""
    found = revisions(connection, events)
    return [(event, found[event.id]) for event in events]


def _near(reader: Reader, theirs: str) -> list[EventRecord]:
    since = clock.today(reader.zone) - timedelta(days=CALENDAR_DAYS)
    lately = event_queries.past(reader.zone, f"{theirs}&date=gte.{since}")
    next_ones = event_queries.upcoming(reader.zone, theirs)
    past = _events(reader, f"{lately}&limit={MAX_LATELY}")
    return [*reversed(past), *_events(reader, f"{next_ones}&limit={MAX_NEXT}")]


def _of_period(reader: Reader, theirs: str, period: str) -> list[EventRecord]:
    days = event_queries.in_days(*bounds(period))
    return _events(reader, f"{theirs}{days}&order=date.asc,start_time.asc,id.asc&limit={MAX_OF_PERIOD}")


def _events(reader: Reader, query: str) -> list[EventRecord]:
    return _as_far_as_it_fits(partial(reader.rows, EventRecord), query)


def _as_far_as_it_fits(read: Callable[[str], list[T]], query: str = "") -> list[T]:
    """What `read` finds, without bills where it is too large with them: one artist's break nobody else's calendar."""
    try:
        return read(query)
    except DataError as error:
        if error.kind != ANSWER_TOO_LARGE:
            raise
        return read(f"{query}&lineup.limit=0")


def newest(connection: Connection, zone: ZoneInfo, artist_id: str | None = None) -> Feed[FeedEvent] | None:
    """The events that were announced last, the newest first; None if no artist has this id."""
    artist = _artist(connection, zone, artist_id)
    if artist_id and artist is None:
        return None
    since = news.of_artist(connection, artist_id) if artist_id else news.of_all(connection)
    events = _as_far_as_it_fits(partial(Reader(connection, zone).named, FeedEvent, list(since)))
    found = {event.id: event for event in events}
    changed = revisions(connection, events)
    shown = [
        replace(found[id_], published_at=at, updated_at=changed[id_].changed_at)
        for id_, at in since.items()
        if id_ in found
    ]
    return Feed(artist, shown)


def _artist(connection: Connection, zone: ZoneInfo, artist_id: str | None) -> ArtistSummary | None:
    return page_data.artist_summary(connection, zone, artist_id) if artist_id else None
