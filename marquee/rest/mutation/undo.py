"""Undoes changes that `music_changes` has recorded: the opposite change, with the rights and rules of any write.

The undo of a deletion brings back what went along, that of a restored row takes it away again. Nothing is undone
that would lose a later change. See docs/protocol.md#changes.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

import msgspec
from sqlalchemy import Connection, Table, and_, func, or_, select, update

from marquee.data_errors import ChangedSince, NoSuchChange, NotNullViolation, TooManyRows
from marquee.db.statements import MAX_STATEMENTS, PreparedStatement, StatementCache
from marquee.domain import bills
from marquee.domain.actor import Actor, actor_values
from marquee.domain.changes import RECORDED, recorded_columns
from marquee.domain.notices import notify_all
from marquee.domain.people import RIGHTS_CHANGED
from marquee.domain.policies.data import SERVERS, visible
from marquee.domain.policies.rows import ALL
from marquee.domain.records import delete_rows, restore_rows
from marquee.domain.tables import EXPOSED, music_artists, music_changes, music_events, music_lineup, music_owners, users
from marquee.rest.mutation.checked import bound_ids, change_rows, check_rows, of_ids
from marquee.rest.mutation.write_check import IDS, check_inserted_rows, check_new_rows, require_policies, row_denied

MAX_UNDONE = 300
"""Changes that one request may name: each takes some milliseconds, in which nobody else can write."""

columns = music_changes.c


class Change(NamedTuple):
    """A recorded change; `is_part` if it is only undone along with the one that was named."""

    id: int
    table: Table
    row_id: str
    action: str
    before: dict[str, Any]
    after: dict[str, Any]
    is_part: bool


def undo(connection: Connection, actor: Actor, rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Undo the changes that the rows name, the newest first; the ids of the changes that this makes, in their order.

    Raises TooManyRows, NoSuchChange, ChangedSince, PermissionDenied and what a write raises.
    """
    if len(rows) > MAX_UNDONE:
        raise TooManyRows(f"An undo can name at most {MAX_UNDONE:,} changes: undo the newest first, then the others")
    ids = [row["undo"] for row in rows if row.get("undo") is not None]
    if len(ids) < len(rows):
        message = 'null value in column "undo" of relation "music_changes" violates not-null constraint'
        raise NotNullViolation(message, None, "It needs the id of a change.")
    made = {id_: _undo(connection, actor, id_) for id_ in sorted({*ids}, reverse=True)}
    return [made[id_] for id_ in ids]


def _undo(connection: Connection, actor: Actor, id_: int) -> int:
    changes = _with_parts(connection, actor, id_)
    last = _last(connection)
    deleted = {change.row_id: change for change in changes if change.action == "delete"}
    updates = [change for change in (changes[0], *reversed(changes[1:])) if change.action == "update"]
    for change in updates:
        if change.row_id in deleted:  # a name on a bill lost its artist first
            deleted[change.row_id].before.update(change.before)
    for table in RECORDED:
        _restore(connection, actor, table, _of(changes, "delete", table))
    bills.mark_changed(
        connection, {bill for one in deleted.values() if (bill := one.before.get("event_id"))} - {*deleted}
    )
    for change in updates:
        if change.row_id not in deleted:
            _change_back(connection, actor, change)
    for table in reversed(RECORDED):
        _remove(connection, actor, table, _of(changes, "insert", table))
    return _as_one(connection, changes[0], last)


def _with_parts(connection: Connection, actor: Actor, id_: int) -> list[Change]:
    """The change of this id, which the actor sees, and those that are undone along with it."""
    policies = require_policies(actor, "insert", music_changes)
    is_seen = or_(*(policy.rows.predicate(music_changes, actor) for policy in policies))
    found = select(music_changes).where(columns.id == id_, is_seen)
    named = connection.execute(found, actor_values(actor)).first()
    if named is None:
        if any(policy.rows is ALL for policy in policies):
            raise NoSuchChange(f"There is no change {id_}, or no longer: changes are kept for 30 days")
        raise row_denied(actor, music_changes)
    parts = connection.execute(select(music_changes).where(columns.part_of == id_).order_by(columns.id))
    return [_change(row, is_part=row is not named) for row in (named, *parts)]


def _change(row: Any, *, is_part: bool) -> Change:
    before, after = (msgspec.json.decode(version or b"{}") for version in (row.before, row.after))
    return Change(row.id, EXPOSED[row.table_name], row.row_id, row.action, before, after, is_part)


def _of(changes: Sequence[Change], action: str, table: Table) -> list[Change]:
    return [change for change in changes if (change.action, change.table) == (action, table)]


