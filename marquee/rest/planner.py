"""Plans what to read: the shape of a request becomes a tree of resources. No I/O.

A resource is some rows of one table: the items to answer, the filters and the order. An embedded resource is part of
another's items: it has the rows that a foreign key between the two tables leads to, one object (or null) where the
key is in the outer row, a list where it is in the embedded ones. The shape's filters, orders and limits go to the
resource that their path names.

The tree has only the columns that the actor's policies grant: a name that the actor may not see does not exist. What
the tree becomes in SQL is built by `conditions` and `read_query`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

from sqlalchemy import Table

from marquee.data_errors import UNDEFINED_COLUMN, DataError
from marquee.domain.actor import Actor
from marquee.domain.policies.data import granted, readable
from marquee.domain.tables import EXPOSED, AnyColumn
from marquee.rest.casts import conversion
from marquee.rest.errors import (
    NOT_EMBEDDED,
    PARSE_ERROR,
    UNKNOWN_RELATIONSHIP,
    UNKNOWN_TABLE,
    not_implemented_here,
    table_denied,
)
from marquee.rest.grammar.filters import Node
from marquee.rest.grammar.order import Term
from marquee.rest.grammar.select import Embed, Field, Item
from marquee.rest.outputs import Output, aggregate_of, count_of_rows
from marquee.rest.query_shape import Shape
from marquee.rest.request import Path


class Relationship(NamedTuple):
    """A foreign key between two exposed tables: `child.column` names a row of `parent`."""

    constraint: str
    child: Table
    column: str
    parent: Table
    parent_column: str


def relationships() -> Iterator[Relationship]:
    """Those of all exposed tables."""
    return (
        Relationship(str(key.name), table, element.parent.name, key.referred_table, element.column.name)
        for table in EXPOSED.values()
        for key in table.foreign_key_constraints
        if key.referred_table.name in EXPOSED
        for element in key.elements
    )


NEAR = 0.75
"""How alike two names are of which one may be meant for the other."""
MAX_NAME = 63
"""The length of a name in PostgreSQL."""
MAX_SAME = 3
"""How often a select list may have one column, or what one foreign key leads to: each costs as much again."""


@dataclass
class Resource:
    """Rows of one table: what is answered of them, in order (`items`), and which they are.

    Values stand in it by their names: those of `where`, `limit` and `offset`.
    """

    table: Table
    columns: dict[str, AnyColumn]
    items: list["Output | Embedded"] = field(default_factory=list)
    where: list[Node] = field(default_factory=list)
    order: tuple[Term, ...] = ()
    limit: str | None = None
    offset: str | None = None

    @property
    def is_aggregated(self) -> bool:
        """Whether its rows are made of several ones each."""
        return any(item.aggregate is not None for item in self.outputs())

    @property
    def groups(self) -> list[AnyColumn]:
        """What the rows that become one have in common: the columns beside the aggregates."""
        columns = (item.column for item in self.outputs() if item.aggregate is None)
        return list(dict.fromkeys(columns)) if self.is_aggregated else []  # type: ignore[arg-type]

    @property
    def is_total(self) -> bool:
        """Whether it is one row, made of all that there are, if there are any."""
        return self.is_aggregated and not self.groups

    def column(self, name: str) -> AnyColumn:
        if name not in self.columns:
            raise DataError(UNDEFINED_COLUMN, f"column {self.table.name}.{name} does not exist")
        return self.columns[name]

    def outputs(self) -> Iterator[Output]:
        return (item for item in self.items if isinstance(item, Output))

    def embeds(self) -> Iterator["Embedded"]:
        return (item for item in self.items if isinstance(item, Embedded))

    def embed(self, name: str) -> "Embedded | None":
        """The embedded resource of this alias, or of this name."""
        embeds = list(self.embeds())
        return next((e for e in embeds if e.key == name), None) or next((e for e in embeds if e.target == name), None)


@dataclass
class Embedded:
    """A resource inside another's rows: one object (or null) where the parent holds the key, else a list."""

    key: str
    target: str
    resource: Resource
    relationship: Relationship
    to_one: bool
    inner: bool
    spread: bool

    @property
    def is_hidden(self) -> bool:
        """`table()` is only there to be filtered by."""
        return not self.resource.items

    @property
    def near(self) -> str:
        """The parent row's column of the relationship."""
        return self.relationship.column if self.to_one else self.relationship.parent_column

    @property
    def far(self) -> str:
        """The embedded row's column of the relationship."""
        return self.relationship.parent_column if self.to_one else self.relationship.column


