"""What the pictures of an artist's next dates say, in words as short as a poster's. No I/O."""

from marquee.site.images.facts import TourDate, TourWording
from marquee.site.page_data import MAX_TOUR, Profile, Tour
from marquee.site.rows import EventStatus, ListedEvent, day_of

MAX_DATES, MAX_CARD_DATES = MAX_TOUR, 5
"""On a poster and on a share card."""
_OFF: dict[EventStatus, str] = {"cancelled": "Cancelled", "postponed": "New date to come"}


def tour_wording(tour: Tour | Profile, max_dates: int, site_name: str, url: str) -> TourWording:
    """What a picture of so many dates says on a site of this name."""
    events = tour.events[:max_dates]
    dates = tuple(map(_tour_date, events))
    return TourWording(tour.artist.name, dates, tour.event_count - len(dates), _years(events), site_name, url)


def alt_of(tour: TourWording) -> str:
    """The alternative text of a picture with this wording."""
    dates = ", ".join(f"{date.day} {date.place}" for date in tour.dates if not date.is_off)
    return f"{tour.name}: {', '.join(filter(None, (dates, tour.rest)))}"


def _tour_date(event: ListedEvent) -> TourDate:
    day = day_of(event)
    sold_out = "Sold out" if event.ticket_status == "sold_out" else ""
    said = _OFF.get(event.status, sold_out or event.venue)
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
