"""Writes of rows that somebody sends in a table or a form, with their rights."""

from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, Table

from marquee.domain.actor import Actor
from marquee.domain.writer import Values, Writer
from marquee.rest.mutation.checked import change_rows, insert_rows, remove_rows, require_writable, statements_of_ids
from marquee.sheets.saving import OF_TABLES


def writer(actor: Actor) -> Writer:
    """Adds, changes and deletes as the actor may. Raises PERMISSION_DENIED, and what `domain.records` does."""
    return Writer(partial(_insert, actor), partial(_update, actor), partial(_delete, actor))


def _insert(actor: Actor, connection: Connection, table: Table, rows: Sequence[Values]) -> list[str]:
    return insert_rows(connection, actor, table, rows, servers=OF_TABLES)


def _update(actor: Actor, connection: Connection, table: Table, id_: str, values: Values) -> None:
    statements = statements_of_ids(actor.kind, table)
    own = {name: value for name, value in values.items() if name not in OF_TABLES}
    require_writable(connection, actor, "update", table, [id_], own, statements)
    change_rows(connection, actor, table, [id_], values, statements)


def _delete(actor: Actor, connection: Connection, table: Table, ids: Sequence[str]) -> None:
    remove_rows(connection, actor, table, ids, statements_of_ids(actor.kind, table))
