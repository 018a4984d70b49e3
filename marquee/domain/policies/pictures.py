"""The permission table of pictures: who may do what in whose folder, and why. Rights are decided nowhere else.

It is like `data.py`, and stands beside it in docs/permissions.md.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from sqlalchemy import Connection, select

from marquee.domain.actor import Actor, actor_values
from marquee.domain.pictures import TO_BE_ADDED, folder_of
from marquee.domain.policies.policy import ADMIN, EVERYONE, SIGNED_IN, Group
from marquee.domain.policies.rows import owned_artists
from marquee.domain.tables import music_artists, music_owners

PictureAction = Literal["upload", "remove", "list", "read"]


class Artist(NamedTuple):
    """Whose folder it is, and the ids of the accounts that own that artist."""

    id: str
    owners: frozenset[str]


class Folders(NamedTuple):
    """The folders of some artists, such as the actor's own."""

    name: str
    include: Callable[[Artist, Actor], bool]


class PicturePolicy(NamedTuple):
    """`who` may `action` pictures in these `folders`, because `why`."""

    who: Group
    action: PictureAction
    folders: Folders
    why: str


EVERY = Folders("of every artist", lambda artist, actor: True)
OWN = Folders("of their own artist", lambda artist, actor: actor.user_id in artist.owners)

PICTURE_POLICIES = (
    PicturePolicy(ADMIN, "upload", EVERY, "admins edit any artist; also copy, move and sign an upload to it"),
    PicturePolicy(ADMIN, "remove", EVERY, "as upload; a picture that an artist shows stays"),
    PicturePolicy(ADMIN, "list", EVERY, "as upload"),
    PicturePolicy(SIGNED_IN, "upload", OWN, "owners choose their own picture"),
    PicturePolicy(SIGNED_IN, "remove", OWN, "as upload; a move needs it where it begins"),
    PicturePolicy(SIGNED_IN, "list", OWN, "as upload"),
    PicturePolicy(EVERYONE, "read", EVERY, "the site is public; a name has to be known"),
)


def folders_of(actor: Actor, action: PictureAction) -> tuple[Folders, ...]:
    """The kinds of folders in which the actor may do this; none if it may nowhere."""
    return tuple(p.folders for p in PICTURE_POLICIES if p.action == action and p.who.includes(actor))


def may(actor: Actor, action: PictureAction, artist: Artist) -> bool:
    """Whether the actor may do this in the folder of an artist."""
    return any(folders.include(artist, actor) for folders in folders_of(actor, action))


_ARTISTS = select(music_artists.c.id, music_artists.c.user_id)


def artist_of(connection: Connection, folder: str) -> Artist | None:
    """The artist, as it is now or is to be added, whose pictures are in a folder."""
    found = connection.execute(_ARTISTS.where(music_artists.c.id == folder)).first()
    if found is not None and folder_of(found.id) == folder:
        return _with_owners(connection, *found)
    if TO_BE_ADDED.fullmatch(folder):
        return Artist(folder, frozenset())
    if not folder.startswith("u-"):
        return None
    same = (row for row in connection.execute(_ARTISTS) if folder_of(row.id) == folder)
    return next((_with_owners(connection, *row) for row in same), None)


def _with_owners(connection: Connection, id_: str, user_id: str | None) -> Artist:
    further = connection.execute(select(music_owners.c.user_id).where(music_owners.c.artist_id == id_)).scalars()
    return Artist(id_, frozenset({*further, user_id} - {None}))


def own_folders(connection: Connection, actor: Actor, action: PictureAction) -> list[str] | None:
    """The folders in which the actor may do this; None for every folder."""
    kinds = folders_of(actor, action)
    if EVERY in kinds:
        return None
    if not kinds:
        return []
    return sorted({folder_of(id_) for id_ in connection.execute(owned_artists(), actor_values(actor)).scalars()})
