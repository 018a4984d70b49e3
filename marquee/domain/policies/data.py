"""The permission table: who may do what to which rows and columns, and why. Rights are decided nowhere else.

Rights add up. `docs/permissions.md` is generated from it, and `tests/permissions.csv` tests it case by case.
"""

from typing import Any

from sqlalchemy import ColumnElement, Table, false, or_

from marquee.domain.actor import Actor
from marquee.domain.policies.policy import ACCOUNT, ADMIN, CONTACT, EVERYONE, SIGNED_IN, Action, Group, Policy, Rows
from marquee.domain.policies.rows import (
    ALL,
    ANNOUNCED_ACTS,
    ANNOUNCED_ARTISTS,
    ANNOUNCED_EVENTS,
    NO_SESSIONS,
    OF_ANNOUNCED_ARTIST,
    OF_OWN_ARTIST,
    OF_OWN_EVENT,
    OF_SEEN_ARTIST,
    OF_SEEN_EVENT,
    OWN,
    OWN_LIVE,
    OWN_PICTURE,
    TOLD_TO_OWNERS,
)
from marquee.domain.tables import (
    AnyColumn,
    exposed_columns,
    music_artists,
    music_changes,
    music_contacts,
    music_events,
    music_invitations,
    music_lineup,
    music_links,
    music_owners,
    music_people,
    music_sessions,
    music_settings,
)

SERVERS = frozenset(
    {"id", "previous_date", "upcoming_until", "accent_on_dark", "accent_on_light", "created_at", "updated_at"}
)
PAGE = frozenset(
    {"name", "genre", "latest_song", "bio", "website", "social_instagram", "social_twitter", "image_alt", "credit"}
)
ARTIST = PAGE | {"image", "followers", "is_featured", "user_id", "published_at"}
EVENT = frozenset(exposed_columns(music_events)) - SERVERS
LINEUP = frozenset({"event_id", "position", "artist_id", "name"})
LINK = frozenset({"position", "url", "label"})
UNDO = frozenset({"undo"})
CONTACT_ROW = frozenset({"user_id"})
PERSON = frozenset({"role", "is_contact", "banned_until"})
INVITATION = frozenset({"email", "role", "artist_id", "replaces"})
OWNER_ROW = frozenset({"artist_id", "user_id"})
SITE = frozenset(exposed_columns(music_settings)) - SERVERS
NOTHING: frozenset[str] = frozenset()


def _every(table: Table) -> frozenset[str]:
    return frozenset(exposed_columns(table))


WRITES_OF_LINEUP: tuple[tuple[Action, frozenset[str]], ...] = (
    ("insert", LINEUP),
    ("update", LINEUP),
    ("delete", NOTHING),
)


def _reads(table: Table, *reads: tuple[Group, Rows, str]) -> tuple[Policy, ...]:
    return tuple(Policy(who, "select", table, rows, _every(table), why) for who, rows, why in reads)


