"""Second factors (TOTP, RFC 6238): enrolling, challenging, verifying and removing them. Source: wire.md section 1.3."""

import hmac
import math
import re
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

import pyotp
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from marquee import clock
from marquee.auth import sealing, sessions
from marquee.auth.accounts import UUID, VERIFIED, Factor, User
from marquee.auth.keys import Keys
from marquee.auth.sessions import Session
from marquee.auth.tokens import Claims
from marquee.domain.tables import challenges, factors
from marquee.errors import AuthError, TooManyRequests

PERIOD_S = 30
SKEW_STEPS = 1

FACTORS_MOST = 10
# A factor that nobody has verified by then was given up; its secret has been on a screen.
ENROLLED_FOR = timedelta(hours=1)

CHALLENGE_S = 300
CHALLENGES_MOST = 20
WRONG_PER_CHALLENGE = 5

# Of 10^6 codes three are right at any moment. Ten wrong ones are a person; from then on each costs a pause, which
# doubles with every ten: who knows the password has a hundred guesses in the first month, then one a day.
WRONG_FOR_FREE = 10
PAUSE = timedelta(minutes=5)
PAUSE_MOST = timedelta(days=1)

_CODE = re.compile(r"[0-9]{6}")


class Enrolled(NamedTuple):
    """A new factor; its secret (base32) is said only this once."""

    factor_id: str
    secret: str
    email: str


class Challenge(NamedTuple):
    """`expires_at` in Unix seconds."""

    id: str
    expires_at: int


def enroll(connection: Connection, claims: Claims, friendly_name: str, keys: Keys) -> Enrolled:
    """A new factor, unverified.

    Raises AuthError: `insufficient_aal`, `too_many_enrolled_mfa_factors`, `mfa_factor_name_conflict`.
    """
    user = sessions.current_user(connection, claims)
    if sessions.lacks_second_factor(connection, user, claims):
        raise AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor")
    kept = _without_given_up(connection, user)
    if len(kept) >= FACTORS_MOST:
        raise AuthError(422, "too_many_enrolled_mfa_factors", "Maximum number of enrolled factors reached")
    if friendly_name and any(factor.friendly_name == friendly_name for factor in kept):
        raise AuthError(422, "mfa_factor_name_conflict", "A factor with this friendly name exists already")
    factor_id, secret, now = str(uuid4()), pyotp.random_base32(), clock.timestamp()
    connection.execute(
        insert(factors).values(
            id=factor_id,
            user_id=user.id,
            friendly_name=friendly_name,
            factor_type="totp",
            status="unverified",
            secret=sealing.seal(secret, factor_id, keys),
            created_at=now,
            updated_at=now,
        )
    )
    return Enrolled(factor_id, secret, user.email)


def otpauth_uri(secret: str, name: str, issuer: str) -> str:
    """What an authenticator app reads: the secret, for which account, of which site."""
    return pyotp.TOTP(secret, name=name, issuer=issuer, interval=PERIOD_S).provisioning_uri()


def challenge(connection: Connection, claims: Claims, factor_id: str) -> Challenge:
    """Ask for a code of one of the bearer's factors. Raises AuthError: `mfa_factor_not_found`; TooManyRequests."""
    factor = _owned(connection, sessions.current_user(connection, claims), factor_id)
    of_factor = challenges.c.factor_id == factor.id
    connection.execute(delete(challenges).where(of_factor, challenges.c.created_at <= _oldest_live()))
    count, oldest = connection.execute(select(func.count(), func.min(challenges.c.created_at)).where(of_factor)).one()
    if count >= CHALLENGES_MOST:
        raise _not_before(datetime.fromisoformat(oldest) + timedelta(seconds=CHALLENGE_S))
    now = clock.timestamp()
    made = Challenge(str(uuid4()), int(clock.now().timestamp()) + CHALLENGE_S)
    connection.execute(insert(challenges).values(id=made.id, factor_id=factor.id, created_at=now))
    connection.execute(update(factors).where(factors.c.id == factor.id).values(last_challenged_at=now))
    return made


def verify(
    connection: Connection, claims: Claims, factor_id: str, challenge_id: str, code: str, keys: Keys
) -> Session | AuthError:
    """The bearer's session at aal2; every aal1 session of the account but this one ends, as do unverified factors.

    A wrong code is an error that is returned, not raised: that it was tried must be committed.
    Raises AuthError: `mfa_factor_not_found`, `mfa_challenge_expired`; TooManyRequests.
    """
    user = sessions.current_user(connection, claims)
    factor = _owned(connection, user, factor_id)
    _check_pause(factor)
    asked = _live_challenge(connection, factor.id, challenge_id)
    step = _matching_step(sealing.unseal(factor.secret, factor.id, keys), code, factor.last_used_step)
    now = clock.timestamp()
    if step is None:
        _count_wrong_code(connection, factor.id, asked, now)
        return AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered")
    connection.execute(update(challenges).where(challenges.c.id == asked).values(verified_at=now))
    proven = {"status": VERIFIED, "last_used_step": step, "wrong_codes": 0, "updated_at": now}
    connection.execute(update(factors).where(factors.c.id == factor.id).values(proven))
    connection.execute(delete(factors).where(factors.c.user_id == user.id, factors.c.status != VERIFIED))
    return sessions.step_up(connection, user.id, claims.session_id, "totp")


