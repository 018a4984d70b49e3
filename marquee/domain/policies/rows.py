"""Which rows and values the permission table speaks of: all, those of an actor, those that are announced."""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Table,
    and_,
    bindparam,
    false,
    func,
    not_,
    or_,
    select,
    true,
    type_coerce,
    union_all,
)

from marquee.db.column_types import TEXT, Timestamp, UuidText
from marquee.domain.actor import BEARER, Actor
from marquee.domain.pictures import is_in_own_folder, is_same_picture
from marquee.domain.policies.policy import Rows, Values
from marquee.domain.tables import music_artists, music_events, music_owners
from marquee.domain.tables.columns import NOW
from marquee.domain.times.announcements import (
    is_announced_act,
    is_announced_artist,
    is_announced_event,
    is_of_announced_artist,
)

ALL = Rows("all", lambda table, actor: true())


def _own(table: Table, actor: Actor) -> ColumnElement[bool]:
    return false() if actor.user_id is None else table.c.user_id == _bearer()


def _own_live(table: Table, actor: Actor) -> ColumnElement[bool]:
    return and_(_own(table, actor), table.c.expires_at > bindparam(NOW, type_=Timestamp()))


def owned_artists() -> CompoundSelect[Any]:
    """The ids of the artists whose owner `BEARER` is, the first or a further one; bound as `actor_values` does."""
    first = select(music_artists.c.id).where(music_artists.c.user_id == _bearer())
    return union_all(first, select(music_owners.c.artist_id).where(music_owners.c.user_id == _bearer()))


def _of_own_artist(table: Table, actor: Actor) -> ColumnElement[bool]:
    """The artist whose owner the actor is, or the rows of that artist."""
    column = table.c.artist_id if "artist_id" in table.c else table.c.id
    return false() if actor.user_id is None else column.in_(owned_artists())


def _told_to_owners(table: Table, actor: Actor) -> ColumnElement[bool]:
    """The changes of the actor's own artists, but for those that are about others.

    Who else is an owner, or was, is for admins, and so is a date that went to another artist, who may not be announced.
    What happened before the artist was added is of a deleted one that had the same id.
    """
    since = select(music_artists.c.created_at).where(music_artists.c.id == table.c.artist_id).scalar_subquery()
    goes = and_(table.c.table_name == music_events.name, table.c.action == "update", names(table.c.after, "artist_id"))
    owner = or_(names(table.c.before, "user_id"), names(table.c.after, "user_id"))
    owned = and_(table.c.table_name == music_artists.name, owner)
    is_theirs = and_(_of_own_artist(table, actor), table.c.at >= since)
    return and_(is_theirs, table.c.table_name != music_owners.name, not_(goes), not_(owned))


def names(recorded: ColumnElement[Any], column: str) -> ColumnElement[bool]:
    """Whether the values that were recorded have one of this column. A quote inside of a value is escaped."""
    return func.coalesce(type_coerce(recorded, TEXT).contains(f'"{column}":'), false())


def _of_own_event(table: Table, actor: Actor) -> ColumnElement[bool]:
    """The rows of the events of the actor's own artists."""
    events = select(music_events.c.id).where(_of_own_artist(music_events, actor))
    return table.c.event_id.in_(events)


def _bearer() -> ColumnElement[str]:
    return bindparam(BEARER, type_=UuidText())


OWN = Rows("own", _own)
OF_OWN_ARTIST = Rows("of their own artist", _of_own_artist)
TOLD_TO_OWNERS = Rows(
    "of their own artist since it was added, but for its owners and dates that went to another", _told_to_owners
)
OF_OWN_EVENT = Rows("of their own artist's events", _of_own_event)
OWN_LIVE = Rows("own, until they expire", _own_live)
ANNOUNCED_ARTISTS = Rows("announced", lambda table, actor: is_announced_artist(table.c.id))
ANNOUNCED_EVENTS = Rows("announced, as their artist is", lambda table, actor: is_announced_event(table))
ANNOUNCED_ACTS = Rows("announced, as their event is", lambda table, actor: is_announced_act(table))
OF_ANNOUNCED_ARTIST = Rows("of an announced artist", lambda table, actor: is_announced_artist(table.c.artist_id))
OF_SEEN_ARTIST = Rows(
    "of an artist whom they see",
    lambda table, actor: or_(is_announced_artist(table.c.artist_id), _of_own_artist(table, actor)),
)
OF_SEEN_EVENT = Rows(
    "of an event that they see",
    lambda table, actor: or_(is_of_announced_artist(table.c.event_id), _of_own_event(table, actor)),
)

NO_SESSIONS = Values("0, which ends them", lambda _id, value, _current: value == 0)
OWN_PICTURE = Values(
    "a picture in the artist's own folder, or to another focal point of the one it has",
    lambda artist_id, image, current: is_in_own_folder(artist_id, image) or is_same_picture(image, current),
)
