"""The pages of past dates: a year, or its months and their days where they have more dates than a page shows.

A period is the beginning of an ISO date: `2026`, `2026-11` or `2026-11-24`.
"""

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from functools import cache
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, FromClause, Integer, bindparam, cast, func, select, type_coerce

from marquee.db.column_types import TEXT
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import VISITOR, actor_values
from marquee.domain.policies.data import visible
from marquee.domain.tables import music_events
from marquee.domain.tables.columns import NOW
from marquee.site.queries import event_queries
from marquee.site.queries.reading import Reader
from marquee.site.rows import EventId, PastEvent

MAX_PAST = 100
"""Of one page of a year or a month; one that has more is told in parts."""
MAX_OF_DAY = 500
"""Of a day, which has no parts."""
MAX_PARTS = 200
"""Of the years."""
_FIRST, _LAST, _LENGTH, _REST = "first", "last", "length", "rest"
_PERIOD = re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}")


class PastDates(Struct, frozen=True):
    """Past dates, the newest first.

    `period` is what the page is about, `shown` that or the newest part of it, whose dates it lists. `years` are all
    that have any; `months` and `days` those of a long year and a long month. `newer` and `older` are the periods on
    either side of `shown`. Without any date all of them are empty.
    """

    period: str | None = None
    shown: str | None = None
    years: Sequence[str] = ()
    months: Sequence[str] = ()
    days: Sequence[str] = ()
    events: Sequence[PastEvent] = ()
    event_count: int = 0
    newer: str | None = None
    older: str | None = None


def past(connection: Connection, zone: ZoneInfo, period: str | None) -> PastDates | None:
    """The page of the past dates of a period, of the newest year for None; None if the period has none."""
    reader, years = Reader(connection, zone), past_years(connection, zone)
    if period is None and not years:
        return PastDates()
    asked = period or years[0]
    if asked[:4] not in years:
        return None
    months = _parts_of(reader, asked[:4])
    shown = _newest(asked, months)
    days = _parts_of(reader, shown[:7]) if months else []
    shown = _newest(shown, days)
    most = MAX_OF_DAY if shown == bounds(shown)[0] else MAX_PAST
    events, count = reader.first(PastEvent, _of_period(zone, shown), most)
    if not events:
        return None
    newer, older = (_beside(reader, shown, is_newer=is_newer) for is_newer in (True, False))
    return PastDates(asked, shown, years, months, days, events, count, newer, older)


def past_at(connection: Connection, zone: ZoneInfo, path: str = "") -> PastDates | None:
    """The past dates of the end of a path, such as `2026/11`, or none; None also if that is no period."""
    period = path.replace("/", "-")
    if "-" in path or (path and not is_period(period)):
        return None
    return past(connection, zone, period or None)


def has_past(connection: Connection, zone: ZoneInfo, period: str) -> bool:
    """Whether there is a page of past dates of this period, or what else stands in its place."""
    return is_period(period) and Reader(connection, zone).one(EventId, _of_period(zone, period)) is not None


def is_period(text: str) -> bool:
    """Whether it is the beginning of a date that there is."""
    if not _PERIOD.fullmatch(text):
        return False
    try:
        date.fromisoformat(f"{text}-01-01"[:10])
    except ValueError:
        return False
    return True


def bounds(period: str) -> tuple[str, str]:
    """The first and the last day of a period."""
    if len(period) == 4:
        return f"{period}-01-01", f"{period}-12-31"
    if len(period) == 7:
        year, month = map(int, period.split("-"))
        return f"{period}-01", f"{period}-{monthrange(year, month)[1]}"
    return period, period


def _newest(period: str, parts: list[str]) -> str:
    """The period itself, or the newest of its parts where it has any."""
    return parts[0] if parts and len(period) < len(parts[0]) else period


def _of_period(zone: ZoneInfo, period: str) -> str:
    return event_queries.past(zone, event_queries.in_days(*bounds(period)))


def _beside(reader: Reader, period: str, *, is_newer: bool) -> str | None:
    """The period of the same length with the nearest dates."""
    first, last = bounds(period)
    found = event_queries.past_day_beside(reader, last if is_newer else first, is_newer=is_newer)
    return found[: len(period)] if found else None


def past_years(connection: Connection, zone: ZoneInfo) -> list[str]:
    """The years that have past dates, the newest first."""
    return _parts(connection, zone, "0001", "9999", len("2026"))


def _parts_of(reader: Reader, period: str) -> list[str]:
    """The months of a year, or the days of a month, that have past dates, if a page would not show all of them."""
    if reader.one(EventId, f"{_of_period(reader.zone, period)}&offset={MAX_PAST}") is None:
        return []
    return _parts(reader.connection, reader.zone, period, period, len(f"{period}-01"))


def _parts(connection: Connection, zone: ZoneInfo, first: str, last: str, length: int) -> list[str]:
    """The beginnings of this length of all days from one period to another that have past dates, the newest first."""
    values = {
        **actor_values(VISITOR),
        _FIRST: bounds(first)[0],
        _LAST: min(bounds(last)[1], f"{event_queries.last_past_day(zone)}"),
        _LENGTH: length,
        _REST: "0001-01-01"[length:],
    }
    return [day[:length] for (day,) in _steps().run(connection, values) if day is not None]


@cache
def _steps() -> PreparedStatement:
    """The newest past day, then the newest before the beginning of its period, and so on; a null at the end."""
    kind = music_events.c.date.type
    last = bindparam(_LAST, type_=kind)
    step = select(_newest_day(music_events.c.date <= last).label("day")).cte("step", recursive=True)
    period = func.substr(cast(step.c.day, TEXT), 1, bindparam(_LENGTH, type_=Integer))
    beginning = type_coerce(cast(period + bindparam(_REST, type_=TEXT), kind), kind)
    following = select(_newest_day(music_events.c.date < beginning, step)).where(step.c.day.is_not(None))
    step = step.union_all(following)
    return PreparedStatement(select(step.c.day).limit(MAX_PARTS))


def _newest_day(bound: ColumnElement[bool], *outer: FromClause) -> ColumnElement[str]:
    events = music_events.c
    first, now = (
        bindparam(name, type_=like.type) for name, like in ((_FIRST, events.date), (NOW, events.upcoming_until))
    )
    newest = select(events.date).where(
        events.date >= first, bound, events.upcoming_until <= now, visible(VISITOR, music_events)
    )
    return newest.order_by(events.date.desc()).limit(1).correlate(*outer).scalar_subquery()
