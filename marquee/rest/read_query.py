"""How a tree of resources is read: one statement for its rows, and one more for each embedded resource.

An embedded resource is fetched for all outer rows at once, by the values of the column that leads to it, and its rows
are then handed out to theirs. The number of statements depends on the request's shape, never on the number of rows.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, literal, literal_column, select

from marquee.db.column_types import INTEGER
from marquee.db.functions import among
from marquee.db.statements import PreparedStatement, Values
from marquee.rest.conditions import Conditions
from marquee.rest.planner import Embedded, Output, Resource
from marquee.rest.rows import Row, as_objects, row_constructor

MAX_ROWS = 1000
LIMIT, OFFSET, LINKS = "limit", "offset", "links"
"""Names of values besides those of a shape."""


class ReadQuery:
    """The prepared statements of a resource, and how their rows become the objects of a response.

    Without `link` it reads the resource's rows, from `OFFSET` on and at most `LIMIT`; with it, those whose `link`
    column has one of `LINKS`.
    """

    def __init__(self, conditions: Conditions, resource: Resource, link: str | None = None) -> None:
        self._resource = resource
        self._statement = PreparedStatement(
            _plain(conditions, resource) if link is None else _linked(conditions, resource, link)
        )
        self._embedded = {
            place: ReadQuery(conditions, item.resource, item.far)
            for place, item in enumerate(resource.items)
            if isinstance(item, Embedded) and not item.is_hidden
        }
        self._needs_no_change = all(isinstance(item, Output) and not item.as_text for item in resource.items)
        self._construct = _constructor(resource)

    def rows(self, connection: Connection, values: Values) -> list[Row]:
        """The objects of all rows."""
        return self._objects(connection, values, self._statement.run(connection, values))

    def linked_rows(self, connection: Connection, values: Values, links: Iterable[Any]) -> list[tuple[Any, Row]]:
        """The objects of the rows that have one of these links, each with its link."""
        rows = self._statement.run(connection, {**values, LINKS: list(links)})
        objects = self._objects(connection, values, [row[1:] for row in rows])
        return [(row[0], built) for row, built in zip(rows, objects, strict=True)]

    def _objects(self, connection: Connection, values: Values, rows: Sequence[Sequence[Any]]) -> list[Row]:
        """Built by place, not by key: a client may give two items the same key."""
        construct = self._construct
        if self._needs_no_change:
            return [construct(*row) for row in rows]
        changed = [list(row) for row in rows]
        for place, item in enumerate(self._resource.items):
            if isinstance(item, Embedded):
                self._embed(connection, values, item, place, changed)
            elif item.as_text:
                for row in changed:
                    row[place] = None if row[place] is None else str(row[place]).lower()
        return [construct(*row) for row in changed]

    def _embed(
        self, connection: Connection, values: Values, embed: Embedded, place: int, rows: list[list[Any]]
    ) -> None:
        """Replace the link in this place of each row with what it leads to."""
        links = {row[place] for row in rows} - {None}
        children: defaultdict[Any, list[Row]] = defaultdict(list)
        if links and not embed.is_hidden:
            for link, child in self._embedded[place].linked_rows(connection, values, links):
                children[link].append(child)
        for row in rows:
            linked = children.get(row[place], [])
            row[place] = next(iter(linked), None) if embed.to_one else linked


def count_query(conditions: Conditions, resource: Resource) -> PreparedStatement:
    """The statement that counts the resource's rows, whatever its limit."""
    where = conditions.where(resource, resource.table)
    return PreparedStatement(select(func.count()).select_from(resource.table).where(*where))


def _plain(conditions: Conditions, resource: Resource) -> Select[Any]:
    return (
        select(*_columns(resource))
        .where(*conditions.where(resource, resource.table))
        .order_by(*conditions.order_by(resource))
        .limit(_number(LIMIT))
        .offset(_number(OFFSET))
    )


def _number(name: str) -> ColumnElement[int]:
    """A bound number, as a sum: SQLite prepares a statement again whenever a plain bound limit changes."""
    return literal_column("0", INTEGER) + bindparam(name, type_=INTEGER)


def _linked(conditions: Conditions, resource: Resource, link_name: str) -> Select[Any]:
    """The rows of all links; an embedded resource's limit and offset hold for the rows of each link."""
    link = resource.table.c[link_name]
    statement = select(link.label("link"), *_columns(resource)).where(
        among(link, LINKS), *conditions.where(resource, resource.table)
    )
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


def _columns(resource: Resource) -> Iterable[Any]:
    """The columns to select: in the place of an embedded resource, the one that leads to it."""
    for number, item in enumerate(resource.items):
        column = item.column if isinstance(item, Output) else resource.table.c[item.near]
        yield column.label(f"c{number}")


def _constructor(resource: Resource) -> Callable[..., Row]:
    if any(item.spread or item.is_hidden for item in resource.embeds()):
        return lambda *values: _object(resource, values)
    return row_constructor([item.key for item in resource.items])


def _object(resource: Resource, values: Sequence[Any]) -> Row:
    fields: dict[str, Any] = {}
    for item, value in zip(resource.items, values, strict=True):
        if isinstance(item, Output) or not item.is_hidden:
            if isinstance(item, Embedded) and item.spread:
                fields.update(_nulls(item.resource) if value is None else as_objects([value])[0])
            else:
                fields[item.key] = value
    return fields


def _nulls(resource: Resource) -> dict[str, Any]:
    """The fields of a spread resource where there is no row."""
    fields: dict[str, Any] = _object(resource, [None] * len(resource.items))
    return fields
