"""An event in the vocabulary of schema.org (`MusicEvent`): says only what is known. No I/O."""

from datetime import datetime, timedelta, timezone
from typing import Any

from marquee.domain.tables.events import EventStatus, TicketStatus
from marquee.site.rows import EventRecord, ListedEvent, doors_of, is_past, span
from marquee.site.site_facts import Site, event_url

Node = dict[str, Any]

SCHEMA = "https://schema.org"
_STATUSES: dict[EventStatus, str] = {
    "scheduled": "EventScheduled",
    "cancelled": "EventCancelled",
    "postponed": "EventPostponed",
    "moved": "EventRescheduled",
}
_AVAILABILITY: dict[TicketStatus, str] = {
    "on_sale": "InStock",
    "few_left": "LimitedAvailability",
    "sold_out": "SoldOut",
    "not_yet": "PreOrder",
    "free": "InStock",
    "at_door": "InStoreOnly",
}


def event_node(site: Site, event: ListedEvent | EventRecord, performers: list[Node], image: str | None) -> Node:
    """The event with those who play, the headliner first; `image` is a full URL.

    Where no time is known the event is a day, its first and its last. With a start it ends when calendars say so.
    """
    times, doors = span(event, site.zone), doors_of(event, site.zone)
    start, end = (_moment(each) or event.date for each in times) if times else (event.date, event.date)
    node = {
        "@type": "MusicEvent",
        "name": f"{event.artist.name} at {event.venue}",
        "startDate": start,
        "endDate": end,
        "doorTime": doors and _moment(doors),
        "eventStatus": f"{SCHEMA}/{_STATUSES[event.status]}",
        "previousStartDate": event.previous_date if event.status == "moved" else None,
        "eventAttendanceMode": f"{SCHEMA}/OfflineEventAttendanceMode",
        "location": {
            "@type": "Place",
            "name": event.venue,
            "address": {"@type": "PostalAddress", "addressLocality": event.location},
        },
        "performer": performers,
        "organizer": {"@id": organization_id(site)},
        "isAccessibleForFree": event.ticket_status == "free",
        "offers": _offer(site, event),
        "image": image,
        "url": event_url(site.base_url, event.id),
    }
    return {name: value for name, value in node.items() if value}


def _moment(local: datetime) -> str | None:
    """With an offset in minutes, as readers of ISO 8601 know it: before standard time, zones had seconds too.

    None at either end of Python's calendar.
    """
    offset = local.utcoffset() or timedelta()
    rounded = timedelta(minutes=round(offset / timedelta(minutes=1)))
    try:
        return (local.replace(tzinfo=timezone(rounded)) + rounded - offset).isoformat()
    except OverflowError:
        return None


def organization_id(site: Site) -> str:
    """Who runs the site, and with it the dates."""
    return f"{site.base_url}/#organization"


def _offer(site: Site, event: ListedEvent | EventRecord) -> Node | None:
    """The ticket shop, where there is one and the event can still be gone to; without a state it says none."""
    if not event.ticket_url or event.status in ("cancelled", "postponed") or is_past(event, site.now):
        return None
    state = event.ticket_status and f"{SCHEMA}/{_AVAILABILITY[event.ticket_status]}"
    return {"@type": "Offer", "url": event.ticket_url} | ({"availability": state} if state else {})
