"""Shape + tables + policies -> a tree of resources to read: which columns, rows, order; what is embedded where.

A name that the asking actor may not see is, to him, a name that does not exist.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Table, and_, exists, not_, or_, select
from sqlalchemy.types import Boolean

from marquee.domain import search
from marquee.domain.policies import Actor, granted
from marquee.domain.tables import EXPOSED, AnyColumn, exposed_columns, music_artists, music_contacts, music_events
from marquee.errors import (
    InvalidEmbedFilter,
    NotEmbedded,
    NotToOne,
    UndefinedColumn,
    UndefinedType,
    UnknownRelationship,
    UnknownTable,
)
from marquee.rest.grammar import operators
from marquee.rest.grammar.filters import Filter, Node
from marquee.rest.grammar.order import Term
from marquee.rest.grammar.select import Embed, Field, Item
from marquee.rest.grammar.tsquery import parse_tsquery
from marquee.rest.query_shape import Shape
from marquee.rest.request import Path

Condition = ColumnElement[bool]
Bound = Callable[[str, tzinfo], Any]

DEFAULT_ORDER: dict[Table, tuple[Any, ...]] = {
    music_artists: (music_artists.c.popularity.desc(), music_artists.c.name, music_artists.c.id),
    music_events: (music_events.c.date, music_events.c.id),
    music_contacts: (music_contacts.c.created_at, music_contacts.c.id),
}
"""Artists by popularity, then name (acceptance.md); the others by what makes them stable."""


class Relationship(NamedTuple):
    """A foreign key between two exposed tables: `child.column` names a row of `parent`."""

    constraint: str
    child: Table
    column: str
    parent: Table
    parent_column: str


RELATIONSHIPS = tuple(
    Relationship(str(key.name), table, element.parent.name, key.referred_table, element.column.name)
    for table in EXPOSED.values()
    for key in table.foreign_key_constraints
    if key.referred_table.name in EXPOSED
    for element in key.elements
)


class Output(NamedTuple):
    """One column of the answer."""

    key: str
    column: AnyColumn
    as_text: bool


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

    def column(self, name: str) -> AnyColumn:
        if name not in self.columns:
            raise UndefinedColumn(f"column {self.table.name}.{name} does not exist")
        return self.columns[name]

    def embeds(self) -> Iterator["Embedded"]:
        return (item for item in self.items if isinstance(item, Embedded))

    def embed(self, name: str) -> "Embedded | None":
        """The embedded resource of this alias, or of this name."""
        found = list(self.embeds())
        return next((e for e in found if e.key == name), None) or next((e for e in found if e.target == name), None)


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
        """`music_events()` is only there to be filtered by."""
        return not self.resource.items

    @property
    def near(self) -> str:
        """The parent row's column of the relationship."""
        return self.relationship.column if self.to_one else self.relationship.parent_column

    @property
    def far(self) -> str:
        """The embedded row's column of the relationship."""
        return self.relationship.parent_column if self.to_one else self.relationship.column


