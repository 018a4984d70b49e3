"""Undoes what history has recorded: one change with what went along, or a whole transaction.

The undo of a deletion brings back what went along, that of a restored row takes it away again. See
docs/protocol.md#changes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, and_, func, or_, select, update

from marquee.data_errors import NO_SUCH_CHANGE, TOO_MANY_ROWS, DataError
from marquee.domain.actor import Actor, actor_values
from marquee.domain.constraint_errors import not_null_violation
from marquee.domain.history.changes import HISTORY, newest, recorded_columns
from marquee.domain.policies.data import granted
from marquee.domain.policies.rows import ALL
from marquee.domain.tables import EXPOSED
from marquee.rest.conditions import Condition
from marquee.rest.mutation.opposite import Change, make_opposite
from marquee.rest.mutation.undo_rights import is_seen
from marquee.rest.mutation.write_check import row_denied

MAX_UNDONE = 300
"""Changes that one request may name: each takes some milliseconds, in which nobody else can write."""

columns = HISTORY.c


def undo(connection: Connection, actor: Actor, rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Undo the changes that the rows name, the newest first; the ids of the changes that this makes, in their order.

    Raises TOO_MANY_ROWS, NO_SUCH_CHANGE, CHANGED_SINCE, PERMISSION_DENIED and what a write raises.
    """
    if len(rows) > MAX_UNDONE:
        raise DataError(
            TOO_MANY_ROWS, f"An undo can name at most {MAX_UNDONE:,} changes: undo the newest first, then the others"
        )
    ids = [row["undo"] for row in rows if row.get("undo") is not None]
    if len(ids) < len(rows):
        raise not_null_violation(HISTORY, "undo", {})
    made = {id_: _undo(connection, actor, id_) for id_ in sorted({*ids}, reverse=True)}
    return [made[id_] for id_ in ids]


def undo_transaction(connection: Connection, actor: Actor, number: int) -> int:
    """Undo all that was changed in the transaction of this number, or nothing. Raises as `undo`.

    How many rows that changes; those that go along are among them.
    """
    is_in_it = columns.transaction == number
    found = _found(connection, actor, and_(is_in_it, columns.part_of.is_(None)), and_(is_in_it, columns.part_of > 0))
    last = newest(connection)
    make_opposite(connection, actor, net(found))
    _say_what_was_undone(connection, number, last)
    return connection.execute(select(func.count()).where(columns.id > last)).scalar_one()


def _say_what_was_undone(connection: Connection, number: int, last: int) -> None:
    """Of each change after `last`: what it has undone, and what it went along with, if that had gone along too.

    Each is one statement that joins: there may be tens of thousands of changes.
    """
    of_row = (columns.table_name, columns.row_id)
    undone = (
        select(*of_row, func.max(columns.id).label("id"))
        .where(columns.transaction == number)
        .group_by(*of_row)
        .subquery()
    )
    is_same = and_(*(column == undone.c[column.name] for column in of_row))
    connection.execute(update(HISTORY).where(columns.id > last, is_same).values(undo=undone.c.id))
    part, whole = HISTORY.alias(), HISTORY.alias()
    is_part = and_(part.c.id == columns.undo, whole.c.undo == part.c.part_of, whole.c.id > last)
    connection.execute(update(HISTORY).where(columns.id > last, is_part).values(part_of=whole.c.id))


def _undo(connection: Connection, actor: Actor, id_: int) -> int:
    """Undo one change with what went along with it; the id of the change that this makes."""
    found = _found(connection, actor, columns.id == id_, columns.part_of == id_)
    (named,) = (row for row in found if row.id == id_)
    last = newest(connection)
    make_opposite(connection, actor, net(found))
    is_new = columns.id > last
    is_same = and_(columns.table_name == named.table_name, columns.row_id == named.row_id)
    made: int = connection.execute(select(func.max(columns.id)).where(is_new, is_same)).scalar_one()
    connection.execute(update(HISTORY).where(is_new, columns.id != made).values(part_of=made))
    connection.execute(update(HISTORY).where(columns.id == made).values(undo=id_, part_of=None))
    return made


def _found(connection: Connection, actor: Actor, named: Condition, along: Condition) -> Sequence[Row[Any]]:
    """The changes that are named, all of which the actor sees, and those that went along, in their order."""
    every = select(HISTORY, and_(named, ~is_seen(actor)).label("is_hidden"))
    found = connection.execute(every.where(or_(named, along)).order_by(columns.id), actor_values(actor)).all()
    if not found and any(policy.rows is ALL for policy in granted(actor, "insert", HISTORY)):
        raise DataError(NO_SUCH_CHANGE, "There is no such change, or no longer: changes are kept for 30 days")
    if not found or any(row.is_hidden for row in found):
        raise row_denied(actor, HISTORY)
    return found


def net(rows: Iterable[Row[Any]]) -> list[Change]:
    """What these changes come to, row by row: a row that was added and deleted again is not among them."""
    changes: dict[tuple[str, str], Change] = {}
    for row in rows:
        key, change = (row.table_name, row.row_id), _change(row)
        changes[key] = _both(changes[key], change) if key in changes else change
    return [change for change in changes.values() if change.action != "none"]


def _change(row: Row[Any]) -> Change:
    before, after = (msgspec.json.decode(version or b"{}") for version in (row.before, row.after))
    return Change(EXPOSED[row.table_name], row.row_id, row.action, before, after, row.part_of is not None)


def _both(first: Change, then: Change) -> Change:
    """Two changes of a row as one."""
    if first.action == "none":
        return then
    before, after = then.before | first.before, first.after | then.after
    if (first.action, then.action) == ("delete", "insert"):
        names = recorded_columns(then.table)
        before, after = ({name: values.get(name) for name in names} for values in (before, after))
    action = _TOGETHER[first.action, then.action]
    return Change(then.table, then.row_id, action, before, after, first.is_part and then.is_part)


_TOGETHER = {
    ("insert", "update"): "insert",
    ("insert", "delete"): "none",
    ("update", "update"): "update",
    ("update", "delete"): "delete",
    # PostgreSQL lets go of an artist on a bill that is about to go itself.
    ("delete", "update"): "delete",
    ("delete", "insert"): "update",
}
