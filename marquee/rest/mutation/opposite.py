"""The opposite of recorded changes, made with the rights and rules of any write.

Nothing is undone that would lose a later change.
"""

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

import msgspec
from sqlalchemy import Connection, Table, select
from sqlalchemy.schema import sort_tables

from marquee.data_errors import CHANGED_SINCE, DataError
from marquee.db.statements import MAX_STATEMENTS, PreparedStatement
from marquee.domain.actor import Actor
from marquee.domain.history.changes import HISTORY, newest, recorded_actions, recorded_columns
from marquee.domain.notices import notify_all
from marquee.domain.people import RIGHTS_CHANGED
from marquee.domain.policies.data import SERVERS, visible
from marquee.domain.records import restore_rows, update_rows
from marquee.domain.search import words_later
from marquee.domain.tables.columns import holder, keys, one_place
from marquee.rest.mutation.checked import (
    bound_ids,
    of_ids,
    remove_rows,
    require_writable,
    statements_of_ids,
)
from marquee.rest.mutation.write_check import (
    IDS,
    require_fillable_columns,
    require_rows_within_policies,
    require_visible_references,
    row_denied,
)
from marquee.sheets.saving import OF_TABLES

columns = HISTORY.c


class Change(NamedTuple):
    """What happened to a row; `is_part` if it only went along with another change."""

    table: Table
    row_id: str
    action: str
    before: dict[str, Any]
    after: dict[str, Any]
    is_part: bool


def make_opposite(connection: Connection, actor: Actor, changes: Sequence[Change]) -> None:
    """Make the opposite of these changes, one of each row, in the order in which they were made.

    Raises CHANGED_SINCE, PERMISSION_DENIED and what a write raises.
    """
    tables = sort_tables({change.table: None for change in changes})  # each after those that its rows belong to
    deleted = [change for change in changes if change.action == "delete"]
    back = {change.row_id for change in deleted}
    for table in tables:
        _restore(connection, actor, table, _of(deleted, table), back)
    with words_later(connection):
        for change in reversed(changes):
            if change.action == "update":
                _change_back(connection, actor, change)
    added = [change for change in changes if change.action == "insert"]
    for table in reversed(tables):
        _remove(connection, actor, table, _of(added, table))


def _of(changes: Sequence[Change], table: Table) -> list[Change]:
    return [change for change in changes if change.table is table]


def _restore(connection: Connection, actor: Actor, table: Table, changes: Sequence[Change], back: Set[str]) -> None:
    """Add deleted rows again, as they were; those of the ids `back` come back together."""
    if not changes:
        return
    there = _rows(connection, table, recorded_columns(table), [change.row_id for change in changes])
    for change in changes:
        if change.row_id in there:
            _refuse(connection, actor, change, None, there[change.row_id])
    names = {name for change in changes for name in change.before} | {*recorded_columns(table)}
    rows: Sequence[dict[str, Any]] = [
        {"id": change.row_id, **{name: change.before.get(name) for name in names}} for change in changes
    ]
    if changes[0].is_part:
        rows = _not_orphaned(connection, table, rows)
    _mend(connection, table, rows)
    hidden = {name for name in names if table.c[name].info.get("internal")}
    require_fillable_columns(actor, table, rows, SERVERS | hidden)
    require_visible_references(connection, actor, table, [_needed(table, row) for row in rows])
    restore_rows(connection, table, rows, back)
    require_rows_within_policies(connection, actor, table, [str(row["id"]) for row in rows])
    account = holder(table)
    # A record that comes back gives its rights again with the page: nobody is told, as when it went.
    if account is not None and not account.nullable and not changes[0].is_part:
        notify_all(connection, RIGHTS_CHANGED, [row[account.name] for row in rows])


