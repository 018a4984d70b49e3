"""The permission table: who may do what to which rows and columns, and why. Rights are decided nowhere else.

Rights add up. `docs/permissions.md` is generated from it, and `tests/permissions.csv` tests it case by case.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Table, and_, bindparam, false, true

from marquee.db.column_types import UuidText
from marquee.domain.tables import exposed_columns, music_artists, music_contacts, music_events

Action = Literal["select", "insert", "update", "delete"]


class Actor(NamedTuple):
    """The user or key that makes a request, looked up once per request from the token and the database."""

    role: Literal["anon", "authenticated", "service_role"]
    user_id: str | None = None
    session_id: str | None = None
    is_contact: bool = False

    @property
    def is_anonymous(self) -> bool:
        return self.role == "anon"

    @property
    def kind(self) -> "Actor":
        """The same for all actors with the same rights; their own rows are found by the value bound as `BEARER`."""
        return self if self.user_id is None else Actor(self.role, ANY_USER_ID, None, self.is_contact)


BEARER = "bearer"
ANY_USER_ID = "00000000-0000-0000-0000-000000000000"
VISITOR = Actor("anon")
SECRET_KEY_HOLDER = Actor("service_role")


class Group(NamedTuple):
    """Some actors, such as admins."""

    name: str
    includes: Callable[[Actor], bool]


class Rows(NamedTuple):
    """Some rows of a table, such as the actor's own."""

    name: str
    predicate: Callable[[Table, Actor], ColumnElement[bool]]


class Policy(NamedTuple):
    """`who` may `action` these `rows` of `table`, touching these `columns`, because `why`."""

    who: Group
    action: Action
    table: Table
    rows: Rows
    columns: frozenset[str]
    why: str


EVERYONE = Group("everyone", lambda actor: True)
SIGNED_IN = Group("signed-in", lambda actor: actor.user_id is not None)
CONTACT = Group("contact", lambda actor: actor.is_contact)
ADMIN = Group("admin", lambda actor: actor.role == "service_role")

ALL = Rows("all", lambda table, actor: true())


def _own(table: Table, actor: Actor) -> ColumnElement[bool]:
    """False, not NULL, for a row without an owner: a NULL would not be counted among the rows that are denied."""
    bearer = bindparam(BEARER, actor.user_id, UuidText())
    return false() if actor.user_id is None else and_(table.c.user_id.is_not(None), table.c.user_id == bearer)


OWN = Rows("own", _own)

PROFILE = frozenset({"name", "bio", "website", "social_instagram", "social_twitter"})
ARTIST = PROFILE | {"genre", "image", "followers", "latest_song", "is_featured", "user_id"}
EVENT = frozenset({"date", "venue", "location", "artist_id"})
CONTACT_ROW = frozenset({"user_id"})
NOTHING: frozenset[str] = frozenset()


def _every(table: Table) -> frozenset[str]:
    return frozenset(exposed_columns(table))


POLICIES = (
    Policy(EVERYONE, "select", music_artists, ALL, _every(music_artists), "the site is public; pages compare user_id"),
    Policy(
        ADMIN, "insert", music_artists, ALL, ARTIST | {"id"}, "admins add artists; an id, if given, must be a new slug"
    ),
    Policy(ADMIN, "update", music_artists, ALL, ARTIST, "admins edit and feature any artist"),
    Policy(SIGNED_IN, "update", music_artists, OWN, PROFILE, "owners edit their own profile's five fields"),
    Policy(ADMIN, "delete", music_artists, ALL, NOTHING, "admins delete artists together with their events"),
    Policy(EVERYONE, "select", music_events, ALL, _every(music_events), "the site is public"),
    Policy(ADMIN, "insert", music_events, ALL, EVENT, "admins add events"),
    Policy(CONTACT, "insert", music_events, ALL, EVENT, "music contacts add events for any artist"),
    Policy(ADMIN, "update", music_events, ALL, EVENT, "admins correct events"),
    Policy(ADMIN, "delete", music_events, ALL, NOTHING, "admins delete events"),
    Policy(CONTACT, "delete", music_events, ALL, NOTHING, "music contacts delete events"),
    Policy(
        EVERYONE,
        "select",
        music_contacts,
        OWN,
        _every(music_contacts),
        "accounts see whether they are contacts themselves",
    ),
    Policy(ADMIN, "select", music_contacts, ALL, _every(music_contacts), "admins see who the contacts are"),
    Policy(
        ADMIN,
        "insert",
        music_contacts,
        ALL,
        CONTACT_ROW,
        "only admins appoint contacts, or anyone could promote themselves",
    ),
    Policy(ADMIN, "update", music_contacts, ALL, CONTACT_ROW, "as insert"),
    Policy(ADMIN, "delete", music_contacts, ALL, NOTHING, "as insert"),
)


def granted(actor: Actor, action: Action, table: Table) -> tuple[Policy, ...]:
    """The policies that grant the actor this action on this table; if there are none, it is denied."""
    return tuple(p for p in POLICIES if p.table is table and p.action == action and p.who.includes(actor))
