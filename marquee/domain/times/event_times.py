"""Until when a date is upcoming: the end of its night where it takes place, and the other rules of its times.

It is kept with each event, so that every query, page and feed asks the same: `upcoming_until > now`. See
docs/decisions/0039-upcoming-is-kept-with-the-event.md.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, time
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    delete,
    false,
    insert,
    null,
    or_,
    select,
    update,
)

from marquee import clock
from marquee.db.statements import PreparedStatement, StatementCache, Values, differs, new_value
from marquee.domain.constraint_errors import unfit
from marquee.domain.tables import music_events, site_zone
from marquee.domain.times import nights

UTC = "UTC"
SETTLING = frozenset({"date", "timezone", "door_time", "start_time"})
"""The columns that say until when an event is upcoming."""

_TIMES = (music_events.c.id, *(music_events.c[name] for name in sorted(SETTLING)), music_events.c.upcoming_until)
_SITE_ZONE = PreparedStatement(select(site_zone.c.name))
_SET_UPCOMING_UNTIL = (
    update(music_events)
    .where(music_events.c.id == bindparam("row_id", type_=music_events.c.id.type))
    .values(upcoming_until=bindparam("until", type_=music_events.c.upcoming_until.type))
)


def upcoming_until(day: str, zone: str, doors: str | None = None, start: str | None = None) -> str:
    """The instant, in the wire's form, from which an event of this day, zone and times is past."""
    end = nights.end_day(date.fromisoformat(day), doors, start)
    at = time.fromisoformat(nights.ends_at(doors, start))
    return clock.timestamp(datetime.combine(end, at, ZoneInfo(zone)))


def has_passed(day: str, zone: str, doors: str | None = None, start: str | None = None) -> bool:
    """Whether an event of this day, zone and times is past."""
    return upcoming_until(day, zone, doors, start) <= clock.timestamp()


def stored_site_zone(connection: Connection) -> str:
    """The site's zone, as the last start has set it: every process and command computes in the same one."""
    return next((row[0] for row in _SITE_ZONE.run(connection, {})), None) or UTC


def set_site_zone(connection: Connection, name: str) -> None:
    """Note the site's zone; if it is another than before, the dates without one are recomputed."""
    if name == stored_site_zone(connection):
        return
    connection.execute(delete(site_zone))
    connection.execute(insert(site_zone).values(name=name))
    of_site = music_events.c.timezone.is_(None)
    changed = {"revision": music_events.c.revision + 1, "beside_changed_at": clock.timestamp()}
    connection.execute(update(music_events).where(of_site).values(changed))
    reckon(connection, of_site, {}, StatementCache())


def complete(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Give new events their `upcoming_until`. Raises CHECK_VIOLATION for an unknown zone."""
    zone, until = stored_site_zone(connection), cache(upcoming_until)
    for number, row in enumerate(rows, 1):
        require_zone(row, number if len(rows) > 1 else None)
        if row.get("date") is not None:  # without one the database refuses it
            times = row.get("door_time"), row.get("start_time")
            row["upcoming_until"] = until(row["date"], row.get("timezone") or zone, *times)


def server_changes(names: Collection[str]) -> dict[str, ColumnElement[Any]]:
    """What the server changes of an event with these columns: its revision, and the date that it was moved from.

    A moved event has the date before as its former one, and keeps it when its new date is corrected, unless that is the
    former one itself. A cancelled or postponed one keeps what it has: it was that date's before. A scheduled one has
    none: its new date is a correction. One that is given is kept.
    """
    events = music_events.c
    changes: dict[str, ColumnElement[Any]] = {"revision": events.revision + 1}
    if "previous_date" not in names and ("date" in names or "status" in names):
        status = new_value(events.status) if "status" in names else events.status
        is_first = or_(events.status != "moved", events.previous_date == new_value(events.date))
        moves = and_(status == "moved", differs(events.date), is_first) if "date" in names else false()
        changes["previous_date"] = case(
            (moves, events.date), (status == "scheduled", null()), else_=events.previous_date
        )
    return changes


def require_zone(row: Mapping[str, Any], number: int | None = None) -> None:
    """Raises CHECK_VIOLATION for a name that is no zone's: the one rule of a column that the database cannot check."""
    name = row.get("timezone")
    if name is not None and name not in clock.zones():
        raise unfit(music_events, "timezone", row, number)


def reckon(connection: Connection, rows: ColumnElement[bool], bound: Values, statements: StatementCache) -> None:
    """Set `upcoming_until` of `rows`, which bind `bound`, by their date, times and zone as they are now.

    They are looked for once and written by their ids: there may be thousands, on as many days.
    """
    site, until = stored_site_zone(connection), cache(upcoming_until)
    found = statements("times", lambda: select(*_TIMES).where(rows)).run(connection, bound)
    reckoned = [(id_, until(day, zone or site, *times), before) for id_, day, *times, zone, before in found]
    if changed := [{"row_id": id_, "until": after} for id_, after, before in reckoned if after != before]:
        connection.execute(_SET_UPCOMING_UNTIL, changed)
