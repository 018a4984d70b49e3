"""Second factors (TOTP, RFC 6238): enrolling, challenging, verifying and removing them."""

import hmac
import re
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import uuid4

import pyotp
from sqlalchemy import Connection, Row, delete, insert, select, update

from marquee import clock
from marquee.auth import accounts, bearer, known_clients, recovery_codes, sessions, throttle, wrong_codes
from marquee.auth.accounts import VERIFIED, Factor, User
from marquee.auth.secrets import sealing
from marquee.auth.secrets.keys import Keys
from marquee.auth.sessions import RECOVERY_CODE, TOTP, Session
from marquee.auth.tokens import Claims
from marquee.domain import notices
from marquee.domain.random_ids import UUID
from marquee.domain.tables import challenges, factors
from marquee.errors import AuthError, TooManyRequests

PERIOD_S = 30
SKEW_STEPS = 1

MAX_FACTORS = 10
# An unverified factor this old was abandoned, and its secret has been on a screen.
ENROLLMENT_LIFETIME = timedelta(hours=1)

CHALLENGE_LIFETIME_S = 300
MAX_CHALLENGES = 20
MAX_WRONG_PER_CHALLENGE = 5

_CODE = re.compile(r"[0-9]{6}")


class Enrollment(NamedTuple):
    """A new factor with its secret (base32) and its recovery codes, which are shown only this once."""

    factor_id: str
    secret: str
    recovery_codes: list[str]
    email: str


class Challenge(NamedTuple):
    """A request for a code of a factor; `expires_at` is in Unix seconds."""

    id: str
    expires_at: int


def enroll(connection: Connection, claims: Claims, friendly_name: str, keys: Keys) -> Enrollment:
    """Create a factor, which is unverified until its first right code.

    Raises AuthError: `insufficient_aal`, `reauthentication_needed`, `too_many_enrolled_mfa_factors`,
    `mfa_factor_name_conflict`.
    """
    user = bearer.current_user(connection, claims)
    if bearer.lacks_second_factor(connection, user, claims):
        raise AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor")
    bearer.require_fresh(connection, claims)
    existing = _without_abandoned(connection, user)
    if len(existing) >= MAX_FACTORS:
        raise AuthError(422, "too_many_enrolled_mfa_factors", "Maximum number of enrolled factors reached")
    if friendly_name and any(factor.friendly_name == friendly_name for factor in existing):
        raise AuthError(422, "mfa_factor_name_conflict", "A factor with this friendly name already exists")
    factor_id, secret, now = str(uuid4()), pyotp.random_base32(), clock.timestamp()
    codes = recovery_codes.generate()
    connection.execute(
        insert(factors).values(
            id=factor_id,
            user_id=user.id,
            friendly_name=friendly_name,
            factor_type="totp",
            status="unverified",
            secret=sealing.seal(secret, factor_id, keys),
            recovery_codes=recovery_codes.seal(codes, factor_id, keys),
            created_at=now,
            updated_at=now,
        )
    )
    return Enrollment(factor_id, secret, codes, user.email)


def otpauth_uri(secret: str, name: str, issuer: str) -> str:
    """The URI for an authenticator app: the secret, the account and the site."""
    return pyotp.TOTP(secret, name=name, issuer=issuer, interval=PERIOD_S).provisioning_uri()


def challenge(connection: Connection, claims: Claims, factor_id: str) -> Challenge:
    """Ask for a code of one of the bearer's factors. Beyond `MAX_CHALLENGES`, the oldest is deleted for it.

    Raises AuthError `mfa_factor_not_found`.
    """
    factor = _owned(connection, bearer.current_user(connection, claims), factor_id)
    is_factors = challenges.c.factor_id == factor.id
    connection.execute(delete(challenges).where(is_factors, challenges.c.created_at <= _oldest_live()))
    newest = select(challenges.c.id).where(is_factors).order_by(challenges.c.created_at.desc(), challenges.c.id)
    kept = connection.execute(newest.limit(MAX_CHALLENGES - 1)).scalars().all()
    connection.execute(delete(challenges).where(is_factors, challenges.c.id.not_in(kept)))
    now = clock.timestamp()
    new = Challenge(str(uuid4()), int(clock.now().timestamp()) + CHALLENGE_LIFETIME_S)
    connection.execute(insert(challenges).values(id=new.id, factor_id=factor.id, created_at=now))
    connection.execute(update(factors).where(factors.c.id == factor.id).values(last_challenged_at=now))
    return new


