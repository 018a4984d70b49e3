"""The one clock: every "now" and "today" of the product is asked here, so that a test moves one hand."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo


def now() -> datetime:
    """This instant, in UTC."""
    return datetime.now(UTC)


def timestamp(instant: datetime | None = None) -> str:
    """The wire's form of an instant (`column_types.Timestamp`), now by default. Source: wire.md 2.5."""
    text = (instant or now()).astimezone(UTC).isoformat()
    head, dot, rest = text.partition(".")
    return text if not dot else f"{head}.{rest.removesuffix('+00:00')}".rstrip("0") + "+00:00"


def today(zone: tzinfo) -> date:
    """The calendar date that it is now in a time zone."""
    return now().astimezone(zone).date()


class Calendar:
    """Today in one time zone, for who asks all the time: worked out once a day."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone
        self._turn_to(now())

    def today(self) -> date:
        """The same object until the date changes, or the clock is set back."""
        instant = now()
        if not self._began <= instant < self._ends:
            self._turn_to(instant)
        return self._today

    def _turn_to(self, instant: datetime) -> None:
        self._today = instant.astimezone(self._zone).date()
        self._began = instant
        self._ends = datetime.combine(self._today + timedelta(days=1), time(), self._zone).astimezone(UTC)
