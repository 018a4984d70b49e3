"""Many new rows as one statement, to which they are bound as one list.

SQLite's driver, given them one by one, lets go of Python's lock for each and then waits for it while the event loop is
busy: the writer would hold up other writers for several times as long.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Table, insert, text
from sqlalchemy.exc import IntegrityError

from marquee.db.statements import MAX_STATEMENTS, SQLITE, PreparedStatement

ROWS = "rows"


def insert_alike(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows, which all have the same columns, in their order. Raises what `Connection.execute` does.

    If a constraint refuses one of them, those before it have been added.
    """
    if len(rows) < 2 or connection.dialect.name != SQLITE:
        connection.execute(insert(table), rows)
        return
    names = tuple(rows[0])
    try:
        _statement(table, names).run(connection, {ROWS: [[row[name] for name in names] for row in rows]})
    except IntegrityError:
        connection.execute(insert(table), rows)  # one by one, which shows the row that was refused
        raise


@lru_cache(MAX_STATEMENTS)
def _statement(table: Table, names: tuple[str, ...]) -> PreparedStatement:
    columns, values = (
        ", ".join(f'"{name}"' for name in names),
        ", ".join(f"value ->> {place}" for place in range(len(names))),
    )
    return PreparedStatement(
        text(f"INSERT INTO {table.name} ({columns}) SELECT {values} FROM json_each(:{ROWS})")  # noqa: S608 - our names
    )