def _restore(connection: Connection, actor: Actor, table: Table, changes: Sequence[Change]) -> None:
    """Add deleted rows again, as they were."""
    if not changes:
        return
    there = _rows(connection, table, recorded_columns(table), [change.row_id for change in changes])
    for change in changes:
        if change.row_id in there:
            _refuse(connection, actor, change, None, there[change.row_id])
    names = {name for change in changes for name in change.before} | {*recorded_columns(table)}
    rows = [{"id": change.row_id, **{name: change.before.get(name) for name in names}} for change in changes]
    if table is music_owners and changes[0].is_part:
        rows = _with_account(connection, rows)
    _mend(connection, table, rows)
    check_new_rows(connection, actor, table, rows, SERVERS | {"revision"})
    restore_rows(connection, table, rows)
    check_inserted_rows(connection, actor, table, [str(row["id"]) for row in rows])
    if table is music_owners and not changes[0].is_part:
        notify_all(connection, RIGHTS_CHANGED, [row["user_id"] for row in rows])


def _with_account(connection: Connection, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The further owners who still have an account."""
    there = _rows(connection, users, (), [row["user_id"] for row in rows])
    return [row for row in rows if row["user_id"] in there]


def _mend(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Leave out what can no longer be: an owner or an artist on a bill who is gone, a second featured artist."""
    name, named = {music_artists: ("user_id", users), music_lineup: ("artist_id", music_artists)}.get(
        table, ("", users)
    )
    ids = [str(row[name]) for row in rows if row.get(name)]
    there = _rows(connection, named, (), ids) if ids else {}
    for row in rows:
        if name and row[name] not in there:
            row[name] = None
        if row.get("is_featured"):
            featured = select(music_artists.c.id).where(music_artists.c.is_featured)
            row["is_featured"] = connection.execute(featured).first() is None


def _change_back(connection: Connection, actor: Actor, change: Change) -> None:
    """Set what the change has set to what it was; a part of another change that has changed since is left alone."""
    table, ids, values = change.table, [change.row_id], change.before
    now = _rows(connection, table, tuple(change.after), ids).get(change.row_id)
    if now != change.after:
        if change.is_part:
            return
        _refuse(connection, actor, change, change.after, now)
    sent = {name: value for name, value in values.items() if name not in SERVERS}
    if table is music_events:  # what goes back has not moved: its former date is as it was
        values = _rows(connection, table, ("previous_date",), ids)[change.row_id] | values
    statements = _statements(actor.kind, table)
    check_rows(connection, actor, "update", table, ids, sent, statements)
    change_rows(connection, actor, table, ids, values, statements)


def _own(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """What a row says by itself: the name of an artist on a bill follows from their page."""
    follows = table is music_lineup and values.get("artist_id") is not None
    return {name: value for name, value in values.items() if value is not None and not (follows and name == "name")}


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
    statements = _statements(actor.kind, table)
    check_rows(connection, actor, "delete", table, ids, {}, statements)
    last = _last(connection)
    delete_rows(connection, table, of_ids(table), bound_ids(actor, ids), statements)
    along = select(columns.table_name).where(columns.id > last, columns.part_of.is_not(None))
    if connection.execute(along).first():
        now = there[ids[0]]
        raise _changed_since(changes[0], changes[0].after, now, "Something belongs to the record by now")


def _last(connection: Connection) -> int:
    last: int = connection.execute(select(func.max(columns.id))).scalar_one()
    return last


def _rows(connection: Connection, table: Table, names: Sequence[str], ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """These columns of the rows of these ids, by id."""
    found = _selected(table, tuple(names)).run(connection, {IDS: list(ids)})
    return {row[0]: dict(zip(names, row[1:], strict=True)) for row in found}


@lru_cache(MAX_STATEMENTS)
def _selected(table: Table, names: tuple[str, ...]) -> PreparedStatement:
    return PreparedStatement(select(table.c.id, *(table.c[name] for name in names)).where(of_ids(table)))


@lru_cache(MAX_STATEMENTS)
def _statements(_kind: Actor, _table: Table) -> StatementCache:
    """Those that undo changes of a table for actors of a kind: compiling them takes most of an undo's time."""
    return StatementCache()


def _as_one(connection: Connection, undone: Change, last: int) -> int:
    """Make one change of those that the undo has made; its id."""
    is_new, is_same = columns.id > last, and_(columns.table_name == undone.table.name, columns.row_id == undone.row_id)
    id_: int = connection.execute(select(func.max(columns.id)).where(is_new, is_same)).scalar_one()
    connection.execute(update(music_changes).where(is_new, columns.id != id_).values(part_of=id_))
    connection.execute(update(music_changes).where(columns.id == id_).values(undo=undone.id, part_of=None))
    return id_


def _refuse(
    connection: Connection,
    actor: Actor,
    change: Change,
    after: Mapping[str, Any] | None,
    now: Mapping[str, Any] | None,
) -> NoReturn:
    """Raise ChangedSince.

    Raises PermissionDenied if the actor does not see the record any more, such as a date that has become a draft.
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
) -> ChangedSince:
    """The refusal, with the record as the change has left it and as it is now."""
    versions = {"table_name": str(change.table.name), "row_id": change.row_id, "after": after, "now": now}
    details = msgspec.json.encode(versions).decode()
    return ChangedSince(message, details, "Undo the later changes first, or change the record by hand.")
