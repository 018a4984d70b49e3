"""What is made once for all requests of one shape by one kind of actor: the plan, and its statements."""

from datetime import tzinfo
from functools import cached_property, lru_cache
from typing import Any

from sqlalchemy import Connection, and_

from marquee.db.statements import Prepared, Statements
from marquee.domain import search
from marquee.domain.policies import BEARER, Action, Actor
from marquee.rest.planner import Condition, Planner, Resource
from marquee.rest.query import LIMIT, MAX_ROWS, OFFSET, Reading, prepared_count
from marquee.rest.query_shape import Shape, shape_of
from marquee.rest.request import ApiRequest
from marquee.rest.rows import Row

MOST = 256
"""How many plans are kept; the one that was used least recently leaves first."""

MOST_READINGS = 8


class Plan:
    """A request's resource and statements. Made of names: `Planned` has the values."""

    def __init__(self, kind: Actor, shape: Shape) -> None:
        self.planner = Planner(kind)
        self.resource = self.planner.plan(shape)
        self.statements = Statements()
        self._readings: dict[frozenset[str], Reading] = {}

    def reading(self, common: frozenset[str] = frozenset()) -> Reading:
        """How the rows are read, when `common` names the searched words that many rows have."""
        if common not in self._readings:
            if len(self._readings) >= MOST_READINGS:
                self._readings.clear()
            self.planner.common = common
            self._readings[common] = Reading(self.planner, self.resource)
        return self._readings[common]

    @cached_property
    def counting(self) -> Prepared:
        return prepared_count(self.planner, self.resource)

    @cached_property
    def rows(self) -> Condition:
        """The rows that the filters name."""
        return and_(*self.planner.conditions(self.resource, self.resource.table))

    @cached_property
    def written(self) -> Reading:
        """The rows of these ids, whatever the filters say of them now."""
        resource = self.resource
        return Reading(
            self.planner, Resource(resource.table, resource.columns, resource.items, order=resource.order), "id"
        )


class Planned:
    """A plan with one request's values. Raises a DataError for a name that the actor does not see."""

    def __init__(self, actor: Actor, request: ApiRequest, zone: tzinfo) -> None:
        shape, self._given = shape_of(request)
        self.plan = _plan(request.action, actor.kind, shape)
        self.actor, self.request, self.zone = actor, request, zone
        self.offset = request.offset.get((), 0)

    def values(self) -> dict[str, Any]:
        """What the statements made so far bind. Raises a DataError for a text that does not suit its column."""
        limit = min(self.request.limit.get((), MAX_ROWS), MAX_ROWS)
        values: dict[str, Any] = {**self._given, BEARER: self.actor.user_id, LIMIT: limit, OFFSET: self.offset}
        for name, meaning in self.plan.planner.bound.items():
            values[name] = meaning(values[name], self.zone)
        return values


def read(connection: Connection, planned: Planned) -> list[Row]:
    """The resource's rows as the objects of the answer."""
    plan = planned.plan
    reading, values = plan.reading(), planned.values()
    if plan.planner.searched:
        reading = plan.reading(search.common(connection, plan.planner.searched.values(), values))
    return reading.rows(connection, values)


def count(connection: Connection, planned: Planned) -> int:
    """How many rows the resource has, whatever its limit."""
    counting = planned.plan.counting
    return int(counting.run(connection, planned.values())[0][0])


@lru_cache(MOST)
def _plan(_action: Action, kind: Actor, shape: Shape) -> Plan:
    """Reads and writes have plans of their own: they are made and used on different threads."""
    return Plan(kind, shape)
