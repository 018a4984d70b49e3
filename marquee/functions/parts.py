"""The rows that belong to a record, in their order: the names on a bill, the links of an artist."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Table, select

from marquee.domain.actor import Actor
from marquee.rest.mutation.checked import change_rows, insert_rows, remove_rows, require_writable, statements_of_ids
from marquee.rest.mutation.payload import new_rows
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.request import RawRequest, parse

Values = Mapping[str, Any]


class Part(NamedTuple):
    """What a row is to be; of a new one the id is None."""

    id: str | None
    values: Values


def as_rows(actor: Actor, table: Table, sent: Sequence[Values], names: Sequence[str], zone: tzinfo) -> list[Values]:
    """Objects as rows of a table, with these columns. Raises what an insert of them does for the values."""
    request = parse(RawRequest("POST", str(table.name), b""))
    request.rows, request.columns = [{**each} for each in sent], tuple(names)
    return [*new_rows(BoundPlan(actor, request, zone))]


def parts_of(connection: Connection, table: Table, owner: Values) -> Sequence[Row[Any]]:
    """The rows that belong to a record, in their order; `owner` is the column that says so, and the record's id."""
    ((column, id_),) = owner.items()
    of_record = select(table).where(table.c[column] == id_)
    return connection.execute(of_record.order_by(table.c.position, table.c.id)).all()


def replace_parts(
    connection: Connection, actor: Actor, table: Table, owner: Values, there: Sequence[Row[Any]], parts: Sequence[Part]
) -> list[str]:
    """Put `parts` in this order in the place of those that are `there`; the ids of those that are deleted.

    A row in which nothing changes is not written. Raises PERMISSION_DENIED and what a write raises.
    """
    statements = statements_of_ids(actor.kind, table)
    kept = {part.id for part in parts}
    gone = [row.id for row in there if row.id not in kept]
    if gone:
        remove_rows(connection, actor, table, gone, statements)
    placed = [part._replace(values={**part.values, "position": place}) for place, part in enumerate(parts)]
    former = {row.id: row for row in there}
    for id_, values in placed:
        if id_ is None:
            continue
        changed = {name: value for name, value in values.items() if value != getattr(former[id_], name)}
        if changed:
            require_writable(connection, actor, "update", table, [id_], changed, statements)
            change_rows(connection, actor, table, [id_], changed, statements)
    added = [{**owner, **part.values} for part in placed if part.id is None]
    if added:
        insert_rows(connection, actor, table, added)
    return gone
