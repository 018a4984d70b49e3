"""Events as a calendar that people subscribe to, in iCalendar form (RFC 5545, RFC 7986). No I/O."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from urllib.parse import urlsplit

from icalendar import STATUS, TRANSP, Calendar, Event, vText

from marquee.site.rows import CalendarEvent
from marquee.site.site_facts import artist_url
from marquee.site.structured_events import event_name

REFRESH = "PT6H"
END = b"END:VCALENDAR\r\n"
MAX_KEPT_EVENTS = 4096


def calendar(name: str, base_url: str, events: Iterable[CalendarEvent]) -> bytes:
    """The calendar of these events, each of which has its `artist`.

    `Calendar.new` would give each response another UID, and would escape neither form of the name.
    """
    result = Calendar()
    result.add("VERSION", "2.0")
    result.add("PRODID", "-//Marquee//Events//EN")
    result.add("CALSCALE", "GREGORIAN")
    result.add("METHOD", "PUBLISH")
    for property_name in ("NAME", "X-WR-CALNAME"):  # the standard's, and the one that calendars have always read
        result.add(property_name, vText(_one_line(name)))
    result.add("REFRESH-INTERVAL", vText(REFRESH), {"VALUE": "DURATION"})
    result.add("X-PUBLISHED-TTL", vText(REFRESH))
    head = result.to_ical().removesuffix(END)
    return bytes(head + b"".join(_event_lines(base_url, event) for event in events) + END)


@lru_cache(MAX_KEPT_EVENTS)
def _event_lines(base_url: str, event: CalendarEvent) -> bytes:
    """The lines of an event, kept: the library takes 0.1 ms for each, and a save changes one of a thousand."""
    return bytes(_event(base_url, event).to_ical())


def _event(base_url: str, event: CalendarEvent) -> Event:
    """An all-day event, since no hours are known. Its UID stays the same when it is changed or moved."""
    day, artist = date.fromisoformat(event.date), event.artist
    changed = datetime.fromisoformat(event.updated_at).astimezone(UTC)
    return Event.new(
        uid=f"{event.id}@{urlsplit(base_url).hostname}",
        stamp=changed,
        last_modified=changed,
        start=day,
        # Python has no day after the last one; an event without an end lasts for its day.
        end=day + timedelta(days=1) if day < date.max else None,
        summary=_one_line(event_name(event, artist)),
        location=_one_line(f"{event.venue}, {event.location}"),
        url=artist_url(base_url, artist.id),
        status=STATUS.CONFIRMED,
        transparency=TRANSP.TRANSPARENT,
    )


def _one_line(value: str) -> str:
    """The text on one line and without control characters, as calendars show names and places."""
    line = " ".join(value.split())
    return "".join(character for character in line if character.isprintable())
