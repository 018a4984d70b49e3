"""Column types whose values are in the protocol's text forms, from the database to the response.

A timestamp is `2026-11-21T10:00:00.12+00:00` (UTC, trailing zeros trimmed; its text order is its time order), a date
`2026-11-21`, a uuid its lower-case text. SQLite stores them so; PostgreSQL has types of its own for them.
"""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from msgspec import Raw
from sqlalchemy import BigInteger, Date, DateTime, Dialect, Integer, Text, Uuid
from sqlalchemy.types import TypeDecorator, TypeEngine

from marquee import clock

Convert = Callable[[Any], Any] | None

POSTGRESQL = "postgresql"

# Compared by code point, as in SQLite: the same order on every machine, whatever its locale.
TEXT = Text().with_variant(Text(collation="C"), POSTGRESQL)
# 64 bits, as in SQLite.
INTEGER = Integer().with_variant(BigInteger(), POSTGRESQL)


class _WireText(TypeDecorator[str]):
    """Text in Python and SQLite; in PostgreSQL the type that the subclass names, with its conversions."""

    impl = Text
    cache_ok = True  # SQLAlchemy looks for it on each class: it is not inherited

    postgresql_type: TypeEngine[Any]
    to_postgresql: Convert = None
    from_postgresql: Convert = None

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(self.postgresql_type if dialect.name == POSTGRESQL else TEXT)

    # The processors themselves are overridden, so that SQLite's values are not processed at all.

    def bind_processor(self, dialect: Dialect) -> Convert:
        if dialect.name != POSTGRESQL or self.to_postgresql is None:
            return super().bind_processor(dialect)
        return _unless_null(self.to_postgresql)

    def result_processor(self, dialect: Dialect, coltype: object) -> Convert:
        if dialect.name != POSTGRESQL or self.from_postgresql is None:
            return super().result_processor(dialect, coltype)
        return _unless_null(self.from_postgresql)


def _unless_null(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else convert(value)


class CalendarDate(_WireText):
    """`2026-11-21`: a day on the calendar, without a time zone."""

    cache_ok = True
    postgresql_type = Date()
    to_postgresql = staticmethod(date.fromisoformat)
    from_postgresql = staticmethod(date.isoformat)


class Timestamp(_WireText):
    """`2026-11-21T10:00:00.12+00:00`: an instant."""

    cache_ok = True
    postgresql_type = DateTime(timezone=True)
    to_postgresql = staticmethod(datetime.fromisoformat)
    from_postgresql = staticmethod(clock.timestamp)


class UuidText(_WireText):
    """A uuid in its lower-case text form."""

    cache_ok = True
    postgresql_type = Uuid(as_uuid=False)


class JsonText(TypeDecorator[Raw]):
    """JSON, which stays the text that it is from the database to the response."""

    cache_ok = True
    impl = TEXT

    def process_bind_param(self, value: Raw | str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return bytes(value).decode() if isinstance(value, Raw) else value

    def process_result_value(self, value: str | None, dialect: Dialect) -> Raw | None:  # noqa: ARG002
        return None if value is None else Raw(value)
