"""What a page needs, read through the data protocol's own stages as a visitor: the same rows that the API gives."""

from datetime import tzinfo
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection

from marquee import clock
from marquee.policies import VISITOR
from marquee.rest.plan import Planner
from marquee.rest.reads import Row, read
from marquee.rest.request import parse
from marquee.rules import SLUG

Content = dict[str, Any]


def home(connection: Connection, zone: tzinfo) -> Content:
    """`{artists, events}`: every artist by popularity, every upcoming event by date, with its artist's name."""
    upcoming = f"select=*,artist:music_artists(id,name)&date=gte.{clock.today(zone)}&order=date.asc"
    return {
        "artists": _rows(connection, zone, "music_artists", "select=*"),
        "events": _rows(connection, zone, "music_events", upcoming),
    }


def profile(connection: Connection, zone: tzinfo, artist_id: str) -> Content | None:
    """`{artist, events}` of one artist, or None where there is none of this id."""
    if not SLUG.fullmatch(artist_id):
        return None
    id_ = quote(artist_id)
    artists = _rows(connection, zone, "music_artists", f"select=*&id=eq.{id_}")
    if not artists:
        return None
    upcoming = f"select=*&artist_id=eq.{id_}&date=gte.{clock.today(zone)}&order=date.asc"
    return {"artist": artists[0], "events": _rows(connection, zone, "music_events", upcoming)}


def _rows(connection: Connection, zone: tzinfo, table: str, query: str) -> list[Row]:
    planner = Planner(VISITOR, zone)
    return read(connection, planner, planner.plan(parse("GET", table, query.encode(), {}, [])))
