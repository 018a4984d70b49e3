"""What has happened to public rows: who writes, what is recorded, and how long it is kept. Triggers write the record.

See docs/decisions/0054-what-happened-is-written-by-triggers.md.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy import Connection, Table, and_, delete, func, select, text, update

from marquee import clock
from marquee.db.statements import SQLITE, PreparedStatement
from marquee.domain.pictures import BUCKET, name_in
from marquee.domain.tables import (
    exposed_columns,
    music_artists,
    music_changes,
    music_events,
    music_lineup,
    music_links,
    music_owners,
    music_settings,
)

P = ParamSpec("P")
T = TypeVar("T")

RECORDED: tuple[Table, ...] = (music_artists, music_events, music_links, music_lineup, music_owners)
"""The tables of which rows come and go; each after those that its rows belong to. Settings are only changed."""
NOT_RECORDED = frozenset(
    {"id", "is_featured", "upcoming_until", "accent_on_dark", "accent_on_light", "created_at", "updated_at"}
)
"""What no new row says: the id is beside it, the rest is the server's, or is recorded when it is changed later."""

KEPT = timedelta(days=30)
MAX_CHANGES = 50_000
"""How many a sweep leaves, the newest."""
SWEEP_FROM = 60_000
"""How many there are at most before a write sweeps."""

_BEGIN = PreparedStatement(text("INSERT INTO acting (user_id) VALUES (:user_id)"))
_END = PreparedStatement(text("DELETE FROM acting"))
_BEGIN_ON_POSTGRESQL = PreparedStatement(text("SELECT set_config('marquee.user_id', :user_id, true)"))
_NEWEST = select(func.max(music_changes.c.id)).scalar_subquery()
_OLDEST = select(func.min(music_changes.c.id)).scalar_subquery()
_SPAN = PreparedStatement(select(_NEWEST - _OLDEST))


def recorded_columns(table: Table) -> tuple[str, ...]:
    """The columns that are recorded of every new row."""
    return tuple(name for name in exposed_columns(table) if name not in NOT_RECORDED)


def run_as(
    connection: Connection,
    user_id: str | None,
    fn: Callable[Concatenate[Connection, P], T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """A whole transaction, `fn(connection, …)`, whose changes are recorded as this account's."""
    if user_id is not None:
        begin = _BEGIN if connection.dialect.name == SQLITE else _BEGIN_ON_POSTGRESQL
        begin.run(connection, {"user_id": user_id})
    value = fn(connection, *args, **kwargs)
    if user_id is not None and connection.dialect.name == SQLITE:
        _END.run(connection, {})
    if (_SPAN.run(connection, {})[0][0] or 0) >= SWEEP_FROM:
        sweep(connection)
    return value


@contextmanager
def featuring(connection: Connection) -> Iterator[None]:
    """Make what takes the featured place from one artist a part of the change that gives it to another.

    Both are one press, and one undo gives the place back.
    """
    columns, is_featured = music_changes.c, select(music_artists.c.id).where(music_artists.c.is_featured)
    last = connection.execute(select(_NEWEST)).scalar() or 0
    yield
    is_new = and_(columns.id > last, columns.table_name == music_artists.name)
    gave = select(func.max(columns.id)).where(is_new, columns.row_id == is_featured.scalar_subquery())
    id_ = connection.execute(gave).scalar()
    if id_ is not None:
        took = and_(is_new, columns.id < id_, columns.action == "update")
        connection.execute(update(music_changes).where(took).values(part_of=id_))


def sweep(connection: Connection) -> int:
    """Forget what is older than `KEPT`, and all but the newest `MAX_CHANGES`; how many that were.

    What is undone together goes together.
    """
    columns = music_changes.c
    old = select(func.max(columns.id)).where(columns.at < clock.timestamp(clock.now() - KEPT)).scalar_subquery()
    bounds = connection.execute(select(old, _NEWEST - MAX_CHANGES)).one()
    last = max(bound or 0 for bound in bounds)
    return connection.execute(delete(music_changes).where(func.coalesce(columns.part_of, columns.id) <= last)).rowcount


def pictures_kept(connection: Connection) -> set[str]:
    """The names of the uploaded pictures that an undo would show again."""
    columns = music_changes.c
    shows = columns.table_name.in_([music_artists.name, music_settings.name])
    before = connection.execute(select(columns.before).where(shows, columns.before.is_not(None))).scalars()
    images = (values.get("image") or values.get("logo") for values in map(msgspec.json.decode, before))
    return {name for image in images if image and f"/public/{BUCKET}/" in image and (name := name_in(image))}
