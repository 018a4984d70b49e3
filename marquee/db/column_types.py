"""Column types whose values are in the protocol's text forms, from the database to the response.

A timestamp is `2026-11-21T10:00:00.12+00:00` (UTC, trailing zeros trimmed; its text order is its time order), a date
`2026-11-21`, a uuid its lower-case text. SQLite stores them so; PostgreSQL has types of its own, whose values the
driver exchanges in these forms (`postgresql/instants.py`).
"""

from typing import Any

from msgspec import Raw
from sqlalchemy import BigInteger, Date, DateTime, Dialect, Integer, Text, Uuid
from sqlalchemy.types import TypeDecorator, TypeEngine

POSTGRESQL = "postgresql"

# Compared by code point, as in SQLite: the same order on every machine, whatever its locale.
TEXT = Text().with_variant(Text(collation="C"), POSTGRESQL)
# 64 bits, as in SQLite.
INTEGER = Integer().with_variant(BigInteger(), POSTGRESQL)


class _WireText(TypeDecorator[str]):
    """Text in Python and SQLite; in PostgreSQL the type that the subclass names, which its driver exchanges as text."""

    impl = Text
    cache_ok = True  # SQLAlchemy looks for it on each class: it is not inherited

    postgresql_type: TypeEngine[Any]

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(self.postgresql_type if dialect.name == POSTGRESQL else TEXT)


class CalendarDate(_WireText):
    """`2026-11-21`: a day on the calendar, without a time zone."""

    cache_ok = True
    postgresql_type = Date()


class Timestamp(_WireText):
    """`2026-11-21T10:00:00.12+00:00`: an instant."""

    cache_ok = True
    postgresql_type = DateTime(timezone=True)


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
