"""Accounts: plain functions over the users table, for the endpoints, the command line and the demonstration content."""

import re
from collections import defaultdict
from dataclasses import dataclass, field, fields
from string import ascii_lowercase, ascii_uppercase
from typing import Any
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, Select, delete, insert, or_, select, update

from marquee import clock
from marquee.domain.tables import (
    factors,
    flow_states,
    mail_requests,
    music_artists,
    music_contacts,
    one_time_tokens,
    sessions,
    users,
)
from marquee.errors import AuthError, OperatorError

AUTHENTICATED = "authenticated"
SERVICE_ROLE = "service_role"
ROLES = (AUTHENTICATED, SERVICE_ROLE)

# Every access token carries the metadata, and proxies accept some 8 kB of headers.
USER_METADATA_MOST_BYTES = 4096
VERIFIED = "verified"
# The form in which ids are stored and answered.
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

# Every access token carries both, and proxies accept some 8 kB of headers.
USER_METADATA_MOST_BYTES = 4096
APP_METADATA_MOST_BYTES = 1024
# What is so of every account, and the same for each.
APP_METADATA: dict[str, Any] = {"provider": "email", "providers": ["email"]}

EMAIL_MOST = 255
# One @ between two parts without spaces, quotes or brackets: whether it reaches anybody, only a mail can tell.
_EMAIL = re.compile(r"""[^\s@"<>(),;:\\\[\]]+@[^\s@"'<>(),;:\\\[\]]+""")
_ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


@dataclass(frozen=True)
class Factor:
    """What is told of a row of `factors`: nothing of its secret."""

    id: str
    friendly_name: str
    factor_type: str
    status: str
    last_challenged_at: str | None
    created_at: str
    updated_at: str


@dataclass(frozen=True)
class User:
    """A row of `users` with its factors; the timestamps in the wire's text form."""

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


def normal_email(email: str) -> str:
    """The one form in which an address is stored and compared: A to Z lower-cased and nothing else.

    Unicode's own lower-casing maps foreign letters onto Latin ones (the Kelvin sign onto k), which would let one
    person's address match another's.
    """
    return email.translate(_ASCII_LOWER)


def checked_email(email: str) -> str:
    """The normal form of an address. Raises AuthError `validation_failed` for what is none."""
    email = normal_email(email)
    if len(email) > EMAIL_MOST or not email.isprintable() or not _EMAIL.fullmatch(email):
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
    """A new account, with any other `columns` of its row.

    Raises AuthError: `validation_failed` for what is no address, `email_exists` for one that has an account.
    """
    email = checked_email(email)
    require_free(connection, email)
    now, user_id = clock.timestamp(), str(uuid4())
    row = {"id": user_id, "email": email, "role": role, "password_hash": password_hash}
    row |= {"email_confirmed_at": now if is_confirmed else None, "created_at": now, "updated_at": now}
    connection.execute(insert(users).values(row | columns))
    return require(connection, email)


def require_free(connection: Connection, email: str) -> None:
    """Raises AuthError `email_exists` for an address that has an account."""
    if find_by_email(connection, email):
        raise AuthError(422, "email_exists", "A user with this email address has already been registered")


def find(connection: Connection, user_id: str) -> User | None:
    return _one(connection, select(users).where(users.c.id == user_id))


def find_by_email(connection: Connection, email: str) -> User | None:
    return _one(connection, select(users).where(users.c.email == normal_email(email)))


def require(connection: Connection, email: str) -> User:
    """The account of an address. Raises OperatorError."""
    user = find_by_email(connection, email)
    if user is None:
        raise OperatorError(f"There is no account with the address {email}.")
    return user


def everyone(connection: Connection) -> list[User]:
    """All accounts, by address."""
    return found(connection, select(users).order_by(users.c.email))


def set_role(connection: Connection, email: str, role: str) -> User:
    """Sessions go on: every request reads the role from here, so the change holds at once. Raises OperatorError."""
    change(connection, require(connection, email).id, role=role)
    return require(connection, email)


def remove(connection: Connection, email: str) -> User:
    """Sessions and the contact row go with the account; its artists stay, without an owner. Raises OperatorError."""
    removed = require(connection, email)
    connection.execute(delete(users).where(users.c.id == removed.id))
    return removed


def change(connection: Connection, user_id: str, **columns: str | None) -> None:
    """Write columns of one account, and the time of it."""
    connection.execute(update(users).where(users.c.id == user_id).values(**columns, updated_at=clock.timestamp()))


