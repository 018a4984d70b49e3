"""The bill of an event: the names that stand on it.

An entry with an artist is that artist, and has their present name.
"""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, func, not_, or_, select, union_all, update

from marquee import clock
from marquee.db.functions import among
from marquee.db.statements import PreparedStatement, Values, new_value
from marquee.domain.actor import Actor
from marquee.domain.history.changes import go_along, newest, unrecorded
from marquee.domain.policies.data import visible
from marquee.domain.tables import AnyColumn, music_artists, music_events, music_lineup
from marquee.domain.tables.columns import NOW

SHOWN_OF_ARTISTS = ("name", "published_at")
"""The columns that say what an artist is called on bills, and whether they are shown there."""

_entry, _artists = music_lineup.c, music_artists.c
_OF_ARTISTS = union_all(
    select(music_events.c.id).where(among(music_events.c.artist_id, "ids")),
    select(_entry.event_id).where(among(_entry.artist_id, "ids")),
)
_COUNT_BESIDE = PreparedStatement(
    update(music_events)
    .where(music_events.c.id.in_(_OF_ARTISTS))
    .values(
        revision=music_events.c.revision + 1,
        beside_changed_at=bindparam("now", type_=music_events.c.beside_changed_at.type),
    )
)
_OTHERWISE_NAMED = PreparedStatement(
    select(_entry.id)
    .join(music_artists, _artists.id == _entry.artist_id)
    .where(among(_entry.artist_id, "ids"), _entry.name != _artists.name)
)
_REMOVE = PreparedStatement(delete(music_lineup).where(among(_entry.id, "ids")))
_RENAME = PreparedStatement(
    update(music_lineup)
    .where(among(_entry.id, "ids"))
    .values(name=select(_artists.name).where(_artists.id == _entry.artist_id).scalar_subquery())
)


def performer(table: Table, name: str) -> AnyColumn | None:
    """The column whose values `performer_id` has, by which `played_by` finds events; None for all other names."""
    return music_events.c.artist_id if table is music_events and name == "performer_id" else None


def played_by(events: Any, artist_id: ColumnElement[str], actor: Actor) -> ColumnElement[bool]:
    """Whether the artist plays one of `events` (the table or an alias of it), as the headliner or on the bill.

    Both are looked up by an index first, however many there are. Of bills, the entries count that the actor sees.
    """
    headlined = music_events.alias()
    own = select(headlined.c.id).where(headlined.c.artist_id == artist_id)
    on_bill = select(music_lineup.c.event_id).where(music_lineup.c.artist_id == artist_id, visible(actor, music_lineup))
    return events.c.id.in_(union_all(own, on_bill))  # type: ignore[no-any-return]


def names_of_unannounced(connection: Connection, artists: ColumnElement[bool], bound: Values) -> list[str]:
    """The ids of the entries of those of `artists` who are not announced."""
    is_announced = _artists.published_at <= bindparam(NOW, type_=_artists.published_at.type)
    unannounced = select(_artists.id).where(artists, or_(_artists.published_at.is_(None), not_(is_announced)))
    entries = PreparedStatement(select(_entry.id).where(_entry.artist_id.in_(unannounced)))
    return [row[0] for row in entries.run(connection, {**bound, NOW: clock.timestamp()})]


def remove_along(connection: Connection, ids: Sequence[str]) -> None:
    """Take names off their bills whose artists have just been deleted, as a part of that.

    Of an artist who was announced the name stays. Without a profile, every other would be there for everybody.
    """
    if ids:
        last = newest(connection)
        _REMOVE.run(connection, {"ids": ids})
        go_along(connection, last)


def fill_names(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Give the entries of a bill that have an artist the artist's name."""
    ids = {row["artist_id"] for row in rows if row.get("artist_id")}
    found = connection.execute(select(_artists.id, _artists.name).where(_artists.id.in_(ids)))
    names = {artist.id: artist.name for artist in found}
    for row in rows:
        row["name"] = names.get(row.get("artist_id"), row.get("name"))


def server_changes(names: Collection[str]) -> dict[str, ColumnElement[Any]]:
    """What the server changes of an entry with these columns: the name, which is the artist's if there is one."""
    if {"name", "artist_id"}.isdisjoint(names):
        return {}
    artist_id, name = (
        new_value(column) if column.name in names else column for column in (_entry.artist_id, _entry.name)
    )
    present = select(_artists.name).where(_artists.id == artist_id).scalar_subquery()
    return {"name": func.coalesce(present, name)}


def show_anew(connection: Connection, artist_ids: Sequence[str]) -> list[str]:
    """Give the entries of these artists their present names, and count a change of every event that shows them.

    The ids of the entries that had another name.
    """
    if not artist_ids:
        return []
    ids = {"ids": [*artist_ids]}
    _COUNT_BESIDE.run(connection, {**ids, "now": clock.timestamp()})
    renamed = [row[0] for row in _OTHERWISE_NAMED.run(connection, ids)]
    if renamed:
        with unrecorded(connection):
            _RENAME.run(connection, {"ids": renamed})
    return renamed
