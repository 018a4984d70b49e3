"""Translates violated constraints into the protocol's errors, with PostgreSQL's words on both databases."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Table
from sqlalchemy.exc import IntegrityError

from marquee.data_errors import CheckViolation, DataError, ForeignKeyViolation, NotNullViolation, UniqueViolation


@contextmanager
def constraints_translated(table: Table) -> Iterator[None]:
    """Raise a violated constraint of `table` as our error of its kind. See docs/protocol.md#data-errors."""
    try:
        yield
    except IntegrityError as error:
        kind, subject = _of_postgresql(error) if hasattr(error.orig, "sqlstate") else _of_sqlite(table, error)
        refusal, message = _REFUSALS[kind]
        raise refusal(message.format(table=table.name, subject=subject)) from error


_REFUSALS: dict[str, tuple[type[DataError], str]] = {
    "CHECK": (CheckViolation, 'new row for relation "{table}" violates check constraint "{subject}"'),
    "NOT NULL": (
        NotNullViolation,
        'null value in column "{subject}" of relation "{table}" violates not-null constraint',
    ),
    "UNIQUE": (UniqueViolation, 'duplicate key value violates unique constraint "{subject}"'),
    "FOREIGN KEY": (
        ForeignKeyViolation,
        'insert or update on table "{table}" violates foreign key constraint "{subject}"',
    ),
}


_SQLSTATES = {"23514": "CHECK", "23502": "NOT NULL", "23505": "UNIQUE", "23503": "FOREIGN KEY"}


def _of_postgresql(error: IntegrityError) -> tuple[str, str]:
    """The kind of the constraint and its name; for NOT NULL, the column's name."""
    original: Any = error.orig
    kind, driver = _SQLSTATES[original.sqlstate], original.__cause__
    return kind, driver.column_name if kind == "NOT NULL" else driver.constraint_name


def _of_sqlite(table: Table, error: IntegrityError) -> tuple[str, str]:
    """The same from SQLite's message, such as `NOT NULL constraint failed: music_events.venue`."""
    kind, _, subject = str(error.orig).partition(" constraint failed")
    subject = subject.removeprefix(": ")
    if kind == "NOT NULL":
        return kind, subject.rpartition(".")[2]
    if kind == "UNIQUE":
        return kind, _unique_name(table, subject)
    if kind == "CHECK":
        return kind, subject
    return "FOREIGN KEY", str(next(iter(table.foreign_key_constraints)).name)


def _unique_name(table: Table, subject: str) -> str:
    column = subject.partition(",")[0].rpartition(".")[2]
    if column in table.primary_key.columns:
        return f"{table.name}_pkey"
    return f"{table.name}_{'featured' if column == 'is_featured' else column}_key"
