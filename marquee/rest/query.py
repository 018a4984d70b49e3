"""Runs a reading request in the caller's transaction: how many rows there are, if asked for, and the rows."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from marquee.domain import search
from marquee.rest.encoding import EncodedRows
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.read_statements import MOST


class QueryResult(NamedTuple):
    """The rows of one page; `total` counts all of them, or is None if the client did not ask."""

    rows: EncodedRows
    total: int | None


def run_query(connection: Connection, bound: BoundPlan) -> QueryResult:
    """Carry the request out. Raises a DataError for a filter that does not suit its column."""
    total = count_rows(connection, bound) if bound.request.prefer.get("count") else None
    return QueryResult(read_rows(connection, bound), total)


def count_rows(connection: Connection, bound: BoundPlan) -> int:
    """How many rows there are, whatever the limit."""
    statement = bound.plan.count_query
    return int(statement.run(connection, bound.values())[0][0])


def count_up_to(most: int, connection: Connection, bound: BoundPlan) -> int:
    """The same, but `most` where there are more: what it takes does not grow with the site."""
    statement = bound.plan.bounded_count_query
    return int(statement.run(connection, {**bound.values(), MOST: most})[0][0])


def read_rows(connection: Connection, bound: BoundPlan) -> EncodedRows:
    """The rows in the form of the response. Raises AnswerTooLarge."""
    query, reading = bound.plan.read_query(), bound.reading(connection)
    if terms := bound.plan.search_terms:
        query = bound.plan.read_query(search.common_words(connection, terms, reading.values))
    return query.read(reading)


def read_named(connection: Connection, bound: BoundPlan, ids: Sequence[str]) -> EncodedRows:
    """The rows of these ids, however many: one plan for lists of any length. Raises AnswerTooLarge."""
    query, reading = bound.plan.written_rows, bound.reading(connection)
    return query.encoded(reading, [row for _, row in query.read_linked(reading, ids)])
