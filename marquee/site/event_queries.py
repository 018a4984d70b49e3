"""The queries of the lists of events, in the words of the data protocol and of the front end (`frontend/src/api/`).

An event is upcoming until `upcoming_until`, 05:00 of the following day in its own zone. Its date is looked at as well,
so that an index finds the rows: it is at most two days behind the site's where time zones are furthest apart.
"""

from datetime import timedelta, tzinfo
from urllib.parse import quote

from msgspec import Struct

from marquee import clock
from marquee.site.reading import Reader

MAX_YEARS = 200

LISTED = (
    "select=id,date,venue,location,start_time,door_time,timezone,ticket_url,price,ticket_status,status,previous_date,"
    "upcoming_until,artist:music_artists(id,name),lineup:music_lineup(name,artist_id)"
)
"""The bill comes in its order, which is the default one."""


class _Day(Struct, frozen=True):
    """The date of an event."""

    date: str


def upcoming(zone: tzinfo, filters: str = "", columns: str = LISTED) -> str:
    """The query of the next events; `filters` are those of a query, each begun by `&`."""
    since = clock.today(zone) - timedelta(days=2)
    return f"{columns}{filters}&upcoming_until=gt.now&date=gte.{since}&order=date.asc,start_time.asc,id.asc"


def past(zone: tzinfo, filters: str = "", columns: str = LISTED) -> str:
    """The query of the events that are over, the newest first."""
    return f"{columns}{filters}&{_over(zone)}&order=date.desc,start_time.desc,id.desc"


def of_artist(artist_id: str) -> str:
    """The filter for the events of an artist, including those where they only stand on the bill."""
    return f"&performer_id=eq.{quote(artist_id)}"


def in_year(year: int) -> str:
    """The filter for the events of a year."""
    return f"&date=gte.{year:04}-01-01&date=lte.{year:04}-12-31"


def past_years(reader: Reader) -> list[int]:
    """The years that have past events, the newest first: one step in the index for each of them."""
    years: list[int] = []
    before = ""
    while len(years) < MAX_YEARS:
        query = f"select=date&{_over(reader.zone)}{before}&order=date.desc&limit=1"
        newest = reader.rows(_Day, "music_events", query)
        if not newest:
            break
        years.append(int(newest[0].date[:4]))
        before = f"&date=lt.{years[-1]:04}-01-01"
    return years


def _over(zone: tzinfo) -> str:
    until = clock.today(zone) + timedelta(days=1)
    return f"upcoming_until=lte.now&date=lte.{until}"
