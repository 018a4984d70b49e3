"""Translates violated constraints into the protocol's errors, with PostgreSQL's words on both databases.

The details say which row it is, which column and which value; the hint says the rule (`tables/`).
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import CheckConstraint, Connection, Table, UniqueConstraint, select
from sqlalchemy.exc import IntegrityError

from marquee.data_errors import CHECK_VIOLATION, FOREIGN_KEY_VIOLATION, NOT_NULL_VIOLATION, UNIQUE_VIOLATION, DataError

MAX_SHOWN = 100
"""Characters of a value that the details repeat."""

_SQLSTATES = {"23514": "CHECK", "23502": "NOT NULL", "23505": "UNIQUE", "23503": "FOREIGN KEY"}


@contextmanager
def constraints_translated(
    connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]], first: int | None = None
) -> Iterator[None]:
    """Raise a violated constraint of `table` as our error of its kind. See docs/protocol.md#data-errors.

    `rows` are those that are written in the block, of which the first is that number in the client's list, if it is
    one.
    """
    try:
        yield
    except IntegrityError as error:
        is_postgresql = hasattr(error.orig, "sqlstate")
        kind, subject = _of_postgresql(error) if is_postgresql else _of_sqlite(table, error)
        place = 0
        if len(rows) > 1:
            place = _place_on_postgresql(error, rows) if is_postgresql else _place_on_sqlite(connection, table, rows)
        row = rows[place]
        if kind == "FOREIGN KEY" and not is_postgresql:
            subject = _missing(connection, table, row)
        raise _REFUSALS[kind](table, subject, row, None if first is None else first + place) from error


def check_violation(table: Table, name: str, row: Mapping[str, Any], number: int | None = None) -> DataError:
    """The refusal of a row that breaks the check of this name."""
    checks = (check for check in table.constraints if isinstance(check, CheckConstraint) and check.name == name)
    info: dict[str, Any] = next((check.info for check in checks), {})
    message = f'new row for relation "{table.name}" violates check constraint "{name}"'
    return DataError(CHECK_VIOLATION, message, failing_row(info.get("column", ""), row, number), info.get("words"))


def unfit(
    table: Table, column: str, row: Mapping[str, Any], number: int | None = None, *, why: str = "", besides: str = ""
) -> DataError:
    """`check_violation` of a column's own rule; `why` is a sentence before its words, and `besides` one behind them."""
    error = check_violation(table, f"{table.name}_{column}_check", row, number)
    error.hint = " ".join(filter(None, (why, error.hint, besides))) or None
    return error


def failing_row(column: str, row: Mapping[str, Any], number: int | None) -> str | None:
    """Which row of a list failed, and by which value of which column, so far as it is known."""
    which = "Failing row" if number is None else f"Failing row {number}"
    if column not in row:
        return None if number is None else f"{which}."
    return f"{which} contains ({column})=({_shown(row[column])})."


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def not_null_violation(table: Table, column: str, row: Mapping[str, Any], number: int | None = None) -> DataError:
    """The refusal of a row without a value that it needs."""
    message = f'null value in column "{column}" of relation "{table.name}" violates not-null constraint'
    return DataError(
        NOT_NULL_VIOLATION, message, failing_row(column, {column: None, **row}, number), "It needs a value."
    )


def _unique_violation(table: Table, name: str, row: Mapping[str, Any], number: int | None) -> DataError:
    message = f'duplicate key value violates unique constraint "{name}"'
    columns = _unique_columns(table, name)
    if number is not None or not row.keys() >= {*columns}:
        return DataError(UNIQUE_VIOLATION, message)
    values = ", ".join(_shown(row[column]) for column in columns)
    return DataError(UNIQUE_VIOLATION, message, f"Key ({', '.join(columns)})=({values}) already exists.")


def _unique_columns(table: Table, name: str) -> list[str]:
    for one in table.constraints:
        if isinstance(one, UniqueConstraint) and one.name == name:
            return [str(column.name) for column in one.columns]
    return ["id" if name.endswith("_pkey") else name.removeprefix(f"{table.name}_").removesuffix("_key")]


