"""Durations as the protocol writes them, which is Go's form: `24h`, `1h30m`, `1.5h`."""

import re
from datetime import timedelta

# Go's own limit, 2^63 nanoseconds.
MAX_DURATION = timedelta(days=292 * 365)

_UNITS = {
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
    "s": timedelta(seconds=1),
    "ms": timedelta(milliseconds=1),
}
_PART = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(h|ms|m|s)"
_DURATION = re.compile(rf"\+?(?:{_PART}){{1,4}}")


def parse(text: str) -> timedelta:
    """The length of a duration. Raises ValueError for anything else, and for one longer than `MAX_DURATION`."""
    if not _DURATION.fullmatch(text):
        raise ValueError("not a duration")
    length = sum((float(number) * _UNITS[unit] for number, unit in re.findall(_PART, text)), timedelta())
    if length > MAX_DURATION:
        raise ValueError("too long a duration")
    return length
