"""Plans, kept for all requests of one shape by actors with the same rights.

Building a plan's SQL takes several times as long as running it. A plan therefore holds names only; `BoundPlan` adds the
values of one request, the actor's own id among them.
"""

from dataclasses import replace
from datetime import tzinfo
from functools import cached_property, lru_cache
from typing import Any

from sqlalchemy import Connection, Table, and_

from marquee.db.statements import PreparedStatement, StatementCache
from marquee.domain.actor import Actor, actor_values
from marquee.domain.policies.policy import Action
from marquee.rest.conditions import Condition, Conditions, conversions, name_search, searches
from marquee.rest.errors import not_implemented_here
from marquee.rest.planner import plan_resource
from marquee.rest.query_shape import Shape, shape_of
from marquee.rest.read_cost import MAX_CHEAP_OFFSET, MAX_CHEAP_ROWS, is_cheap, is_one_row
from marquee.rest.read_query import Reading, ReadQuery
from marquee.rest.read_statements import LIMIT, MAX_ROWS, OFFSET, bounded_count, count_query
from marquee.rest.request import ApiRequest
from marquee.sheets.saving import Planned

MAX_PLANS = 256
MAX_KEPT_PARTS = 48
"""A plan of so many conditions takes 0.2 MB. People's requests have fewer; those with more are planned each time."""
MAX_READ_QUERIES = 8


class Plan:
    """A tree of resources for one kind of actor, and its statements, each built when it is first needed.

    Several threads use it: what two of them build at once is the same.
    """

    def __init__(self, action: Action, kind: Actor, shape: Shape) -> None:
        self.kind = kind
        self.resource = plan_resource(kind, shape)
        if action != "select" and self.resource.is_aggregated:
            raise not_implemented_here("The rows of a write cannot be aggregated.")
        if action == "insert":
            self.resource.where.clear()  # an insert has no rows to filter yet
        self.conversions = conversions(self.resource)
        self.searches = searches(self.resource)
        self.name_search = name_search(self.resource)
        self.statements = StatementCache()
        self._read_queries: dict[tuple[frozenset[str], str | None, bool], ReadQuery] = {}

    def read_query(
        self, common_words: frozenset[str] = frozenset(), link: str | None = None, *, without_named: bool = False
    ) -> ReadQuery:
        """Reads the resource, as `ReadQuery` says; `common_words` names the searched words that many rows have."""
        key = common_words, link, without_named
        query = self._read_queries.get(key)
        if query is None:
            if len(self._read_queries) >= MAX_READ_QUERIES:
                self._read_queries.clear()
            conditions = Conditions(self.kind, common_words)
            query = ReadQuery(conditions, self.resource, link, without_named=without_named)
            self._read_queries[key] = query
        return query

    @cached_property
    def is_cheap(self) -> bool:
        """Whether the first rows of it are a read of about a millisecond on a site of any size."""
        return is_cheap(self.resource)

    @cached_property
    def is_one_row(self) -> bool:
        return is_one_row(self.resource)

    @cached_property
    def count_query(self) -> PreparedStatement:
        return count_query(Conditions(self.kind), self.resource)

    def bounded_count_query(self, common_words: frozenset[str]) -> PreparedStatement:
        """Counts the resource's rows up to `MOST`."""
        conditions = Conditions(self.kind, common_words)
        return self.statements(("bounded count", common_words), lambda: bounded_count(conditions, self.resource))

    @cached_property
    def where(self) -> Condition:
        """The rows that the filters name."""
        return and_(*Conditions(self.kind).where(self.resource, self.resource.table))

    @cached_property
    def written_rows(self) -> ReadQuery:
        """Reads rows by their ids, whether or not the filters still match them after the write."""
        return ReadQuery(Conditions(self.kind), replace(self.resource, where=[]), "id")


class BoundPlan:
    """A plan with one request's values. Raises a DataError for a name that the actor does not see."""

    def __init__(self, actor: Actor, request: ApiRequest, zone: tzinfo, base_url: str = "") -> None:
        shape, self._texts = shape_of(request)
        plan = _kept_plan if shape.parts <= MAX_KEPT_PARTS else Plan
        self.plan = plan(request.action, actor.kind, shape)
        self.actor, self.request, self.zone = actor, request, zone
        self.base_url = base_url
        self.made: dict[str, str] = {}
        """What a write has made that only its answer shows, bound by the answer's statement."""
        self.new_rows: list[dict[str, Any]] = []
        self.planned: Planned | None = None
        """What an insert made before its turn to write: the body's rows, or what becomes of a table's."""
        self.offset = request.offset.get((), 0)
        self.limit = min(request.limit.get((), MAX_ROWS), MAX_ROWS)

    @property
    def table(self) -> Table:
        """The table that the request is about."""
        return self.plan.resource.table

    @property
    def is_cheap(self) -> bool:
        """Whether a read of about a millisecond may be expected; False does not say that it is slow."""
        most = 1 if self.plan.is_one_row else self.limit
        is_short = most <= MAX_CHEAP_ROWS and self.offset <= MAX_CHEAP_OFFSET
        return is_short and self.request.prefer.get("count") != "exact" and self.plan.is_cheap

    def reading(self, connection: Connection) -> Reading:
        """One read for this request. Raises what `values` does."""
        return Reading(connection, self.values(), self.request.form, self.request.prefer.zone)

    def values(self) -> dict[str, Any]:
        """What the plan's statements bind. Raises a DataError for a text that does not suit its column."""
        values: dict[str, Any] = {**self._texts, **actor_values(self.actor), **self.made}
        values |= {LIMIT: self.limit, OFFSET: self.offset}
        for name, convert in self.plan.conversions.items():
            values[name] = convert(values[name], self.zone)
        return values


_kept_plan = lru_cache(MAX_PLANS)(Plan)
"""Each action has plans of its own: an insert's has no filters."""
