"""What has happened to public rows: who writes, what is recorded, and how long it is kept. Triggers write the record.

See docs/decisions/0054-what-happened-is-written-by-triggers.md.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

import msgspec
from sqlalchemy import Connection, Table, and_, delete, func, or_, select, text, update

from marquee import clock
from marquee.db.statements import SQLITE, PreparedStatement
from marquee.domain.pictures import BUCKET, name_in
from marquee.domain.tables import (
    EXPOSED,
    exposed_columns,
    music_artists,
    music_changes,
    music_settings,
)
from marquee.domain.tables.columns import keys

P = ParamSpec("P")
T = TypeVar("T")

HISTORY: Table = music_changes
"""The table that the triggers write; whoever adds a row to it undoes the change that the row names."""

KEPT = timedelta(days=30)
"""How long every change is kept; how many there can be, `change_limits` bounds."""
SWEPT_AT_ONCE = 1_000
PAGE = 20_000
"""Changes that are read at a time in search of pictures."""

# The number of a transaction is the id that its first change may have: writes happen one after the other.
_BEGIN = PreparedStatement(
    text("INSERT INTO acting (user_id, number) SELECT :user_id, coalesce(max(id), 0) + 1 FROM music_changes")
)
_END = PreparedStatement(text("DELETE FROM acting"))
_BEGIN_ON_POSTGRESQL = PreparedStatement(
    text(
        "SELECT set_config('marquee.user_id', coalesce(:user_id, ''), true), "
        "set_config('marquee.transaction', CAST(coalesce(max(id), 0) + 1 AS text), true) FROM music_changes"
    )
)
_LAST = PreparedStatement(select(func.max(music_changes.c.id)))


def recorded_columns(table: Table) -> tuple[str, ...]:
    """The columns that are recorded of every new row, beside its id."""
    columns = exposed_columns(table).items()
    return tuple(name for name, column in columns if not column.primary_key and "recorded_only_on" not in column.info)


def recorded_actions(table: Table) -> tuple[str, ...]:
    """What is recorded of its rows, by the table's own declaration."""
    actions: tuple[str, ...] = table.info.get("recorded", ())
    return actions


def recorded_tables(action: str | None = None) -> list[Table]:
    """The tables of which this action is recorded, or any."""
    actions = ((table, recorded_actions(table)) for table in EXPOSED.values())
    return [table for table, recorded in actions if (recorded if action is None else action in recorded)]


def takes_many_along(table: Table) -> bool:
    """Whether a row that is deleted takes rows along that take further ones along, as an artist its events' bills."""
    return any(_parts(part) for part in _parts(table))


def _parts(table: Table) -> list[Table]:
    """The tables whose rows are deleted with those of this one."""
    return [part for part in recorded_tables("delete") for _, parent in keys(part, "CASCADE") if parent is table]


def run_as(
    connection: Connection,
    user_id: str | None,
    fn: Callable[Concatenate[Connection, P], T],
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """A whole transaction, `fn(connection, …)`, whose changes have one number and are recorded as this account's.

    None is a program's: the command line, or the secret key.
    """
    is_sqlite = connection.dialect.name == SQLITE
    (_BEGIN if is_sqlite else _BEGIN_ON_POSTGRESQL).run(connection, {"user_id": user_id})
    value = fn(connection, *args, **kwargs)
    if is_sqlite:
        _END.run(connection, {})
    return value


@contextmanager
def featuring(connection: Connection) -> Iterator[None]:
    """Make what takes the featured place from one artist a part of the change that gives it to another.

    Both are one save, and one undo gives the place back.
    """
    columns, is_featured = music_changes.c, select(music_artists.c.id).where(music_artists.c.is_featured)
    last = newest(connection)
    yield
    is_new = and_(columns.id > last, columns.table_name == music_artists.name)
    gave = select(func.max(columns.id)).where(is_new, columns.row_id == is_featured.scalar_subquery())
    id_ = connection.execute(gave).scalar()
    if id_ is not None:
        took = and_(is_new, columns.id < id_, columns.action == "update")
        connection.execute(update(music_changes).where(took).values(part_of=id_))


def go_along(connection: Connection, last: int) -> None:
    """Make each change after the one with the id `last` a part of what the row's change before it is a part of.

    What a deletion takes along by our hand, after what the database takes along, is then undone with it as well.
    """
    columns, earlier = music_changes.c, music_changes.alias().c
    is_same = and_(earlier.table_name == columns.table_name, earlier.row_id == columns.row_id, earlier.id <= last)
    whole = select(earlier.part_of).where(is_same).order_by(earlier.id.desc()).limit(1).scalar_subquery()
    connection.execute(update(music_changes).where(columns.id > last).values(part_of=whole))


@contextmanager
def unrecorded(connection: Connection) -> Iterator[None]:
    """Leave no record of what only follows from another change, which is recorded and can be undone."""
    last = newest(connection)
    yield
    connection.execute(delete(music_changes).where(music_changes.c.id > last))


def sweep(connection: Connection) -> int:
    """Forget some of what is older than `KEPT`, the oldest first; how many changes that were, 0 when none is left.

    What is undone together goes together.
    """
    columns, old = music_changes.c, clock.timestamp(clock.now() - KEPT)
    oldest = select(columns.id, columns.part_of, columns.at).order_by(columns.id).limit(SWEPT_AT_ONCE).subquery()
    last = select(func.max(func.coalesce(oldest.c.part_of, oldest.c.id))).where(oldest.c.at < old)
    bound = connection.execute(last).scalar() or 0
    is_old = or_(and_(columns.id <= bound, columns.part_of.is_(None)), columns.part_of <= bound)
    return connection.execute(delete(music_changes).where(is_old)).rowcount


def newest(connection: Connection) -> int:
    """The id of the newest change; 0 if there is none."""
    last: int = _LAST.run(connection, {})[0][0] or 0
    return last


class PicturesKept(NamedTuple):
    """The names of uploaded pictures that an undo would show again, of the changes up to the one with the id `last`."""

    names: frozenset[str] = frozenset()
    last: int = 0


def pictures_kept(connection: Connection, kept: PicturesKept) -> PicturesKept:
    """Those that are kept, and those of the next changes; the same when there are no more."""
    columns = music_changes.c
    page = select(columns.id).where(columns.id > kept.last).order_by(columns.id).limit(PAGE).subquery()
    last = connection.execute(select(func.max(page.c.id))).scalar()
    if last is None:
        return kept
    shows = columns.table_name.in_([music_artists.name, music_settings.name])
    before = select(columns.before).where(columns.id.between(kept.last + 1, last), shows, columns.before.is_not(None))
    versions = map(msgspec.json.decode, connection.execute(before).scalars())
    images = (values.get("image") or values.get("logo") for values in versions)
    names = {name for image in images if image and f"/public/{BUCKET}/" in image and (name := name_in(image))}
    return PicturesKept(kept.names | names, last)