def foreign_key_violation(table: Table, name: str, row: Mapping[str, Any], number: int | None = None) -> DataError:
    """The refusal of a row that names one that is not there."""
    key = next((key for key in table.foreign_key_constraints if key.name == name), None)
    if key is None:
        return DataError(FOREIGN_KEY_VIOLATION, _key_violated(table, name))
    return row_missing(table, key.column_keys[0], key.referred_table, row, number)


def row_missing(
    table: Table, column: str, parent: Table, row: Mapping[str, Any], number: int | None = None
) -> DataError:
    """`foreign_key_violation` by the column that names the row of `parent`, whether or not it has a key."""
    details = f'Key ({column})=({_shown(row.get(column))}) is not present in table "{parent.name}".'
    message = _key_violated(table, f"{table.name}_{column}_fkey")
    return DataError(FOREIGN_KEY_VIOLATION, message, details if number is None else f"Failing row {number}: {details}")


def _key_violated(table: Table, name: str) -> str:
    return f'insert or update on table "{table.name}" violates foreign key constraint "{name}"'


_REFUSALS: dict[str, Callable[[Table, str, Mapping[str, Any], int | None], DataError]] = {
    "CHECK": check_violation,
    "NOT NULL": not_null_violation,
    "UNIQUE": _unique_violation,
    "FOREIGN KEY": foreign_key_violation,
}


def _of_postgresql(error: IntegrityError) -> tuple[str, str]:
    """The kind of the constraint and its name; for NOT NULL, the column's name."""
    original: Any = error.orig
    kind, driver = _SQLSTATES[original.sqlstate], original.__cause__
    return kind, driver.column_name if kind == "NOT NULL" else driver.constraint_name


def _of_sqlite(table: Table, error: IntegrityError) -> tuple[str, str]:
    """The constraint's kind and name by SQLite's message, such as `NOT NULL constraint failed: music_events.venue`."""
    kind, _, subject = str(error.orig).partition(" constraint failed")
    subject = subject.removeprefix(": ")
    if kind == "NOT NULL":
        return kind, subject.rpartition(".")[2]
    if kind == "UNIQUE":
        return kind, _unique_name(table, subject)
    return kind, subject


def _unique_name(table: Table, subject: str) -> str:
    column = subject.partition(",")[0].rpartition(".")[2]
    if column in table.primary_key.columns:
        return f"{table.name}_pkey"
    return f"{table.name}_{'featured' if column == 'is_featured' else column}_key"


def _place_on_postgresql(error: IntegrityError, rows: Sequence[Mapping[str, Any]]) -> int:
    """Where the row is in the list: PostgreSQL gives its values, of which the first is its id, or its key."""
    original: Any = error.orig
    detail = str(getattr(original.__cause__, "detail", ""))
    for place, row in enumerate(rows):
        if detail.startswith(f"Failing row contains ({row['id']},"):
            return place
        if any(detail.startswith(f"Key ({name})=({value}) ") for name, value in row.items()):
            return place
    return 0


def _place_on_sqlite(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> int:
    """Where the row is in the list: those before it are there, and perhaps some after it that were there before."""
    ids = [row["id"] for row in rows]
    there = set(connection.execute(select(table.c.id).where(table.c.id.in_(ids))).scalars())
    return next((place for place, id_ in enumerate(ids) if id_ not in there), 0)


def _missing(connection: Connection, table: Table, row: Mapping[str, Any]) -> str:
    """The name of the foreign key that leads nowhere, which SQLite does not give."""
    for key in table.foreign_key_constraints:
        (element,) = key.elements
        value = row.get(element.parent.name)
        there = select(element.column).where(element.column == value)
        if value is not None and connection.execute(there).first() is None:
            return str(key.name)
    return str(next(iter(table.foreign_key_constraints)).name)
