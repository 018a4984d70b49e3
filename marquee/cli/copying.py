"""Copies all rows of one database to another, of either kind, and verifies that they arrived."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, text

from marquee.db.column_types import POSTGRESQL
from marquee.db.database import Database
from marquee.db.migrations import VERSION_TABLE, has_schema, migrate
from marquee.db.migrations.found_tables import found_tables
from marquee.domain.schema import upgrade_schema
from marquee.domain.tables import metadata, music_changes, music_settings, site_secrets, site_zone, word_rules
from marquee.errors import OperatorError

Rows = dict[str, list[tuple[Any, ...]]]
"""The rows of each table by its name, in the order of the primary key."""

BATCH = 1000
LEFT_BY_A_START = (site_zone, site_secrets, music_settings, word_rules)
"""Tables with a row that migrations and every start leave."""


def copy_rows(source: Database, target: Database, *, replace: bool = False) -> dict[str, int]:
    """Bring all rows of a migrated source into `target`, in one transaction; how many they were, by table.

    Raises OperatorError, and nothing is kept, where the target has rows already (unless they are to be replaced), or
    where what arrived is not what was sent.
    """
    rows = source.write_now(read_all)  # in the writers' queue, so between two transactions
    target.write_now(_write_all, rows, replace)
    return {name: len(found) for name, found in rows.items()}


def read_all(connection: Connection) -> Rows:
    return {table.name: _rows(connection, table) for table in metadata.sorted_tables}


def is_empty(connection: Connection) -> bool:
    """Whether no table has a row but those of `LEFT_BY_A_START`."""
    tables = (table for table in metadata.sorted_tables if table not in LEFT_BY_A_START)
    counted = (select(func.count()).select_from(table) for table in tables)
    return not any(connection.execute(statement).scalar_one() for statement in counted)


def copy_as_it_is(source: Database, target: Database) -> None:
    """Bring all rows of a source of any known schema into an empty `target`, which gets that schema.

    Raises OperatorError where what arrived is not what was sent.
    """
    revision, tables, rows = source.read_now(_read_found)  # a database that is read-only can be saved too
    target.write_now(_write_found, revision, tables, rows)


def _read_found(connection: Connection) -> tuple[str, list[Table], Rows]:
    if not has_schema(connection):
        raise OperatorError("There is no site in the database.")
    found = {table.name: table for table in found_tables(connection)}
    revision: str = connection.execute(select(found.pop(VERSION_TABLE))).scalar_one()
    tables = [*found.values()]
    return revision, tables, {table.name: _rows(connection, table) for table in tables}


def _write_found(connection: Connection, revision: str, tables: list[Table], rows: Rows) -> None:
    migrate(connection, revision)
    ours = {table.name for table in found_tables(connection)}
    _put(connection, [table for table in tables if table.name in ours], rows)


def _write_all(connection: Connection, rows: Rows, replace: bool) -> None:
    upgrade_schema(connection)
    if replace:
        for table in reversed(metadata.sorted_tables):
            connection.execute(delete(table))
    elif not is_empty(connection):
        raise OperatorError("The target database is not empty.")
    _put(connection, metadata.sorted_tables, rows)
    if connection.dialect.name == POSTGRESQL:  # its numbers go on where the source's ended
        connection.execute(text("SELECT setval('music_changes_id_seq', max(id)) FROM music_changes"))


def _put(connection: Connection, tables: Sequence[Table], rows: Rows) -> None:
    """Write the rows of these tables and compare them; the record of changes comes last, as writing makes changes."""
    for table in sorted(tables, key=lambda table: table.name == music_changes.name):
        if table.name in {music_changes.name, *(left.name for left in LEFT_BY_A_START)}:
            connection.execute(delete(table))  # what a start and the copying itself have left there
        names = table.columns.keys()
        for first in range(0, len(rows[table.name]), BATCH):
            batch = rows[table.name][first : first + BATCH]
            connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in batch])
        if _rows(connection, table) != rows[table.name]:
            raise OperatorError(f"The rows of {table.name} did not arrive unchanged, so nothing was copied.")


def _rows(connection: Connection, table: Table) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
