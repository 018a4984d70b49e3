"""What pictures show: their sizes, and their words as they are handed to the process that draws them."""

from datetime import date
from typing import NamedTuple

CARD_SIZE, POSTER_SIZE = (1200, 630), (1080, 1350)


class EventWording(NamedTuple):
    """What a picture of a date says. `day` is None while there is no new one; `state` and `bill` may be empty."""

    name: str
    day: date | None
    venue: str
    place: str
    times: tuple[str, ...]
    state: str
    bill: str
    is_struck: bool
    site_name: str
    host: str


class TourDate(NamedTuple):
    """One line. `said` is the venue, or what became of the date; it `is_off` if nothing takes place on that day."""

    day: str
    place: str
    said: str
    is_off: bool
    is_cancelled: bool


class TourWording(NamedTuple):
    """What a picture of a tour says; `more` is how many dates it does not list, `url` has no scheme."""

    name: str
    dates: tuple[TourDate, ...]
    more: int
    years: str
    site_name: str
    url: str

    @property
    def rest(self) -> str:
        """What stands below the dates; empty where it lists them all."""
        if not self.dates:
            return "No upcoming dates"
        return f"and {self.more} more" if self.more else ""
