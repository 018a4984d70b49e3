"""Checks whether an actor may write certain rows and columns.

The database is asked in one statement, before the write.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, Table, and_, case, false, func, literal_column, not_, or_, select

from marquee.data_errors import DataError
from marquee.db.functions import among
from marquee.db.statements import MAX_STATEMENTS, PreparedStatement, differs
from marquee.domain.actor import Actor, actor_values
from marquee.domain.constraint_errors import foreign_key_violation
from marquee.domain.policies.data import granted, visible
from marquee.domain.policies.policy import Action, Policy, Values
from marquee.domain.policies.rows import ALL
from marquee.domain.tables import EXPOSED, AnyColumn
from marquee.rest.conditions import Condition
from marquee.rest.errors import permission_denied, stale, table_denied

IDS = "ids"


def require_policies(actor: Actor, action: Action, table: Table) -> tuple[Policy, ...]:
    """The actor's policies for this action. Raises PERMISSION_DENIED if there is none."""
    policies = granted(actor, action, table)
    if not policies:
        raise table_denied(actor, table)
    return policies


def require_all_rows(actor: Actor, table: Table) -> None:
    """Raise PERMISSION_DENIED unless the actor may add whoever's row it is, as admins may and owners may not."""
    if not any(policy.rows is ALL for policy in granted(actor, "insert", table)):
        raise table_denied(actor, table)


def require_fillable_columns(
    actor: Actor, table: Table, rows: Sequence[Mapping[str, Any]], servers: frozenset[str] = frozenset()
) -> None:
    """Raise PERMISSION_DENIED for a value in a column that the actor may not fill in; null is no value."""
    allowed = servers.union(*(policy.columns for policy in require_policies(actor, "insert", table)))
    for row in rows:
        for name, value in row.items():
            if value is not None and name not in allowed:
                raise _column_denied(actor, table, name)


