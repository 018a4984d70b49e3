"""Writes of certain rows with an actor's rights, whichever request they are for: checked first, then made."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Table

from marquee.db.functions import among
from marquee.db.statements import MAX_STATEMENTS, StatementCache, Values, new_values
from marquee.domain import records
from marquee.domain.actor import Actor, actor_values
from marquee.domain.policies.policy import Action
from marquee.rest.conditions import Condition
from marquee.rest.mutation.write_check import (
    IDS,
    WriteScope,
    require_fillable_columns,
    require_rows_within_policies,
    require_settable_values,
    require_visible_references,
    scope_by_counts,
    write_counts_statement,
)


def insert_rows(
    connection: Connection,
    actor: Actor,
    table: Table,
    rows: Sequence[Mapping[str, Any]],
    servers: frozenset[str] = frozenset(),
) -> list[str]:
    """The ids of the added rows; values of the columns `servers` are not the actor's.

    Raises PERMISSION_DENIED and what `records.insert_rows` does.
    """
    require_fillable_columns(actor, table, rows, servers)
    require_visible_references(connection, actor, table, rows)
    ids = records.insert_rows(connection, table, rows)
    require_rows_within_policies(connection, actor, table, ids)
    return ids


def require_writable(
    connection: Connection,
    actor: Actor,
    action: Action,
    table: Table,
    ids: Sequence[str],
    values: Mapping[str, Any],
    statements: StatementCache,
) -> WriteScope:
    """What a write to the rows of these ids affects. Raises what `scope_by_counts` and `require_settable_values` do."""
    columns = tuple(values)
    statement = statements(
        ("check", action, *columns),
        lambda: write_counts_statement(actor.kind, action, table, of_ids(table), columns),
    )
    counts = statement.run(connection, {**bound_ids(actor, ids), **new_values(values)})[0]
    scope = scope_by_counts(actor, table, columns, counts)
    require_settable_values(connection, actor, table, ids, values, scope.changed_columns)
    return scope


def change_rows(
    connection: Connection,
    actor: Actor,
    table: Table,
    ids: Sequence[str],
    values: Mapping[str, Any],
    statements: StatementCache,
) -> None:
    """Set what `require_writable` has let through. Raises FOREIGN_KEY_VIOLATION and what `records.update_rows` does."""
    require_visible_references(connection, actor, table, [values])
    records.update_rows(connection, table, of_ids(table), bound_ids(actor, ids), values, statements)


def remove_rows(
    connection: Connection, actor: Actor, table: Table, ids: Sequence[str], statements: StatementCache
) -> None:
    """Delete the rows of these ids. Raises what `require_writable` does."""
    require_writable(connection, actor, "delete", table, ids, {}, statements)
    records.delete_rows(connection, table, of_ids(table), bound_ids(actor, ids), statements)


@lru_cache(MAX_STATEMENTS)
def statements_of_ids(_kind: Actor, _table: Table) -> StatementCache:
    """Those that write rows by their ids for actors of a kind: compiling them takes most of the time of a few."""
    return StatementCache()


def of_ids(table: Table) -> Condition:
    """The rows of the ids that `bound_ids` binds."""
    return among(table.c.id, IDS)


def bound_ids(actor: Actor, ids: Sequence[str]) -> Values:
    """What a statement over the rows of these ids binds, and the predicates of the actor's rights."""
    return {IDS: list(ids), **actor_values(actor)}
