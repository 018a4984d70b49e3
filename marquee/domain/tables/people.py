"""The people who can sign in, as admins see them: made of their accounts and what belongs to these."""

from sqlalchemy import (
    Boolean,
    Column,
    MetaData,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal_column,
    or_,
    select,
    union,
)

from marquee.db.column_types import INTEGER, TEXT, JsonText, Timestamp, UuidText
from marquee.db.derived_table import DerivedTable
from marquee.db.functions import json_list, value_of
from marquee.domain.roles import ROLES
from marquee.domain.tables.accounts import music_sessions, users
from marquee.domain.tables.artists import music_artists, music_contacts, music_owners
from marquee.domain.tables.columns import NOW, one_of
from marquee.domain.tables.factors import factors
from marquee.domain.tables.listing import list_by

MAX_NAME = 100

# As what people sign themselves (supabase-js: `updateUser({data: {full_name}})`). PostgreSQL reads no value with a NUL.
_metadata = users.c.user_metadata
_has_nul = _metadata.like(literal_column("'%\\u0000%'"), escape="/")
_given = func.coalesce(*(value_of(_metadata, literal_column(f"'{key}'")) for key in ("full_name", "name")))
_name = case((_has_nul, None), else_=func.nullif(func.trim(func.substr(cast(_given, TEXT), 1, MAX_NAME)), ""))
_owned = (
    union(
        select(music_artists.c.id.label("id")).where(music_artists.c.user_id == users.c.id).correlate(users),
        select(music_owners.c.artist_id).where(music_owners.c.user_id == users.c.id).correlate(users),
    )
    .order_by("id")
    .subquery()
)
_open_sessions = select(func.count()).where(
    music_sessions.c.user_id == users.c.id, music_sessions.c.expires_at > bindparam(NOW, type_=Timestamp())
)

music_people = DerivedTable(
    "music_people",
    MetaData(),  # of its own: the database has no such table
    Column("id", UuidText, primary_key=True),
    Column("email", TEXT, nullable=False, unique=True),
    # As what the account signs itself; whatever it likes, so nothing goes by it.
    Column("name", TEXT),
    # 'authenticated', or 'service_role' for an admin.
    Column("role", TEXT, nullable=False),
    # Whether it has a row in music_contacts.
    Column("is_contact", Boolean, nullable=False),
    # Whether there is an artist of which it is an owner, the first or a further one.
    Column("is_owner", Boolean, nullable=False),
    # JSON: a list of the ids of these artists.
    Column("owns", JsonText, nullable=False),
    Column("last_sign_in_at", Timestamp),
    Column("has_second_factor", Boolean, nullable=False),
    # Null or past: not banned.
    Column("banned_until", Timestamp),
    # How many are open. It can be set to 0, which ends them.
    Column("sessions", INTEGER, nullable=False),
    one_of("role", ROLES),
    info={
        "query": select(
            users.c.id,
            users.c.email,
            _name.label("name"),
            users.c.role,
            exists().where(music_contacts.c.user_id == users.c.id).label("is_contact"),
            or_(
                exists().where(music_artists.c.user_id == users.c.id),
                exists().where(music_owners.c.user_id == users.c.id),
            ).label("is_owner"),
            select(json_list(_owned.c.id)).scalar_subquery().label("owns"),
            users.c.last_sign_in_at,
            exists().where(factors.c.user_id == users.c.id, factors.c.status == "verified").label("has_second_factor"),
            users.c.banned_until,
            _open_sessions.scalar_subquery().label("sessions"),
        )
    },
)

list_by(music_people, music_people.c.email, music_people.c.id)
