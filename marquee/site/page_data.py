"""What a page needs, read through the data protocol's own stages as a visitor: the same rows that the API gives.

Lists are bounded: one row more than is shown says whether there are more, and is not sent. The queries are those of the
front end (`frontend/src/api/`), which goes on from there.
"""

from datetime import timedelta, tzinfo
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection

from marquee import clock
from marquee.domain.policies import VISITOR
from marquee.domain.records import SLUG
from marquee.rest.plan_cache import Planned, read
from marquee.rest.request import Said, parse
from marquee.rest.rows import Object, as_objects

Content = dict[str, Any]

ARTISTS_SHOWN = 24
EVENTS_SHOWN = 20
DAYS_KEPT = 90
MOST_EVENTS = 500
"""Of a calendar, past and upcoming each: the next ones are what a subscriber looks for."""

_CARD = "select=id,name,genre,image,followers,latest_song,is_featured"
_EVENT = "select=id,date,venue,location"


def home(connection: Connection, zone: tzinfo) -> Content:
    """`{featured, artists, more_artists, events, more_events}`: the first artists by popularity, the first upcoming
    events by date, with their artists' names; whether there are more of each. `featured` is an artist or None."""
    featured = _rows(connection, zone, "music_artists", f"{_CARD}&is_featured=is.true&limit=1")
    artists, more_artists = _first(connection, zone, "music_artists", _CARD, ARTISTS_SHOWN)
    upcoming = f"{_EVENT},artist:music_artists(id,name)&{_from_today(zone)}"
    events, more_events = _first(connection, zone, "music_events", upcoming, EVENTS_SHOWN)
    return {
        "featured": featured[0] if featured else None,
        "artists": artists,
        "more_artists": more_artists,
        "events": events,
        "more_events": more_events,
    }


def profile(connection: Connection, zone: tzinfo, artist_id: str) -> Content | None:
    """`{artist, events, more_events}` of one artist, or None where there is none of this id."""
    if not SLUG.fullmatch(artist_id):
        return None
    id_ = quote(artist_id)
    artists = _rows(connection, zone, "music_artists", f"select=*&id=eq.{id_}")
    if not artists:
        return None
    upcoming = f"{_EVENT}&artist_id=eq.{id_}&{_from_today(zone)}"
    events, more_events = _first(connection, zone, "music_events", upcoming, EVENTS_SHOWN)
    return {"artist": artists[0], "events": events, "more_events": more_events}


def shared(connection: Connection, zone: tzinfo, artist_id: str) -> Object | None:
    """What the card of an artist is made from: `{id, name, genre, image}`, or None where there is none of this id."""
    if not SLUG.fullmatch(artist_id):
        return None
    found = _rows(connection, zone, "music_artists", f"select=id,name,genre,image&id=eq.{quote(artist_id)}")
    return found[0] if found else None


def calendar(connection: Connection, zone: tzinfo, artist_id: str | None = None) -> Content | None:
    """`{artist, events}` of one artist or of all (`artist` is None then); None where there is none of this id.

    Each event has its artist. What is over stays for a while: who has been there looks for it.
    """
    artist = None if artist_id is None else shared(connection, zone, artist_id)
    if artist_id is not None and artist is None:
        return None
    today = clock.today(zone)
    whose = f"&artist_id=eq.{quote(artist_id)}" if artist_id else ""
    events = f"select=id,date,venue,location,updated_at,artist:music_artists(id,name){whose}&limit={MOST_EVENTS}"
    since = today - timedelta(days=DAYS_KEPT)
    past = _rows(connection, zone, "music_events", f"{events}&date=gte.{since}&date=lt.{today}&order=date.desc,id.asc")
    upcoming = _rows(connection, zone, "music_events", f"{events}&date=gte.{today}&order=date.asc,id.asc")
    return {"artist": artist, "events": [*reversed(past), *upcoming]}


def _from_today(zone: tzinfo) -> str:
    return f"date=gte.{clock.today(zone)}&order=date.asc"


def _first(connection: Connection, zone: tzinfo, table: str, query: str, most: int) -> tuple[list[Object], bool]:
    rows = _rows(connection, zone, table, f"{query}&limit={most + 1}")
    return rows[:most], len(rows) > most


def _rows(connection: Connection, zone: tzinfo, table: str, query: str) -> list[Object]:
    asked = parse(Said("GET", table, query.encode()))
    return as_objects(read(connection, Planned(VISITOR, asked, zone)))
