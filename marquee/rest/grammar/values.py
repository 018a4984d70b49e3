"""Values that cross the wire: the texts of the address and the JSON of the body, checked against a column's type.

The messages are PostgreSQL's own. See docs/protocol.md#values.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, NoReturn
from uuid import UUID

from sqlalchemy.types import Boolean, Integer

from marquee import clock
from marquee.data_errors import (
    DATE_OUT_OF_RANGE,
    INVALID_DATE,
    INVALID_TEXT,
    NUMBER_OUT_OF_RANGE,
    UNTRANSLATABLE_TEXT,
    DataError,
)
from marquee.db.column_types import CalendarDate, JsonText, Timestamp, UuidText
from marquee.domain.tables import AnyColumn

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}[T ].+", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d+", re.ASCII)
_BITS = {"integer": 32, "bigint": 64}
MAX_DIGITS = 40
_TRUE = frozenset({"true", "t", "yes", "y", "on", "1"})
_FALSE = frozenset({"false", "f", "no", "n", "off", "0"})


def type_name(column: AnyColumn) -> str:
    """PostgreSQL's name of the column's type."""
    names: dict[type, str] = {
        Boolean: "boolean",
        Integer: "bigint",
        CalendarDate: "date",
        Timestamp: "timestamp with time zone",
        UuidText: "uuid",
        JsonText: "json",
    }
    return names.get(type(column.type), "text")


def refuse_nul(text: str) -> None:
    """Raise UNTRANSLATABLE_TEXT for a text that PostgreSQL cannot hold."""
    if "\0" in text:
        raise DataError(
            UNTRANSLATABLE_TEXT, "unsupported Unicode escape sequence", "\\u0000 cannot be converted to text."
        )


def from_text(column: AnyColumn, text: str, zone: tzinfo) -> Any:
    """What a parameter's text means for this column. Raises INVALID_TEXT, INVALID_DATE, UNTRANSLATABLE_TEXT."""
    refuse_nul(text)
    match column.type:
        case Boolean():
            return _boolean(text)
        case CalendarDate():
            return parse_date(text.strip(), zone)
        case Timestamp():
            return parse_timestamp(text.strip(), zone)
        case Integer():
            return parse_integer(text.strip(), "bigint")
        case UuidText():
            return _uuid(text)
        case _:
            return text


def from_json(column: AnyColumn, value: Any, zone: tzinfo) -> Any:
    """What a JSON value of a body means for this column; null is null. Raises as `from_text`.

    A date that is written is the day that it names, whatever offset it has: the day at the venue.
    """
    match value:
        case None:
            return None
        case bool():
            return value if isinstance(column.type, Boolean) else _refuse(column, str(value).lower())
        case int() | float():
            return from_text(column, str(value), zone)
        case str():
            return _day_named(value, zone) if isinstance(column.type, CalendarDate) else from_text(column, value, zone)
        case _:
            return _refuse(column, "[…]" if isinstance(value, list) else "{…}")


def _day_named(text: str, zone: tzinfo) -> str:
    day = text.strip()
    if _INSTANT.fullmatch(day):
        _instant(day, "date", UTC)
        day = day[:10]
    return parse_date(day, zone)


def _refuse(column: AnyColumn, text: str) -> NoReturn:
    raise DataError(INVALID_TEXT, f'invalid input syntax for type {type_name(column)}: "{text}"')


def _boolean(text: str) -> bool:
    word = text.strip().lower()
    if word not in _TRUE | _FALSE:
        raise DataError(INVALID_TEXT, f'invalid input syntax for type boolean: "{text}"')
    return word in _TRUE


def parse_integer(text: str, type_: str) -> int:
    """A whole number, of the type `integer` or `bigint`. Raises INVALID_TEXT, NUMBER_OUT_OF_RANGE."""
    if not _INTEGER.fullmatch(text):
        raise DataError(INVALID_TEXT, f'invalid input syntax for type {type_}: "{text}"')
    most = 2 ** (_BITS[type_] - 1)
    if len(text) > MAX_DIGITS or not -most <= int(text) < most:
        raise DataError(NUMBER_OUT_OF_RANGE, f'value "{text}" is out of range for type {type_}')
    return int(text)


_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}
_NOW = "now"


def is_moment(text: str) -> bool:
    """Whether a text is `now`, or `today` and the like, which mean something else later: also with `()`, in any case.

    Source: PostgreSQL 8.5.1.4.
    """
    word = _word(text)
    return word == _NOW or word in _DAYS


def _word(text: str) -> str:
    return text.strip().lower().removesuffix("()")


def _moment(text: str, zone: tzinfo) -> datetime | None:
    """The instant that a word names now; of a day, its beginning in the zone."""
    if not is_moment(text):
        return None
    if _word(text) == _NOW:
        return clock.now()
    day = clock.today(zone) + timedelta(days=_DAYS[_word(text)])
    return datetime.combine(day, time(), zone)


def parse_date(text: str, zone: tzinfo) -> str:
    """A calendar date, or an instant's date in the site's time zone (docs/features.md, D7), also that of a word.

    Raises INVALID_DATE, DATE_OUT_OF_RANGE.
    """
    if moment := _moment(text, zone):
        return moment.astimezone(zone).date().isoformat()
    if _INSTANT.fullmatch(text):
        return _instant(text, "date", zone).date().isoformat()
    if not _DATE.fullmatch(text):
        raise DataError(INVALID_DATE, f'invalid input syntax for type date: "{text}"')
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise DataError(DATE_OUT_OF_RANGE, f'date/time field value out of range: "{text}"') from error


def parse_timestamp(text: str, zone: tzinfo) -> str:
    """An instant in the wire's form, or that of a word, a day of which begins in this zone. Raises as `parse_date`."""
    if moment := _moment(text, zone):
        return clock.timestamp(moment)
    return clock.timestamp(_instant(text, "timestamp with time zone", UTC))


def _instant(text: str, type_: str, zone: tzinfo) -> datetime:
    """The instant in `zone`; without an offset, the text is a time of that zone."""
    try:
        instant = datetime.fromisoformat(text)
        return instant.astimezone(zone) if instant.tzinfo else instant.replace(tzinfo=zone)
    except OverflowError as error:
        raise DataError(DATE_OUT_OF_RANGE, f'date/time field value out of range: "{text}"') from error
    except ValueError as error:
        raise DataError(INVALID_DATE, f'invalid input syntax for type {type_}: "{text}"') from error


def _uuid(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError as error:
        raise DataError(INVALID_TEXT, f'invalid input syntax for type uuid: "{text}"') from error
