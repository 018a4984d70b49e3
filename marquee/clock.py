"""The one clock: every "now" and "today" of the product is asked here, so that a test moves one hand."""

import time
from datetime import UTC, date, datetime, timedelta, tzinfo

seconds = time.time
"""This instant, as seconds since 1970: for who asks all the time."""


def now() -> datetime:
    """This instant, in UTC."""
    return datetime.fromtimestamp(seconds(), UTC)


def timestamp(instant: datetime | None = None) -> str:
    """The wire's form of an instant (`column_types.Timestamp`), now by default. See docs/protocol.md#values."""
    text = (instant or now()).astimezone(UTC).isoformat()
    head, dot, rest = text.partition(".")
    return text if not dot else f"{head}.{rest.removesuffix('+00:00')}".rstrip("0") + "+00:00"


def today(zone: tzinfo) -> date:
    """The calendar date that it is now in a time zone."""
    return now().astimezone(zone).date()


class Calendar:
    """Today in one time zone, worked out once a day; it `ends` at so many seconds since 1970."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone
        self._turn_to(now())

    def today(self) -> date:
        """The same object until the date changes, or the clock is set back."""
        if not self._began <= seconds() < self.ends:
            self._turn_to(now())
        return self._today

    def _turn_to(self, instant: datetime) -> None:
        self._today = instant.astimezone(self._zone).date()
        self._began = instant.timestamp()
        self.ends = datetime.combine(self._today + timedelta(days=1), datetime.min.time(), self._zone).timestamp()
