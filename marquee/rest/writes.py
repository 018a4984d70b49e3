"""Inserts, upserts, updates and deletes, each within the caller's transaction: when one raises, nothing may be kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, case, delete, false, select

from marquee.errors import (
    InvalidBody,
    InvalidConflictTarget,
    NotSingular,
    ParseError,
    TooManyAffected,
    UnknownBodyColumn,
    UnsafeStatement,
)
from marquee.rest.plan import Condition, Planner, Resource
from marquee.rest.reads import MAX_ROWS, Row, read
from marquee.rest.request import ApiRequest
from marquee.rest.values import from_json
from marquee.rest.verdict import check_inserted_columns, check_written_rows, policies_for
from marquee.rules import insert_rows, update_rows
from marquee.tables import exposed_columns


@dataclass(frozen=True)
class Written:
    """What a write did: how many rows it reached, how many of them it added, and the rows where they are asked for.

    `ids` are of the rows added or deleted, of the latter as many as a read gives.
    """

    reached: int
    added: int = 0
    rows: list[Row] | None = None
    ids: tuple[str, ...] = ()


class Write:
    """One writing request at work on one connection."""

    def __init__(self, connection: Connection, planner: Planner, request: ApiRequest, resource: Resource) -> None:
        self.connection = connection
        self.planner = planner
        self.request = request
        self.resource = resource
        self.table = resource.table
        self.actor = planner.actor

    def run(self) -> Written:
        """Carry the request out. Raises a DataError."""
        return {"insert": self._insert, "update": self._update, "delete": self._delete}[self.request.action]()

    def _insert(self) -> Written:
        policies_for(self.actor, "insert", self.table)
        rows = self._payload()
        targets = self._conflict_targets()
        if targets:
            ids, added = self._upserted(rows, targets)
        else:
            for row in rows:
                check_inserted_columns(self.actor, self.table, row)
            ids = insert_rows(self.connection, self.table, rows)
            added = len(ids)
        if self.request.singular and len(ids) != 1:
            raise NotSingular(len(ids))
        return Written(len(ids), added, self._representation(ids), tuple(ids))

    def _upserted(self, rows: Sequence[Mapping[str, Any]], targets: tuple[str, ...]) -> tuple[list[str], int]:
        """The ids of the rows written, and how many of them are new."""
        ids, added = [], 0
        for row in rows:
            existing = self._existing(row, targets)
            if existing is None:
                check_inserted_columns(self.actor, self.table, row)
                ids += insert_rows(self.connection, self.table, [row])
                added += 1
            elif self.request.prefer.get("resolution") == "merge-duplicates":
                self._set(self.table.c.id == existing, row)
                ids.append(existing)
        return ids, added

    def _update(self) -> Written:
        rows = self._rows()
        payload = self._payload()
        if len(payload) > 1:
            raise InvalidBody("An update takes one object")
        values = payload[0] if payload else {}
        reached = check_written_rows(self.connection, self.actor, "update", self.table, rows, values)
        if not values:
            reached, rows = 0, false()
        self._check_reach(reached)
        # Before the write: after it their filter may no longer find them.
        ids = self._ids(rows) if self.request.prefer.wants_representation else []
        if reached:
            update_rows(self.connection, self.table, rows, values)
        return Written(reached, rows=self._representation(ids))

    def _delete(self) -> Written:
        rows = self._rows()
        reached = check_written_rows(self.connection, self.actor, "delete", self.table, rows, {})
        self._check_reach(reached)
        ids = self._ids(rows)
        before = self._representation(ids)
        self.connection.execute(delete(self.table).where(rows))
        return Written(reached, rows=before, ids=tuple(ids))

    def _set(self, rows: Condition, values: Mapping[str, Any]) -> None:
        check_written_rows(self.connection, self.actor, "update", self.table, rows, values)
        update_rows(self.connection, self.table, rows, values)

    def _rows(self) -> Condition:
        """The rows that the filters name. Raises UnsafeStatement without a filter: it would be every row."""
        if not any(path == () for path, _ in self.request.where):
            raise UnsafeStatement(f"{self.request.action.upper()} requires a WHERE clause")
        if () in self.request.limit or () in self.request.offset:
            raise ParseError(f"limit and offset cannot be used with {self.request.method}")
        return and_(*self.planner.conditions(self.resource, self.table))

    def _payload(self) -> list[dict[str, Any]]:
        """The body's rows as values of their columns. Raises InvalidBody, UnknownBodyColumn and what `values` does."""
        rows = self.request.rows or []
        names = self.request.columns
        if names is None and any(row.keys() != rows[0].keys() for row in rows):
            raise InvalidBody("All object keys must match")
        known = exposed_columns(self.table)
        for name in names if names is not None else (rows[0] if rows else ()):
            if name not in known:
                raise UnknownBodyColumn(
                    f"Could not find the '{name}' column of '{self.table.name}' in the schema cache"
                )
        return [self._values(row, names if names is not None else tuple(row)) for row in rows]

    def _values(self, row: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
        """A listed name that the object lacks is null, or the column's default if the client prefers that."""
        if self.request.prefer.get("missing") == "default" or self.request.action == "update":
            names = [name for name in names if name in row]
        columns = exposed_columns(self.table)
        return {name: from_json(columns[name], row.get(name), self.planner.zone) for name in names}

    def _conflict_targets(self) -> tuple[str, ...]:
        """The columns that tell an upsert's row from a new one: `on_conflict`, else the primary key."""
        if self.request.prefer.get("resolution") is None:
            return ()
        targets = self.request.on_conflict or ("id",)
        columns = [self.resource.column(name) for name in targets]
        if len(columns) != 1 or not (columns[0].primary_key or columns[0].unique):
            raise InvalidConflictTarget(
                "there is no unique or exclusion constraint matching the ON CONFLICT specification"
            )
        return targets

    def _existing(self, row: Mapping[str, Any], targets: tuple[str, ...]) -> str | None:
        same = [self.table.c[name] == row.get(name) for name in targets]
        found: str | None = self.connection.execute(select(self.table.c.id).where(*same)).scalar_one_or_none()
        return found

    def _check_reach(self, reached: int) -> None:
        most = self.request.prefer.max_affected
        if most is not None and reached > most:
            raise TooManyAffected(
                "Query result exceeds max-affected preference constraint", f"The query affects {reached} rows"
            )
        if self.request.singular and reached != 1:
            raise NotSingular(reached)

    def _ids(self, rows: Condition) -> list[str]:
        return list(self.connection.execute(select(self.table.c.id).where(rows).limit(MAX_ROWS)).scalars())

    def _representation(self, ids: list[str]) -> list[Row] | None:
        """The rows of these ids as they are now, in the order asked for, else as written; as many as a read gives."""
        if not self.request.prefer.wants_representation:
            return None
        if not ids:
            return []
        ids = ids[:MAX_ROWS]
        column = self.table.c.id
        written = Resource(self.table, self.resource.columns, self.resource.items, order=self.resource.order)
        order = None if written.order else [case(*((column == id_, place) for place, id_ in enumerate(ids)))]
        return read(self.connection, self.planner, written, column.in_(ids), order=order)
