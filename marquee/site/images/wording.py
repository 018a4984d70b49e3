"""What the pictures of a date and of an artist's next dates say, in words as short as a poster's. No I/O."""

from datetime import date

from marquee.domain.tables.events import EventStatus
from marquee.site.event_words import long_date
from marquee.site.images.facts import EventWording, TourDate, TourWording
from marquee.site.page_data import MAX_TOUR, Profile, Tour
from marquee.site.rows import EventRecord, ListedEvent, day_of, night_of

MAX_DATES, MAX_CARD_DATES = MAX_TOUR, 5
"""On a poster and on a share card of a tour."""
_OFF: dict[EventStatus, str] = {"cancelled": "Cancelled", "postponed": "New date to come"}


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


def event_alt(wording: EventWording) -> str:
    """The alternative text of a picture with this wording."""
    day = long_date(wording.day) if wording.day else ""
    return ", ".join(filter(None, (wording.name, wording.venue, wording.place, day, wording.state)))


def tour_wording(tour: Tour | Profile, max_dates: int, site_name: str, url: str) -> TourWording:
    """What a picture of so many dates says on a site of this name."""
    events = tour.events[:max_dates]
    dates = tuple(map(_tour_date, events))
    return TourWording(tour.artist.name, dates, tour.event_count - len(dates), _years(events), site_name, url)


def tour_alt(tour: TourWording) -> str:
    """The alternative text of a picture with this wording."""
    dates = ", ".join(f"{date.day} {date.place}" for date in tour.dates if not date.is_off)
    return f"{tour.name}: {', '.join(filter(None, (dates, tour.rest)))}"


def _state(event: EventRecord) -> str:
    if event.status == "moved" and event.previous_date:
        day = date.fromisoformat(event.previous_date)
        return f"Moved from {day:%b} {day.day}"
    return _OFF.get(event.status, "Sold out" if event.ticket_status == "sold_out" else "")


def _tour_date(event: ListedEvent) -> TourDate:
    day = day_of(event)
    said = _OFF.get(event.status, "Sold out" if event.ticket_status == "sold_out" else event.venue)
    city = event.location.partition(",")[0].strip()  # `Glasgow, Scotland`: there is no room for both
    return TourDate(
        f"{day.day} {day:%b}", city or event.location, said, event.status in _OFF, event.status == "cancelled"
    )


def _years(events: list[ListedEvent]) -> str:
    """The first year and the last one, since the lines have no room for them; empty without dates."""
    if not events:
        return ""
    first, last = day_of(events[0]).year, day_of(events[-1]).year
    return f"Live {first}" if first == last else f"Live {first} – {last}"
