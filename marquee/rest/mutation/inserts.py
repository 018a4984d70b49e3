"""Inserts, upserts and PUT."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, UniqueConstraint, select

from marquee.data_errors import INVALID_CONFLICT_TARGET, TOO_MANY_ROWS, DataError
from marquee.domain.actor import actor_values
from marquee.domain.audited import Written
from marquee.domain.history.changes import HISTORY
from marquee.domain.policies.data import visible
from marquee.domain.records import INSTEAD_OF_INSERT
from marquee.domain.search import find_words
from marquee.domain.tables import AnyColumn
from marquee.domain.tables.columns import holder
from marquee.rest.errors import INVALID_PUT_FILTERS, PUT_MISMATCH, PUT_WITH_LIMIT, not_singular
from marquee.rest.grammar.filters import Filter
from marquee.rest.grammar.values import from_text
from marquee.rest.mutation.checked import insert_rows
from marquee.rest.mutation.from_tables import writer
from marquee.rest.mutation.payload import new_rows
from marquee.rest.mutation.result import WriteResult, representation
from marquee.rest.mutation.undo import undo
from marquee.rest.mutation.updates import accounts_of, change, changes, known, request_scope
from marquee.rest.mutation.write_check import require_fillable_columns, require_policies
from marquee.rest.plan_cache import BoundPlan
from marquee.sheets.saving import save
from marquee.sheets.sheet import Choices, Sheet

MAX_UPSERTED = 250
"""Rows that one upsert may have: each takes half a millisecond, in which nobody else can write."""


def insert(connection: Connection, bound: BoundPlan) -> WriteResult:
    """Add the body's rows; with a `resolution`, those that are there are changed or left alone."""
    require_policies(bound.actor, "insert", bound.table)
    if bound.request.method == "PUT":
        return _put(connection, bound)
    rows, targets = bound.new_rows or new_rows(bound), _conflict_targets(bound)
    if targets:
        return _result(connection, bound, _upserted(connection, bound, rows, targets))
    return _result(connection, bound, _Done(_inserted(connection, bound, rows), len(rows), _given(bound, rows)))


def prepare(bound: BoundPlan) -> None:
    """Make what an insert can make before its turn to write. Raises what `new_rows` does."""
    bound.new_rows = new_rows(bound)
    find_words(bound.table, bound.new_rows)


def insert_table(connection: Connection, bound: BoundPlan, sheet: Sheet) -> WriteResult:
    """Add the rows of a table as people keep them. Raises what `save` does."""
    ids = save(connection, sheet, Choices(), writer(bound.actor), bound.actor, bound.planned).added
    return _result(connection, bound, _Done([Written((id_,), {}) for id_ in ids], len(ids), set()))


class _Done(NamedTuple):
    """The rows written, one by one and in their order, how many of them are new, and whose rights are other ones."""

    written: list[Written]
    added: int
    accounts: set[str | None]


def _result(connection: Connection, bound: BoundPlan, done: _Done) -> WriteResult:
    ids = [id_ for written in done.written for id_ in written.ids]
    if bound.request.singular and len(ids) != 1:
        raise not_singular(len(ids))
    rows = representation(connection, bound, ids)
    return WriteResult(len(ids), done.added, rows, tuple(map(str, ids)), known(done.accounts), tuple(done.written))


def _put(connection: Connection, bound: BoundPlan) -> WriteResult:
    """Add or change the row of one id, which the filter and the body both have."""
    id_ = from_text(bound.table.c.id, _id_to_put(bound), bound.zone)
    row = next((row for row in new_rows(bound) if row.get("id") == id_), None)
    if row is None:
        raise DataError(PUT_MISMATCH, "Payload values do not match URL in primary key column(s)")
    return _result(connection, bound, _upserted(connection, bound, [row], ("id",)))