class Planner:
    """Makes resources and conditions for one actor; `bound` says what the text of each named value means.

    `searched` has what is looked for, by the name of each word; `common` those that many rows have.
    """

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.bound: dict[str, Bound] = {}
        self.searched: dict[str, search.Searched] = {}
        self.common: frozenset[str] = frozenset()

    def plan(self, shape: Shape) -> Resource:
        """The request as a tree of resources. Raises a DataError for an unknown or hidden name."""
        if shape.table not in EXPOSED:
            raise UnknownTable(f"Could not find the table 'public.{shape.table}' in the schema cache")
        resource = self._resource(EXPOSED[shape.table], shape.select)
        for path, node in shape.where:
            _at(resource, path).where.append(node)
        for path, terms in shape.order:
            _at(resource, path).order = terms
        for path, name in shape.limit:
            _at(resource, path).limit = name
        for path, name in shape.offset:
            _at(resource, path).offset = name
        return resource

    def _resource(self, table: Table, items: tuple[Item, ...]) -> Resource:
        visible: set[str] = set().union(*(policy.columns for policy in granted(self.actor, "select", table)))
        columns = {name: column for name, column in exposed_columns(table).items() if name in visible}
        resource = Resource(table, columns)
        for item in items:
            if isinstance(item, Embed):
                resource.items.append(self._embedded(table, item))
            elif item.name == "*":
                resource.items.extend(Output(name, column, as_text=False) for name, column in columns.items())
            else:
                resource.items.append(_output(resource, item))
        return resource

    def _embedded(self, table: Table, embed: Embed) -> Embedded:
        for relationship in RELATIONSHIPS:
            names = {relationship.constraint, relationship.column}
            if relationship.child is table:
                to_one, other = True, relationship.parent
                known = embed.target in names | {other.name}
            elif relationship.parent is table:
                to_one, other = False, relationship.child
                known = embed.target in {relationship.constraint, other.name}
            else:
                continue
            if known and embed.hint in names | {None, other.name}:
                resource = self._resource(other, embed.items)
                inner = embed.join == "inner"
                if embed.spread and not to_one:
                    raise NotToOne(f"'{table.name}' and '{embed.target}' do not form a many-to-one relationship")
                return Embedded(embed.key, embed.target, resource, relationship, to_one, inner, embed.spread)
        raise UnknownRelationship(
            f"Could not find a relationship between '{table.name}' and '{embed.target}' in the schema cache",
            f"Searched for a foreign key relationship between '{table.name}' and '{embed.target}' in the schema "
            "'public', but no matches were found.",
        )

    def conditions(self, resource: Resource, rows: Any) -> list[Condition]:
        """What makes a row of `rows` (the table or an alias of it) one of the resource's."""
        policies = granted(self.actor, "select", resource.table)
        visible = or_(*(policy.rows.predicate(rows, self.actor) for policy in policies))
        inner = (self._has(embed, rows) for embed in resource.embeds() if embed.inner)
        return [visible, *(self._condition(resource, rows, node) for node in resource.where), *inner]

    def _condition(self, resource: Resource, rows: Any, node: Node) -> Condition:
        if isinstance(node, Filter):
            found = self._filter(resource, rows, node)
        else:
            children = [self._condition(resource, rows, child) for child in node.children]
            found = and_(*children) if node.operator == "and" else or_(*children)
        return not_(found) if node.negated else found

    def _filter(self, resource: Resource, rows: Any, node: Filter) -> Condition:
        if _is_search(resource, node):
            terms = parse_tsquery(str(node.value))
            self.searched |= {term.word: search.Searched(resource.table, term) for term in terms}
            return search.matching(resource.table, rows, terms, self.common)
        embed = None if node.column in resource.columns else resource.embed(node.column)
        if embed is None:
            resource.column(node.column)
            self._bind(node, rows.c[node.column])
            return operators.condition(node.operator, node.quantifier, rows.c[node.column], node.value)
        if node.operator != "is" or node.value not in ("null", "not_null"):
            raise InvalidEmbedFilter(
                f"Bad operator on the '{node.column}' embedded resource",
                "Only is null or not is null filters are allowed on embedded resources",
            )
        has = self._has(embed, rows)
        return has if node.value == "not_null" else not_(has)

    def _bind(self, node: Filter, column: AnyColumn) -> None:
        if operators.takes_values(node.operator):
            names = [node.value] if isinstance(node.value, str) else node.value
            self.bound |= dict.fromkeys(names, partial(operators.bound, node.operator, column))

    def _has(self, embed: Embedded, rows: Any) -> Condition:
        """Whether a row has one of the embedded resource's."""
        alias = embed.resource.table.alias()
        return exists().where(alias.c[embed.far] == rows.c[embed.near], *self.conditions(embed.resource, alias))

    def ordering(self, resource: Resource) -> list[Any]:
        """What to order the resource's rows by; rows that tie keep one order from page to page."""
        if not resource.order:
            return list(DEFAULT_ORDER[resource.table])
        named = {term.column for term in resource.order if term.relation is None}
        last = (column for column in resource.table.primary_key if column.name not in named)
        return [*(self._directed(resource, term) for term in resource.order), *last]

    def _directed(self, resource: Resource, term: Term) -> Any:
        key = self._sort_key(resource, term)
        directed = key.desc() if term.descending else key.asc()
        if isinstance(key, Column) and not key.nullable:
            return directed  # an index knows this order; where nulls go that never come, it would not
        return directed.nulls_first() if term.nulls_first else directed.nulls_last()

    def _sort_key(self, resource: Resource, term: Term) -> Any:
        if term.relation is None:
            return resource.column(term.column)
        embed = resource.embed(term.relation)
        if embed is None:
            raise _not_embedded(term.relation)
        if not embed.to_one:
            raise NotToOne(f"'{resource.table.name}' and '{term.relation}' do not form a many-to-one relationship")
        alias = embed.resource.table.alias()
        embed.resource.column(term.column)
        link = alias.c[embed.far] == resource.table.c[embed.near]
        return select(alias.c[term.column]).where(link, *self.conditions(embed.resource, alias)).scalar_subquery()


def _is_search(resource: Resource, node: Filter) -> bool:
    """Whether the filter is of the one column that is for nothing else."""
    return node.column == search.COLUMN and node.operator == "fts" and resource.table in search.SEARCHED


def _output(resource: Resource, item: Field) -> Output:
    if item.cast not in (None, "text"):
        raise UndefinedType(f'type "{item.cast}" does not exist')
    column = resource.column(item.name)
    return Output(item.alias or item.name, column, item.cast is not None and isinstance(column.type, Boolean))


def _at(resource: Resource, path: Path) -> Resource:
    for name in path:
        embed = resource.embed(name)
        if embed is None:
            raise _not_embedded(name)
        resource = embed.resource
    return resource


def _not_embedded(name: str) -> NotEmbedded:
    return NotEmbedded(
        f"'{name}' is not an embedded resource in this request",
        None,
        f"Verify that '{name}' is included in the 'select' query parameter.",
    )
