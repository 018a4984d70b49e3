"""Accounts: plain functions over the users table, for the endpoints, the command line and the demonstration content."""

from collections import defaultdict
from dataclasses import dataclass, field, fields
from typing import Any
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, Select, delete, func, insert, or_, select, update

from marquee import clock
from marquee.auth.mail.messages import NOTICES
from marquee.db.functions import octets
from marquee.domain.actor import BEARER
from marquee.domain.policies.rows import owned_artists
from marquee.domain.roles import AUTHENTICATED, SERVICE_ROLE
from marquee.domain.tables import (
    factors,
    flow_states,
    mail_requests,
    music_artists,
    music_contacts,
    music_owners,
    music_sessions,
    one_time_tokens,
    users,
)
from marquee.domain.texts.emails import is_email, likeness, normal_email
from marquee.errors import AuthError, OperatorError

VERIFIED = "verified"  # the status of a factor that has been confirmed with a code

# Every access token carries both kinds of metadata, and proxies accept about 8 kB of headers.
MAX_USER_METADATA_BYTES = 4096
MAX_APP_METADATA_BYTES = 1024
# The part of `app_metadata` that is the same for every account.
APP_METADATA: dict[str, Any] = {"provider": "email", "providers": ["email"]}


@dataclass(frozen=True)
class Factor:
    """A row of `factors` without its secret."""

    id: str
    friendly_name: str
    factor_type: str
    status: str
    last_challenged_at: str | None
    created_at: str
    updated_at: str


@dataclass(frozen=True)
class User:
    """A row of `users` with its factors. Timestamps are strings, as on the wire."""

    id: str
    email: str
    role: str
    password_hash: str | None = field(repr=False)
    user_metadata: dict[str, Any]
    app_metadata: dict[str, Any]
    email_confirmed_at: str | None
    last_sign_in_at: str | None
    banned_until: str | None
    created_at: str
    updated_at: str
    new_email: str | None
    email_change_confirmed: str | None
    invited_at: str | None
    confirmation_sent_at: str | None
    factors: tuple[Factor, ...]

    @property
    def has_second_factor(self) -> bool:
        return any(factor.status == VERIFIED for factor in self.factors)

    @property
    def is_banned(self) -> bool:
        return self.banned_until is not None and self.banned_until > clock.timestamp()


def checked_email(email: str) -> str:
    """The normal form of an email. Raises AuthError `validation_failed` when it is not valid."""
    email = normal_email(email)
    if not is_email(email):
        raise AuthError(400, "validation_failed", "Unable to validate email address: invalid format")
    return email


def add(
    connection: Connection,
    /,
    email: str,
    password_hash: str | None,
    role: str = AUTHENTICATED,
    *,
    is_confirmed: bool = True,
    **columns: str,
) -> User:
    """Create an account; `columns` are further columns of its row.

    Raises AuthError: `validation_failed` when the email is not valid, `email_exists` when it is taken.
    """
    email = checked_email(email)
    require_free(connection, email)
    now, user_id = clock.timestamp(), str(uuid4())
    row = {"id": user_id, "email": email, "role": role, "password_hash": password_hash}
    row |= {"email_confirmed_at": now if is_confirmed else None, "created_at": now, "updated_at": now}
    connection.execute(insert(users).values(row | columns))
    return require(connection, email)


def require_free(connection: Connection, email: str) -> None:
    """Raises AuthError `email_exists` when an account has this email, or one that people cannot tell from it."""
    if find_by_email(connection, email) or has_alike(connection, email):
        raise AuthError(422, "email_exists", "A user with this email address has already been registered")


def has_alike(connection: Connection, email: str) -> bool:
    """Whether an account's email differs from this one in Unicode's case or form only."""
    looks = likeness(normal_email(email))
    beyond_ascii = octets(users.c.email) > func.length(users.c.email)
    others = connection.execute(select(users.c.email).where(or_(users.c.email == looks, beyond_ascii))).scalars()
    return any(likeness(other) == looks for other in others)


def find(connection: Connection, user_id: str) -> User | None:
    return _one(connection, select(users).where(users.c.id == user_id))


def find_by_email(connection: Connection, email: str) -> User | None:
    return _one(connection, select(users).where(users.c.email == normal_email(email)))


def require(connection: Connection, email: str) -> User:
    """The account with this email. Raises OperatorError when there is none."""
    user = find_by_email(connection, email)
    if user is None:
        raise OperatorError(f"There is no account with the email {email}.")
    return user


def everyone(connection: Connection) -> list[User]:
    """All accounts, ordered by email."""
    return fetch(connection, select(users).order_by(users.c.email))


def change(connection: Connection, user_id: str, **columns: str | None) -> None:
    """Update columns of an account, and its `updated_at`."""
    connection.execute(update(users).where(users.c.id == user_id).values(**columns, updated_at=clock.timestamp()))


def change_metadata(connection: Connection, user: User, data: dict[str, Any]) -> None:
    """Merge into the metadata that the account writes about itself. Raises as `metadata_text` does."""
    if data:
        text = metadata_text(user.user_metadata, data, MAX_USER_METADATA_BYTES)
        change(connection, user.id, user_metadata=text)


