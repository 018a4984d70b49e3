"""Sessions: signing in, refreshing with rotation, signing out, and looking up the bearer of a token."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, bindparam, delete, exists, insert, or_, select, update

from marquee import clock
from marquee.auth import accounts, tokens
from marquee.auth.accounts import SERVICE_ROLE, User
from marquee.auth.tokens import Claims, Method, Refresh
from marquee.db.statements import PreparedStatement
from marquee.domain.policies import Actor
from marquee.domain.tables import music_contacts, sessions, users
from marquee.errors import AuthError

Scope = Literal["global", "local", "others"]

AAL1 = "aal1"
AAL2 = "aal2"

REUSE_INTERVAL = timedelta(seconds=10)


@dataclass(frozen=True)
class Session:
    """A live session: its user, the counter of its current refresh token, and how the user signed in."""

    id: str
    user: User
    refresh_counter: int
    aal: str
    amr: list[Method]


def sign_in(connection: Connection, verified: User, new_hash: str | None = None) -> Session | None:
    """Start a session for an account whose password was verified; `new_hash` replaces a hash of old parameters.

    None when the account has changed since it was read: it was removed, banned, or given another password.
    """
    user = accounts.find(connection, verified.id)
    if user is None or user.is_banned or user.password_hash != verified.password_hash:
        return None
    if new_hash:
        connection.execute(update(users).where(users.c.id == user.id).values(password_hash=new_hash))
    return start(connection, user, "password")


def start(connection: Connection, user: User, method: str) -> Session:
    """Start a session for an account that was proved by this `amr` method."""
    now, session_id = clock.timestamp(), str(uuid4())
    amr = [Method(method, int(clock.now().timestamp()))]
    connection.execute(update(users).where(users.c.id == user.id).values(last_sign_in_at=now))
    row = {"id": session_id, "user_id": user.id, "refreshed_at": now, "created_at": now, "amr": amr_text(amr)}
    connection.execute(insert(sessions).values(row))
    return Session(session_id, replace(user, last_sign_in_at=now), 0, AAL1, amr)


def refresh(connection: Connection, presented: Refresh) -> Session | AuthError:
    """The session after a refresh, with its current token.

    The current token is exchanged for the next one. Its parent gets the current token again at any time, since two tabs
    may refresh together and a response may get lost. An older token does so for `REUSE_INTERVAL`; after that it was
    stolen or copied, and ends the session. The error is returned, not raised, so that the end is committed.
    """
    row = connection.execute(select(sessions).where(sessions.c.id == presented.session_id)).one_or_none()
    user = None if row is None else accounts.find(connection, row.user_id)
    if row is None or user is None:
        return _refused("session_not_found", "No Valid Session Found")
    if user.is_banned:
        return _refused("user_banned", "User Banned")
    current = row.refresh_counter
    # A higher counter is valid too: the database was restored from a backup that is older than the token.
    is_current = presented.counter >= current
    is_parent = presented.counter == current - 1
    if is_current:
        current = presented.counter + 1
        rotated = {"refresh_counter": current, "refreshed_at": clock.timestamp()}
        connection.execute(update(sessions).where(sessions.c.id == row.id).values(rotated))
    elif not is_parent and _age(row.refreshed_at) > REUSE_INTERVAL:
        connection.execute(delete(sessions).where(sessions.c.id == row.id))
        return _refused("refresh_token_already_used", "Already Used")
    return Session(row.id, user, current, row.aal, amr_of(row.amr))


def sign_out(connection: Connection, user_id: str, session_id: str, scope: Scope) -> None:
    """End all sessions of the account, only this one, or all but this one."""
    ended = {
        "global": sessions.c.user_id == user_id,
        "local": sessions.c.id == session_id,
        "others": (sessions.c.user_id == user_id) & (sessions.c.id != session_id),
    }
    connection.execute(delete(sessions).where(ended[scope]))


def end_all(connection: Connection, user_id: str) -> None:
    """End every session of an account."""
    connection.execute(delete(sessions).where(sessions.c.user_id == user_id))


def lacks_second_factor(connection: Connection, user: User, claims: Claims) -> bool:
    """Whether the account has a second factor that the bearer of this token has not verified.

    Token and session must both be at aal2: a token from before the verification stays weaker than its session, and a
    session whose factor was removed is weaker than its tokens.
    """
    if not user.has_second_factor:
        return False
    level = connection.execute(select(sessions.c.aal).where(sessions.c.id == claims.session_id)).scalar_one_or_none()
    return not claims.aal == level == AAL2


def step_up(connection: Connection, user_id: str, session_id: str, method: str) -> Session:
    """Raise a session to aal2, as a second factor was verified in it, and end the account's other aal1 sessions.

    The counter skips a number. Earlier refresh tokens thus become grandparents, which work for ten seconds more, so
    that a stolen copy does not reach aal2 with the session.
    """
    others = (sessions.c.user_id == user_id) & (sessions.c.aal != AAL2) & (sessions.c.id != session_id)
    connection.execute(delete(sessions).where(others))
    row = connection.execute(select(sessions).where(sessions.c.id == session_id)).one()
    added = Method(method, int(clock.now().timestamp()))
    amr = [added, *(former for former in amr_of(row.amr) if former.method != method)]
    counter = row.refresh_counter + 2
    columns = {"aal": AAL2, "amr": amr_text(amr), "refresh_counter": counter, "refreshed_at": clock.timestamp()}
    connection.execute(update(sessions).where(sessions.c.id == session_id).values(columns))
    user = accounts.find(connection, user_id)
    assert user is not None  # noqa: S101 - its session exists, and would be deleted with it
    return Session(session_id, user, counter, AAL2, amr)


def step_down(connection: Connection, user_id: str) -> None:
    """Lower every session of an account to aal1, as a factor that was verified in it may have been removed."""
    for row in connection.execute(select(sessions).where(sessions.c.user_id == user_id, sessions.c.aal == AAL2)).all():
        amr = [former for former in amr_of(row.amr) if former.method != "totp"]
        columns = {"aal": AAL1, "amr": amr_text(amr)}
        connection.execute(update(sessions).where(sessions.c.id == row.id).values(columns))


_ACTOR = PreparedStatement(
    select(users.c.role, exists().where(music_contacts.c.user_id == users.c.id).label("is_contact"))
    .join(sessions, sessions.c.user_id == users.c.id)
    .where(sessions.c.id == bindparam("session_id"), users.c.id == bindparam("user_id"))
    .where(or_(users.c.banned_until.is_(None), users.c.banned_until <= bindparam("now")))
)


def identify(connection: Connection, claims: Claims) -> Actor | None:
    """The bearer of a token, with the role that the database holds now; the one in the token does not count.

    None when the session has ended, or the account is banned or deleted.
    """
    values = {"session_id": claims.session_id, "user_id": claims.sub, "now": clock.timestamp()}
    rows = _ACTOR.run(connection, values)
    if not rows:
        return None
    ((stored_role, is_contact),) = rows
    role: Literal["service_role", "authenticated"] = "service_role" if stored_role == SERVICE_ROLE else "authenticated"
    return Actor(role, claims.sub, claims.session_id, bool(is_contact))


def current_user(connection: Connection, claims: Claims) -> User:
    """The account of a token's bearer, with all its columns, for the session protocol's own endpoints.

    Raises AuthError 403: `user_not_found`, `session_not_found` or `user_banned`.
    """
    user = accounts.find(connection, claims.sub)
    if user is None:
        raise AuthError(403, "user_not_found", "User from sub claim in JWT does not exist")
    session = select(sessions.c.id).where(sessions.c.id == claims.session_id, sessions.c.user_id == user.id)
    if connection.execute(session).one_or_none() is None:
        raise AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist")
    if user.is_banned:
        raise AuthError(403, "user_banned", "User is banned")
    return user


def access_claims(session: Session, base_url: str) -> Claims:
    """The claims of a new access token for the session, valid for an hour."""
    user, now = session.user, int(clock.now().timestamp())
    return Claims(
        iss=tokens.issuer(base_url),
        sub=user.id,
        aud=tokens.AUDIENCE,
        exp=now + tokens.LIFETIME_S,
        iat=now,
        email=user.email,
        phone="",
        app_metadata=user.app_metadata,
        user_metadata=user.user_metadata,
        role=user.role,
        aal=session.aal,
        amr=session.amr,
        session_id=session.id,
        is_anonymous=False,
    )


def amr_of(text: str) -> list[Method]:
    """The methods in the text of the column `sessions.amr`."""
    return msgspec.json.decode(text, type=list[Method])


def amr_text(methods: list[Method]) -> str:
    """Methods as the text of the column `sessions.amr`."""
    return msgspec.json.encode(methods).decode()


def _refused(code: str, reason: str) -> AuthError:
    return AuthError(400, code, f"Invalid Refresh Token: {reason}")


def _age(timestamp: str) -> timedelta:
    return clock.now() - datetime.fromisoformat(timestamp)
