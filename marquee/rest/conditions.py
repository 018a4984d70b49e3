"""What a resource's filters, embeds and order become in SQL: which rows an actor gets, and in what order. No I/O.

A condition never holds a value: each is bound under the name that it has in the request's shape. A filter on an
embedded resource, an inner join and an order by an embedded column become a subquery over the foreign key, which has
the same conditions: an actor never learns of a row through another one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial
from typing import Any

from sqlalchemy import Column, ColumnElement, and_, bindparam, exists, not_, or_, select

from marquee.data_errors import NOT_GROUPED, UNDEFINED_FUNCTION, DataError
from marquee.db.column_types import JsonText
from marquee.domain import bills, search
from marquee.domain.actor import Actor
from marquee.domain.policies.data import visible
from marquee.domain.tables import AnyColumn
from marquee.domain.tables.listing import default_order, sort_keys
from marquee.rest.errors import INVALID_EMBED_FILTER, NOT_TO_ONE
from marquee.rest.grammar import operators
from marquee.rest.grammar.filters import Filter, Node, leaves, values
from marquee.rest.grammar.order import Term
from marquee.rest.planner import Embedded, Resource, not_embedded
from marquee.rest.query_shape import named_search

Condition = ColumnElement[bool]


@dataclass(frozen=True)
class Conditions:
    """Builds conditions and orders for one kind of actor.

    `common_words` names the searched words that many rows have, which SQLite finds sooner in another way.
    """

    actor: Actor
    common_words: frozenset[str] = frozenset()

    def where(self, resource: Resource, rows: Any) -> list[Condition]:
        """What makes a row of `rows` (the table or an alias of it) one of the resource's."""
        inner = (self._has(embed, rows) for embed in resource.embeds() if embed.inner)
        seen = visible(self.actor, resource.table, rows)
        return [seen, *(self._condition(resource, rows, node) for node in resource.where), *inner]

    def _condition(self, resource: Resource, rows: Any, node: Node) -> Condition:
        if isinstance(node, Filter):
            condition = self._filter(resource, rows, node)
        else:
            children = [self._condition(resource, rows, child) for child in node.children]
            condition = and_(*children) if node.operator == "and" else or_(*children)
        return not_(condition) if node.negated else condition

    def _filter(self, resource: Resource, rows: Any, node: Filter) -> Condition:
        if _is_search(resource, node):
            return search.matching(resource.table, rows, named_search(str(node.value)), self.actor, self.common_words)
        if (artist := _performer(resource, node)) is not None:
            return bills.played_by(rows, bindparam(str(node.value), type_=artist.type), self.actor)
        embed = None if node.column in resource.columns else resource.embed(node.column)
        if embed is None:
            resource.column(node.column)
            return operators.condition(node.operator, node.quantifier, rows.c[node.column], node.value)
        if node.operator != "is" or node.value not in ("null", "not_null"):
            raise DataError(
                INVALID_EMBED_FILTER,
                f"Bad operator on the '{node.column}' embedded resource",
                "Only is null or not is null filters are allowed on embedded resources",
            )
        has = self._has(embed, rows)
        return has if node.value == "not_null" else not_(has)

    def _has(self, embed: Embedded, rows: Any) -> Condition:
        """Whether a row has one of the embedded resource's rows."""
        alias = embed.resource.table.alias()
        return exists().where(alias.c[embed.far] == rows.c[embed.near], *self.where(embed.resource, alias))

    def order_by(self, resource: Resource) -> list[Any]:
        """What the resource's rows are ordered by; rows that tie keep one order from page to page."""
        if resource.is_aggregated:
            return self._order_of_groups(resource)
        if not resource.order or _begins_default_order(resource):
            searched = name_search(resource)
            is_ranked = searched and self.common_words.isdisjoint(term.word for term in searched.terms)
            rank = [search.name_rank(resource.table, searched)] if searched and is_ranked else []
            return [*rank, *default_order(resource.table)]
        named = {term.column for term in resource.order if term.relation is None}
        is_descending = resource.order[-1].descending  # as the rest, so that an index can be read either way
        keys = (column for column in resource.table.primary_key if column.name not in named)
        last = (key.desc() if is_descending else key for key in keys)
        return [*(key for term in resource.order for key in self._directed(resource, term)), *last]

    def _order_of_groups(self, resource: Resource) -> list[Any]:
        groups = resource.groups
        for term in resource.order:
            if term.relation is not None or resource.column(term.column) not in groups:
                raise DataError(
                    NOT_GROUPED,
                    f'column "{resource.table.name}.{term.column}" must appear in the GROUP BY clause '
                    "or be used in an aggregate function",
                )
        named = {term.column for term in resource.order}
        last = (Term(column.name, None, descending=False, nulls_first=False) for column in groups)
        terms = [*resource.order, *(term for term in last if term.column not in named)]
        return [key for term in terms for key in self._directed(resource, term)]

    def _directed(self, resource: Resource, term: Term) -> list[Any]:
        *before, key = self._sort_keys(resource, term)
        directed = key.desc() if term.descending else key.asc()
        if isinstance(key, Column) and not key.nullable:
            return [directed]  # without NULLS FIRST or LAST, an index has this order
        if before:  # so has it this one
            is_null = key.is_(None)
            first = is_null.desc() if term.nulls_first else is_null
            return [first, *(each.desc() if term.descending else each for each in before), directed]
        return [directed.nulls_first() if term.nulls_first else directed.nulls_last()]

    def _sort_keys(self, resource: Resource, term: Term) -> tuple[Any, ...]:
        if term.relation is None:
            column = resource.column(term.column)
            if isinstance(column.type, JsonText):
                raise DataError(UNDEFINED_FUNCTION, "could not identify an ordering operator for type json")
            return sort_keys(column)
        embed = resource.embed(term.relation)
        if embed is None:
            raise not_embedded(term.relation)
        if not embed.to_one:
            raise DataError(
                NOT_TO_ONE,
                f"A related order on '{term.relation}' is not possible",
                f"'{resource.table.name}' and '{term.relation}' do not form a many-to-one or one-to-one relationship",
            )
        alias = embed.resource.table.alias()
        column = sort_keys(embed.resource.column(term.column))[-1]
        link = alias.c[embed.far] == resource.table.c[embed.near]
        return (select(alias.c[column.name]).where(link, *self.where(embed.resource, alias)).scalar_subquery(),)