def change_app_metadata(connection: Connection, user: User, data: dict[str, Any]) -> None:
    """Merge into the metadata that admins write about the account. Raises as `metadata_text` does."""
    if data:
        own = {name: value for name, value in (user.app_metadata | data).items() if name not in APP_METADATA}
        change(connection, user.id, app_metadata=metadata_text({}, own, MAX_APP_METADATA_BYTES))


def metadata_text(old: dict[str, Any], data: dict[str, Any], max_bytes: int = MAX_USER_METADATA_BYTES) -> str:
    """The old metadata with `data` merged in, as JSON; a null removes its key. Raises AuthError 400 when too large."""
    merged = msgspec.json.encode({name: value for name, value in (old | data).items() if value is not None})
    if len(merged) > max_bytes:
        raise AuthError(400, "validation_failed", f"metadata must not be larger than {max_bytes} bytes")
    return merged.decode()


def change_password(connection: Connection, user_id: str, password_hash: str, keep_session: str | None = None) -> None:
    """Set the password, void every mailed link, and end all of the account's sessions except `keep_session`."""
    void_links(connection, user_id)
    change(connection, user_id, password_hash=password_hash)
    others = delete(music_sessions).where(music_sessions.c.user_id == user_id)
    connection.execute(others if keep_session is None else others.where(music_sessions.c.id != keep_session))


def void_links(connection: Connection, user_id: str) -> None:
    """Void the links and codes mailed to an account, drop its queued mail, and forget a pending change of email."""
    own_email = select(users.c.email).where(users.c.id == user_id).scalar_subquery()
    for table in (one_time_tokens, flow_states):
        connection.execute(delete(table).where(table.c.user_id == user_id))
    to_account = or_(mail_requests.c.user_id == user_id, mail_requests.c.address == own_email)
    has_link = mail_requests.c.kind.not_in(NOTICES)
    connection.execute(update(mail_requests).where(to_account, has_link).values(next_attempt_at=None))
    change(connection, user_id, new_email=None, email_change_confirmed=None)


def add_contact(connection: Connection, user_id: str) -> None:
    """Make an account a music contact, unless it already is one."""
    if not is_contact(connection, user_id):
        values = {"id": str(uuid4()), "user_id": user_id, "created_at": clock.timestamp()}
        connection.execute(insert(music_contacts).values(values))


def is_contact(connection: Connection, user_id: str) -> bool:
    rows = select(music_contacts.c.id).where(music_contacts.c.user_id == user_id)
    return connection.execute(rows).first() is not None


def set_artist_owner(connection: Connection, artist_id: str, user_id: str) -> None:
    """Make an account the first owner of an artist. Raises OperatorError for an unknown artist."""
    artist = update(music_artists).where(music_artists.c.id == artist_id)
    if not connection.execute(artist.values(user_id=user_id, updated_at=clock.timestamp())).rowcount:
        raise OperatorError(f"There is no artist with the id {artist_id}.")


def add_owner(connection: Connection, artist_id: str, user_id: str) -> None:
    """Make an account a further owner of an artist, unless it already is one."""
    same = select(music_owners.c.id).where(music_owners.c.artist_id == artist_id, music_owners.c.user_id == user_id)
    if connection.execute(same).first() is None:
        row = {"id": str(uuid4()), "artist_id": artist_id, "user_id": user_id, "created_at": clock.timestamp()}
        connection.execute(insert(music_owners).values(row))


def rights(connection: Connection, user: User) -> tuple[str, ...]:
    """What an account may do, a sentence for each of its rights."""
    owned = select(music_artists.c.name).where(music_artists.c.id.in_(owned_artists())).order_by(music_artists.c.name)
    names = connection.execute(owned, {BEARER: user.id}).scalars()
    found = [f"You are an owner of {name}: you may change its page." for name in names]
    if is_contact(connection, user.id):
        found.insert(0, "You are a music contact: you may change the dates of all artists.")
    if user.role == SERVICE_ROLE:
        found.insert(0, "You are an admin: you may change everything, and who may do what.")
    return tuple(found)


def fetch(connection: Connection, statement: Select[Any]) -> list[User]:
    """The accounts, with their factors, that a statement over whole rows of `users` selects, in its order."""
    factors_of = _factors_by_user(connection, statement.with_only_columns(users.c.id))
    return [_user(dict(row._mapping), factors_of) for row in connection.execute(statement)]


def _factors_by_user(connection: Connection, user_ids: Select[Any]) -> dict[str, list[Factor]]:
    columns = (factors.c[field.name] for field in fields(Factor))
    statement = select(factors.c.user_id.label("owner"), *columns).where(factors.c.user_id.in_(user_ids))
    factors_of: dict[str, list[Factor]] = defaultdict(list)
    for owner, *values in connection.execute(statement.order_by(factors.c.created_at, factors.c.id)):
        factors_of[owner].append(Factor(*values))
    return factors_of


def _user(values: dict[str, Any], factors_of: dict[str, list[Factor]]) -> User:
    values |= {name: msgspec.json.decode(values[name]) for name in ("user_metadata", "app_metadata")}
    values["app_metadata"] |= APP_METADATA
    return User(**values, factors=tuple(factors_of[values["id"]]))


def _one(connection: Connection, statement: Select[Any]) -> User | None:
    return next(iter(fetch(connection, statement)), None)
