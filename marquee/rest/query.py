"""Runs a reading request in the caller's transaction: how many rows there are, if asked for, and the rows."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from marquee.db.statements import Values
from marquee.domain import search
from marquee.rest.encoding import EncodedRows
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.read_query import Reading
from marquee.rest.read_statements import LIMIT, MOST, NAMED, OFFSET

MAX_COUNTED = 1_000
"""How far an estimated total is exact."""
MAX_WALKED = 100
"""The same of a search for common words, whose rows are looked for one by one; there are as many of each word."""


class QueryResult(NamedTuple):
    """The rows of one page; `total` counts all of them, or is None if the client did not ask."""

    rows: EncodedRows
    total: int | None


def run_query(connection: Connection, bound: BoundPlan) -> QueryResult:
    """Carry the request out. Raises a DataError for a filter that does not suit its column."""
    rows = read_rows(connection, bound)
    match bound.request.prefer.get("count"):
        case None:
            return QueryResult(rows, None)
        case "exact":
            return QueryResult(rows, count_rows(connection, bound))
        case _:
            return QueryResult(rows, estimated_total(connection, bound, len(rows.rows)))


def count_rows(connection: Connection, bound: BoundPlan) -> int:
    """How many rows there are, whatever the limit."""
    statement = bound.plan.count_query
    return int(statement.run(connection, bound.values())[0][0])


def estimated_total(connection: Connection, bound: BoundPlan, found: int) -> int:
    """How many rows there are, of which a page has `found`; more than `MAX_COUNTED` where nobody knows.

    It counts no further than to that, or to the row after the page: what it takes does not grow with the site.
    """
    if found < bound.limit and (found or not bound.offset):
        return bound.offset + found
    values = bound.values()
    common = _common_words(connection, bound, values)
    most = max(MAX_WALKED if common else MAX_COUNTED, bound.offset + bound.limit) + 1
    total = int(bound.plan.bounded_count_query(common).run(connection, {**values, MOST: most})[0][0])
    return max(total, MAX_COUNTED + 1) if common and total == most else total


def read_rows(connection: Connection, bound: BoundPlan) -> EncodedRows:
    """The rows in the form of the response. Raises AnswerTooLarge."""
    query, reading = bound.plan.read_query(), bound.reading(connection)
    common, terms = _common_words(connection, bound, reading.values), bound.plan.name_terms
    if not common:
        return query.read(reading)
    if terms and (named := search.named(connection, terms, reading.values)):
        return _named_first(bound, reading, common, named)
    return bound.plan.read_query(common).read(reading)


def _named_first(bound: BoundPlan, reading: Reading, common: frozenset[str], named: list[str]) -> EncodedRows:
    """The rows of these ids, then the others: sorting all that have common words would take their number's time."""
    query = bound.plan.other_rows(common)
    first = [row for _, row in bound.plan.named_rows(common).read_linked(reading, named)]
    shown = first[bound.offset : bound.offset + bound.limit]
    page = {LIMIT: bound.limit - len(shown), OFFSET: max(0, bound.offset - len(first))}
    others = query.rows(reading, {**reading.values, NAMED: named, **page})
    return query.encoded(reading, [*shown, *others])


def _common_words(connection: Connection, bound: BoundPlan, values: Values) -> frozenset[str]:
    terms = bound.plan.search_terms
    return search.common_words(connection, terms, values) if terms else frozenset()


def read_named(connection: Connection, bound: BoundPlan, ids: Sequence[str]) -> EncodedRows:
    """The rows of these ids, however many: one plan for lists of any length. Raises AnswerTooLarge."""
    query, reading = bound.plan.written_rows, bound.reading(connection)
    return query.encoded(reading, [row for _, row in query.read_linked(reading, ids)])
