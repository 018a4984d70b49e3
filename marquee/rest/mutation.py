"""Runs a writing request in the caller's transaction: inserts, upserts, updates and deletes.

The rows that a client's filters name are found in a read, `find_rows`, and refused there if the actor may not write
them: whoever has no right to write holds up no writer. The write itself then goes by their ids.

Before a row is written, the database is asked whether the actor may (`write_check`), and which columns would change:
only those are set. Afterwards the written rows are read by their ids, with the same embedded resources and order as
in a query. If anything raises, the caller undoes all of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, select

from marquee.data_errors import DataError, InvalidConflictTarget, TooManyRows, UnsafeStatement
from marquee.db.functions import among
from marquee.db.limits import limited
from marquee.db.statements import Values, new_values
from marquee.domain.actor import actor_values
from marquee.domain.constraint_errors import failing_row
from marquee.domain.exchange.saving import save
from marquee.domain.exchange.sheet import Choices, Sheet
from marquee.domain.policies.policy import Action
from marquee.domain.records import delete_rows, insert_rows, update_rows
from marquee.domain.tables import exposed_columns
from marquee.rest.conditions import Condition
from marquee.rest.encoding import EncodedRows
from marquee.rest.errors import (
    InvalidBody,
    InvalidPutFilters,
    NotSingular,
    ParseError,
    PutMismatch,
    PutWithLimit,
    TooManyAffected,
    UnknownBodyColumn,
)
from marquee.rest.grammar.filters import Filter
from marquee.rest.grammar.values import from_json, from_text
from marquee.rest.inserts import INSERTS
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.read_query import Reading
from marquee.rest.read_statements import MAX_ROWS
from marquee.rest.tables import insert_from_table
from marquee.rest.write_check import (
    IDS,
    WriteScope,
    check_inserted_columns,
    check_inserted_rows,
    check_new_values,
    check_references,
    check_statement,
    check_write,
    require_policies,
)

MAX_WRITTEN = 10_000
"""Rows that one update or delete may name."""
CLIENT_LIMIT_S = 0.5
"""How long a client's filters, and the rows it wants to see, may hold up all other writers."""


@dataclass(frozen=True)
class WriteResult:
    """What a write did: the number of affected rows, how many of them it added, and the rows if they were asked for.

    `ids` are those of the rows: of changed and deleted ones at most as many as a read returns.
    """

    affected: int
    added: int = 0
    rows: EncodedRows | None = None
    ids: tuple[str, ...] = ()


def find_rows(connection: Connection, bound: BoundPlan) -> list[str]:
    """The ids of the rows that an update or delete names, all of which the actor may write so. Raises a DataError."""
    return Mutation(connection, bound).find()


def nothing_written(bound: BoundPlan) -> WriteResult:
    """The result of an update or delete that names no row."""
    nothing = EncodedRows(bound.request.form, (), [])
    return WriteResult(0, rows=nothing if bound.request.prefer.wants_representation else None)


def run_mutation(connection: Connection, bound: BoundPlan, found: Sequence[str] = ()) -> WriteResult:
    """Carry the request out; an update or delete on those of the rows `found` that its filters still name.

    A row that they name only since then is left alone, as if the request had come a little earlier. Raises a DataError.
    """
    mutation = Mutation(connection, bound)
    match bound.request.action:
        case "insert" if bound.request.sheet is not None:
            return mutation.insert_table(bound.request.sheet)
        case "insert":
            return mutation.insert()
        case "update":
            return mutation.update(found)
        case _:
            return mutation.delete(found)


