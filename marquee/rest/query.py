"""Runs a reading request in the caller's transaction: how many rows there are, if asked for, and the rows."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from marquee.domain import search
from marquee.rest.encoding import EncodedRows
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.read_query import Reading
from marquee.rest.read_statements import LIMIT, MOST, NAMED, OFFSET

MAX_COUNTED = 500
"""How far an estimated total is exact."""
MAX_WALKED = 100
"""How far that of a search for common words is: its rows, as many of each word, are looked for one by one."""


class QueryResult(NamedTuple):
    """The rows of one page; `total` counts all of them, or is None if the client did not ask."""

    rows: EncodedRows
    total: int | None


def run_query(connection: Connection, bound: BoundPlan) -> QueryResult:
    """Carry the request out. Raises a DataError for a filter that does not suit its column."""
    match bound.request.prefer.get("count"):
        case None:
            return QueryResult(read_rows(connection, bound), None)
        case "exact":
            return QueryResult(read_rows(connection, bound), count_rows(connection, bound))
        case _:
            return read_estimated(connection, bound)


def count_rows(connection: Connection, bound: BoundPlan) -> int:
    """How many rows there are, whatever the limit."""
    statement = bound.plan.count_query
    return int(statement.run(connection, bound.values())[0][0])


def read_rows(connection: Connection, bound: BoundPlan) -> EncodedRows:
    """The rows in the form of the response. Raises ANSWER_TOO_LARGE."""
    return _read(connection, bound, _common_words(connection, bound))


def read_estimated(connection: Connection, bound: BoundPlan) -> QueryResult:
    """The rows, and how many there are in all; more than `MAX_COUNTED` where nobody knows. Raises ANSWER_TOO_LARGE.

    It counts no further than to that, or to the row after the page: what it takes does not grow with the site.
    """
    common = _common_words(connection, bound)
    rows = _read(connection, bound, common)
    found = len(rows.rows)
    if found < bound.limit and (found or not bound.offset):
        return QueryResult(rows, bound.offset + found)
    most = max(MAX_WALKED if common else MAX_COUNTED, bound.offset + bound.limit) + 1
    count = bound.plan.bounded_count_query(common)
    total = int(count.run(connection, {**bound.values(), MOST: most})[0][0])
    return QueryResult(rows, max(total, MAX_COUNTED + 1) if common and total == most else total)


def _read(connection: Connection, bound: BoundPlan, common: frozenset[str]) -> EncodedRows:
    query, reading = bound.plan.read_query(common), bound.reading(connection)
    searched = bound.plan.name_search
    if common and searched and (named := search.named(connection, searched, reading.values)):
        return _named_first(bound, reading, common, named)
    return query.read(reading)


def _named_first(bound: BoundPlan, reading: Reading, common: frozenset[str], named: list[str]) -> EncodedRows:
    """The rows of these ids, then the others: sorting all that have common words would take their number's time."""
    query = bound.plan.read_query(common, without_named=True)
    first = [row for _, row in bound.plan.read_query(common, "id").read_linked(reading, named)]
    shown = first[bound.offset : bound.offset + bound.limit]
    page = {LIMIT: bound.limit - len(shown), OFFSET: max(0, bound.offset - len(first))}
    others = query.rows(reading, {**reading.values, NAMED: named, **page})
    return query.encoded(reading, [*shown, *others])


def _common_words(connection: Connection, bound: BoundPlan) -> frozenset[str]:
    searches = bound.plan.searches
    return search.common_words(connection, searches, bound.values()) if searches else frozenset()


def read_named(connection: Connection, bound: BoundPlan, ids: Sequence[str]) -> EncodedRows:
    """The rows of these ids, however many: one plan for lists of any length. Raises ANSWER_TOO_LARGE."""
    query, reading = bound.plan.written_rows, bound.reading(connection)
    return query.encoded(reading, [row for _, row in query.read_linked(reading, ids)])
