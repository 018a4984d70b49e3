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
from marquee.rest.query import read_estimated, read_named, read_rows
from marquee.rest.request import RawRequest, parse

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
        """The first rows, and the estimated total."""
        plan = self._plan(table, f"{query}&limit={limit}")
        found = read_estimated(self.connection, plan)
        return _decode(kind, found.rows), found.total or 0

    def _plan(self, table: str, query: str) -> BoundPlan:
        return BoundPlan(VISITOR, parse(RawRequest("GET", table, query.encode())), self.zone)


def _decode(kind: type[T], rows: EncodedRows) -> list[T]:
    return msgspec.json.decode(rows.array, type=list[kind])  # type: ignore[valid-type]
