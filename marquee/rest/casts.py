"""Casts of selected columns, `column::type`: which there are, and what they make of a value. No I/O.

The values are those of the wire, so that both databases give the same. Source: PostgreSQL's catalog pg_cast.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, tzinfo
from typing import Any

from marquee import clock
from marquee.data_errors import CANNOT_CAST, UNDEFINED_TYPE, DataError
from marquee.domain.tables import AnyColumn
from marquee.rest.grammar.values import parse_date, parse_integer, parse_timestamp, type_name

Convert = Callable[[Any, tzinfo], Any]
"""What makes a value another; the zone is that in which the client reads instants."""

_NAMES = {
    "text": "text",
    "varchar": "text",
    "int": "integer",
    "int4": "integer",
    "integer": "integer",
    "int8": "bigint",
    "bigint": "bigint",
    "date": "date",
    "timestamptz": "timestamp with time zone",
    "timestamp with time zone": "timestamp with time zone",
}
_QUOTED = re.compile(r':? ".*"', re.DOTALL)


def conversion(column: AnyColumn, cast: str | None) -> Convert | None:
    """What makes a value of the column one of this type; None if it stays as it is.

    Raises UNDEFINED_TYPE, and CANNOT_CAST for a column that has no such cast. The conversion itself raises a DataError
    for a value that is none of the type.
    """
    if cast is None:
        return None
    if cast not in _NAMES:
        raise DataError(UNDEFINED_TYPE, f'type "{cast}" does not exist')
    from_, to = type_name(column), _NAMES[cast]
    if from_ == to:
        return None
    if (from_, to) not in _CONVERSIONS:
        raise DataError(CANNOT_CAST, f"cannot cast type {from_} to {to}")
    return _CONVERSIONS[from_, to]


def in_zone(instant: str, zone: tzinfo) -> str:
    """An instant on the wire as it reads in a zone; the first and the last of all, which have no other, stay in UTC."""
    if zone is UTC:
        return instant
    try:
        return clock.timestamp(datetime.fromisoformat(instant), zone)
    except OverflowError:
        return instant


def _beginning(day: str, zone: tzinfo) -> str:
    return clock.timestamp(datetime.combine(date.fromisoformat(day), time(), zone), zone)


def _without_value(parse: Convert) -> Convert:
    """`parse`, but what it raises does not repeat the text, which is a row's and not the client's."""

    def convert(text: str, zone: tzinfo) -> Any:
        try:
            return parse(text, zone)
        except DataError as error:
            raise DataError(error.kind, _QUOTED.sub("", error.message)) from None

    return convert


_CONVERSIONS: dict[tuple[str, str], Convert | None] = {
    ("text", "integer"): _without_value(lambda text, _zone: parse_integer(text.strip(), "integer")),
    ("text", "bigint"): _without_value(lambda text, _zone: parse_integer(text.strip(), "bigint")),
    ("text", "date"): _without_value(
        lambda text, zone: parse_date(text[:10] if text[10:11] in ("T", " ") else text, zone)
    ),
    ("text", "timestamp with time zone"): _without_value(lambda text, zone: in_zone(parse_timestamp(text, zone), zone)),
    ("boolean", "text"): lambda value, _zone: str(value).lower(),
    ("boolean", "integer"): lambda value, _zone: int(value),
    ("bigint", "integer"): None,
    ("bigint", "text"): lambda value, _zone: str(value),
    ("date", "text"): None,
    ("date", "timestamp with time zone"): _beginning,
    ("timestamp with time zone", "text"): lambda instant, zone: (
        in_zone(instant, zone).replace("T", " ").removesuffix(":00")
    ),
    ("timestamp with time zone", "date"): lambda instant, zone: in_zone(instant, zone)[:10],
    ("uuid", "text"): None,
}
"""By the column's type and the other, each under PostgreSQL's name. None: the value on the wire is the same."""
