"""The one clock: every "now" and "today" of the product is asked here, so that a test moves one hand.

It knows the time zones, too.
"""

import time
from datetime import UTC, date, datetime, tzinfo
from functools import cache
from zoneinfo import available_timezones

seconds = time.time
"""This instant, as seconds since 1970: for callers that ask all the time."""


def now() -> datetime:
    """This instant, in UTC."""
    return datetime.fromtimestamp(seconds(), UTC)


def timestamp(instant: datetime | None = None, zone: tzinfo = UTC) -> str:
    """The wire's form of an instant (`column_types.Timestamp`), now by default. See docs/protocol.md#values."""
    text = (instant or now()).astimezone(zone).isoformat()
    head, dot, rest = text.partition(".")
    return text if not dot else f"{head}.{rest[:6].rstrip('0')}{rest[6:]}"


def today(zone: tzinfo) -> date:
    """The calendar date that it is now in a time zone."""
    return now().astimezone(zone).date()


def quarter_hour() -> datetime:
    """The beginning of this quarter of an hour in UTC. In every time zone, days and their hours begin at one."""
    instant = now()
    return instant.replace(minute=instant.minute // 15 * 15, second=0, microsecond=0)


def minute() -> int:
    """This minute, as minutes since 1970."""
    return int(seconds() // 60)


_NO_ZONES = frozenset({"Factory", "localtime", "posixrules"})
"""What `zoneinfo` has beside zones: nobody's, and whichever this machine is in. Browsers know none of them."""
UTC_NAMES = frozenset({"UTC", "Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "UCT", "Universal", "Zulu"})
FIXED = {
    "EST": "America/New_York",
    "MST": "America/Denver",
    "HST": "Pacific/Honolulu",
    "GMT": "Europe/London",
    "Greenwich": "Europe/London",
    "GMT0": "Europe/London",
    "GMT+0": "Europe/London",
    "GMT-0": "Europe/London",
}
"""Names of an hour that is the same in summer, and the place whose people mean their own time by it."""


@cache
def zones() -> frozenset[str]:
    """The IANA names of the time zones of places, and of UTC: a fixed offset is an hour off in summer."""
    places = all_zones() - FIXED.keys()
    return frozenset(name for name in places if not name.startswith("Etc/") or name in UTC_NAMES)


@cache
def all_zones() -> frozenset[str]:
    """The IANA names of all time zones, such as GMT too, which are those of no place."""
    return frozenset(available_timezones() - _NO_ZONES)


def zone_named(name: str, names: frozenset[str]) -> str | None:
    """Which of these IANA names this is in other capitals."""
    return _by_folded_name(names).get(name.lower())


@cache
def _by_folded_name(names: frozenset[str]) -> dict[str, str]:
    return {name.lower(): name for name in names}