def _not_orphaned(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """Those whose account is there, as of a further owner, or whatever else no undo could bring back to them."""
    beyond_undo = [(name, parent) for name, parent in keys(table, "CASCADE") if not recorded_actions(parent)]
    for name, parent in beyond_undo:
        there = _rows(connection, parent, (), [row[name] for row in rows])
        rows = [row for row in rows if row[name] in there]
    return rows


def _mend(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Leave out what can no longer be: an owner or an artist on a bill who is gone, a second featured artist."""
    _forget_gone(connection, table, rows)
    place = one_place(table)
    for row in rows:
        if place is not None and row.get(place.name):
            row[place.name] = connection.execute(select(table.c.id).where(place)).first() is None


def _forget_gone(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Whoever named an account or an artist that was deleted since names none, as at the deletion."""
    for name, named in keys(table, "SET NULL"):
        ids = [str(row[name]) for row in rows if row.get(name)]
        there = _rows(connection, named, (), ids) if ids else {}
        for row in rows:
            if row.get(name) and row[name] not in there:
                row[name] = None


def _change_back(connection: Connection, actor: Actor, change: Change) -> None:
    """Set what the change has set to what it was; a part of another change that has changed since is left alone."""
    table, ids, values = change.table, [change.row_id], dict(change.before)
    kept = tuple(name for name in OF_TABLES if name in table.c)
    row = _rows(connection, table, tuple(dict.fromkeys((*change.after, *kept))), ids).get(change.row_id)
    now = row and {name: row[name] for name in change.after}
    if row is None or now is None or _own(table, now) != _own(table, change.after):
        if change.is_part:
            return
        _refuse(connection, actor, change, change.after, now)
    _forget_gone(connection, table, [values])
    sent = {name: value for name, value in values.items() if name not in SERVERS}
    # What goes back has not moved: its former date is as it was.
    values = {name: row[name] for name in kept} | values
    statements = statements_of_ids(actor.kind, table)
    require_writable(connection, actor, "update", table, ids, sent, statements)
    require_visible_references(connection, actor, table, [_needed(table, values)])
    update_rows(connection, table, of_ids(table), bound_ids(actor, ids), values, statements)


def _needed(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """A row without the references that may be empty: what was recorded comes back, also with an act that is hidden."""
    optional = {name for name, _ in keys(table, "SET NULL")}
    return {name: value for name, value in values.items() if name not in optional}


def _own(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """What a row says by itself: the name of an artist on a bill follows from their page."""
    return {
        name: value
        for name, value in values.items()
        if value is not None and values.get(table.c[name].info.get("follows", "")) is None
    }


def _remove(connection: Connection, actor: Actor, table: Table, changes: Sequence[Change]) -> None:
    """Delete added rows that are as they were added, and to which nothing was added."""
    if not changes:
        return
    ids = [change.row_id for change in changes]
    there = _rows(connection, table, recorded_columns(table), ids)
    for change in changes:
        now = there.get(change.row_id)
        if now is None or _own(table, now) != _own(table, change.after):
            _refuse(connection, actor, change, change.after, now)
    last = newest(connection)
    remove_rows(connection, actor, table, ids, statements_of_ids(actor.kind, table))
    along = select(columns.table_name).where(columns.id > last, columns.part_of.is_not(None))
    if connection.execute(along).first():
        now = there[ids[0]]
        raise _changed_since(changes[0], changes[0].after, now, "Something belongs to the record by now")


def _rows(connection: Connection, table: Table, names: Sequence[str], ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """These columns of the rows of these ids, by id."""
    found = _selected(table, tuple(names)).run(connection, {IDS: list(ids)})
    return {row[0]: dict(zip(names, row[1:], strict=True)) for row in found}


@lru_cache(MAX_STATEMENTS)
def _selected(table: Table, names: tuple[str, ...]) -> PreparedStatement:
    return PreparedStatement(select(table.c.id, *(table.c[name] for name in names)).where(of_ids(table)))


def _refuse(
    connection: Connection,
    actor: Actor,
    change: Change,
    after: Mapping[str, Any] | None,
    now: Mapping[str, Any] | None,
) -> NoReturn:
    """Raise CHANGED_SINCE.

    Raises PERMISSION_DENIED if the actor does not see the record any more, such as a date that is unannounced again.
    """
    table = change.table
    is_seen = PreparedStatement(select(table.c.id).where(of_ids(table), visible(actor, table)))
    if now is not None and not is_seen.run(connection, bound_ids(actor, [change.row_id])):
        raise row_denied(actor, table)
    raise _changed_since(change, after, now)


def _changed_since(
    change: Change,
    after: Mapping[str, Any] | None,
    now: Mapping[str, Any] | None,
    message: str = "The record has been changed since",
) -> DataError:
    """The refusal, with the record as the change has left it and as it is now."""
    versions = {"table_name": str(change.table.name), "row_id": change.row_id, "after": after, "now": now}
    details = msgspec.json.encode(versions).decode()
    return DataError(CHANGED_SINCE, message, details, "Undo the later changes first, or change the record by hand.")
