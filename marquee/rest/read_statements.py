"""The SQL that reads a resource's rows: a page of them, those that some links lead to, or how many there are."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, func, literal, literal_column, not_, select

from marquee.db.column_types import INTEGER
from marquee.db.functions import among
from marquee.db.statements import PreparedStatement
from marquee.rest.conditions import Conditions
from marquee.rest.outputs import Output
from marquee.rest.planner import Resource

MAX_ROWS = 1000
LIMIT, OFFSET, LINKS, MOST, NAMED = "limit", "offset", "links", "most", "named"
"""Names of values besides those of a shape."""


def plain_statement(conditions: Conditions, resource: Resource, *, without_named: bool) -> Select[Any]:
    """The resource's rows from `OFFSET` on, at most `LIMIT`; of an aggregated one, a row for each group.

    `without_named` leaves out those of the ids in `NAMED`.
    """
    statement = select(*_columns(resource)).select_from(resource.table)
    statement = statement.where(*conditions.where(resource, resource.table)).group_by(*resource.groups)
    if without_named:
        statement = statement.where(not_(among(resource.table.c.id, NAMED)))
    statement = statement.order_by(*conditions.order_by(resource))
    return statement.limit(_number(LIMIT)).offset(_number(OFFSET))


def linked_statement(conditions: Conditions, resource: Resource, link_name: str) -> Select[Any]:
    """The rows of all `LINKS`, the link first; an embedded resource's limit and offset hold for the rows of each."""
    link = resource.table.c[link_name]
    statement = select(link.label("link"), *_columns(resource)).where(
        among(link, LINKS), *conditions.where(resource, resource.table)
    )
    if resource.is_aggregated:
        statement = statement.group_by(link, *resource.groups)
    ordering = conditions.order_by(resource)
    if resource.limit is None and resource.offset is None:
        return statement.order_by(*ordering)
    place = func.row_number().over(partition_by=link, order_by=ordering).label("place")
    numbered = statement.add_columns(place).subquery()
    offset = bindparam(resource.offset, type_=INTEGER) if resource.offset else literal(0, INTEGER)
    limited = select(*(column for column in numbered.c if column.name != "place")).where(numbered.c.place > offset)
    if resource.limit is not None:
        limited = limited.where(numbered.c.place <= offset + bindparam(resource.limit, type_=INTEGER))
    return limited.order_by(numbered.c.place)


def count_query(conditions: Conditions, resource: Resource) -> PreparedStatement:
    """The statement that counts the resource's rows, whatever its limit."""
    where = conditions.where(resource, resource.table)
    statement = select(func.count()).select_from(resource.table).where(*where)
    if resource.is_aggregated:  # rows are then groups
        statement = select(func.count()).select_from(statement.group_by(*resource.groups).subquery())
    return PreparedStatement(statement)


def bounded_count(conditions: Conditions, resource: Resource) -> Select[Any]:
    """The query that counts the resource's rows, and stops at `MOST`."""
    rows: Select[Any] = select(literal_column("1")).select_from(resource.table)
    rows = rows.where(*conditions.where(resource, resource.table)).limit(_number(MOST))
    return select(func.count()).select_from(rows.subquery())


def _number(name: str) -> ColumnElement[int]:
    """A bound number, as a sum: SQLite prepares a statement again whenever a plain bound limit changes."""
    return literal_column("0", INTEGER) + bindparam(name, type_=INTEGER)


def _columns(resource: Resource) -> Iterable[Any]:
    """The columns to select: in the place of an embedded resource, the one that leads to it."""
    for number, item in enumerate(resource.items):
        column = item.column if isinstance(item, Output) else resource.table.c[item.near]
        yield column.label(f"c{number}")
