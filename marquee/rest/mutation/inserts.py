"""Inserts, upserts and PUT."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, Table, select

from marquee.data_errors import InvalidConflictTarget, TooManyRows
from marquee.domain.actor import Actor
from marquee.domain.exchange.saving import save
from marquee.domain.exchange.sheet import Choices, Sheet
from marquee.rest.errors import InvalidPutFilters, NotSingular, PutMismatch, PutWithLimit
from marquee.rest.grammar.filters import Filter
from marquee.rest.grammar.values import from_text
from marquee.rest.mutation.checked import insert_rows
from marquee.rest.mutation.instead_of import INSTEAD_OF_INSERT
from marquee.rest.mutation.payload import new_rows
from marquee.rest.mutation.result import WriteResult, representation
from marquee.rest.mutation.updates import change, check
from marquee.rest.mutation.write_check import check_inserted_columns, require_policies
from marquee.rest.plan_cache import BoundPlan

MAX_UPSERTED = 1000
"""Rows that one upsert may have: each takes a few milliseconds, in which nobody else can write."""


def insert(connection: Connection, bound: BoundPlan) -> WriteResult:
    """Add the body's rows; with a `resolution`, those that are there are changed or left alone."""
    require_policies(bound.actor, "insert", bound.table)
    if bound.request.method == "PUT":
        return _put(connection, bound)
    rows, targets = new_rows(bound), _conflict_targets(bound)
    if targets:
        return _result(connection, bound, *_upserted(connection, bound, rows, targets))
    ids = _inserted(connection, bound, rows)
    return _result(connection, bound, ids, len(ids))


def insert_table(connection: Connection, bound: BoundPlan, sheet: Sheet) -> WriteResult:
    """Add the rows of a table as people keep them. Raises what `save` does."""
    ids = save(connection, sheet, Choices(), partial(insert_from_table, bound.actor), bound.actor)
    return _result(connection, bound, ids, len(ids))


def insert_from_table(
    actor: Actor, connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]
) -> list[str]:
    """`insert_rows`, where of the server's columns the former date of a moved event is taken from the table."""
    return insert_rows(connection, actor, table, rows, servers=frozenset({"previous_date"}))


def _result(connection: Connection, bound: BoundPlan, ids: list[Any], added: int) -> WriteResult:
    if bound.request.singular and len(ids) != 1:
        raise NotSingular(len(ids))
    return WriteResult(len(ids), added, representation(connection, bound, ids), tuple(map(str, ids)))


def _put(connection: Connection, bound: BoundPlan) -> WriteResult:
    """Add or change the row of one id, which the filter and the body both have."""
    id_ = from_text(bound.table.c.id, _id_to_put(bound), bound.zone)
    row = next((row for row in new_rows(bound) if row.get("id") == id_), None)
    if row is None:
        raise PutMismatch("Payload values do not match URL in primary key column(s)")
    bound.request.rows = [row]  # the others of the body are not written, nor recorded
    ids, added = _upserted(connection, bound, [row], ("id",))
    return WriteResult(len(ids), added, representation(connection, bound, ids), tuple(ids))


def _id_to_put(bound: BoundPlan) -> str:
    """The text of the only filter, which is by id. Raises PutWithLimit, InvalidPutFilters."""
    if () in bound.request.limit or () in bound.request.offset:
        raise PutWithLimit("limit/offset querystring parameters are not allowed for PUT")
    match bound.request.where:
        case [((), Filter("id", False, "eq", None, str(id_)))]:
            return id_
    raise InvalidPutFilters("Filters must include all and only primary key columns with 'eq' operators")


def _conflict_targets(bound: BoundPlan) -> tuple[str, ...]:
    """The columns whose values show that a row of an upsert exists: `on_conflict`, or the primary key."""
    if bound.request.prefer.get("resolution") is None:
        return ()
    targets = bound.request.on_conflict or ("id",)
    columns = [bound.plan.resource.column(name) for name in targets]
    if len(columns) != 1 or not (columns[0].primary_key or columns[0].unique):
        raise InvalidConflictTarget("there is no unique or exclusion constraint matching the ON CONFLICT specification")
    return targets


def _upserted(
    connection: Connection, bound: BoundPlan, rows: Sequence[Mapping[str, Any]], targets: tuple[str, ...]
) -> tuple[list[str], int]:
    """The ids of the rows written, and how many of them are new. Raises TooManyRows and what a write raises."""
    if len(rows) > MAX_UPSERTED:
        raise TooManyRows(f"An upsert can have at most {MAX_UPSERTED:,} rows: send the others in another request")
    ids, added = [], 0
    for row in rows:
        existing = _existing(connection, bound.table, row, targets)
        if existing is None:
            ids += _inserted(connection, bound, [row])
            added += 1
        elif bound.request.method == "PUT" or bound.request.prefer.get("resolution") == "merge-duplicates":
            change(connection, bound, [existing], row, check(connection, bound, "update", [existing], row))
            ids.append(existing)
    return ids, added


def _existing(connection: Connection, table: Table, row: Mapping[str, Any], targets: tuple[str, ...]) -> str | None:
    same = [table.c[name] == row.get(name) for name in targets]
    id_: str | None = connection.execute(select(table.c.id).where(*same)).scalar_one_or_none()
    return id_


def _inserted(connection: Connection, bound: BoundPlan, rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The ids of the rows, which the actor may add."""
    if bound.table not in INSTEAD_OF_INSERT:
        return insert_rows(connection, bound.actor, bound.table, rows)
    check_inserted_columns(bound.actor, bound.table, rows)
    return INSTEAD_OF_INSERT[bound.table](connection, bound, rows)