def require_visible_references(
    connection: Connection, actor: Actor, table: Table, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Raise FOREIGN_KEY_VIOLATION for a row that names one that the actor does not see: it is not there for them."""
    for key in table.foreign_key_constraints:
        (element,) = key.elements
        parent, column = key.referred_table, element.parent.name
        named = {row[column] for row in rows if row.get(column) is not None}
        if not named or parent.name not in EXPOSED or any(p.rows is ALL for p in granted(actor, "select", parent)):
            continue
        seen = _seen(actor.kind, element.column)
        there = {found[0] for found in seen.run(connection, {IDS: [*named], **actor_values(actor)})}
        for number, row in enumerate(rows, 1):
            if row.get(column) is not None and row[column] not in there:
                raise foreign_key_violation(table, str(key.name), row, number if len(rows) > 1 else None)


@lru_cache(MAX_STATEMENTS)
def _seen(kind: Actor, column: AnyColumn) -> PreparedStatement:
    """Those of the ids `IDS` whose rows actors of a kind see."""
    return PreparedStatement(select(column).where(among(column, IDS), visible(kind, column.table)))


def require_rows_within_policies(connection: Connection, actor: Actor, table: Table, ids: Sequence[str]) -> None:
    """Raise PERMISSION_DENIED if one of these new rows is none that the actor may add, such as somebody else's."""
    policies = require_policies(actor, "insert", table)
    if any(policy.rows is ALL for policy in policies):
        return
    is_denied = _none_holds(policy.rows.predicate(table, actor) for policy in policies)
    denied = select(func.count()).select_from(table).where(table.c.id.in_(ids), is_denied)
    if connection.execute(denied, actor_values(actor)).scalar_one():
        raise row_denied(actor, table)


class WriteScope(NamedTuple):
    """What an allowed write affects: the number of rows, and the columns that change in any of them."""

    affected: int
    changed_columns: tuple[str, ...]


def write_counts_statement(
    actor: Actor, action: Action, table: Table, rows: Condition, columns: Sequence[str]
) -> Executable:
    """Counts what `scope_by_counts` needs to know of the rows that an update of these columns, or a delete, affects."""
    policies = require_policies(actor, action, table)
    denied, *forbidden = denials(actor, policies, table, {name: differs(table.c[name]) for name in columns})
    conditions = [
        denied,
        differs(table.c.updated_at) if "updated_at" in columns else false(),
        *(differs(table.c[name]) for name in columns),
        *forbidden,
    ]
    counts = [func.count(case((condition, literal_column("1")))) for condition in conditions]
    return select(func.count(), *counts).select_from(table).where(rows)


def denials(actor: Actor, policies: Sequence[Policy], rows: Any, touched: Mapping[str, Condition]) -> list[Condition]:
    """Of a row of `rows`: whether no policy is for it, and of each column whether it is `touched` and none lets it be.

    Whether the policies let the values be that are set, `is_allowed` says.
    """
    predicates = {policy.rows: policy.rows.predicate(rows, actor) for policy in policies}

    def forbidden(name: str) -> Condition:
        allowing = {policy.rows for policy in policies if name in policy.columns}
        if allowing == predicates.keys():
            return false()  # as far as the row is not denied itself
        return and_(touched[name], _none_holds(predicates[rows] for rows in allowing))

    return [_none_holds(predicates.values()), *map(forbidden, touched)]


def _none_holds(predicates: Iterable[Condition]) -> Condition:
    """Whether each is false, or unknown, as of an artist where there is none."""
    return not_(func.coalesce(or_(false(), *predicates), false()))


def scope_by_counts(actor: Actor, table: Table, columns: Sequence[str], counts: Sequence[Any]) -> WriteScope:
    """Decide by the row that `write_counts_statement` gave.

    Raises PERMISSION_DENIED if a row can be read but not written (after a silent zero rows a page would report
    success), or if a column would change that the actor may not write; sending the value it already has is fine.
    Raises STALE_RECORD if `updated_at` is sent and is not the row's.
    """
    affected, denied, older, *by_column = counts
    if denied:
        raise row_denied(actor, table)
    if older:
        raise stale("record")
    changing, forbidden = by_column[: len(columns)], by_column[len(columns) :]
    for name, rows in zip(columns, forbidden, strict=True):
        if rows:
            raise _column_denied(actor, table, name)
    changed = tuple(name for name, rows in zip(columns, changing, strict=True) if rows)
    return WriteScope(affected, changed)


def require_settable_values(
    connection: Connection,
    actor: Actor,
    table: Table,
    ids: Sequence[str],
    values: Mapping[str, Any],
    changed_columns: Sequence[str],
) -> None:
    """Raise PERMISSION_DENIED if a row of these ids gets a value that the actor may not set, though it may others."""
    for name in changed_columns:
        limits = value_limits(actor, table, name)
        if limits is None:
            continue
        current = PreparedStatement(select(table.c.id, table.c[name]).where(among(table.c.id, IDS)))
        rows = current.run(connection, {IDS: [*ids], **actor_values(actor)})
        if not all(is_allowed(limits, id_, values[name], now) for id_, now in rows):
            allowed = " or ".join(limit.name for limit in limits)
            raise _column_denied(actor, table, name, f"It can only be changed to {allowed}")


def value_limits(actor: Actor, table: Table, name: str) -> list[Values] | None:
    """The values to which the actor may change a column; None if that is any, as far as it may be changed."""
    limits = [policy.values for policy in granted(actor, "update", table) if name in policy.columns]
    return None if None in limits else [limit for limit in limits if limit]


def is_allowed(limits: Iterable[Values], id_: str, value: object, current: object) -> bool:
    """Whether a row's new value, beside the current one, is one of those."""
    return any(limit.include(id_, value, current) for limit in limits)


def row_denied(actor: Actor, table: Table) -> DataError:
    """The refusal of a row that the actor may not write."""
    return permission_denied(actor, f'new row violates row-level security policy for table "{table.name}"')


def _column_denied(actor: Actor, table: Table, name: str, hint: str | None = None) -> DataError:
    return permission_denied(actor, f"permission denied for column {name} of relation {table.name}", hint)