def _id_to_put(bound: BoundPlan) -> str:
    """The text of the only filter, which is by id. Raises PUT_WITH_LIMIT, INVALID_PUT_FILTERS."""
    if () in bound.request.limit or () in bound.request.offset:
        raise DataError(PUT_WITH_LIMIT, "limit/offset querystring parameters are not allowed for PUT")
    match bound.request.where:
        case [((), Filter("id", False, "eq", None, str(id_)))]:
            return id_
    raise DataError(INVALID_PUT_FILTERS, "Filters must include all and only primary key columns with 'eq' operators")


def _conflict_targets(bound: BoundPlan) -> tuple[str, ...]:
    """The columns whose values show that a row of an upsert exists: `on_conflict`, or the primary key."""
    if bound.request.prefer.get("resolution") is None:
        return ()
    targets = bound.request.on_conflict or ("id",)
    if not _is_unique([bound.plan.resource.column(name) for name in targets]):
        raise DataError(
            INVALID_CONFLICT_TARGET, "there is no unique or exclusion constraint matching the ON CONFLICT specification"
        )
    return targets


def _is_unique(columns: Sequence[AnyColumn]) -> bool:
    """Whether the database keeps two rows from having the same values in all of these."""
    if len(columns) == 1 and (columns[0].primary_key or columns[0].unique):
        return True
    constraints = columns[0].table.constraints
    return any(isinstance(one, UniqueConstraint) and {*one.columns} == {*columns} for one in constraints)


def _upserted(
    connection: Connection, bound: BoundPlan, rows: Sequence[Mapping[str, Any]], targets: tuple[str, ...]
) -> _Done:
    """Add or change the rows. Raises TOO_MANY_ROWS and what a write raises."""
    if len(rows) > MAX_UPSERTED:
        raise DataError(
            TOO_MANY_ROWS, f"An upsert can have at most {MAX_UPSERTED:,} rows: send the others in another request"
        )
    written: list[Written] = []
    added, accounts = 0, set[str | None]()
    for row in rows:
        existing = _existing(connection, bound, row, targets)
        if existing is None:
            written += _inserted(connection, bound, [row])
            accounts |= _given(bound, [row])
            added += 1
        elif bound.request.method == "PUT" or bound.request.prefer.get("resolution") == "merge-duplicates":
            scope = request_scope(connection, bound, "update", [existing], row)
            accounts |= accounts_of(connection, bound, [existing], row, scope)
            change(connection, bound, [existing], row, scope)
            written.append(Written((existing,), changes(row, scope)))
    return _Done(written, added, accounts)


def _given(bound: BoundPlan, rows: Sequence[Mapping[str, Any]]) -> set[str | None]:
    """The accounts to which new rows give rights."""
    account = holder(bound.table)
    return set() if account is None else {row.get(account.name) for row in rows}


def _existing(connection: Connection, bound: BoundPlan, row: Mapping[str, Any], targets: tuple[str, ...]) -> str | None:
    """The id of the row with the same values; one that the actor does not see is not there for them."""
    table, actor = bound.table, bound.actor
    same = select(table.c.id).where(*(table.c[name] == row.get(name) for name in targets), visible(actor, table))
    id_: str | None = connection.execute(same, actor_values(actor)).scalar_one_or_none()
    return id_


def _inserted(connection: Connection, bound: BoundPlan, rows: Sequence[Mapping[str, Any]]) -> list[Written]:
    """Add rows that the actor may add; what is null is not set."""
    ids: Sequence[Any]
    if bound.table is HISTORY:
        require_fillable_columns(bound.actor, bound.table, rows)
        ids = undo(connection, bound.actor, rows)
    elif bound.table in INSTEAD_OF_INSERT:
        require_fillable_columns(bound.actor, bound.table, rows)
        added = INSTEAD_OF_INSERT[bound.table](connection, bound.actor.user_id, rows, bound.base_url)
        ids, bound.made = added.ids, bound.made | added.made
    else:
        ids = insert_rows(connection, bound.actor, bound.table, rows)
    values = ({name: value for name, value in row.items() if value is not None} for row in rows)
    return [Written((id_,), row) for id_, row in zip(ids, values, strict=True)]