def unenroll(connection: Connection, claims: Claims, factor_id: str) -> None:
    """Remove one of the bearer's factors. Raises AuthError: `mfa_factor_not_found`, `insufficient_aal`."""
    user = sessions.current_user(connection, claims)
    factor = _owned(connection, user, factor_id)
    if factor.status == VERIFIED and sessions.lacks_second_factor(connection, user, claims):
        raise AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor")
    remove(connection, user, factor_id)


def remove(connection: Connection, user: User, factor_id: str) -> Factor:
    """Remove a factor of an account, on an admin's word. Raises AuthError `mfa_factor_not_found`."""
    found = next((factor for factor in user.factors if factor.id == factor_id), None)
    if found is None:
        raise _not_found()
    connection.execute(delete(factors).where(factors.c.id == found.id))
    if found.status == VERIFIED:
        sessions.step_down(connection, user.id)
    return found


def reset(connection: Connection, user_id: str) -> None:
    """Remove all factors of an account and end its sessions: whoever found the phone may be in one of them."""
    connection.execute(delete(factors).where(factors.c.user_id == user_id))
    sessions.end_all(connection, user_id)


def _without_given_up(connection: Connection, user: User) -> list[Factor]:
    oldest = clock.timestamp(clock.now() - ENROLLED_FOR)
    given_up = (factors.c.user_id == user.id) & (factors.c.status != VERIFIED) & (factors.c.created_at <= oldest)
    connection.execute(delete(factors).where(given_up))
    return [factor for factor in user.factors if factor.status == VERIFIED or factor.created_at > oldest]


def _owned(connection: Connection, user: User, factor_id: str) -> Row[Any]:
    if not UUID.fullmatch(factor_id):
        raise _not_found()
    owned = select(factors).where(factors.c.id == factor_id, factors.c.user_id == user.id)
    found = connection.execute(owned).one_or_none()
    if found is None:
        raise _not_found()
    return found


def _live_challenge(connection: Connection, factor_id: str, challenge_id: str) -> str:
    """The challenge's id, if a code may be tried on it."""
    live = select(challenges).where(challenges.c.factor_id == factor_id, challenges.c.created_at > _oldest_live())
    asked = next((row for row in connection.execute(live) if row.id == challenge_id), None)
    if asked is None or asked.verified_at is not None or asked.wrong_codes >= WRONG_PER_CHALLENGE:
        raise AuthError(422, "mfa_challenge_expired", "This challenge is over, please create a new one")
    return challenge_id


def _check_pause(factor: Row[Any]) -> None:
    """Raises TooManyRequests until the pause that the last wrong code cost is over."""
    if factor.wrong_codes < WRONG_FOR_FREE:
        return
    doublings = min(factor.wrong_codes // WRONG_FOR_FREE - 1, 10)
    until = datetime.fromisoformat(factor.last_wrong_at) + min(PAUSE * 2**doublings, PAUSE_MOST)
    if clock.now() < until:
        raise _not_before(until)


def _not_before(instant: datetime) -> TooManyRequests:
    return TooManyRequests(math.ceil((instant - clock.now()).total_seconds()))


def _count_wrong_code(connection: Connection, factor_id: str, challenge_id: str, now: str) -> None:
    counted = {"wrong_codes": factors.c.wrong_codes + 1, "last_wrong_at": now}
    connection.execute(update(factors).where(factors.c.id == factor_id).values(counted))
    wrong = {"wrong_codes": challenges.c.wrong_codes + 1}
    connection.execute(update(challenges).where(challenges.c.id == challenge_id).values(wrong))


def _oldest_live() -> str:
    return clock.timestamp(clock.now() - timedelta(seconds=CHALLENGE_S))


def _matching_step(secret: str | None, code: str, last_used: int | None) -> int | None:
    """The step of time whose code this is, if it is later than the last one used (RFC 6238, 5.2)."""
    if secret is None or not _CODE.fullmatch(code):
        return None
    totp, now = pyotp.TOTP(secret, interval=PERIOD_S), int(clock.now().timestamp()) // PERIOD_S
    near = range(now - SKEW_STEPS, now + SKEW_STEPS + 1)
    steps = [step for step in near if hmac.compare_digest(totp.generate_otp(step), code)]
    return next((step for step in steps if last_used is None or step > last_used), None)


def _not_found() -> AuthError:
    return AuthError(404, "mfa_factor_not_found", "Factor not found")