class Mutation:
    """One writing request on one connection."""

    def __init__(self, connection: Connection, bound: BoundPlan) -> None:
        self.connection = connection
        self.bound = bound
        self.plan = bound.plan
        self.request = bound.request
        self.resource = bound.plan.resource
        self.table = bound.plan.resource.table
        self.actor = bound.actor

    def insert(self) -> WriteResult:
        require_policies(self.actor, "insert", self.table)
        if self.request.method == "PUT":
            return self._put()
        rows = self._payload()
        targets = self._conflict_targets()
        if targets:
            return self._insert_result(*self._upserted(rows, targets))
        ids = self._inserted(rows)
        return self._insert_result(ids, len(ids))

    def insert_table(self, sheet: Sheet) -> WriteResult:
        """Add the rows of a table as people keep them. Raises what `save` does."""
        ids = save(self.connection, sheet, Choices(), partial(insert_from_table, self.actor), self.actor)
        return self._insert_result(ids, len(ids))

    def _insert_result(self, ids: list[Any], added: int) -> WriteResult:
        if self.request.singular and len(ids) != 1:
            raise NotSingular(len(ids))
        return WriteResult(len(ids), added, self._representation(ids), tuple(map(str, ids)))

    def _put(self) -> WriteResult:
        """Add or change the row of one id, which the filter and the body both have."""
        id_ = self._id_to_put()
        column = exposed_columns(self.table)["id"]
        row = next((row for row in self._payload() if row.get("id") == from_text(column, id_, self.bound.zone)), None)
        if row is None:
            raise PutMismatch("Payload values do not match URL in primary key column(s)")
        self.request.rows = [row]  # the others of the body are not written, nor recorded
        ids, added = self._upserted([row], ("id",))
        return WriteResult(len(ids), added, self._representation(ids), tuple(ids))

    def _id_to_put(self) -> str:
        """The text of the only filter, which is by id. Raises PutWithLimit, InvalidPutFilters."""
        if () in self.request.limit or () in self.request.offset:
            raise PutWithLimit("limit/offset querystring parameters are not allowed for PUT")
        match self.request.where:
            case [((), Filter("id", False, "eq", None, str(id_)))]:
                return id_
        raise InvalidPutFilters("Filters must include all and only primary key columns with 'eq' operators")

    def _upserted(self, rows: Sequence[Mapping[str, Any]], targets: tuple[str, ...]) -> tuple[list[str], int]:
        """The ids of the rows written, and how many of them are new."""
        ids, added = [], 0
        for row in rows:
            existing = self._existing(row, targets)
            if existing is None:
                ids += self._inserted([row])
                added += 1
            elif self.request.method == "PUT" or self.request.prefer.get("resolution") == "merge-duplicates":
                self._change([existing], row, self._checked("update", [existing], row))
                ids.append(existing)
        return ids, added

    def _inserted(self, rows: Sequence[Mapping[str, Any]]) -> list[Any]:
        """The ids of the rows, which the actor may add."""
        for row in rows:
            check_inserted_columns(self.actor, self.table, row)
        if self.table in INSERTS:
            return INSERTS[self.table](self.connection, self.bound, rows)
        check_references(self.connection, self.actor, self.table, rows)
        ids = insert_rows(self.connection, self.table, rows)
        check_inserted_rows(self.connection, self.actor, self.table, ids)
        return ids

    def find(self) -> list[str]:
        self._require_filter()
        values = self._new_values() if self.request.action == "update" else {}
        require_policies(self.actor, self.request.action, self.table)
        statement = self.plan.statements(
            "find", lambda: select(self.table.c.id).where(self.plan.where).limit(MAX_WRITTEN + 1)
        )
        ids = [row[0] for row in statement.run(self.connection, self.bound.values())]
        if len(ids) > MAX_WRITTEN:
            raise TooManyRows(f"A write can name at most {MAX_WRITTEN} rows: narrow its filters, and repeat it")
        self._check_affected(self._affected(ids, values))
        return ids

    def update(self, found: Sequence[str]) -> WriteResult:
        values, ids = self._new_values(), self._still_named(found)
        scope = self._checked("update", ids, values)
        affected = scope.affected if values else 0
        self._check_affected(affected)
        self._change(ids, values, scope)
        return WriteResult(affected, 0, self._representation(ids if affected else []), tuple(ids[:MAX_ROWS]))

    def delete(self, found: Sequence[str]) -> WriteResult:
        ids = self._still_named(found)
        affected = self._checked("delete", ids, {}).affected
        self._check_affected(affected)
        before = self._representation(ids)
        delete_rows(self.connection, self.table, self._rows, self._bindings(ids), self.plan.statements)
        return WriteResult(affected, rows=before, ids=tuple(ids[:MAX_ROWS]))

    def _affected(self, ids: Sequence[str], values: Mapping[str, Any]) -> int:
        """How many rows the write affects. Raises what `check_write` does."""
        is_update = self.request.action == "update"
        scope = self._checked("update" if is_update else "delete", ids, values)
        return scope.affected if values or not is_update else 0

    def _change(self, ids: Sequence[str], values: Mapping[str, Any], scope: WriteScope) -> None:
        """Set only the columns that change: a save of a whole record leaves the other columns' indexes alone."""
        if scope.changed_columns:
            changes = {name: values[name] for name in scope.changed_columns}
            check_references(self.connection, self.actor, self.table, [changes])
            update_rows(self.connection, self.table, self._rows, self._bindings(ids), changes, self.plan.statements)

    def _checked(self, action: Action, ids: Sequence[str], values: Mapping[str, Any]) -> WriteScope:
        """What a write to the rows of these ids affects. Raises what `check_write` does."""
        columns, kind = tuple(values), self.plan.kind
        require_policies(self.actor, action, self.table)
        statement = self.plan.statements(
            ("check", action, *columns), lambda: check_statement(kind, action, self.table, self._rows, columns)
        )
        counts = statement.run(self.connection, {**self._bindings(ids), **new_values(values)})[0]
        scope = check_write(self.actor, self.table, columns, counts)
        check_new_values(self.actor, self.table, ids, values, scope.changed_columns)
        return scope

    @property
    def _rows(self) -> Condition:
        """The rows of the ids that are bound."""
        return among(self.table.c.id, IDS)

    def _bindings(self, ids: Sequence[str]) -> Values:
        return {IDS: list(ids), **actor_values(self.actor)}

    def _still_named(self, ids: Sequence[str]) -> list[str]:
        """Those of the rows that the filters name now that nobody else writes."""
        statement = self.plan.statements(
            "still named", lambda: select(self.table.c.id).where(self._rows, self.plan.where)
        )
        with limited(self.connection, CLIENT_LIMIT_S):
            rows = statement.run(self.connection, {**self.bound.values(), **self._bindings(ids)})
        return [row[0] for row in rows]

    def _require_filter(self) -> None:
        """Raises UnsafeStatement without a filter: it would be every row."""
        if not any(path == () for path, _ in self.request.where):
            raise UnsafeStatement(f"{self.request.action.upper()} requires a WHERE clause")
        if () in self.request.limit or () in self.request.offset:
            raise ParseError(f"limit and offset cannot be used with {self.request.method}")

    def _new_values(self) -> dict[str, Any]:
        """What an update sets. Raises what `_payload` does."""
        payload = self._payload()
        if len(payload) > 1:
            raise InvalidBody("An update takes one object")
        return payload[0] if payload else {}

    def _payload(self) -> list[dict[str, Any]]:
        """The body's rows as values of their columns.

        Raises InvalidBody, UnknownBodyColumn and what `from_json` does.
        """
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
        is_list = len(rows) > 1
        return [
            self._values(row, names if names is not None else tuple(row), number if is_list else None)
            for number, row in enumerate(rows, 1)
        ]

    def _values(self, row: Mapping[str, Any], names: Sequence[str], number: int | None) -> dict[str, Any]:
        """A listed name that the object lacks is null, or the column's default if the client prefers that.

        What `from_json` raises is told with the row's number in the list.
        """
        if self.request.prefer.get("missing") == "default" or self.request.action == "update":
            names = [name for name in names if name in row]
        columns = exposed_columns(self.table)
        values = {}
        for name in names:
            try:
                values[name] = from_json(columns[name], row.get(name), self.bound.zone)
            except DataError as error:
                error.details = error.details or failing_row(name, row, number)
                raise
        return values

    def _conflict_targets(self) -> tuple[str, ...]:
        """The columns whose values show that a row of an upsert exists: `on_conflict`, or the primary key."""
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
        id_: str | None = self.connection.execute(select(self.table.c.id).where(*same)).scalar_one_or_none()
        return id_

    def _check_affected(self, affected: int) -> None:
        limit = self.request.prefer.max_affected
        if limit is not None and affected > limit:
            raise TooManyAffected(
                "Query result exceeds max-affected preference constraint", f"The query affects {affected} rows"
            )
        if self.request.singular and affected != 1:
            raise NotSingular(affected)

    def _representation(self, ids: list[str]) -> EncodedRows | None:
        """The rows of these ids as they are now, at most as many as a read returns.

        They come in the requested order, or in the order in which they were written. Raises AnswerTooLarge.
        """
        if not self.request.prefer.wants_representation:
            return None
        ids, query = ids[:MAX_ROWS], self.plan.written_rows
        reading = Reading(self.connection, self.bound.values(), self.request.form)
        with limited(self.connection, CLIENT_LIMIT_S):
            rows = query.read_linked(reading, ids) if ids else []
        if not self.resource.order:
            places = {id_: place for place, id_ in enumerate(ids)}
            rows.sort(key=lambda linked: places[linked[0]])
        return query.encoded(reading, [row for _, row in rows])
