"""Resources -> SQL -> rows. One statement for the rows asked for, and one for each embedded resource."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, func, select

from marquee.rest.plan import Condition, Embedded, Output, Planner, Resource

MAX_ROWS = 1000

Row = dict[str, Any]


def read(
    connection: Connection,
    planner: Planner,
    resource: Resource,
    *also: Condition,
    order: list[Any] | None = None,
) -> list[Row]:
    """The resource's rows as the objects of the answer; `also` narrows them, `order` goes before the resource's own."""
    table = resource.table
    statement = (
        select(*_columns(resource))
        .where(*planner.conditions(resource, table), *also)
        .order_by(*(order or planner.ordering(resource)))
        .limit(min(resource.limit, MAX_ROWS) if resource.limit is not None else MAX_ROWS)
        .offset(resource.offset or None)
    )
    return _complete(connection, planner, resource, [list(row) for row in connection.execute(statement)])


def count(connection: Connection, planner: Planner, resource: Resource) -> int:
    """How many rows the resource has, whatever its limit."""
    conditions = planner.conditions(resource, resource.table)
    return connection.execute(select(func.count()).select_from(resource.table).where(*conditions)).scalar_one()


def _columns(resource: Resource) -> Iterable[Any]:
    """In the place of an embedded resource stands, until it is read, the column that leads to it."""
    for number, item in enumerate(resource.items):
        column = item.column if isinstance(item, Output) else resource.table.c[item.near]
        yield column.label(f"c{number}")


def _complete(connection: Connection, planner: Planner, resource: Resource, rows: list[list[Any]]) -> list[Row]:
    """By place, not by key: a client may give two items one key."""
    for place, item in enumerate(resource.items):
        if isinstance(item, Embedded):
            _embed(connection, planner, item, place, rows)
        elif item.as_text:
            for row in rows:
                row[place] = None if row[place] is None else str(row[place]).lower()
    return [_object(resource, row) for row in rows]


def _object(resource: Resource, values: Sequence[Any]) -> Row:
    found: Row = {}
    for item, value in zip(resource.items, values, strict=True):
        if isinstance(item, Output) or not item.is_hidden:
            if isinstance(item, Embedded) and item.spread:
                found.update(value or _nulls(item.resource))
            else:
                found[item.key] = value
    return found


def _nulls(resource: Resource) -> Row:
    """What is spread of a row that is not there."""
    return _object(resource, [None] * len(resource.items))


def _embed(connection: Connection, planner: Planner, embed: Embedded, place: int, rows: list[list[Any]]) -> None:
    links = {row[place] for row in rows} - {None}
    found = {} if embed.is_hidden or not links else _children(connection, planner, embed, links)
    for row in rows:
        children = found.get(row[place], [])
        row[place] = next(iter(children), None) if embed.to_one else children


def _children(connection: Connection, planner: Planner, embed: Embedded, links: set[Any]) -> dict[Any, list[Row]]:
    """The embedded rows by the value that links them to their parents."""
    resource, table = embed.resource, embed.resource.table
    link = table.c[embed.far]
    statement = select(link.label("link"), *_columns(resource)).where(
        link.in_(links), *planner.conditions(resource, table)
    )
    parents, rows = [], []
    for parent, *values in connection.execute(_limited(statement, planner, resource, link)):
        parents.append(parent)
        rows.append(values)
    grouped: dict[Any, list[Row]] = {}
    for parent, row in zip(parents, _complete(connection, planner, resource, rows), strict=True):
        grouped.setdefault(parent, []).append(row)
    return grouped


def _limited(statement: Select[Any], planner: Planner, resource: Resource, link: Any) -> Select[Any]:
    """An embedded resource's limit and offset hold for each parent's rows."""
    ordering = planner.ordering(resource)
    if resource.limit is None and not resource.offset:
        return statement.order_by(*ordering)
    place = func.row_number().over(partition_by=link, order_by=ordering).label("place")
    numbered = statement.add_columns(place).subquery()
    limited = select(*(column for column in numbered.c if column.name != "place")).where(
        numbered.c.place > resource.offset
    )
    if resource.limit is not None:
        limited = limited.where(numbered.c.place <= resource.offset + resource.limit)
    return limited.order_by(numbered.c.place)