Conversion = Callable[[str | Sequence[str], tzinfo], Any]
"""What turns the text of a filter's value, or all of a list, into what is bound. Raises a DataError if one is unfit."""


def conversions(resource: Resource) -> dict[str, Conversion]:
    """The conversion of each named value of the resource's filters, those of embedded resources among them."""
    return {
        name: partial(operators.bound, node.operator, column)
        for owner, node in _filters_in_use(resource)
        if operators.takes_values(node.operator) and (column := _compared_column(owner, node)) is not None
        for name in values(node)
    }


def _compared_column(resource: Resource, node: Filter) -> AnyColumn | None:
    """The column whose values are like that of the filter."""
    artist = _performer(resource, node)
    return resource.columns.get(node.column) if artist is None else artist


def searches(resource: Resource) -> list[search.TableSearch]:
    """What is searched for; the words in it are the names of values."""
    return [
        search.TableSearch(owner.table, searched)
        for owner, node in _filters_in_use(resource)
        if _is_search(owner, node) and (searched := named_search(str(node.value)))
    ]


def name_search(resource: Resource) -> search.Search | None:
    """The search by which rows come first whose name it is; None where something else orders the rows."""
    if resource.table not in search.RANKED or resource.order or resource.is_aggregated:
        return None
    filters = (node for node in resource.where if isinstance(node, Filter) and not node.negated)
    return next((named_search(str(node.value)) for node in filters if _is_search(resource, node)), None)


def _filters_in_use(resource: Resource) -> Iterator[tuple[Resource, Filter]]:
    """Each filter that is part of a statement: those of embedded resources that are read, filtered or ordered by."""
    filters = [*leaves(resource.where)]
    yield from ((resource, each) for each in filters)
    named = {each.column for each in filters} | {term.relation for term in resource.order}
    for embed in resource.embeds():
        if embed.inner or not embed.is_hidden or not named.isdisjoint((embed.key, embed.target)):
            yield from _filters_in_use(embed.resource)


def _begins_default_order(resource: Resource) -> bool:
    """Whether it is ordered by what the default order begins with: rows that tie then stand in an index's order too."""
    (first, *others), key = resource.order, default_order(resource.table)[0]
    return not others and isinstance(key, Column) and first == Term(key.name, None, descending=False, nulls_first=False)


def _performer(resource: Resource, node: Filter) -> AnyColumn | None:
    """The column of artists that the filter's value is like, if it is on `bills.performer`, which can only be equal."""
    is_equal = node.operator == "eq" and node.quantifier is None
    return bills.performer(resource.table, node.column) if is_equal else None


def _is_search(resource: Resource, node: Filter) -> bool:
    """Whether the filter is on the computed column that can only be searched."""
    return node.column == search.COLUMN and node.operator == "fts" and resource.table in search.SEARCHED_COLUMNS
