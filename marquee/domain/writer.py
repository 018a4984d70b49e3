"""Who writes rows of any table: a command, to which nothing is refused, or an actor with their rights."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table

from marquee.db.statements import StatementCache
from marquee.domain import records

Values = Mapping[str, Any]


class Writer(NamedTuple):
    """How rows are written: by `records` alone, or with the rights of an actor, which may be refused."""

    insert: Callable[[Connection, Table, Sequence[Values]], list[str]]
    """Adds rows; their ids."""
    update: Callable[[Connection, Table, str, Values], None]
    """Sets values of the row of an id."""
    delete: Callable[[Connection, Table, Sequence[str]], None]
    """Deletes the rows of these ids."""


class Part(NamedTuple):
    """What a row that belongs to another is to be; of a new one the id is None."""

    id: str | None
    values: Values


def replace_parts(
    connection: Connection, writer: Writer, table: Table, owner: Values, there: Sequence[Values], parts: Sequence[Part]
) -> list[str]:
    """Put `parts` in this order in the place of those that are `there`; the ids of those that are deleted.

    `owner` is the column that says whose they are, and the owner's id. A row in which nothing changes is not written.
    Raises what the writer does.
    """
    former, kept = {row["id"]: row for row in there}, {part.id for part in parts}
    gone = [id_ for id_ in former if id_ not in kept]
    if gone:
        writer.delete(connection, table, gone)
    placed = [(part.id, {**part.values, "position": place}) for place, part in enumerate(parts)]
    for id_, values in placed:
        if id_ and (changed := {name: value for name, value in values.items() if value != former[id_][name]}):
            writer.update(connection, table, id_, changed)
    added = [{**owner, **values} for id_, values in placed if id_ is None]
    if added:
        writer.insert(connection, table, added)
    return gone


def _update_record(connection: Connection, table: Table, id_: str, values: Values) -> None:
    records.update_rows(connection, table, table.c.id == id_, {}, values, StatementCache())


def _delete_records(connection: Connection, table: Table, ids: Sequence[str]) -> None:
    records.delete_rows(connection, table, table.c.id.in_(ids), {}, StatementCache())


AS_THE_SITE = Writer(records.insert_rows, _update_record, _delete_records)
"""Of commands: whoever may run them may do everything."""
