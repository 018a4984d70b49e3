"""Reads rows for pages through the data protocol's own stages as a visitor: the same rows that the API gives."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import Connection

from marquee.domain.actor import VISITOR
from marquee.rest.encoding import EncodedRows
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.query import count_up_to, read_named, read_rows
from marquee.rest.request import RawRequest, parse

MAX_COUNTED = 10_000
"""A page says of a longer list that it has more: counting 100,000 rows would take a third of making the page."""

T = TypeVar("T")


@dataclass(frozen=True)
class Reader:
    """A visitor's requests in one transaction; `zone` is the site's."""

    connection: Connection
    zone: ZoneInfo

    def rows(self, kind: type[T], table: str, query: str) -> list[T]:
        """The rows that the query selects, each of which has the fields of `kind`."""
        return _decode(kind, read_rows(self.connection, self._plan(table, query)))

    def named(self, kind: type[T], table: str, query: str, ids: Sequence[str]) -> list[T]:
        """The rows of these ids, with what the query selects."""
        return _decode(kind, read_named(self.connection, self._plan(table, query), ids))

    def first(self, kind: type[T], table: str, query: str, limit: int) -> tuple[list[T], int]:
        """The first rows, and how many there are in all, or one more than `MAX_COUNTED`."""
        plan = self._plan(table, f"{query}&limit={limit}")
        rows = _decode(kind, read_rows(self.connection, plan))
        return rows, len(rows) if len(rows) < limit else count_up_to(MAX_COUNTED + 1, self.connection, plan)

    def _plan(self, table: str, query: str) -> BoundPlan:
        return BoundPlan(VISITOR, parse(RawRequest("GET", table, query.encode())), self.zone)


def _decode(kind: type[T], rows: EncodedRows) -> list[T]:
    return msgspec.json.decode(rows.array, type=list[kind])  # type: ignore[valid-type]
