"""What each page shows, read through the data protocol's own stages as a visitor: the same rows that the API gives.

Lists are bounded: one row more than is shown says whether there are more, and is not sent. The queries are those of the
front end (`frontend/src/api/`), which goes on from there.
"""

from datetime import timedelta, tzinfo
from typing import TypeVar
from urllib.parse import quote

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from marquee import clock
from marquee.domain.policies import VISITOR
from marquee.domain.records import SLUG
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.query import read_rows
from marquee.rest.request import RawRequest, parse
from marquee.site.rows import Artist, ArtistCard, ArtistSummary, CalendarEvent, Event, EventWithArtist

MAX_ARTISTS = 24
MAX_EVENTS = 20
CALENDAR_DAYS = 90
"""How long an event that is over stays in a calendar: people who were there look for it."""
MAX_CALENDAR_EVENTS = 500
"""Past and upcoming each: the next ones are what a subscriber looks for."""

_CARD = "select=id,name,genre,image,followers,latest_song,is_featured"
_EVENT = "select=id,date,venue,location"

T = TypeVar("T")


class Home(Struct, frozen=True):
    """The first artists by popularity and the first upcoming events by date, and whether there are more of each."""

    featured: ArtistCard | None
    artists: list[ArtistCard]
    more_artists: bool
    events: list[EventWithArtist]
    more_events: bool


class Profile(Struct, frozen=True):
    """An artist and their first upcoming events, and whether there are more."""

    artist: Artist
    events: list[Event]
    more_events: bool


class Confirm(Struct, frozen=True):
    """The page that links in mails lead to: the browser fills it, since only it knows the token."""


class NotFound(Struct, frozen=True):
    """The page of every unknown URL."""


PageData = Home | Profile | Confirm | NotFound


class Calendar(Struct, frozen=True):
    """The events of one artist, or of all; `artist` is None then."""

    artist: ArtistSummary | None
    events: list[CalendarEvent]


def home(connection: Connection, zone: tzinfo) -> Home:
    """The home page."""
    featured = _rows(connection, zone, ArtistCard, "music_artists", f"{_CARD}&is_featured=is.true&limit=1")
    artists, more_artists = _first(connection, zone, ArtistCard, "music_artists", _CARD, MAX_ARTISTS)
    upcoming = f"{_EVENT},artist:music_artists(id,name)&{_from_today(zone)}"
    events, more_events = _first(connection, zone, EventWithArtist, "music_events", upcoming, MAX_EVENTS)
    return Home(featured[0] if featured else None, artists, more_artists, events, more_events)


def profile(connection: Connection, zone: tzinfo, artist_id: str) -> Profile | None:
    """The page of one artist, or None if none has this id."""
    if not SLUG.fullmatch(artist_id):
        return None
    id_ = quote(artist_id)
    artists = _rows(connection, zone, Artist, "music_artists", f"select=*&id=eq.{id_}")
    if not artists:
        return None
    upcoming = f"{_EVENT}&artist_id=eq.{id_}&{_from_today(zone)}"
    events, more_events = _first(connection, zone, Event, "music_events", upcoming, MAX_EVENTS)
    return Profile(artists[0], events, more_events)


def share_card(connection: Connection, zone: tzinfo, artist_id: str) -> ArtistSummary | None:
    """What the share card of an artist shows, or None if none has this id."""
    if not SLUG.fullmatch(artist_id):
        return None
    query = f"select=id,name,genre,image&id=eq.{quote(artist_id)}"
    artists = _rows(connection, zone, ArtistSummary, "music_artists", query)
    return artists[0] if artists else None


def calendar(connection: Connection, zone: tzinfo, artist_id: str | None = None) -> Calendar | None:
    """The calendar of one artist or of all; None if no artist has this id."""
    artist = None if artist_id is None else share_card(connection, zone, artist_id)
    if artist_id is not None and artist is None:
        return None
    today = clock.today(zone)
    whose = f"&artist_id=eq.{quote(artist_id)}" if artist_id else ""
    events = (
        f"select=id,date,venue,location,updated_at,artist:music_artists(id,name){whose}&limit={MAX_CALENDAR_EVENTS}"
    )
    since = today - timedelta(days=CALENDAR_DAYS)
    past = f"{events}&date=gte.{since}&date=lt.{today}&order=date.desc,id.asc"
    upcoming = f"{events}&date=gte.{today}&order=date.asc,id.asc"
    past_rows, rows = (_rows(connection, zone, CalendarEvent, "music_events", query) for query in (past, upcoming))
    return Calendar(artist, [*reversed(past_rows), *rows])


def _from_today(zone: tzinfo) -> str:
    return f"date=gte.{clock.today(zone)}&order=date.asc"


def _first(
    connection: Connection, zone: tzinfo, kind: type[T], table: str, query: str, limit: int
) -> tuple[list[T], bool]:
    """The first rows, and whether there are more."""
    rows = _rows(connection, zone, kind, table, f"{query}&limit={limit + 1}")
    return rows[:limit], len(rows) > limit


def _rows(connection: Connection, zone: tzinfo, kind: type[T], table: str, query: str) -> list[T]:
    request = parse(RawRequest("GET", table, query.encode()))
    rows = read_rows(connection, BoundPlan(VISITOR, request, zone))
    return msgspec.json.decode(rows.array, type=list[kind])  # type: ignore[valid-type]
