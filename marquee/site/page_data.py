"""What each page shows: the first rows of its lists, and how many there are; the front end goes on from there."""

from datetime import datetime
from typing import TypeVar
from urllib.parse import quote
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlalchemy import Connection

from marquee.domain.random_ids import UUID
from marquee.domain.records import is_slug
from marquee.site.queries import event_queries
from marquee.site.queries.reading import Reader
from marquee.site.rows import (
    Announced,
    Artist,
    ArtistCard,
    ArtistName,
    ArtistSummary,
    EventRecord,
    ListedEvent,
    ListedLink,
)

MAX_ARTISTS = 24
MAX_EVENTS = 20
MAX_MORE = 5
MAX_OTHERS = 3
MAX_TOUR = 14
MAX_PRESS_KIT_EVENTS = 100

A = TypeVar("A", bound=ArtistSummary)


class Home(Struct, frozen=True):
    """The first artists by popularity and the first upcoming events by date.

    `next` and `links` are of the artist that the page shows first: their next event, unless it is cancelled or has no
    date yet, and their addresses elsewhere.
    """

    featured: ArtistCard | None
    artists: list[ArtistCard]
    artist_count: int
    events: list[ListedEvent]
    event_count: int
    next: ListedEvent | None
    links: list[ListedLink]


class Profile(Struct, frozen=True):
    """An artist with their first upcoming events and their last past ones, the newest first.

    `since` is the month in which they were announced, by the site's calendar: "November 2026". `others` are for a page
    that has nothing to tell yet.
    """

    artist: Artist
    events: list[ListedEvent]
    event_count: int
    past: list[ListedEvent]
    past_count: int
    since: str
    others: list[ArtistCard]


class PressKit(Struct, frozen=True):
    """What the press may want of an artist, with their upcoming events."""

    artist: Artist
    events: list[ListedEvent]
    event_count: int


class EventWithMore(Struct, frozen=True):
    """An event, and the next ones of its artist without it."""

    event: EventRecord
    more: list[ListedEvent]


class Tour(Struct, frozen=True):
    """What a poster of an artist's next dates shows: the first of them, and how many there are."""

    artist: ArtistSummary
    events: list[ListedEvent]
    event_count: int


class NotFound(Struct, frozen=True):
    """The page of every unknown URL. `near` is the artist whom the URL may mean."""

    near: ArtistName | None = None


def home(connection: Connection, zone: ZoneInfo) -> Home:
    """The home page."""
    reader = Reader(connection, zone)
    featured = reader.one(ArtistCard, "&is_featured=is.true")
    artists, artist_count = reader.first(ArtistCard, "", MAX_ARTISTS)
    events, event_count = reader.first(ListedEvent, event_queries.upcoming(zone), MAX_EVENTS)
    first = featured or next(iter(artists), None)
    return Home(
        featured=featured,
        artists=artists,
        artist_count=artist_count,
        events=events,
        event_count=event_count,
        next=_next(reader, first.id) if first else None,
        links=_links(reader, first.id) if first else [],
    )


def profile(connection: Connection, zone: ZoneInfo, artist_id: str) -> Profile | None:
    """The page of one artist, or None if none has this id."""
    reader = Reader(connection, zone)
    artist = _artist(reader, Artist, artist_id)
    if artist is None:
        return None
    theirs = event_queries.of_artist(artist_id)
    events, event_count = reader.first(ListedEvent, event_queries.upcoming(zone, theirs), MAX_EVENTS)
    past, past_count = reader.first(ListedEvent, event_queries.past(zone, theirs), MAX_EVENTS)
    is_bare = not ((artist.bio or "").strip() or artist.latest_song or events or past)
    others = _others(reader, artist_id) if is_bare else []
    return Profile(artist, events, event_count, past, past_count, _since(reader, artist_id), others)


def press_kit(connection: Connection, zone: ZoneInfo, artist_id: str) -> PressKit | None:
    """The press page of one artist, or None if none has this id."""
    reader = Reader(connection, zone)
    artist = _artist(reader, Artist, artist_id)
    if artist is None:
        return None
    upcoming = event_queries.upcoming(zone, event_queries.of_artist(artist_id))
    return PressKit(artist, *reader.first(ListedEvent, upcoming, MAX_PRESS_KIT_EVENTS))


def _artist(reader: Reader, record: type[A], artist_id: str) -> A | None:
    return reader.one(record, f"&id=eq.{quote(artist_id)}") if is_slug(artist_id) else None


def event(connection: Connection, zone: ZoneInfo, event_id: str) -> EventWithMore | None:
    """The page of one event, or None if none has this id."""
    found = event_record(connection, zone, event_id)
    if found is None:
        return None
    reader = Reader(connection, zone)
    others = f"{event_queries.of_artist(found.artist_id)}&id=neq.{event_id}"
    next_ones = f"{event_queries.upcoming(zone, others)}&limit={MAX_MORE}"
    return EventWithMore(found, reader.rows(ListedEvent, next_ones))


def event_record(connection: Connection, zone: ZoneInfo, event_id: str) -> EventRecord | None:
    """One event, or None if none has this id."""
    return Reader(connection, zone).one(EventRecord, f"&id=eq.{event_id}") if UUID.fullmatch(event_id) else None


def artist_summary(connection: Connection, zone: ZoneInfo, artist_id: str) -> ArtistSummary | None:
    """An artist in short, or None if none has this id."""
    return _artist(Reader(connection, zone), ArtistSummary, artist_id)


def tour(connection: Connection, zone: ZoneInfo, artist_id: str) -> Tour | None:
    """What a poster of an artist's next dates shows, or None if no artist has this id."""
    reader = Reader(connection, zone)
    artist = _artist(reader, ArtistSummary, artist_id)
    if artist is None:
        return None
    upcoming = event_queries.upcoming(zone, event_queries.of_artist(artist_id))
    return Tour(artist, *reader.first(ListedEvent, upcoming, MAX_TOUR))


def _since(reader: Reader, artist_id: str) -> str:
    (artist,) = reader.rows(Announced, f"&id=eq.{quote(artist_id)}")
    return f"{datetime.fromisoformat(artist.published_at).astimezone(reader.zone):%B %Y}"


def _others(reader: Reader, artist_id: str) -> list[ArtistCard]:
    return reader.rows(ArtistCard, f"&id=neq.{quote(artist_id)}&limit={MAX_OTHERS}")


def _next(reader: Reader, artist_id: str) -> ListedEvent | None:
    takes_place = f"{event_queries.of_artist(artist_id)}&status=in.(scheduled,moved)"
    return reader.one(ListedEvent, event_queries.upcoming(reader.zone, takes_place))


def _links(reader: Reader, artist_id: str) -> list[ListedLink]:
    return reader.rows(ListedLink, f"&artist_id=eq.{quote(artist_id)}")
