"""`Prefer: timezone=…`: the zone in which a client wants to read instants, as PostgreSQL's `SET timezone` has it.

Source: PostgreSQL 8.5.3 and B.5 (POSIX: there the sign of an offset with minutes counts towards the west). No I/O.
"""

import re
from datetime import UTC, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from marquee import clock
from marquee.data_errors import INVALID_TIME_ZONE, DataError

_HOURS = re.compile(r"[+-]?\d{1,2}(?:\.\d{1,4})?", re.ASCII)
_WEST = re.compile(r"([+-]?)(\d{1,2}):([0-5]\d)(:\d\d)?", re.ASCII)
MAX_OFFSET = timedelta(hours=15, minutes=59)
"""The largest offset that PostgreSQL reads in an instant."""


def parse_time_zone(text: str) -> tzinfo:
    """The zone of a name, in any case, or of an offset. Raises INVALID_TIME_ZONE."""
    if _HOURS.fullmatch(text):
        return _at(timedelta(minutes=round(float(text) * 60)), text)
    if west := _WEST.fullmatch(text):
        sign, hours, minutes, seconds = west.groups()
        if seconds:
            raise DataError(
                INVALID_TIME_ZONE,
                f'time zone "{text}" appears to use leap seconds',
                "PostgreSQL does not support leap seconds.",
            )
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        return _at(offset if sign == "-" else -offset, text)
    name = clock.zone_named(text, clock.all_zones())
    if name is None:
        raise _invalid(text)
    return ZoneInfo(name)


def _at(offset: timedelta, text: str) -> tzinfo:
    if abs(offset) > MAX_OFFSET:
        raise _invalid(text)
    return timezone(offset) if offset else UTC


def _invalid(text: str) -> DataError:
    return DataError(INVALID_TIME_ZONE, f'invalid value for parameter "TimeZone": "{text}"')
