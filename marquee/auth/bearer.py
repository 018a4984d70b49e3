"""Who holds an access token: the account with the rights that it has now, and how well it proved who it is."""

from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, bindparam, exists, or_, select

from marquee import clock
from marquee.auth import accounts
from marquee.auth.accounts import VERIFIED, User
from marquee.auth.sessions import AAL2, amr_of
from marquee.auth.tokens import Claims
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import Actor, Proof
from marquee.domain.roles import AUTHENTICATED, SERVICE_ROLE, Role
from marquee.domain.tables import factors, music_contacts, music_sessions, users
from marquee.errors import AuthError

# How long a sign-in proves that its person is there. A stolen session is usually older.
PROOF_LIFETIME = timedelta(minutes=10)


class Bearer(NamedTuple):
    """Whoever sends a token; `is_first_use` of an access token since the session was refreshed."""

    actor: Actor
    is_first_use: bool


_is_contact = exists().where(music_contacts.c.user_id == users.c.id)
_has_factor = exists().where(and_(factors.c.user_id == users.c.id, factors.c.status == VERIFIED))
_ACTOR = PreparedStatement(
    select(
        users.c.role,
        _is_contact.label("is_contact"),
        _has_factor.label("has_factor"),
        music_sessions.c.aal,
        music_sessions.c.used_counter,
    )
    .join(music_sessions, music_sessions.c.user_id == users.c.id)
    .where(music_sessions.c.id == bindparam("session_id"), users.c.id == bindparam("user_id"))
    .where(music_sessions.c.expires_at > bindparam("now"))
    .where(or_(users.c.banned_until.is_(None), users.c.banned_until <= bindparam("now")))
)


def identify(connection: Connection, claims: Claims, *, admins_need_factor: bool = False) -> Bearer | None:
    """The bearer of a token, with the rights that the database gives now; the role in the token does not count.

    An account with a second factor has its rights only after the factor was verified, in the session and in the token.
    None when the session has ended, or the account is banned or deleted.
    """
    values = {"session_id": claims.session_id, "user_id": claims.sub, "now": clock.timestamp()}
    rows = _ACTOR.run(connection, values)
    if not rows:
        return None
    ((stored_role, is_contact, has_factor, level, used_counter),) = rows
    is_admin, lacks = stored_role == SERVICE_ROLE, _lacking(has_factor, level, claims)
    if is_admin and admins_need_factor and not has_factor:
        lacks = "factor"
    role: Role = SERVICE_ROLE if is_admin and not lacks else AUTHENTICATED
    actor = Actor(role, claims.sub, claims.session_id, bool(is_contact) and lacks != "code", lacks)
    return Bearer(actor, is_first_use=claims.refresh_counter > used_counter)


def current_user(connection: Connection, claims: Claims) -> User:
    """The account of a token's bearer, with all its columns, for the session protocol's own endpoints.

    Raises AuthError 403: `user_not_found`, `session_not_found` or `user_banned`.
    """
    user = accounts.find(connection, claims.sub)
    if user is None:
        raise AuthError(403, "user_not_found", "User from sub claim in JWT does not exist")
    if user.is_banned:
        raise AuthError(403, "user_banned", "User is banned")
    if _session(connection, claims) is None:
        raise AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist")
    return user


def owes_factor(user: User, *, admins_need_factor: bool) -> bool:
    """Whether the account is an admin's who has no rights until it has a second factor."""
    return admins_need_factor and user.role == SERVICE_ROLE and not user.has_second_factor


def lacks_second_factor(connection: Connection, user: User, claims: Claims) -> bool:
    """Whether the account has a second factor that the bearer of this token has not verified."""
    session = _session(connection, claims)
    return session is None or _lacking(user.has_second_factor, session.aal, claims) is not None


def require_fresh(connection: Connection, claims: Claims) -> None:
    """Raises AuthError `reauthentication_needed` unless the bearer signed in, or showed a code, a moment ago.

    Refreshing proves nothing.
    """
    session, since = _session(connection, claims), int((clock.now() - PROOF_LIFETIME).timestamp())
    if session is None or all(method.timestamp < since for method in amr_of(session.amr)):
        raise AuthError(403, "reauthentication_needed", "Sign in again to change how you sign in")


def _lacking(has_factor: bool, level: str, claims: Claims) -> Proof | None:
    """`code` unless token and session are both at aal2, for an account with a factor.

    A token from before the verification stays weaker than its session, and a session whose factor was removed is
    weaker than its tokens.
    """
    return "code" if has_factor and not claims.aal == level == AAL2 else None


def _session(connection: Connection, claims: Claims) -> Row[Any, Any] | None:
    live = select(music_sessions.c.aal, music_sessions.c.amr).where(
        music_sessions.c.id == claims.session_id,
        music_sessions.c.user_id == claims.sub,
        music_sessions.c.expires_at > clock.timestamp(),
    )
    return connection.execute(live).one_or_none()