POLICIES = (
    *_reads(
        music_artists,
        (EVERYONE, ANNOUNCED_ARTISTS, "the site is public; pages compare user_id"),
        (SIGNED_IN, OF_OWN_ARTIST, "owners prepare their own page"),
        (ADMIN, ALL, "admins prepare artists and announce them"),
    ),
    Policy(ADMIN, "insert", music_artists, ALL, ARTIST | {"id"}, "admins add artists; an id has to be a new slug"),
    Policy(ADMIN, "update", music_artists, ALL, ARTIST, "admins edit and feature any artist"),
    Policy(SIGNED_IN, "update", music_artists, OF_OWN_ARTIST, PAGE, "owners say what their page says"),
    Policy(
        SIGNED_IN,
        "update",
        music_artists,
        OF_OWN_ARTIST,
        frozenset({"image"}),
        "owners choose among the pictures that they upload",
        OWN_PICTURE,
    ),
    Policy(ADMIN, "delete", music_artists, ALL, NOTHING, "admins delete artists together with their events"),
    *_reads(
        music_events,
        (EVERYONE, ANNOUNCED_EVENTS, "the site is public"),
        (CONTACT, OF_SEEN_ARTIST, "music contacts prepare events and announce them"),
        (SIGNED_IN, OF_OWN_ARTIST, "owners know what is planned for their artist"),
        (ADMIN, ALL, "admins see what is not announced yet"),
    ),
    Policy(ADMIN, "insert", music_events, ALL, EVENT, "admins add events"),
    Policy(CONTACT, "insert", music_events, ALL, EVENT, "music contacts add events for any artist"),
    Policy(ADMIN, "update", music_events, ALL, EVENT, "admins correct events"),
    Policy(CONTACT, "update", music_events, OF_SEEN_ARTIST, EVENT, "music contacts keep right what they add"),
    Policy(ADMIN, "delete", music_events, ALL, NOTHING, "admins delete events"),
    Policy(CONTACT, "delete", music_events, OF_SEEN_ARTIST, NOTHING, "music contacts delete events"),
    Policy(SIGNED_IN, "insert", music_events, OF_OWN_ARTIST, EVENT, "owners keep the dates of their page"),
    Policy(SIGNED_IN, "update", music_events, OF_OWN_ARTIST, EVENT - {"artist_id"}, "as insert; it stays its artist's"),
    Policy(SIGNED_IN, "delete", music_events, OF_OWN_ARTIST, NOTHING, "as insert"),
    *_reads(
        music_lineup,
        (EVERYONE, ANNOUNCED_ACTS, "the site is public"),
        (CONTACT, OF_SEEN_EVENT, "whoever may change the event may change its whole bill"),
        (SIGNED_IN, OF_OWN_EVENT, "owners know who plays with their artist"),
        (ADMIN, ALL, "admins see what is not announced yet"),
    ),
    *(
        Policy(who, action, music_lineup, rows, columns, "whoever may change the event may change its bill")
        for who, rows in ((ADMIN, ALL), (CONTACT, OF_SEEN_EVENT))
        for action, columns in WRITES_OF_LINEUP
    ),
    Policy(SIGNED_IN, "insert", music_lineup, OF_OWN_EVENT, LINEUP, "owners say who plays with them"),
    Policy(
        SIGNED_IN, "update", music_lineup, OF_OWN_EVENT, LINEUP - {"event_id"}, "as insert; a name stays on its bill"
    ),
    Policy(SIGNED_IN, "delete", music_lineup, OF_OWN_EVENT, NOTHING, "as insert"),
    Policy(SIGNED_IN, "delete", music_lineup, OF_OWN_ARTIST, NOTHING, "owners take their artist off other bills"),
    *_reads(
        music_links,
        (EVERYONE, OF_ANNOUNCED_ARTIST, "the site is public"),
        (SIGNED_IN, OF_OWN_ARTIST, "owners prepare their own page"),
        (ADMIN, ALL, "admins prepare artists"),
    ),
    Policy(ADMIN, "insert", music_links, ALL, LINK | {"artist_id"}, "admins edit any artist"),
    Policy(ADMIN, "update", music_links, ALL, LINK | {"artist_id"}, "as insert"),
    Policy(ADMIN, "delete", music_links, ALL, NOTHING, "as insert"),
    Policy(
        SIGNED_IN,
        "insert",
        music_links,
        OF_OWN_ARTIST,
        LINK | {"artist_id"},
        "owners say where their own music is, as they do with their website",
    ),
    Policy(SIGNED_IN, "update", music_links, OF_OWN_ARTIST, LINK, "as insert; a link stays its artist's"),
    Policy(SIGNED_IN, "delete", music_links, OF_OWN_ARTIST, NOTHING, "as insert"),
    *_reads(
        music_owners,
        (EVERYONE, OWN, "accounts see which artists they own"),
        (ADMIN, ALL, "admins see who may edit which artist"),
    ),
    Policy(
        ADMIN, "insert", music_owners, ALL, OWNER_ROW, "only admins add owners, or any owner could hand the page on"
    ),
    Policy(ADMIN, "update", music_owners, ALL, frozenset({"user_id"}), "as insert; a row stays its artist's"),
    Policy(ADMIN, "delete", music_owners, ALL, NOTHING, "as insert"),
    Policy(ADMIN, "select", music_people, ALL, _every(music_people), "admins see who may sign in, and as what"),
    Policy(ADMIN, "update", music_people, ALL, PERSON, "only admins give and take rights; one of them always stays"),
    Policy(ADMIN, "update", music_people, ALL, frozenset({"sessions"}), "admins sign people out", NO_SESSIONS),
    Policy(ADMIN, "delete", music_people, ALL, NOTHING, "admins remove accounts; their artists stay"),
    Policy(ADMIN, "select", music_invitations, ALL, _every(music_invitations), "admins see who is invited to what"),
    Policy(
        ADMIN,
        "insert",
        music_invitations,
        ALL,
        INVITATION,
        "only admins give rights, also to people who are yet to join",
    ),
    Policy(ADMIN, "delete", music_invitations, ALL, NOTHING, "as insert; it is withdrawn"),
    *_reads(
        music_changes,
        (ADMIN, ALL, "admins see what has happened, and who did it"),
        (SIGNED_IN, TOLD_TO_OWNERS, "owners see what has happened to their artist"),
        (CONTACT, OWN, "music contacts see what they did"),
    ),
    Policy(
        ADMIN, "insert", music_changes, ALL, UNDO, "whoever may make the opposite change may undo one that they see"
    ),
    Policy(SIGNED_IN, "insert", music_changes, TOLD_TO_OWNERS, UNDO, "as for admins"),
    Policy(CONTACT, "insert", music_changes, OWN, UNDO, "music contacts take back a slip, such as a deleted date"),
    Policy(EVERYONE, "select", music_settings, ALL, _every(music_settings), "every page shows them"),
    Policy(ADMIN, "update", music_settings, ALL, SITE, "admins say what the site is called, and how it looks"),
    *_reads(
        music_contacts,
        (EVERYONE, OWN, "accounts see whether they are contacts themselves"),
        (ADMIN, ALL, "admins see who the contacts are"),
    ),
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
    *_reads(music_sessions, (EVERYONE, OWN_LIVE, "people see where they are signed in, and nobody else does")),
    Policy(ACCOUNT, "delete", music_sessions, OWN_LIVE, NOTHING, "people end sessions of their own, also at aal1"),
)


def visible(actor: Actor, table: Table, rows: Any = None) -> ColumnElement[bool]:
    """Whether the actor sees a row of `rows`: the table, or an alias of it; what it binds is in `actor_values`."""
    rows = table if rows is None else rows
    return or_(false(), *(policy.rows.predicate(rows, actor) for policy in granted(actor, "select", table)))


def readable(actor: Actor, table: Table) -> dict[str, AnyColumn]:
    """The columns of which the actor sees some row's values."""
    names: set[str] = set().union(*(policy.columns for policy in granted(actor, "select", table)))
    return {name: column for name, column in exposed_columns(table).items() if name in names}


def granted(actor: Actor, action: Action, table: Table) -> tuple[Policy, ...]:
    """The policies that grant the actor this action on this table; if there are none, it is denied."""
    return tuple(p for p in POLICIES if p.table is table and p.action == action and p.who.includes(actor))
