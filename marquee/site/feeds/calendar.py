"""Events as a calendar that people subscribe to, in iCalendar form (RFC 5545, RFC 7986). No I/O."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from icalendar import STATUS, TRANSP, Calendar, Event, Timezone, vText

from marquee.domain.tables.events import EventStatus, TicketStatus
from marquee.site.event_words import ended, long_date
from marquee.site.feeds.revisions import Revision
from marquee.site.rows import EventRecord, day_of, night_of, span
from marquee.site.site_facts import event_url
from marquee.visible import one_line

REFRESH = "PT6H"
END = b"END:VCALENDAR\r\n"
MAX_KEPT_EVENTS = 4096
LAST_DAY = date(9999, 12, 29)
"""Of what is written: programs that look for its end in their own zone refuse the whole file where there is no day."""
_STATUSES: dict[EventStatus, STATUS] = {"postponed": STATUS.TENTATIVE, "cancelled": STATUS.CANCELLED}
_TICKETS: dict[TicketStatus, str] = {
    "on_sale": "",
    "not_yet": "On sale soon.",
    "few_left": "Few tickets left.",
    "sold_out": "Sold out.",
    "free": "Free entry.",
    "at_door": "Tickets at the door.",
}


def calendar(name: str, base_url: str, zone: ZoneInfo, events: Iterable[tuple[EventRecord, Revision]]) -> bytes:
    """The calendar of these events, each with its revision; `zone` is the site's.

    `Calendar.new` would give each response another UID, and would escape neither form of the name.
    """
    result = Calendar()
    result.add("VERSION", "2.0")
    result.add("PRODID", "-//Marquee//Events//EN")
    result.add("CALSCALE", "GREGORIAN")
    result.add("METHOD", "PUBLISH")
    for property_name in ("NAME", "X-WR-CALNAME"):  # the standard's, and the one that calendars have always read
        result.add(property_name, vText(one_line(name)))
    result.add("REFRESH-INTERVAL", vText(REFRESH), {"VALUE": "DURATION"})
    result.add("X-PUBLISHED-TTL", vText(REFRESH))
    lines = b"".join(
        _event_lines(base_url, zone, event, revision) for event, revision in events if day_of(event) <= LAST_DAY
    )
    if not lines:  # a calendar has at least one component: RFC 5545, section 3.4
        result.add_component(Timezone.from_tzid(zone.key))
    return bytes(result.to_ical().removesuffix(END) + lines + END)


@lru_cache(MAX_KEPT_EVENTS)
def _event_lines(base_url: str, zone: ZoneInfo, event: EventRecord, revision: Revision) -> bytes:
    """The lines of an event, kept: the library takes 0.1 ms for each, and a save changes one of a thousand.

    Its UID stays the same when it is changed or moved. One without a time takes the day.
    """
    changed = datetime.fromisoformat(revision.changed_at).astimezone(UTC)
    start, end = _span(event, zone)
    entry = Event.new(
        uid=f"{event.id}@{urlsplit(base_url).hostname}",
        stamp=changed,
        last_modified=changed,
        sequence=revision.number,
        start=start,
        end=end,
        summary=_summary(event),
        location=one_line(f"{event.venue}, {event.location}"),
        description=_description(event, event_url(base_url, event.id)),
        url=event_url(base_url, event.id),
        status=_STATUSES.get(event.status, STATUS.CONFIRMED),
        transparency=TRANSP.TRANSPARENT,
    )
    return bytes(entry.to_ical())


def _span(event: EventRecord, zone: ZoneInfo) -> tuple[date, date]:
    """Instants in UTC, since many calendars do not know where a venue is; days where no time is known."""
    if evening := span(event, zone):
        start, end = evening
        return start.astimezone(UTC), end.astimezone(UTC)
    day = day_of(event)
    return day, day + timedelta(days=1)


def _summary(event: EventRecord) -> str:
    """`CANCELLED: Halve + Night Ferry at Kesselhaus Nord`: not every calendar shows the status."""
    state = f"{event.status.upper()}: " if event.status in _STATUSES else ""
    names = " + ".join([event.artist.name, *(entry.name for entry in event.lineup)])
    return one_line(f"{state}{names} at {event.venue}")


def _description(event: EventRecord, url: str) -> str:
    """What else is known, a line for each; at the end its page, for the calendars that pass over the URL."""
    moved = event.status == "moved" and event.previous_date
    night = night_of(event)
    has_tickets = event.status not in _STATUSES
    said = (
        f"Moved from {long_date(date.fromisoformat(event.previous_date))}." if moved and event.previous_date else "",
        f"Doors {event.door_time}." if event.door_time else "",
        f"Starts at {event.start_time}; the end is taken to be three hours later." if event.start_time else "",
        f"It is the {night}." if night else "",
        _TICKETS[event.ticket_status] if event.ticket_status and has_tickets else "",
        ended(f"Price: {one_line(event.price)}") if event.price and has_tickets else "",
        f"Tickets: {one_line(event.ticket_url)}" if event.ticket_url and has_tickets else "",
        *(one_line(line) for line in (event.note or "").splitlines()),
        url,
    )
    return "\n".join(filter(None, said))
