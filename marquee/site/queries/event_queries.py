"""The queries of the lists of events, in the words of the data protocol and of the front end (`frontend/src/api/`).

An event is upcoming until `upcoming_until`, 05:00 of the following day in its own zone. Its date is looked at as well,
so that an index finds the rows: it is at most two days behind the site's where time zones are furthest apart.
"""

from datetime import date, timedelta, tzinfo
from typing import ClassVar
from urllib.parse import quote

from marquee import clock
from marquee.site.queries.reading import Reader
from marquee.site.rows import Record


class _Day(Record, frozen=True):
    """The date of an event."""

    TABLE: ClassVar = "music_events"

    date: str


def upcoming(zone: tzinfo, filters: str = "") -> str:
    """The query of the next events; `filters` are those of a query, each begun by `&`."""
    since = clock.today(zone) - timedelta(days=2)
    return f"{filters}&upcoming_until=gt.now&date=gte.{since}&order=date.asc,start_time.asc,id.asc"


def past(zone: tzinfo, filters: str = "") -> str:
    """The query of the events that are over, the newest first."""
    over = f"upcoming_until=lte.now&date=lte.{last_past_day(zone)}"
    return f"{filters}&{over}&order=date.desc,start_time.desc,id.desc"


def of_artist(artist_id: str) -> str:
    """The filter for the events of an artist, including those where they only stand on the bill."""
    return f"&performer_id=eq.{quote(artist_id)}"


def in_days(first: str, last: str) -> str:
    """The filter for the events from one day to another."""
    return f"&date=gte.{first}&date=lte.{last}"


def past_day_beside(reader: Reader, day: str, *, is_newer: bool) -> str | None:
    """The day of past events that is next after this one, or before it; None if there is none.

    Of the bounds only one is in the way: SQLite begins at the first, and passes over all up to the second.
    """
    bounds = f"&date=gt.{day}&date=lte.{last_past_day(reader.zone)}" if is_newer else f"&date=lt.{day}"
    way = "asc" if is_newer else "desc"
    found = reader.one(_Day, f"&upcoming_until=lte.now{bounds}&order=date.{way},start_time.{way},id.{way}")
    return None if found is None else found.date


def last_past_day(zone: tzinfo) -> date:
    """The last day that an event which is over can have: where it was, it may be tomorrow already."""
    return clock.today(zone) + timedelta(days=1)
