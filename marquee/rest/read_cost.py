"""Tells reads that take about a millisecond, however many rows a site has, from all others. No I/O.

A cheap read has its rows from an index, in the index's order, and few of them. Whoever runs reads may do these at once
and must be ready for the others to be slow.
"""

from collections.abc import Collection

from sqlalchemy import Table

from marquee.domain.tables import (
    music_artists,
    music_changes,
    music_contacts,
    music_events,
    music_invitations,
    music_lineup,
    music_links,
    music_owners,
    music_people,
    music_sessions,
    music_settings,
)
from marquee.rest.grammar.filters import Filter, Node
from marquee.rest.grammar.operators import EXPRESSIONS
from marquee.rest.planner import Embedded, Resource

MAX_CHEAP_ROWS = 100
MAX_CHEAP_OFFSET = 1000

_EQUALS = frozenset({"eq", "is"})
_COMPARES = _EQUALS | {"gt", "gte", "lt", "lte"}
_UNIQUE: dict[Table, frozenset[str]] = {
    music_artists: frozenset({"id"}),
    music_events: frozenset({"id"}),
    music_lineup: frozenset({"id"}),
    music_links: frozenset({"id"}),
    music_owners: frozenset({"id"}),
    music_contacts: frozenset({"id", "user_id"}),
    music_sessions: frozenset({"id"}),
    music_settings: frozenset({"id"}),
    music_people: frozenset({"id", "email"}),
    music_invitations: frozenset({"id"}),
    music_changes: frozenset({"id"}),
}
_INDEXED: dict[Table, dict[str, frozenset[str]]] = {
    music_artists: {"user_id": _EQUALS, "is_featured": _EQUALS},
    music_events: {"date": _COMPARES, "artist_id": _EQUALS},
    music_lineup: {"event_id": _EQUALS, "artist_id": _EQUALS},
    music_links: {"artist_id": _EQUALS},
    music_owners: {},
    music_contacts: {},
    music_sessions: {},
    music_settings: {},
    music_people: {},
    music_invitations: {},
    music_changes: {},
}
"""The filters that leave the default order to an index (tables/)."""
_ORDERS: dict[Table, tuple[tuple[str, ...], ...]] = {
    music_artists: ((), ("id",)),
    music_events: ((), ("date",), ("date", "id"), ("date", "start_time", "id")),
    music_lineup: ((), ("position", "id")),
    music_links: ((), ("position", "id")),
    music_owners: ((), ("id",)),
    music_contacts: ((), ("id",)),
    music_sessions: ((), ("id",)),  # of one account, by an index
    music_settings: ((), ("id",)),
    music_people: ((), ("id",)),
    music_invitations: ((), ("id",)),
    music_changes: (),  # those that an owner sees are sought among all
}


def is_cheap(resource: Resource) -> bool:
    """Whether one row of the resource, or at most `MAX_CHEAP_ROWS` from its beginning, are a cheap read."""
    if resource.is_aggregated:
        return False
    if is_one_row(resource):
        return all(_is_cheap_filter(node) for node in resource.where) and all(
            _is_plain(embed.resource) for embed in resource.embeds()
        )
    bounds = [node for node in resource.where if _is_indexed(resource.table, node)]
    return (
        all(node in bounds or _is_upcoming(resource.table, node) for node in resource.where)
        and (bool(bounds) or not resource.where)
        and _is_indexed_order(resource)
        and all(_leads_to_few(embed) and _is_plain(embed.resource) for embed in resource.embeds())
    )


def is_one_row(resource: Resource) -> bool:
    """Whether a filter leaves one row at most, whatever the limit."""
    return any(_is_filter(node, _UNIQUE[resource.table], _EQUALS) for node in resource.where)


def _leads_to_few(embed: Embedded) -> bool:
    return (embed.to_one or embed.resource.is_total) and not embed.inner


def _is_plain(resource: Resource) -> bool:
    """Whether an embedded resource is all rows that a link leads to, and nothing in it leads to many more."""
    return not resource.where and all(_leads_to_few(embed) and _is_plain(embed.resource) for embed in resource.embeds())


def _is_indexed(table: Table, node: Node) -> bool:
    return any(_is_filter(node, {name}, operators) for name, operators in _INDEXED[table].items())


def _is_upcoming(table: Table, node: Node) -> bool:
    """Whether it separates upcoming from past events: nearly all of those that a bound on the date leaves."""
    return table is music_events and _is_filter(node, {"upcoming_until"}, _COMPARES)


def _is_filter(node: Node, columns: Collection[str], operators: Collection[str]) -> bool:
    """Whether a node compares one of these columns by one of these operators with a single value."""
    if not isinstance(node, Filter) or node.negated or not isinstance(node.value, str):
        return False
    return node.column in columns and node.operator in operators


def _is_cheap_filter(node: Node) -> bool:
    """Of a single row: anything but a pattern, which may take milliseconds for one text."""
    if isinstance(node, Filter):
        return node.operator not in EXPRESSIONS
    return all(_is_cheap_filter(child) for child in node.children)


def _is_indexed_order(resource: Resource) -> bool:
    names = tuple(term.column for term in resource.order if term.relation is None)
    one_way = len({term.descending for term in resource.order}) <= 1 and all(
        term.nulls_first == term.descending for term in resource.order if term.column == "start_time"
    )
    return one_way and len(names) == len(resource.order) and names in _ORDERS[resource.table]
