"""Sessions: signing in, refreshing with rotation, expiring, signing out."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from marquee import clock
from marquee.auth import accounts, known_clients, tokens
from marquee.auth.accounts import User
from marquee.auth.tokens import Claims, Method, Refresh
from marquee.domain.tables import music_sessions, users
from marquee.errors import AuthError

Scope = Literal["global", "local", "others"]

AAL1 = "aal1"
AAL2 = "aal2"

REUSE_INTERVAL = timedelta(seconds=10)
REUSED_GENERATIONS = 3
"""Tabs that refresh together are one behind, two or three if one is quicker."""

# The `amr` methods of a second factor.
TOTP, RECOVERY_CODE = "totp", "recovery_code"

MAX_USER_AGENT = 300
MAX_PER_ACCOUNT = 100
"""Sessions of one account; a further one ends that which was used least lately."""


class Use(NamedTuple):
    """A use of a session: from which IP address and browser, and how long the site lets its sessions live.

    `client` is what the IP address counts as where something is limited; None where many clients may share it.
    """

    ip: str | None = None
    client: str | None = None
    user_agent: str | None = None
    idle: timedelta = timedelta(days=30)
    longest: timedelta = timedelta(days=180)

    def columns(self, created_at: str) -> dict[str, str | None]:
        """What is stored of a use now, of a session that was created then."""
        now = clock.now()
        expires_at = min(now + self.idle, datetime.fromisoformat(created_at) + self.longest)
        return {
            "last_seen_at": clock.timestamp(now),
            "expires_at": clock.timestamp(expires_at),
            "ip": self.ip or None,
            "user_agent": _one_line(self.user_agent),
        }

    def is_over(self, session: Row[Any]) -> bool:
        """Whether a session has lived too long, also by settings that are stricter than those at its last use."""
        now = clock.now()
        idle_since, created_at = map(datetime.fromisoformat, (session.last_seen_at, session.created_at))
        is_too_old = idle_since + self.idle <= now or created_at + self.longest <= now
        return is_too_old or datetime.fromisoformat(session.expires_at) <= now


UNKNOWN_USE = Use()


@dataclass(frozen=True)
class Session:
    """A live session: its user, the counter of its current refresh token, and how the user signed in."""

    id: str
    user: User
    refresh_counter: int
    aal: str
    amr: list[Method]


def sign_in(
    connection: Connection, verified: User, new_hash: str | None = None, use: Use = UNKNOWN_USE
) -> Session | None:
    """Start a session for an account whose password was verified; `new_hash` replaces a hash of old parameters.

    None when the account has changed since it was read: it was removed, banned, or given another password.
    """
    user = accounts.find(connection, verified.id)
    if user is None or user.is_banned or user.password_hash != verified.password_hash:
        return None
    if new_hash:
        connection.execute(update(users).where(users.c.id == user.id).values(password_hash=new_hash))
    return start(connection, user, "password", use)


def start(connection: Connection, user: User, method: str, use: Use = UNKNOWN_USE) -> Session:
    """Start a session for an account that was proved by this `amr` method."""
    now, session_id = clock.timestamp(), str(uuid4())
    amr = [Method(method, int(clock.now().timestamp()))]
    connection.execute(update(users).where(users.c.id == user.id).values(last_sign_in_at=now))
    row = {"id": session_id, "user_id": user.id, "created_at": now, "amr": amr_text(amr), **use.columns(now)}
    sweep(connection)
    _make_room(connection, user.id)
    connection.execute(insert(music_sessions).values(row))
    if use.client and not user.has_second_factor:
        known_clients.remember(connection, user.id, use.client)
    return Session(session_id, replace(user, last_sign_in_at=now), 0, AAL1, amr)


def _make_room(connection: Connection, user_id: str) -> None:
    of_user = music_sessions.c.user_id == user_id
    latest = select(music_sessions.c.id).where(of_user).order_by(music_sessions.c.last_seen_at.desc())
    surplus = connection.execute(latest.offset(MAX_PER_ACCOUNT - 1)).scalars().all()
    if surplus:
        connection.execute(delete(music_sessions).where(music_sessions.c.id.in_(surplus)))


def refresh(connection: Connection, presented: Refresh, use: Use = UNKNOWN_USE) -> Session | AuthError:
    """The session after a refresh, with its current token.

    The current token is exchanged for the next one. One of the last `REUSED_GENERATIONS` gets the current token again
    for `REUSE_INTERVAL`, since two tabs may refresh together. After that only its parent does, and only until the
    current token's access token was used: before, the response may have got lost. Any other was copied, and ends the
    session. The error is returned, not raised, so that the end is committed.
    """
    row = connection.execute(select(music_sessions).where(music_sessions.c.id == presented.session_id)).one_or_none()
    user = None if row is None else accounts.find(connection, row.user_id)
    if row is None or user is None:
        return _refused("session_not_found", "No Valid Session Found")
    if user.is_banned:
        return _refused("user_banned", "User Banned")
    if use.is_over(row):
        connection.execute(delete(music_sessions).where(music_sessions.c.id == row.id))
        return _refused("session_expired", "Session Expired")
    current = row.refresh_counter
    # A higher counter is valid too: the database was restored from a backup that is older than the token.
    is_current = presented.counter >= current
    may_be_lost = presented.counter == current - 1 and row.used_counter < current
    if is_current:
        current = presented.counter + 1
        rotated = {"refresh_counter": current, **use.columns(row.created_at)}
        connection.execute(update(music_sessions).where(music_sessions.c.id == row.id).values(rotated))
        if use.client and (row.aal == AAL2 or not user.has_second_factor):
            known_clients.remember(connection, user.id, use.client)
    elif not may_be_lost and not _is_of_this_moment(row, presented):
        connection.execute(delete(music_sessions).where(music_sessions.c.id == row.id))
        return _refused("refresh_token_already_used", "Already Used")
    return Session(row.id, user, current, row.aal, amr_of(row.amr))


def _is_of_this_moment(session: Row[Any], presented: Refresh) -> bool:
    """Whether two tabs may have refreshed together. How old the last refresh is says nothing of much older tokens."""
    generations = session.refresh_counter - presented.counter
    age = clock.now() - datetime.fromisoformat(session.last_seen_at)
    return generations <= REUSED_GENERATIONS and age <= REUSE_INTERVAL


def mark_used(connection: Connection, session_id: str, refresh_counter: int) -> None:
    """Note that an access token from this refresh was used, so that the response to it did not get lost."""
    older = (music_sessions.c.id == session_id) & (music_sessions.c.used_counter < refresh_counter)
    connection.execute(update(music_sessions).where(older).values(used_counter=refresh_counter))


def sign_out(connection: Connection, user_id: str, session_id: str, scope: Scope) -> None:
    """End all sessions of the account, only this one, or all but this one."""
    ended = {
        "global": music_sessions.c.user_id == user_id,
        "local": music_sessions.c.id == session_id,
        "others": (music_sessions.c.user_id == user_id) & (music_sessions.c.id != session_id),
    }
    connection.execute(delete(music_sessions).where(ended[scope]))


def end_all(connection: Connection, user_id: str) -> None:
    connection.execute(delete(music_sessions).where(music_sessions.c.user_id == user_id))


def sweep(connection: Connection) -> None:
    """Delete the sessions that have expired."""
    connection.execute(delete(music_sessions).where(music_sessions.c.expires_at <= clock.timestamp()))


def step_up(connection: Connection, user_id: str, session_id: str, method: str) -> Session:
    """Raise a session to aal2, as a second factor was verified in it, and end the account's other aal1 sessions.

    The counter skips so many numbers that no earlier refresh token counts as one of this moment: a stolen copy does not
    reach aal2 with the session, but ends it.
    """
    others = (
        (music_sessions.c.user_id == user_id) & (music_sessions.c.aal != AAL2) & (music_sessions.c.id != session_id)
    )
    connection.execute(delete(music_sessions).where(others))
    row = connection.execute(select(music_sessions).where(music_sessions.c.id == session_id)).one()
    added = Method(method, int(clock.now().timestamp()))
    amr = [added, *(former for former in amr_of(row.amr) if former.method != method)]
    counter = row.refresh_counter + REUSED_GENERATIONS + 1
    columns = {"aal": AAL2, "amr": amr_text(amr), "refresh_counter": counter, "last_seen_at": clock.timestamp()}
    connection.execute(update(music_sessions).where(music_sessions.c.id == session_id).values(columns))
    user = accounts.find(connection, user_id)
    assert user is not None  # noqa: S101 - its session exists, and would be deleted with it
    return Session(session_id, user, counter, AAL2, amr)


def step_down(connection: Connection, user_id: str) -> None:
    """Lower every session of an account to aal1, as a factor that was verified in it may have been removed."""
    for row in connection.execute(
        select(music_sessions).where(music_sessions.c.user_id == user_id, music_sessions.c.aal == AAL2)
    ).all():
        amr = [former for former in amr_of(row.amr) if former.method not in (TOTP, RECOVERY_CODE)]
        columns = {"aal": AAL1, "amr": amr_text(amr)}
        connection.execute(update(music_sessions).where(music_sessions.c.id == row.id).values(columns))


def access_claims(session: Session, base_url: str) -> Claims:
    """The claims of a new access token for the session, valid for an hour."""
    user, now = session.user, int(clock.now().timestamp())
    return Claims(
        iss=f"{base_url}/auth/v1",
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
        refresh_counter=session.refresh_counter,
    )


def amr_of(text: str) -> list[Method]:
    """The methods in the text of the column `sessions.amr`."""
    return msgspec.json.decode(text, type=list[Method])


def amr_text(methods: list[Method]) -> str:
    """Methods as the text of the column `sessions.amr`."""
    return msgspec.json.encode(methods).decode()


def _refused(code: str, reason: str) -> AuthError:
    return AuthError(400, code, f"Invalid Refresh Token: {reason}")


def _one_line(user_agent: str | None) -> str | None:
    """The text that a browser sends of itself, without what could not be shown; null for none."""
    return "".join(filter(str.isprintable, user_agent or ""))[:MAX_USER_AGENT] or None
