"""What the database refuses, in the protocol's words: one place for every constraint."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Table
from sqlalchemy.exc import IntegrityError

from marquee.errors import CheckViolation, DataError, ForeignKeyViolation, NotNullViolation, UniqueViolation


@contextmanager
def translated(table: Table) -> Iterator[None]:
    """Turn a violated constraint of `table` into our error of its kind. Source: wire.md 2.4."""
    try:
        yield
    except IntegrityError as error:
        raise _translate(table, str(error.orig)) from error


def _translate(table: Table, message: str) -> DataError:
    kind, _, subject = message.partition(" constraint failed")
    subject = subject.removeprefix(": ")
    if kind == "CHECK":
        return CheckViolation(f'new row for relation "{table.name}" violates check constraint "{subject}"')
    if kind == "NOT NULL":
        column = subject.rpartition(".")[2]
        return NotNullViolation(
            f'null value in column "{column}" of relation "{table.name}" violates not-null constraint'
        )
    if kind == "UNIQUE":
        return UniqueViolation(f'duplicate key value violates unique constraint "{_unique_name(table, subject)}"')
    name = next(iter(table.foreign_key_constraints)).name
    return ForeignKeyViolation(f'insert or update on table "{table.name}" violates foreign key constraint "{name}"')


def _unique_name(table: Table, subject: str) -> str:
    column = subject.partition(",")[0].rpartition(".")[2]
    if column in table.primary_key.columns:
        return f"{table.name}_pkey"
    return f"{table.name}_{'featured' if column == 'is_featured' else column}_key"
