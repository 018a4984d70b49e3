"""The rows that belong to a record, in their order: the names on a bill, the links of an artist."""

from collections.abc import Sequence
from datetime import tzinfo

from sqlalchemy import Connection, Table, select

from marquee.domain.actor import Actor
from marquee.domain.writer import Values
from marquee.rest.mutation.payload import new_rows
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.request import RawRequest, parse


def as_rows(actor: Actor, table: Table, sent: Sequence[Values], names: Sequence[str], zone: tzinfo) -> list[Values]:
    """Objects as rows of a table, with these columns. Raises what an insert of them does for the values."""
    request = parse(RawRequest("POST", str(table.name), b""))
    request.rows, request.columns = [{**each} for each in sent], tuple(names)
    return [*new_rows(BoundPlan(actor, request, zone))]


def parts_of(connection: Connection, table: Table, owner: Values) -> Sequence[Values]:
    """The rows that belong to a record, in their order; `owner` is the column that says so, and the record's id."""
    ((column, id_),) = owner.items()
    of_record = select(table).where(table.c[column] == id_)
    rows = connection.execute(of_record.order_by(table.c.position, table.c.id)).mappings()
    return [dict(row) for row in rows]
