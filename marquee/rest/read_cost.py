"""Tells reads that take about a millisecond, however many rows a site has, from all others. No I/O.

A cheap read has its rows from an index, in the index's order, and few of them. Whoever runs reads may do these at once
and must be ready for the others to be slow.
"""

from collections.abc import Collection, Mapping
from functools import cache

from sqlalchemy import Column, Table

from marquee.domain.tables.listing import are_sought, default_order
from marquee.rest.grammar.filters import Filter, Node, leaves
from marquee.rest.grammar.operators import EXPRESSIONS
from marquee.rest.planner import Embedded, Resource

MAX_CHEAP_ROWS = 100
MAX_CHEAP_OFFSET = 1000

_EQUALS = frozenset({"eq", "is"})
_COMPARES = _EQUALS | {"gt", "gte", "lt", "lte"}


def is_cheap(resource: Resource) -> bool:
    """Whether one row of the resource, or at most `MAX_CHEAP_ROWS` from its beginning, are a cheap read."""
    if resource.is_aggregated:
        return False
    if is_one_row(resource):
        # All of one row is cheap but a pattern, which may take milliseconds for one text.
        has_pattern = any(leaf.operator in EXPRESSIONS for leaf in leaves(resource.where))
        return not has_pattern and all(_is_plain(embed.resource) for embed in resource.embeds())
    bounds = [node for node in resource.where if _is_indexed(resource.table, node)]
    return (
        all(node in bounds or _is_beside(resource.table, node) for node in resource.where)
        and (bool(bounds) or not resource.where)
        and _is_indexed_order(resource)
        and all(_leads_to_few(embed) and _is_plain(embed.resource) for embed in resource.embeds())
    )


def is_one_row(resource: Resource) -> bool:
    """Whether a filter leaves one row at most, whatever the limit."""
    unique = {column.name for column in resource.table.columns if column.primary_key or column.unique}
    return any(_is_filter(node, unique, _EQUALS) for node in resource.where)


def _leads_to_few(embed: Embedded) -> bool:
    return (embed.to_one or embed.resource.is_total) and not embed.inner


def _is_plain(resource: Resource) -> bool:
    """Whether an embedded resource is all rows that a link leads to, and nothing in it leads to many more."""
    return not resource.where and all(_leads_to_few(embed) and _is_plain(embed.resource) for embed in resource.embeds())


def _is_indexed(table: Table, node: Node) -> bool:
    return any(_is_filter(node, {name}, operators) for name, operators in _bounds(table).items())


@cache
def _bounds(table: Table) -> Mapping[str, frozenset[str]]:
    """The filters that an index answers: with few rows, or with many in the default order."""
    bounds = {}
    for index in table.indexes:
        column, *others = index.expressions
        if column is default_order(table)[0]:
            bounds[column.name] = _COMPARES
        elif isinstance(column, Column) and (column.foreign_keys or (index.unique and not others)):
            bounds[column.name] = _EQUALS
    return bounds


def _is_beside(table: Table, node: Node) -> bool:
    """Whether it compares what the index of the default order has too, such as the end of an event beside its date."""
    first = default_order(table)[0]
    ordered = (index for index in table.indexes if index.expressions[0] is first)
    return any(_is_filter(node, index.columns.keys(), _COMPARES) for index in ordered)


def _is_filter(node: Node, columns: Collection[str], operators: Collection[str]) -> bool:
    """Whether a node compares one of these columns by one of these operators with a single value."""
    if not isinstance(node, Filter) or node.negated or not isinstance(node.value, str):
        return False
    return node.column in columns and node.operator in operators


def _is_indexed_order(resource: Resource) -> bool:
    """Whether it is the default order or begins as that does, in one direction; all rows also by their ids."""
    if are_sought(resource.table):
        return False
    names = [term.column for term in resource.order if term.relation is None]
    if len(names) < len(resource.order) or len({term.descending for term in resource.order}) > 1:
        return False
    if names == ["id"]:
        return not resource.where
    keys = [key.name for key in default_order(resource.table) if isinstance(key, Column)]
    begins = names in (keys[: len(names)], [*keys[: len(names) - 1], "id"])
    return begins and all(
        term.nulls_first == term.descending for term in resource.order if resource.columns[term.column].nullable
    )
