"""Inserts, upserts, updates and deletes, each within the caller's transaction: when one raises, nothing may be kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select

from marquee.db.statements import Values, new_values
from marquee.domain.policies import BEARER, Action
from marquee.domain.records import insert_rows, update_rows
from marquee.domain.tables import exposed_columns
from marquee.errors import (
    InvalidBody,
    InvalidConflictTarget,
    NotSingular,
    ParseError,
    TooManyAffected,
    UnknownBodyColumn,
    UnsafeStatement,
)
from marquee.rest.grammar.values import from_json
from marquee.rest.plan_cache import Planned
from marquee.rest.planner import Condition
from marquee.rest.query import MAX_ROWS
from marquee.rest.rows import Row
from marquee.rest.write_check import Verdict, check_inserted_columns, judge, policies_for, question

EXISTING = "existing"


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

    def __init__(self, connection: Connection, planned: Planned) -> None:
        self.connection = connection
        self.planned = planned
        self.plan = planned.plan
        self.request = planned.request
        self.resource = planned.plan.resource
        self.table = planned.plan.resource.table
        self.actor = planned.actor

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
                self._set(existing, row)
                ids.append(existing)
        return ids, added

    def _update(self) -> Written:
        rows, named = self._rows()
        payload = self._payload()
        if len(payload) > 1:
            raise InvalidBody("An update takes one object")
        values = payload[0] if payload else {}
        verdict = self._judged("update", rows, named, values)
        reached = verdict.reached if values else 0
        self._check_reach(reached)
        # Before the write: after it their filter may no longer find them.
        ids = self._ids(rows, named, verdict) if reached and self.request.prefer.wants_representation else []
        self._change(rows, named, values, verdict)
        return Written(reached, rows=self._representation(ids))

    def _delete(self) -> Written:
        rows, named = self._rows()
        verdict = self._judged("delete", rows, named, {})
        self._check_reach(verdict.reached)
        ids = self._ids(rows, named, verdict)
        before = self._representation(ids)
        self.connection.execute(delete(self.table).where(rows), named)
        return Written(verdict.reached, rows=before, ids=tuple(ids))

    def _set(self, id_: str, values: Mapping[str, Any]) -> None:
        one, named = self.table.c.id == bindparam(EXISTING), {EXISTING: id_, BEARER: self.actor.user_id}
        self._change(one, named, values, self._judged("update", one, named, values))

    def _change(self, rows: Condition, named: Values, values: Mapping[str, Any], verdict: Verdict) -> None:
        """Only what changes is set: a whole-record save does not touch the indexes of what it leaves as it was."""
        if verdict.changing:
            changes = {name: values[name] for name in verdict.changing}
            update_rows(self.connection, self.table, rows, named, changes, self.plan.statements)

    def _judged(self, action: Action, rows: Condition, named: Values, values: Mapping[str, Any]) -> Verdict:
        """Raises what `judge` does."""
        names, kind = tuple(values), self.plan.planner.actor
        policies_for(self.actor, action, self.table)
        asked = self.plan.statements(("may", action, *names), lambda: question(kind, action, self.table, rows, names))
        return judge(self.actor, self.table, names, asked.run(self.connection, {**named, **new_values(values)})[0])

    def _rows(self) -> tuple[Condition, Values]:
        """The rows that the filters name, with what they bind.

        Raises UnsafeStatement without a filter: it would be every row.
        """
        if not any(path == () for path, _ in self.request.where):
            raise UnsafeStatement(f"{self.request.action.upper()} requires a WHERE clause")
        if () in self.request.limit or () in self.request.offset:
            raise ParseError(f"limit and offset cannot be used with {self.request.method}")
        rows = self.plan.rows
        return rows, self.planned.values()

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
        return {name: from_json(columns[name], row.get(name), self.planned.zone) for name in names}

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

    def _ids(self, rows: Condition, named: Values, verdict: Verdict) -> list[str]:
        if verdict.only:
            return [verdict.only]
        found = self.plan.statements("ids", lambda: select(self.table.c.id).where(rows).limit(MAX_ROWS))
        return [row[0] for row in found.run(self.connection, named)]

    def _representation(self, ids: list[str]) -> list[Row] | None:
        """The rows of these ids as they are now, in the order asked for, else as written; as many as a read gives."""
        if not self.request.prefer.wants_representation:
            return None
        if not ids:
            return []
        written, ids = self.plan.written, ids[:MAX_ROWS]
        found = written.linked(self.connection, self.planned.values(), ids)
        if not self.resource.order:
            places = {id_: place for place, id_ in enumerate(ids)}
            found.sort(key=lambda pair: places[pair[0]])
        return [row for _, row in found]
