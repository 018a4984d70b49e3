"""What a page needs to know of the site and of the moment in which it is made."""

from datetime import datetime
from typing import NamedTuple
from urllib.parse import quote
from zoneinfo import ZoneInfo

from marquee.domain.brand import Brand


def artist_url(base_url: str, artist_id: str) -> str:
    """The full URL of a profile."""
    return f"{base_url}/artist/{quote(artist_id)}"


def press_kit_url(base_url: str, artist_id: str) -> str:
    """The full URL of an artist's press page."""
    return f"{artist_url(base_url, artist_id)}/press"


def event_url(base_url: str, event_id: str) -> str:
    """The full URL of the page of an event."""
    return f"{base_url}/event/{event_id}"


def past_url(base_url: str, period: str) -> str:
    """The full URL of the past events of a period, such as `2026-11`."""
    return f"{base_url}/events/past/{period.replace('-', '/')}"


class Site(NamedTuple):
    """The brand, the URL (without a slash at its end) and the time zone of the site; `now` is when the page is made."""

    brand: Brand
    base_url: str
    zone: ZoneInfo
    now: datetime

    @property
    def name(self) -> str:
        return self.brand.name
