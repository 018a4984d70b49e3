"""The rows of uploaded pictures: what there is, what may be added, and what goes.

Every function takes a connection and runs in its caller's transaction; writers take turns, so that what was checked
still holds when the row is written.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, union_all, update

from marquee import clock
from marquee.domain.actor import Actor
from marquee.domain.pictures import BUCKET, PictureName, name_in
from marquee.domain.policies.pictures import PictureAction, artist_of, folders_of, may, own_folders
from marquee.domain.tables import music_artists, music_settings, objects
from marquee.storage.errors import ACCESS_DENIED, DUPLICATE, NO_SUCH_OBJECT, StorageError, TooLarge
from marquee.storage.store import DiskStore

MAX_FILES, MAX_FOLDER_BYTES = 100, 300 * 1024 * 1024
"""Of one folder."""
IDS_AT_ONCE = 1000
# What takes them away: sweep.py, and history/changes.py of those that an undo would show again.
_FULL = (
    "This artist has 100 pictures, or 300 MB of them, and there is no room for more. Pictures that were never saved "
    "are removed automatically within two days, replaced ones after 30 days. Try again then"
)

columns = objects.c
IS_THERE = columns.removed_at.is_(None)
Object = Row[Any]


class Content(NamedTuple):
    """What is stored under a name: bytes in a file, and what is said of them."""

    size: int
    width: int
    height: int
    mimetype: str
    etag: str
    cache_control: str
    user_metadata: str


def find(connection: Connection, name: str) -> Object:
    """A picture. Raises NO_SUCH_OBJECT."""
    found = connection.execute(select(objects).where(columns.name == name, IS_THERE)).first()
    if found is None:
        raise StorageError(NO_SUCH_OBJECT)
    return found


def has_right(connection: Connection, actor: Actor, action: PictureAction, name: PictureName) -> bool:
    """Whether the actor may do this in the folder of a name. It is an artist's folder then."""
    artist = artist_of(connection, name.folder) if folders_of(actor, action) else None
    return artist is not None and may(actor, action, artist)


def _require_right(connection: Connection, actor: Actor, name: PictureName) -> None:
    """Raises ACCESS_DENIED, whether or not there is the folder; to those who may upload anywhere, NO_SUCH_OBJECT."""
    if has_right(connection, actor, "upload", name):
        return
    if own_folders(connection, actor, "upload") is None:
        raise StorageError(NO_SUCH_OBJECT)
    hint = f". {actor.hint}" if actor.hint else ""
    raise StorageError(ACCESS_DENIED, f"new row violates row-level security policy{hint}")


def require_storable(connection: Connection, actor: Actor, name: PictureName, *, upsert: bool, size: int = 0) -> None:
    """Raises ACCESS_DENIED, NO_SUCH_OBJECT, DUPLICATE or TooLarge unless a picture of this size may have the name.

    Removed pictures take up room as long as their files are there.
    """
    _require_right(connection, actor, name)
    same = connection.execute(select(objects).where(columns.folded_name == str(name).lower())).first()
    if same is not None and same.removed_at is None and (not upsert or same.name != str(name)):
        raise StorageError(DUPLICATE)
    if same is not None and name.is_for_ever:  # also of a removed one, which an undo may show again
        raise StorageError(DUPLICATE, "This name is kept by browsers for ever. Upload the new picture under a new name")
    others = select(func.count(), func.coalesce(func.sum(columns.size), 0)).where(
        columns.folder == name.folder, columns.name != str(name)
    )
    files, size_of_others = connection.execute(others).one()
    if files >= MAX_FILES or size_of_others + size > MAX_FOLDER_BYTES:
        raise TooLarge(_FULL)


def keep(
    connection: Connection,
    put: Callable[[], None],
    actor: Actor,
    name: PictureName,
    content: Content,
    *,
    upsert: bool,
) -> Object:
    """Check once more, let `put` bring the bytes to their place, and add or change the row."""
    require_storable(connection, actor, name, upsert=upsert, size=content.size)
    connection.execute(delete(objects).where(columns.folded_name == str(name).lower(), columns.removed_at.is_not(None)))
    put()
    values = {**content._asdict(), "owner": actor.user_id, "updated_at": clock.timestamp()}
    changed = connection.execute(update(objects).where(columns.name == str(name)).values(values))
    if not changed.rowcount:
        new = {"id": str(uuid4()), "created_at": values["updated_at"], "name": str(name), "folder": name.folder}
        connection.execute(insert(objects).values(**new, **values, folded_name=str(name).lower()))
    return find(connection, str(name))


def settle(connection: Connection, name: str, store: DiskStore) -> None:
    """Let a name have the bytes that its row is about."""
    store.settle(name, connection.execute(select(columns.etag).where(columns.name == name)).scalar())


def remove(connection: Connection, actor: Actor, names: Sequence[str]) -> list[Object]:
    """Take these pictures away, but for those that the actor may not remove or that an artist shows; what went."""
    allowed, shown = own_folders(connection, actor, "remove"), names_shown(connection)
    found = connection.execute(select(objects).where(columns.name.in_(names), IS_THERE)).all()
    gone = [row for row in found if (allowed is None or row.folder in allowed) and row.name not in shown]
    set_removed(connection, [row.id for row in gone], clock.timestamp())
    return gone


def set_removed(connection: Connection, ids: Sequence[str], at: str | None) -> None:
    """The pictures of these ids are no longer there since `at`, and their files for another day; or they are again."""
    for first in range(0, len(ids), IDS_AT_ONCE):
        some = columns.id.in_(ids[first : first + IDS_AT_ONCE])
        connection.execute(update(objects).where(some).values(removed_at=at))


def delete_rows(connection: Connection, ids: Sequence[str]) -> None:
    """Forget the pictures of these ids, at most `IDS_AT_ONCE`."""
    connection.execute(delete(objects).where(columns.id.in_(ids)))


def names_shown(connection: Connection) -> set[str]:
    """The names of the uploaded pictures that artists show, and the site as its logo."""
    shown = (music_artists.c.image, music_settings.c.logo)
    images = union_all(*(select(one).where(one.contains(f"/public/{BUCKET}/", autoescape=True)) for one in shown))
    return {name for image in connection.execute(images).scalars() if (name := name_in(image))}


def visible(connection: Connection, actor: Actor) -> Select[Any]:
    """The pictures that the actor may list."""
    folders = own_folders(connection, actor, "list")
    everything = select(objects).where(IS_THERE)
    return everything if folders is None else everything.where(columns.folder.in_(folders))
