"""Writes of the rows of a table that somebody sends, with their rights."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, Table

from marquee.db.statements import StatementCache
from marquee.domain.actor import Actor
from marquee.rest.mutation.checked import change_rows, insert_rows, remove_rows, require_writable
from marquee.sheets.saving import OF_TABLES, Writer


def writer(actor: Actor) -> Writer:
    """Adds, changes and deletes as the actor may. Raises PERMISSION_DENIED, and what `domain.records` does."""
    return Writer(partial(_insert, actor), partial(_update, actor, StatementCache()), partial(_delete, actor))


def _insert(actor: Actor, connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return insert_rows(connection, actor, table, rows, servers=OF_TABLES)


def _update(
    actor: Actor,
    statements: StatementCache,
    connection: Connection,
    table: Table,
    id_: str,
    values: Mapping[str, Any],
) -> None:
    own = {name: value for name, value in values.items() if name not in OF_TABLES}
    require_writable(connection, actor, "update", table, [id_], own, statements)
    change_rows(connection, actor, table, [id_], values, statements)


def _delete(actor: Actor, connection: Connection, table: Table, id_: str) -> None:
    remove_rows(connection, actor, table, [id_], StatementCache())