def change_metadata(connection: Connection, user: User, data: dict[str, Any]) -> None:
    """Set what the account says about itself; null removes. Raises AuthError 400 when it gets too large."""
    if data:
        text = metadata_text(user.user_metadata, data, USER_METADATA_MOST_BYTES)
        change(connection, user.id, user_metadata=text)


def change_app_metadata(connection: Connection, user: User, data: dict[str, Any]) -> None:
    """Set what admins note of the account; null removes. Raises AuthError 400 when it gets too large."""
    if data:
        own = {name: value for name, value in (user.app_metadata | data).items() if name not in APP_METADATA}
        change(connection, user.id, app_metadata=metadata_text({}, own, APP_METADATA_MOST_BYTES))


def metadata_text(old: dict[str, Any], data: dict[str, Any], most_bytes: int = USER_METADATA_MOST_BYTES) -> str:
    """Old metadata with new keys set, and with null, removed. Raises AuthError 400 when it gets too large."""
    merged = msgspec.json.encode({name: value for name, value in (old | data).items() if value is not None})
    if len(merged) > most_bytes:
        raise AuthError(400, "validation_failed", f"metadata must not be larger than {most_bytes} bytes")
    return merged.decode()


def change_password(connection: Connection, user_id: str, password_hash: str, keep_session: str | None = None) -> None:
    """Set the password, void what was mailed, and end the account's sessions but for the one of the change."""
    void_links(connection, user_id)
    change(connection, user_id, password_hash=password_hash)
    others = delete(sessions).where(sessions.c.user_id == user_id)
    connection.execute(others if keep_session is None else others.where(sessions.c.id != keep_session))


def void_links(connection: Connection, user_id: str) -> None:
    """Every link and code mailed to an account is worth nothing, none that waits is sent, no new address is pending."""
    own_address = select(users.c.email).where(users.c.id == user_id).scalar_subquery()
    for table in (one_time_tokens, flow_states):
        connection.execute(delete(table).where(table.c.user_id == user_id))
    to_account = or_(mail_requests.c.user_id == user_id, mail_requests.c.address == own_address)
    connection.execute(update(mail_requests).where(to_account).values(next_attempt_at=None))
    change(connection, user_id, new_email=None, email_change_confirmed=None)


def add_contact(connection: Connection, user_id: str) -> None:
    """Make an account a music contact; nothing happens when it is one."""
    if not is_contact(connection, user_id):
        values = {"id": str(uuid4()), "user_id": user_id, "created_at": clock.timestamp()}
        connection.execute(insert(music_contacts).values(values))


def remove_contact(connection: Connection, user_id: str) -> None:
    connection.execute(delete(music_contacts).where(music_contacts.c.user_id == user_id))


def is_contact(connection: Connection, user_id: str) -> bool:
    return (
        connection.execute(select(music_contacts.c.id).where(music_contacts.c.user_id == user_id)).first() is not None
    )


def set_artist_owner(connection: Connection, artist_id: str, user_id: str) -> None:
    """Make an account the owner of an artist. Raises OperatorError for an unknown artist."""
    owned = update(music_artists).where(music_artists.c.id == artist_id)
    if not connection.execute(owned.values(user_id=user_id, updated_at=clock.timestamp())).rowcount:
        raise OperatorError(f"There is no artist with the id {artist_id}.")


def found(connection: Connection, chosen: Select[Any]) -> list[User]:
    """The accounts that a statement over whole rows of `users` chooses, in its order."""
    told = (factors.c[field.name] for field in fields(Factor))
    of_them = select(factors.c.user_id.label("owner"), *told).order_by(factors.c.created_at, factors.c.id)
    theirs: dict[str, list[Factor]] = defaultdict(list)
    for row in connection.execute(of_them.where(factors.c.user_id.in_(chosen.with_only_columns(users.c.id)))):
        owner, *values = row
        theirs[owner].append(Factor(*values))
    return [_user(dict(row._mapping), theirs) for row in connection.execute(chosen)]


def _user(values: dict[str, Any], factors_of: dict[str, list[Factor]]) -> User:
    values |= {name: msgspec.json.decode(values[name]) for name in ("user_metadata", "app_metadata")}
    values["app_metadata"] |= APP_METADATA
    return User(**values, factors=tuple(factors_of[values["id"]]))


def _one(connection: Connection, chosen: Select[Any]) -> User | None:
    return next(iter(found(connection, chosen)), None)
