"""Who may undo what: told from the record of changes, by the policies that the writes of an undo obey.

What has changed since, and what the tables' own rules refuse, only the undo finds out. See
docs/decisions/0111-what-may-be-undone-is-told.md.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    case,
    cast,
    exists,
    false,
    func,
    literal_column,
    not_,
    or_,
    select,
    true,
)
from sqlalchemy.sql import WriteableColumnCollection

from marquee.db.functions import among, value_of
from marquee.db.statements import MAX_STATEMENTS, PreparedStatement
from marquee.domain.actor import Actor, actor_values
from marquee.domain.history.changes import HISTORY, recorded_tables
from marquee.domain.policies.data import SERVERS, granted
from marquee.domain.policies.policy import Action, Values
from marquee.domain.policies.rows import names
from marquee.domain.tables import EXPOSED, exposed_columns
from marquee.domain.tables.columns import keys
from marquee.rest.conditions import Condition
from marquee.rest.mutation.write_check import IDS, denials, is_allowed, require_policies, value_limits

columns = HISTORY.c

_OPPOSITE: Mapping[str, Action] = {"insert": "delete", "update": "update", "delete": "insert"}


class Named(NamedTuple):
    """Changes that are undone together: by which number, and those of the numbers `IDS`."""

    number: ColumnElement[int]
    are_asked: Condition


TRANSACTIONS = Named(columns.transaction, among(columns.transaction, IDS))
SINGLE = Named(
    func.coalesce(columns.part_of, columns.id),
    or_(and_(among(columns.id, IDS), columns.part_of.is_(None)), among(columns.part_of, IDS)),
)
"""Single ones, each with what went along with it."""


def is_seen(actor: Actor) -> Condition:
    """Whether a change is one that the actor may undo, if also the opposite is. Raises PERMISSION_DENIED if none is."""
    policies = require_policies(actor, "insert", HISTORY)
    return func.coalesce(or_(*(policy.rows.predicate(HISTORY, actor) for policy in policies)), false())


def undoable(connection: Connection, actor: Actor, named: Named, numbers: Sequence[int]) -> list[int]:
    """Those of the numbers whose changes the actor may undo, all of them. Raises PERMISSION_DENIED if it never may.

    It takes as many statements as there are kinds of changes, however many changes there are.
    """
    values = {IDS: [*numbers], **actor_values(actor)}
    changed = _kinds(named).run(connection, values)
    found = {number for number, *_ in changed}
    kinds = {(table_name, action) for _, table_name, action in changed}
    for check in (_hidden(actor.kind, named), *(_denied(actor.kind, named, *kind) for kind in sorted(kinds))):
        found -= {row[0] for row in check.run(connection, values)}
    for limited in _limited_columns(actor.kind):
        rows = _set(named, limited).run(connection, {**values, IDS: [*found]})
        found -= {number for number, *change in rows if not _may_set_back(limited, *change)}
    return sorted(found)


@lru_cache(MAX_STATEMENTS)
def _kinds(named: Named) -> PreparedStatement:
    """The numbers, each with the tables whose rows were changed, and how."""
    return PreparedStatement(select(named.number, columns.table_name, columns.action).where(named.are_asked).distinct())


@lru_cache(MAX_STATEMENTS)
def _hidden(kind: Actor, named: Named) -> PreparedStatement:
    """The numbers of changes that are not for actors of a kind."""
    is_hidden = and_(columns.part_of.is_(None), not_(is_seen(kind)))
    return PreparedStatement(select(named.number).where(named.are_asked, is_hidden).distinct())


@lru_cache(MAX_STATEMENTS)
def _denied(kind: Actor, named: Named, table_name: str, action: str) -> PreparedStatement:
    """The numbers of such changes whose opposite actors of a kind may not make."""
    table, opposite = EXPOSED[table_name], _OPPOSITE[action]
    policies = granted(kind, opposite, table)
    is_kind = _is_kind(table_name, action)
    statement = select(named.number).where(named.are_asked, is_kind).distinct()
    if not policies:
        return PreparedStatement(statement)
    recorded = {name: names(columns.before, name) for name in exposed_columns(table) if name not in SERVERS}
    if action == "delete":
        allowed = frozenset[str]().union(*(policy.columns for policy in policies))
        (denied,) = denials(kind, policies, _deleted(table), {})
        forbidden = (is_set for name, is_set in recorded.items() if name not in allowed)
        return PreparedStatement(statement.where(or_(and_(denied, not_(_comes_back_with_its_own(table))), *forbidden)))
    # PostgreSQL would read ids of other tables as this one's without the condition.
    row_id = cast(case((is_kind, columns.row_id)), table.c.id.type)
    touched = recorded if action == "update" else {}
    is_denied = or_(*denials(kind, policies, table, touched))
    return PreparedStatement(statement.join(table, table.c.id == row_id).where(is_denied))


def _is_kind(table_name: str, action: str) -> Condition:
    """Such changes; as a case, since SQLite would go through the index of all of an action, not of those asked."""
    return case((and_(columns.table_name == table_name, columns.action == action), true()), else_=false())


def _deleted(table: Table) -> SimpleNamespace:
    """What was recorded of a deleted row, as predicates ask for the columns of one: `c.artist_id`."""
    columns = [(name, cast(_was(name), column.type)) for name, column in exposed_columns(table).items()]
    return SimpleNamespace(c=WriteableColumnCollection(columns))


def _was(name: str) -> ColumnElement[str]:
    return value_of(columns.before, literal_column(f"'{name}'"))


def _comes_back_with_its_own(table: Table) -> Condition:
    """Whether what a deleted row belonged to comes back with it: then its row is for whoever may add that again."""
    other = HISTORY.alias()
    is_parent = (
        and_(other.c.table_name == parent.name, other.c.row_id == _was(name)) for name, parent in keys(table, "CASCADE")
    )
    together = (other.c.transaction == columns.transaction, other.c.action == "delete")
    return exists().where(*together, or_(false(), *is_parent))


class _Limited(NamedTuple):
    """A column that an actor may change to some values only."""

    table: Table
    name: str
    values: tuple[Values, ...]


@lru_cache(MAX_STATEMENTS)
def _limited_columns(kind: Actor) -> tuple[_Limited, ...]:
    return tuple(
        _Limited(table, name, tuple(limits))
        for table in recorded_tables("update")
        for name in exposed_columns(table)
        if (limits := value_limits(kind, table, name))
    )


@lru_cache(MAX_STATEMENTS)
def _set(named: Named, limited: _Limited) -> PreparedStatement:
    """The updates that have set such a column."""
    is_kind, has_set = _is_kind(limited.table.name, "update"), names(columns.before, limited.name)
    values = (columns.row_id, columns.before, columns.after)
    return PreparedStatement(select(named.number, *values).where(named.are_asked, is_kind, has_set))


def _may_set_back(limited: _Limited, row_id: str, before: Any, after: Any) -> bool:
    was, now = (msgspec.json.decode(version)[limited.name] for version in (before, after))
    return is_allowed(limited.values, row_id, was, now)
