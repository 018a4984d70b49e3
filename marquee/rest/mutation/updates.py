"""Updates and deletes: of the rows that a request's filters name."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from marquee.data_errors import TOO_MANY_ROWS, UNSAFE_STATEMENT, DataError
from marquee.db.derived_table import DerivedTable
from marquee.db.limits import limited
from marquee.db.statements import PreparedStatement, differs
from marquee.db.statements import new_values as named_values
from marquee.domain.audited import Written
from marquee.domain.policies.policy import Action
from marquee.domain.records import delete_rows
from marquee.domain.tables.columns import holder
from marquee.rest.errors import PARSE_ERROR
from marquee.rest.mutation.checked import bound_ids, change_rows, of_ids, require_writable
from marquee.rest.mutation.payload import new_values
from marquee.rest.mutation.result import CLIENT_LIMIT_S, WriteResult, representation, require_wanted_count
from marquee.rest.mutation.write_check import WriteScope, require_policies
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.read_statements import MAX_ROWS

MAX_WRITTEN = 2_000
"""Rows that one update or delete may name."""


def find_rows(connection: Connection, bound: BoundPlan) -> list[str]:
    """The ids of the rows that an update or delete names, all of which the actor may write so. Raises a DataError."""
    _require_filter(bound)
    action, table = bound.request.action, bound.table
    values = new_values(bound) if action == "update" else {}
    require_policies(bound.actor, action, table)
    statement = bound.plan.statements("find", lambda: select(table.c.id).where(bound.plan.where).limit(MAX_WRITTEN + 1))
    ids = [row[0] for row in statement.run(connection, bound.values())]
    if len(ids) > MAX_WRITTEN:
        raise DataError(
            TOO_MANY_ROWS, f"A write can name at most {MAX_WRITTEN:,} rows: narrow its filters, and repeat it"
        )
    require_wanted_count(bound, _affected(request_scope(connection, bound, action, ids, values), bound, values))
    return ids


def update(connection: Connection, bound: BoundPlan, found: Sequence[str]) -> WriteResult:
    """Change those of the rows `found` that the filters still name."""
    values, ids = new_values(bound), _still_named(connection, bound, found)
    scope = request_scope(connection, bound, "update", ids, values)
    affected = _affected(scope, bound, values)
    require_wanted_count(bound, affected)
    accounts = accounts_of(connection, bound, ids, values, scope)
    written = _written(connection, bound, ids, values, scope)
    change(connection, bound, ids, values, scope)
    rows = representation(connection, bound, ids if affected else [])
    return WriteResult(affected, 0, rows, tuple(ids[:MAX_ROWS]), known(accounts), written)


def delete(connection: Connection, bound: BoundPlan, found: Sequence[str]) -> WriteResult:
    """Delete those of the rows `found` that the filters still name."""
    ids = _still_named(connection, bound, found)
    affected = request_scope(connection, bound, "delete", ids, {}).affected
    require_wanted_count(bound, affected)
    before, accounts = representation(connection, bound, ids), _holders(connection, bound, ids)
    delete_rows(connection, bound.table, of_ids(bound.table), bound_ids(bound.actor, ids), bound.plan.statements)
    return WriteResult(affected, rows=before, ids=tuple(ids[:MAX_ROWS]), accounts=known(accounts))


def request_scope(
    connection: Connection, bound: BoundPlan, action: Action, ids: Sequence[str], values: Mapping[str, Any]
) -> WriteScope:
    """What the request affects of the rows of these ids. Raises what `require_writable` does."""
    return require_writable(connection, bound.actor, action, bound.table, ids, values, bound.plan.statements)


def change(
    connection: Connection, bound: BoundPlan, ids: Sequence[str], values: Mapping[str, Any], scope: WriteScope
) -> None:
    """Set only the columns that change: a save of a whole record leaves the other columns' indexes alone."""
    if scope.changed_columns:
        change_rows(connection, bound.actor, bound.table, ids, changes(values, scope), bound.plan.statements)


def changes(values: Mapping[str, Any], scope: WriteScope) -> dict[str, Any]:
    """Those of the values that any of the rows does not have yet."""
    return {name: values[name] for name in scope.changed_columns}


def accounts_of(
    connection: Connection, bound: BoundPlan, ids: Sequence[str], values: Mapping[str, Any], scope: WriteScope
) -> set[str | None]:
    """The accounts that a change of these rows gives rights or takes them from, before it is made."""
    account = holder(bound.table)
    if account is None or account.name not in scope.changed_columns:
        return set()
    return _holders(connection, bound, ids) | {values[account.name]}


def _written(
    connection: Connection, bound: BoundPlan, ids: Sequence[str], values: Mapping[str, Any], scope: WriteScope
) -> tuple[Written, ...]:
    """What a change will set; in a derived table each value on those who do not have it yet, as it is set there."""
    new, table = changes(values, scope), bound.table
    if not isinstance(table, DerivedTable):
        return (Written(tuple(ids), new),) if new else ()
    bindings = {**bound_ids(bound.actor, ids), **named_values(new)}
    differing = {
        name: PreparedStatement(select(table.c.id).where(of_ids(table), differs(table.c[name]))) for name in new
    }
    return tuple(
        Written(tuple(row[0] for row in statement.run(connection, bindings)), {name: new[name]})
        for name, statement in differing.items()
    )


def _holders(connection: Connection, bound: BoundPlan, ids: Sequence[str]) -> set[str | None]:
    """The accounts to which these rows give rights, before they are changed."""
    account = holder(bound.table)
    if account is None:
        return set()
    accounts = PreparedStatement(select(account).where(of_ids(bound.table)))
    return {row[0] for row in accounts.run(connection, bound_ids(bound.actor, ids))}


def known(accounts: set[str | None]) -> tuple[str, ...]:
    """The ids of the accounts, where there are any."""
    return tuple(sorted(account for account in accounts if account is not None))


def _affected(scope: WriteScope, bound: BoundPlan, values: Mapping[str, Any]) -> int:
    """How many rows the write affects: an update that sets nothing affects none."""
    return scope.affected if values or bound.request.action == "delete" else 0


def _still_named(connection: Connection, bound: BoundPlan, ids: Sequence[str]) -> list[str]:
    """Those of the rows that the filters name now that nobody else writes."""
    table = bound.table
    statement = bound.plan.statements("still named", lambda: select(table.c.id).where(of_ids(table), bound.plan.where))
    with limited(connection, CLIENT_LIMIT_S):
        rows = statement.run(connection, {**bound.values(), **bound_ids(bound.actor, ids)})
    return [row[0] for row in rows]


def _require_filter(bound: BoundPlan) -> None:
    """Raises UNSAFE_STATEMENT without a filter: it would be every row."""
    if not any(path == () for path, _ in bound.request.where):
        raise DataError(UNSAFE_STATEMENT, f"{bound.request.action.upper()} requires a WHERE clause")
    if () in bound.request.limit or () in bound.request.offset:
        raise DataError(PARSE_ERROR, f"limit and offset cannot be used with {bound.request.method}")