def plan_resource(actor: Actor, shape: Shape) -> Resource:
    """The shape as a tree of resources. Raises a DataError for an unknown or hidden name."""
    if shape.table not in EXPOSED:
        raise unknown_table(shape.table)
    resource = _resource(actor, EXPOSED[shape.table], shape.select)
    for path, node in shape.where:
        _at(resource, path).where.append(node)
    for path, terms in shape.order:
        _listed(_at(resource, path)).order = terms
    for path, name in shape.limit:
        _listed(_at(resource, path)).limit = name
    for path, name in shape.offset:
        _listed(_at(resource, path)).offset = name
    return resource


def _listed(resource: Resource) -> Resource:
    """The resource, if it is a list of rows."""
    if resource.is_total:
        raise not_implemented_here("What is one row has no order, limit or offset.")
    return resource


def _resource(actor: Actor, table: Table, items: tuple[Item, ...]) -> Resource:
    if not granted(actor, "select", table):
        raise table_denied(actor, table)
    columns = readable(actor, table)
    resource = Resource(table, columns)
    for item in items:
        if isinstance(item, Embed):
            resource.items.append(_embedded(actor, table, item))
        elif item.aggregate is not None or (item.name == "count" and item.name not in columns):
            resource.items.append(_aggregated(resource, item))
        elif item.name == "*":
            resource.items.extend(Output(name, column) for name, column in columns.items())
        else:
            column = resource.column(item.name)
            resource.items.append(Output(item.alias or item.name, column, conversion(column, item.cast)))
    _check(resource)
    return resource


def _aggregated(resource: Resource, field: Field) -> Output:
    """What `count`, `count()` or `column.max()` asks for: of columns that the actor sees only."""
    if field.aggregate is None or field.name == "*":
        return count_of_rows(field)
    return aggregate_of(resource.column(field.name), field)


def _check(resource: Resource) -> None:
    """Raises a DataError for what would be the same many times over, and for resources beside an aggregate."""
    if resource.is_aggregated and any(resource.embeds()):
        raise not_implemented_here("An aggregate stands beside columns only, not beside embedded resources.")
    for name, times in Counter(map(_what, resource.items)).items():
        if times > MAX_SAME:
            raise DataError(PARSE_ERROR, f"A select list can have '{name}' at most {MAX_SAME} times")


def _what(item: "Output | Embedded") -> str:
    return item.relationship.constraint if isinstance(item, Embedded) else item.what


def _embedded(actor: Actor, table: Table, embed: Embed) -> Embedded:
    for relationship in relationships():
        names = {relationship.constraint, relationship.column}
        if relationship.child is table:
            to_one, other = True, relationship.parent
            matches = embed.target in names | {other.name}
        elif relationship.parent is table:
            to_one, other = False, relationship.child
            matches = embed.target in {relationship.constraint, other.name}
        else:
            continue
        if matches and embed.hint in names | {None, other.name}:
            resource = _resource(actor, other, embed.items)
            inner = embed.join == "inner"
            if embed.spread and resource.is_aggregated:
                raise not_implemented_here("Aggregates are not implemented for spreads.")
            return Embedded(embed.key, embed.target, resource, relationship, to_one, inner, embed.spread)
    raise DataError(
        UNKNOWN_RELATIONSHIP,
        f"Could not find a relationship between '{table.name}' and '{embed.target}' in the schema cache",
        f"Searched for a foreign key relationship between '{table.name}' and '{embed.target}' in the schema "
        "'public', but no matches were found.",
        _near_relationship(table, embed.target),
    )


def _near_relationship(table: Table, name: str) -> str | None:
    related = [
        (relationship.parent if relationship.child is table else relationship.child).name
        for relationship in relationships()
        if table in (relationship.child, relationship.parent)
    ]
    near = get_close_matches(name[:MAX_NAME], related, 1, NEAR)
    return f"Perhaps you meant '{near[0]}' instead of '{name}'." if near and near[0] != name else None


def _at(resource: Resource, path: Path) -> Resource:
    for name in path:
        embed = resource.embed(name)
        if embed is None:
            raise not_embedded(name)
        resource = embed.resource
    return resource


def unknown_table(name: str) -> DataError:
    """The refusal of a table that is not exposed, with the name of one that is nearly the same."""
    near = get_close_matches(name[:MAX_NAME], EXPOSED, 1, NEAR)
    return DataError(
        UNKNOWN_TABLE,
        f"Could not find the table 'public.{name}' in the schema cache",
        None,
        f"Perhaps you meant the table 'public.{near[0]}'" if near else None,
    )


def not_embedded(name: str) -> DataError:
    """The refusal of a name that should be an embedded resource's."""
    return DataError(
        NOT_EMBEDDED,
        f"'{name}' is not an embedded resource in this request",
        None,
        f"Verify that '{name}' is included in the 'select' query parameter.",
    )
