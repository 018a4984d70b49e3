"""Days and instants of PostgreSQL in the protocol's text forms: the driver's numbers, without its own types.

The driver takes the first and the last day and instant that Python knows for infinite ones, and writes those.
"""

from datetime import UTC, date, datetime, timedelta

import asyncpg

from marquee import clock

_FIRST_DAY = date(2000, 1, 1)
"""From which the server counts days, and microseconds from its midnight in UTC."""
_FIRST_INSTANT = datetime(2000, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Numbers = tuple[int]


async def exchange_as_text(connection: asyncpg.Connection) -> None:
    """Let a connection take and give days and instants as text; an infinite one is the first or the last there is."""
    for name, encoder, decoder in (("date", _day_number, _day), ("timestamptz", _instant_number, _instant)):
        await connection.set_type_codec(name, schema="pg_catalog", encoder=encoder, decoder=decoder, format="tuple")


def _day_number(day: str) -> Numbers:
    return ((date.fromisoformat(day) - _FIRST_DAY).days,)


def _day(numbers: Numbers) -> str:
    try:
        return (_FIRST_DAY + timedelta(numbers[0])).isoformat()
    except OverflowError:
        return (date.max if numbers[0] > 0 else date.min).isoformat()


def _instant_number(instant: str) -> Numbers:
    return ((datetime.fromisoformat(instant) - _FIRST_INSTANT) // _MICROSECOND,)


def _instant(numbers: Numbers) -> str:
    try:
        return clock.timestamp(_FIRST_INSTANT + timedelta(microseconds=numbers[0]))
    except OverflowError:
        return clock.timestamp((datetime.max if numbers[0] > 0 else datetime.min).replace(tzinfo=UTC))
