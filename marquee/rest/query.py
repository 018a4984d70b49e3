"""Resources -> SQL -> rows. One statement for the rows asked for, and one for each embedded resource."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, literal, literal_column, select

from marquee.db.column_types import INTEGER
from marquee.db.functions import among
from marquee.db.statements import Prepared, Values
from marquee.rest.planner import Embedded, Output, Planner, Resource
from marquee.rest.rows import Row, as_objects, maker

MAX_ROWS = 1000
LIMIT, OFFSET, LINKS = "limit", "offset", "links"
"""Names of values beside those of a shape."""


class Reading:
    """How a resource's rows become objects of an answer: made once for a plan, used by each of its requests.

    All of the resource's rows, from `OFFSET` on and `LIMIT` at most; or those whose `link` column has one of `LINKS`.
    """

    def __init__(self, planner: Planner, resource: Resource, link: str | None = None) -> None:
        self._resource = resource
        self._statement = Prepared(_whole(planner, resource) if link is None else _linked(planner, resource, link))
        self._embedded = {
            place: Reading(planner, item.resource, item.far)
            for place, item in enumerate(resource.items)
            if isinstance(item, Embedded) and not item.is_hidden
        }
        self._is_plain = all(isinstance(item, Output) and not item.as_text for item in resource.items)
        self._make = _maker(resource)

    def rows(self, connection: Connection, values: Values) -> list[Row]:
        """The objects of all rows."""
        return self._objects(connection, values, self._statement.run(connection, values))

    def linked(self, connection: Connection, values: Values, links: Iterable[Any]) -> list[tuple[Any, Row]]:
        """The objects of the rows that have one of these links, each with its link."""
        rows = self._statement.run(connection, {**values, LINKS: list(links)})
        objects = self._objects(connection, values, [row[1:] for row in rows])
        return [(row[0], found) for row, found in zip(rows, objects, strict=True)]

    def _objects(self, connection: Connection, values: Values, rows: Sequence[Sequence[Any]]) -> list[Row]:
        """By place, not by key: a client may give two items one key."""
        make = self._make
        if self._is_plain:
            return [make(*row) for row in rows]
        changed = [list(row) for row in rows]
        for place, item in enumerate(self._resource.items):
            if isinstance(item, Embedded):
                self._embed(connection, values, item, place, changed)
            elif item.as_text:
                for row in changed:
                    row[place] = None if row[place] is None else str(row[place]).lower()
        return [make(*row) for row in changed]

    def _embed(
        self, connection: Connection, values: Values, embed: Embedded, place: int, rows: list[list[Any]]
    ) -> None:
        links = {row[place] for row in rows} - {None}
        found: dict[Any, list[Row]] = {}
        if links and not embed.is_hidden:
            for parent, child in self._embedded[place].linked(connection, values, links):
                found.setdefault(parent, []).append(child)
        for row in rows:
            children = found.get(row[place], [])
            row[place] = next(iter(children), None) if embed.to_one else children


def prepared_count(planner: Planner, resource: Resource) -> Prepared:
    """How many rows the resource has, whatever its limit."""
    conditions = planner.conditions(resource, resource.table)
    return Prepared(select(func.count()).select_from(resource.table).where(*conditions))


def _whole(planner: Planner, resource: Resource) -> Select[Any]:
    return (
        select(*_columns(resource))
        .where(*planner.conditions(resource, resource.table))
        .order_by(*planner.ordering(resource))
        .limit(_number(LIMIT))
        .offset(_number(OFFSET))
    )


def _number(name: str) -> ColumnElement[int]:
    """A sum, because SQLite prepares a statement anew whenever a bound limit has been bound."""
    return literal_column("0", INTEGER) + bindparam(name, type_=INTEGER)


def _linked(planner: Planner, resource: Resource, name: str) -> Select[Any]:
    """An embedded resource's limit and offset hold for each parent's rows."""
    link = resource.table.c[name]
    statement = select(link.label("link"), *_columns(resource)).where(
        among(link, LINKS), *planner.conditions(resource, resource.table)
    )
    ordering = planner.ordering(resource)
    if resource.limit is None and resource.offset is None:
        return statement.order_by(*ordering)
    place = func.row_number().over(partition_by=link, order_by=ordering).label("place")
    numbered = statement.add_columns(place).subquery()
    first = bindparam(resource.offset, type_=INTEGER) if resource.offset else literal(0, INTEGER)
    limited = select(*(column for column in numbered.c if column.name != "place")).where(numbered.c.place > first)
    if resource.limit is not None:
        limited = limited.where(numbered.c.place <= first + bindparam(resource.limit, type_=INTEGER))
    return limited.order_by(numbered.c.place)


def _columns(resource: Resource) -> Iterable[Any]:
    """In the place of an embedded resource stands, until it is read, the column that leads to it."""
    for number, item in enumerate(resource.items):
        column = item.column if isinstance(item, Output) else resource.table.c[item.near]
        yield column.label(f"c{number}")


def _maker(resource: Resource) -> Callable[..., Row]:
    if any(item.spread or item.is_hidden for item in resource.embeds()):
        return lambda *values: _object(resource, values)
    return maker([item.key for item in resource.items])


def _object(resource: Resource, values: Sequence[Any]) -> Row:
    found: dict[str, Any] = {}
    for item, value in zip(resource.items, values, strict=True):
        if isinstance(item, Output) or not item.is_hidden:
            if isinstance(item, Embedded) and item.spread:
                found.update(_nulls(item.resource) if value is None else as_objects([value])[0])
            else:
                found[item.key] = value
    return found


def _nulls(resource: Resource) -> dict[str, Any]:
    """What is spread of a row that is not there."""
    found: dict[str, Any] = _object(resource, [None] * len(resource.items))
    return found
