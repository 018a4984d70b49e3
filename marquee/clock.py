"""The one clock: every "now" and "today" of the product is asked here, so that a test moves one hand."""

from datetime import UTC, date, datetime, tzinfo


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
