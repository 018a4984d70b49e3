"""Lengths of time as the protocol writes them: Go's, such as `24h` or `1h30m`."""

import re
from datetime import timedelta
from fractions import Fraction

# Go's own limit: 2^63 nanoseconds.
MOST = timedelta(days=292 * 365)

_LONGEST_TEXT = 64
_MICROSECONDS = {
    "ns": Fraction(1, 1000),
    "us": Fraction(1),
    "µs": Fraction(1),
    "μs": Fraction(1),
    "ms": Fraction(1000),
    "s": Fraction(1_000_000),
    "m": Fraction(60_000_000),
    "h": Fraction(3_600_000_000),
}
_PART = r"([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)"
_WHOLE = re.compile(rf"\+?(?:0|(?:{_PART})+)")


def parse(text: str) -> timedelta:
    """The length of time that a text says. Raises ValueError for any other text, a negative one, and some centuries."""
    if len(text) > _LONGEST_TEXT or not _WHOLE.fullmatch(text):
        raise ValueError("not a duration")
    microseconds = sum(Fraction(number) * _MICROSECONDS[unit] for number, unit in re.findall(_PART, text))
    if microseconds > MOST // timedelta(microseconds=1):
        raise ValueError("too long a duration")
    return timedelta(microseconds=int(microseconds))
