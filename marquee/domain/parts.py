"""Rows that are part of another: a name on a bill of its event, a link of its artist. To change one changes the other.

Calendars and feeds show their readers by an event's revision and time that something is new; a form that was opened
before somebody else changed a link is stale. Pages, calendars and pictures show all parts: there is an end to them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, bindparam, func, select, update

from marquee import clock
from marquee.data_errors import TOO_MANY_ROWS, DataError
from marquee.db.functions import among
from marquee.db.statements import PreparedStatement, StatementCache, Values
from marquee.domain.tables import music_artists, music_events, music_lineup, music_links

MAX_PARTS = 250
"""Of one row: each may take half a millisecond to write, in which nobody else can."""

_PARENT_ID = {music_lineup: music_lineup.c.event_id, music_links: music_links.c.artist_id}
_TOO_MANY = {
    music_lineup: f"A bill can have at most {MAX_PARTS} names",
    music_links: f"An artist can have at most {MAX_PARTS} links",
}


def _overfull(parent_id: ColumnElement[Any]) -> PreparedStatement:
    crowded = select(parent_id).where(among(parent_id, "ids")).group_by(parent_id).having(func.count() > MAX_PARTS)
    return PreparedStatement(crowded.limit(1))


_OVERFULL = {table: _overfull(parent_id) for table, parent_id in _PARENT_ID.items()}


def _mark_changed(parent: Table) -> PreparedStatement:
    values: dict[str, Any] = {"updated_at": bindparam("now", type_=parent.c.updated_at.type)}
    if "revision" in parent.c:
        values["revision"] = parent.c.revision + 1
    return PreparedStatement(update(parent).where(among(parent.c.id, "ids")).values(values))


_MARK_CHANGED = {
    music_artists: _mark_changed(music_events),  # of one who is deleted the name stays on bills, without its profile
    music_lineup: _mark_changed(music_events),
    music_links: _mark_changed(music_artists),
}


def mark_changed(connection: Connection, table: Table, parents: Iterable[Any]) -> None:
    """Count a change of these rows, by their ids, of which only what `table` has of them is another."""
    if ids := sorted({str(id_) for id_ in parents}):
        _MARK_CHANGED[table].run(connection, {"ids": ids, "now": clock.timestamp()})


def require_room(connection: Connection, table: Table, parents: Iterable[str]) -> None:
    """Raise TOO_MANY_ROWS if one of these, by their ids, has more parts than it may: of rows that were just added."""
    if (ids := sorted(parents)) and _OVERFULL[table].run(connection, {"ids": ids}):
        raise DataError(TOO_MANY_ROWS, _TOO_MANY[table])


def parents_of_new(table: Table, rows: Iterable[Mapping[str, Any]]) -> set[str]:
    """The ids of what rows with these values become part of."""
    if table not in _PARENT_ID:
        return set()
    return {str(id_) for row in rows if (id_ := row.get(_PARENT_ID[table].name)) is not None}


def parents_of(
    connection: Connection,
    table: Table,
    rows: ColumnElement[bool],
    bound: Values,
    statements: StatementCache,
    values: Mapping[str, Any] | None = None,
) -> list[Any]:
    """The ids of what changes with it when `rows` get these values, or are deleted if there are none.

    A part counts for what it leaves and for what it goes to; an artist who is deleted, for every bill.
    """
    if table not in _PARENT_ID and (table is not music_artists or values is not None):
        return []
    statement = statements("parents", lambda: _parents_of(table, rows))
    moved_to = values.get(_PARENT_ID[table].name) if values else None
    return [row[0] for row in statement.run(connection, bound)] + ([moved_to] if moved_to else [])


def _parents_of(table: Table, rows: ColumnElement[bool]) -> Select[Any]:
    if table in _PARENT_ID:
        return select(_PARENT_ID[table]).distinct().where(rows)
    of_deleted = music_lineup.c.artist_id.in_(select(music_artists.c.id).where(rows))
    return select(music_lineup.c.event_id).distinct().where(of_deleted)
