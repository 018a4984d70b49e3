"""What the pictures of a date say, in words as short as a poster's. No I/O."""

from datetime import date

from marquee.site.event_words import long_date
from marquee.site.images.facts import EventWording
from marquee.site.rows import EventRecord, day_of, night_of


def event_wording(event: EventRecord, site_name: str, host: str) -> EventWording:
    """What the pictures of this event say on a site of this name and host."""
    others = ", ".join(entry.name for entry in event.lineup)
    night = night_of(event, "%a").replace(" from", "")  # there is room for no more
    times = (event.start_time, event.door_time and f"doors {event.door_time}", night)
    return EventWording(
        name=event.artist.name,
        day=None if event.status == "postponed" else day_of(event),
        venue=event.venue,
        place=event.location,
        times=tuple(filter(None, times)),
        state=_state(event),
        bill=f"with {others}" if others else "",
        is_struck=event.status == "cancelled",
        site_name=site_name,
        host=host,
    )


def alt_of(wording: EventWording) -> str:
    """The alternative text of a picture with this wording."""
    day = long_date(wording.day) if wording.day else ""
    return ", ".join(filter(None, (wording.name, wording.venue, wording.place, day, wording.state)))


def _state(event: EventRecord) -> str:
    match event.status:
        case "cancelled":
            return "Cancelled"
        case "postponed":
            return "New date to come"
        case "moved" if event.previous_date:
            day = date.fromisoformat(event.previous_date)
            return f"Moved from {day:%b} {day.day}"
    return "Sold out" if event.ticket_status == "sold_out" else ""
