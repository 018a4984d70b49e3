"""Many new rows as one statement, to which they are bound as one text of JSON.

Given them one by one, SQLite's driver lets go of Python's lock for each, and then waits for it while the event loop is
busy: the writer would hold up other writers for several times as long. For PostgreSQL, SQLAlchemy would convert each
value of each row on the event loop.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, insert, text
from sqlalchemy.exc import IntegrityError

from marquee.db.statements import MAX_STATEMENTS, SQLITE, PreparedStatement


def insert_alike(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows, which all have the same columns, in their order. Raises what `Connection.execute` does.

    If a constraint of SQLite refuses one of them, those before it have been added.
    """
    if len(rows) < 2:
        connection.execute(insert(table), rows)
        return
    is_sqlite, names = connection.dialect.name == SQLITE, tuple(rows[0])
    listed = [[*map(row.__getitem__, names)] for row in rows] if is_sqlite else rows
    statement = _on_sqlite(table, names) if is_sqlite else _on_postgresql(table, names)
    try:
        statement.run(connection, {"rows": msgspec.json.encode(listed).decode()})
    except IntegrityError:
        if is_sqlite:
            connection.execute(insert(table), rows)  # one by one, which shows the row that was refused
        raise


@lru_cache(MAX_STATEMENTS)
def _on_sqlite(table: Table, names: tuple[str, ...]) -> PreparedStatement:
    values = ", ".join(f"value ->> {place}" for place in range(len(names)))
    return _insert(table, names, f"{values} FROM json_each(:rows)")


@lru_cache(MAX_STATEMENTS)
def _on_postgresql(table: Table, names: tuple[str, ...]) -> PreparedStatement:
    rows = f"json_populate_recordset(CAST(NULL AS {table.name}), CAST(:rows AS json))"
    return _insert(table, names, f"{_listed(names)} FROM {rows}")


def _insert(table: Table, names: tuple[str, ...], rows: str) -> PreparedStatement:
    return PreparedStatement(text(f"INSERT INTO {table.name} ({_listed(names)}) SELECT {rows}"))


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)