def verify(
    connection: Connection, claims: Claims, factor_id: str, challenge_id: str, code: str, keys: Keys, client: str | None
) -> Session | AuthError:
    """Raise the bearer's session to aal2; the account's other aal1 sessions and its unverified factors are deleted.

    A recovery code of a verified factor takes the place of a code, once. The error for a wrong code is returned, not
    raised, so that the count of wrong codes is committed. `client` is what the client's IP address counts as.
    Raises AuthError: `mfa_factor_not_found`, `mfa_challenge_expired`; TooManyRequests.
    """
    user = bearer.current_user(connection, claims)
    factor = _owned(connection, user, factor_id)
    bounds = wrong_codes.bounds_of(factor.id, claims.session_id, client)
    throttle.require_free(connection, bounds)
    _check_challenge(connection, factor.id, challenge_id)
    pause_s, now = wrong_codes.pause_left_s(connection, factor, client), clock.timestamp()
    method, used = TOTP, None if pause_s else _use_code(factor, code, keys)
    if used is None and factor.status == VERIFIED:
        method, used = RECOVERY_CODE, _use_recovery_code(factor, code, keys)
    if used is None:
        wrong_codes.count(connection, factor.id, challenge_id, bounds, is_paused=pause_s > 0)
        wrong = AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered")
        return TooManyRequests(pause_s) if pause_s else wrong
    connection.execute(update(challenges).where(challenges.c.id == challenge_id).values(verified_at=now))
    verified = {"status": VERIFIED, "wrong_codes": 0, "updated_at": now, **used}
    connection.execute(update(factors).where(factors.c.id == factor.id).values(verified))
    connection.execute(delete(factors).where(factors.c.user_id == user.id, factors.c.status != VERIFIED))
    if factor.status != VERIFIED:
        notices.queue_mail(connection, "factor_added", user.email, user.id)
    if method == RECOVERY_CODE:
        notices.queue_mail(connection, "recovery_code_used", user.email, user.id)
    if client:
        known_clients.remember(connection, user.id, client)
    return sessions.step_up(connection, user.id, claims.session_id, method)


def unenroll(connection: Connection, claims: Claims, factor_id: str) -> None:
    """Remove one of the bearer's factors.

    Raises AuthError `mfa_factor_not_found`; for a verified factor also `insufficient_aal`, `reauthentication_needed`.
    """
    user = bearer.current_user(connection, claims)
    if _owned(connection, user, factor_id).status == VERIFIED:
        if bearer.lacks_second_factor(connection, user, claims):
            raise AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor")
        bearer.require_fresh(connection, claims)
    remove(connection, user, factor_id)


def remove(connection: Connection, user: User, factor_id: str) -> Factor:
    """Remove a factor of an account, without asking for a code. Raises AuthError `mfa_factor_not_found`."""
    factor = next((factor for factor in user.factors if factor.id == factor_id), None)
    if factor is None:
        raise _not_found()
    connection.execute(delete(factors).where(factors.c.id == factor.id))
    if factor.status == VERIFIED:
        sessions.step_down(connection, user.id)
        notices.queue_mail(connection, "factor_removed", user.email, user.id)
    return factor


def reset(connection: Connection, user_id: str) -> None:
    """Remove all factors of an account and end its sessions, in case a lost phone is still signed in to one."""
    user = accounts.find(connection, user_id)
    connection.execute(delete(factors).where(factors.c.user_id == user_id))
    sessions.end_all(connection, user_id)
    if user is not None and user.has_second_factor:
        notices.queue_mail(connection, "factor_removed", user.email, user.id)


def _without_abandoned(connection: Connection, user: User) -> list[Factor]:
    """Delete the account's abandoned factors, and return the others."""
    oldest = clock.timestamp(clock.now() - ENROLLMENT_LIFETIME)
    is_abandoned = (factors.c.user_id == user.id) & (factors.c.status != VERIFIED) & (factors.c.created_at <= oldest)
    connection.execute(delete(factors).where(is_abandoned))
    return [factor for factor in user.factors if factor.status == VERIFIED or factor.created_at > oldest]


def _owned(connection: Connection, user: User, factor_id: str) -> Row[Any]:
    if not UUID.fullmatch(factor_id):
        raise _not_found()
    owned = select(factors).where(factors.c.id == factor_id, factors.c.user_id == user.id)
    row = connection.execute(owned).one_or_none()
    if row is None:
        raise _not_found()
    return row


def _check_challenge(connection: Connection, factor_id: str, challenge_id: str) -> None:
    """Raises AuthError `mfa_challenge_expired` unless a code may be tried on the challenge."""
    live = select(challenges).where(challenges.c.factor_id == factor_id, challenges.c.created_at > _oldest_live())
    row = next((row for row in connection.execute(live) if row.id == challenge_id), None)
    if row is None or row.verified_at is not None or row.wrong_codes >= MAX_WRONG_PER_CHALLENGE:
        raise AuthError(422, "mfa_challenge_expired", "This challenge has expired, please create a new one")


def _oldest_live() -> str:
    return clock.timestamp(clock.now() - timedelta(seconds=CHALLENGE_LIFETIME_S))


def _use_code(factor: Row[Any], code: str, keys: Keys) -> dict[str, Any] | None:
    """What the factor's row is set to by the right code of its authenticator; None for any other."""
    step = _matching_step(sealing.unseal(factor.secret, factor.id, keys), code, factor.last_used_step)
    return None if step is None else {"last_used_step": step}


def _use_recovery_code(factor: Row[Any], code: str, keys: Keys) -> dict[str, Any] | None:
    """What the factor's row is set to by a recovery code that was not used yet; None for any other."""
    left = recovery_codes.use(factor.recovery_codes, code, factor.id, keys)
    return None if left is None else {"recovery_codes": left}


def _matching_step(secret: str | None, code: str, last_used: int | None) -> int | None:
    """The time step whose code this is, if it is later than the last one used (RFC 6238, section 5.2)."""
    if secret is None or not _CODE.fullmatch(code):
        return None
    totp, now = pyotp.TOTP(secret, interval=PERIOD_S), int(clock.now().timestamp()) // PERIOD_S
    near = range(now - SKEW_STEPS, now + SKEW_STEPS + 1)
    steps = [step for step in near if hmac.compare_digest(totp.generate_otp(step), code)]
    return next((step for step in steps if last_used is None or step > last_used), None)


def _not_found() -> AuthError:
    return AuthError(404, "mfa_factor_not_found", "Factor not found")
