"""The pages of past dates: a year, or its months and their days where they have more dates than a page shows.

A period is the beginning of an ISO date: `2026`, `2026-11` or `2026-11-24`.
"""

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, literal_column, select

from marquee import clock
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import VISITOR, actor_values
from marquee.domain.policies.data import visible
from marquee.domain.tables import music_events
from marquee.domain.tables.columns import NOW
from marquee.site import event_queries
from marquee.site.reading import Reader
from marquee.site.rows import EventId, ListedEvent

MAX_PAST = 100
"""Of one page."""
_DAYS_OF_MONTH = 31
_PERIOD = re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}")


class Part(Struct, frozen=True):
    """A month of a year, or a day of a month, with its dates: one more than `MAX_PAST` where there are more."""

    period: str
    count: int


class Past(Struct, frozen=True):
    """Past dates, the newest first.

    `period` is what the page is about, `shown` that or the newest part of it, whose dates it lists. `years` are all
    that have any; `months` and `days` those of a long year and a long month. `newer` and `older` are the periods on
    either side of `shown`. Without any date all of them are empty.
    """

    period: str | None = None
    shown: str | None = None
    years: Sequence[int] = ()
    months: Sequence[Part] = ()
    days: Sequence[Part] = ()
    events: Sequence[ListedEvent] = ()
    event_count: int = 0
    newer: str | None = None
    older: str | None = None


def past(connection: Connection, zone: ZoneInfo, period: str | None) -> Past | None:
    """The page of the past dates of a period, of the newest year for None; None if the period has none."""
    reader = Reader(connection, zone)
    years = event_queries.past_years(reader)
    if period is None and not years:
        return Past()
    asked = period or f"{years[0]:04}"
    if int(asked[:4]) not in years:
        return None
    months = _long(_counts(reader, [f"{asked[:4]}-{month:02}" for month in range(1, 13)]))
    shown = _newest(asked, months)
    days = _long(_counts(reader, _days_of(shown[:7]))) if months and len(shown) > 4 else []
    shown = _newest(shown, days)
    events, count = reader.first(ListedEvent, "music_events", _of_period(zone, shown), MAX_PAST)
    if not events:
        return None
    newer, older = (_beside(reader, shown, is_newer=is_newer) for is_newer in (True, False))
    return Past(asked, shown, years, months, days, events, count, newer, older)


def has_past(connection: Connection, zone: ZoneInfo, period: str) -> bool:
    """Whether there is a page of past dates of this period, or what else stands in its place."""
    if not is_period(period):
        return False
    query = f"{event_queries.past(zone, event_queries.in_days(*bounds(period)), 'select=id')}&limit=1"
    return bool(Reader(connection, zone).rows(EventId, "music_events", query))


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
    return (f"{period}-01", _days_of(period)[-1]) if len(period) == 7 else (period, period)


def _days_of(month: str) -> list[str]:
    year, number = map(int, month.split("-"))
    return [f"{month}-{day:02}" for day in range(1, monthrange(year, number)[1] + 1)]


def _long(parts: list[Part]) -> list[Part]:
    """The parts of a period, if a page would not show all of its dates."""
    return parts if sum(part.count for part in parts) > MAX_PAST else []


def _newest(period: str, parts: list[Part]) -> str:
    """The period itself, or the newest of its parts where it has any."""
    return parts[0].period if parts and len(period) < len(parts[0].period) else period


def _of_period(zone: ZoneInfo, period: str) -> str:
    return event_queries.past(zone, event_queries.in_days(*bounds(period)))


def _beside(reader: Reader, period: str, *, is_newer: bool) -> str | None:
    """The period of the same length with the nearest dates."""
    first, last = bounds(period)
    found = event_queries.past_day_after(reader, last) if is_newer else event_queries.past_day(reader, first)
    return found[: len(period)] if found else None


def _counts(reader: Reader, periods: list[str]) -> list[Part]:
    """Those of the periods that have past dates, the newest first: of each no more is read than a page shows."""
    until = f"{clock.today(reader.zone) + timedelta(days=1)}"
    days = [bounds(period) for period in periods] + [("9999-12-31", "0001-01-01")] * (_DAYS_OF_MONTH - len(periods))
    values: dict[str, Any] = dict(actor_values(VISITOR))
    for place, (first, last) in enumerate(days):
        values |= {f"first{place}": first, f"last{place}": min(last, until)}
    (counts,) = _count_each().run(reader.connection, values)
    parts = [Part(period, count) for period, count in zip(periods, counts, strict=False) if count]
    return parts[::-1]


@cache
def _count_each() -> PreparedStatement:
    """As many numbers as a month has days, in one row."""
    return PreparedStatement(select(*(_count(place) for place in range(_DAYS_OF_MONTH))))


def _count(place: int) -> ColumnElement[int]:
    events = music_events.c
    first, last = (bindparam(f"{name}{place}", type_=events.date.type) for name in ("first", "last"))
    is_over = events.upcoming_until <= bindparam(NOW, type_=events.upcoming_until.type)
    rows: Select[Any] = (
        select(literal_column("1"))
        .select_from(music_events)
        .where(events.date >= first, events.date <= last, is_over, visible(VISITOR, music_events))
    )
    return select(func.count()).select_from(rows.limit(MAX_PAST + 1).subquery()).scalar_subquery().label(f"c{place}")
