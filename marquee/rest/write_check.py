"""May this actor write these rows and columns? Asked of the database in one statement, before anything is written."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Executable, Table, and_, case, cast, false, func, literal_column, not_, or_, select

from marquee.db.column_types import TEXT
from marquee.db.statements import differs
from marquee.domain.policies import Action, Actor, Policy, granted
from marquee.errors import PermissionDenied, StaleRecord
from marquee.rest.planner import Condition


def policies_for(actor: Actor, action: Action, table: Table) -> tuple[Policy, ...]:
    """The actor's policies for this action. Raises PermissionDenied where there is none (security.md, D1)."""
    policies = granted(actor, action, table)
    if not policies:
        raise PermissionDenied(f"permission denied for table {table.name}", anonymous=actor.is_anonymous)
    return policies


def check_inserted_columns(actor: Actor, table: Table, row: Mapping[str, Any]) -> None:
    """Raise PermissionDenied for a value in a column that is not the actor's to fill in; null is no value."""
    allowed = frozenset[str]().union(*(policy.columns for policy in policies_for(actor, "insert", table)))
    for name, value in row.items():
        if value is not None and name not in allowed:
            raise _column_denied(actor, table, name)


class Verdict(NamedTuple):
    """How many rows are reached, and the names of the columns whose new value any of them does not have yet.

    `only` is the id of the row where it is one.
    """

    reached: int
    only: str | None
    changing: tuple[str, ...]


def question(actor: Actor, action: Action, table: Table, rows: Condition, names: Sequence[str]) -> Executable:
    """What `judge` needs to know of the rows that an update (of the columns `names`) or a delete reaches."""
    predicates = {policy: policy.rows.predicate(table, actor) for policy in policies_for(actor, action, table)}

    def forbidden(name: str) -> Condition:
        allowed = or_(false(), *(predicate for policy, predicate in predicates.items() if name in policy.columns))
        return and_(differs(table.c[name]), not_(allowed))

    conditions = [
        not_(or_(*predicates.values())),
        differs(table.c.updated_at) if "updated_at" in names else false(),
        *(differs(table.c[name]) for name in names),
        *map(forbidden, names),
    ]
    counts = [func.count(case((condition, literal_column("1")))) for condition in conditions]
    some_id = func.max(cast(table.c.id, TEXT))  # PostgreSQL has no greatest uuid
    return select(func.count(), some_id, *counts).select_from(table).where(rows)


def judge(actor: Actor, table: Table, names: Sequence[str], answer: Sequence[Any]) -> Verdict:
    """The verdict by the answer to `question`.

    Raises PermissionDenied where one of them can be read but not written: a silent zero rows would make a page report
    success (D3, D7). StaleRecord where `updated_at` is in the values and older than the row's (D6). PermissionDenied
    where a column would change that is not the actor's; a column that keeps its value may be sent by anyone.
    """
    reached, some_id, denied, stale, *differing = answer
    if denied:
        message = f'new row violates row-level security policy for table "{table.name}"'
        raise PermissionDenied(message, anonymous=actor.is_anonymous)
    if stale:
        raise StaleRecord(
            "The record was changed by somebody else in the meantime",
            None,
            "Load the record again, apply the changes to it, and save that.",
        )
    changing, forbidden = differing[: len(names)], differing[len(names) :]
    for name, rows in zip(names, forbidden, strict=True):
        if rows:
            raise _column_denied(actor, table, name)
    changed = tuple(name for name, rows in zip(names, changing, strict=True) if rows)
    return Verdict(reached, some_id if reached == 1 else None, changed)


def _column_denied(actor: Actor, table: Table, name: str) -> PermissionDenied:
    message = f"permission denied for column {name} of relation {table.name}"
    return PermissionDenied(message, anonymous=actor.is_anonymous)
