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
from marquee.site.queries.select_lists import select_list
from marquee.site.rows import Record

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Reader:
    """A visitor's requests in one transaction; `zone` is the site's.

    The record says what is selected, and of which table; a query says the rest, each parameter begun by `&`.
    """

    connection: Connection
    zone: ZoneInfo

    def rows(self, record: type[R], query: str) -> list[R]:
        """The rows of a query."""
        return _decode(record, read_rows(self.connection, self._plan(record, query)))

    def one(self, record: type[R], query: str) -> R | None:
        """The first row of a query, or None."""
        return next(iter(self.rows(record, f"{query}&limit=1")), None)

    def first(self, record: type[R], query: str, limit: int) -> tuple[list[R], int]:
        """The first rows of a query, and the estimated total."""
        found = read_estimated(self.connection, self._plan(record, f"{query}&limit={limit}"))
        return _decode(record, found.rows), found.total or 0

    def named(self, record: type[R], ids: Sequence[str], query: str) -> list[R]:
        """The rows of these ids."""
        return _decode(record, read_named(self.connection, self._plan(record, query), ids))

    def _plan(self, record: type[R], query: str) -> BoundPlan:
        whole = f"select={select_list(record)}{query}"
        return BoundPlan(VISITOR, parse(RawRequest("GET", record.TABLE, whole.encode())), self.zone)


def _decode(record: type[R], rows: EncodedRows) -> list[R]:
    return msgspec.json.decode(rows.array, type=list[record])  # type: ignore[valid-type]
