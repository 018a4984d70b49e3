"""`/user`: the account of the bearer, read and changed by its owner."""

from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection
from starlette.responses import Response

from marquee import clock
from marquee.auth import accounts, one_time_tokens, passwords, sessions
from marquee.auth.accounts import User
from marquee.auth.api.context import AuthContext
from marquee.auth.api.guard import verify_password
from marquee.auth.api.request import answer, challenge_field, claims_of, object_field, read_object, text_field
from marquee.auth.api.responses import user_json
from marquee.auth.mail import queue
from marquee.auth.pkce import Challenge
from marquee.auth.tokens import Claims
from marquee.errors import AuthError

RECOVERY_LASTS = timedelta(minutes=10)


async def get_user(context: AuthContext) -> Response:
    user = await context.database.read(sessions.current_user, claims_of(context))
    return answer(user_json(user))


async def update_user(context: AuthContext) -> Response:
    """Change password, metadata and address. The account's other columns are not its owner's: they are ignored."""
    claims = claims_of(context)
    body = await read_object(context)
    user = await context.database.read(_user_who_may, claims, body)
    _refuse_what_is_not_theirs(body)
    asked = _Changes(body, object_field(body, "data"), _new_address(body, user), challenge_field(body))
    new_hash = await _new_password_hash(context, body, user, claims)
    changed = await context.database.write(_save, claims, user.password_hash, new_hash, asked)
    if new_hash is not None:
        context.record("password_changed", user=user.id)
    if asked.email:
        context.outbox.wake()
    return answer(user_json(changed))


class _Changes(NamedTuple):
    """A body, and what it asks for besides a new password: metadata to merge, and an address, not yet confirmed."""

    body: dict[str, Any]
    metadata: dict[str, Any]
    email: str | None
    challenge: Challenge | None


def _user_who_may(connection: Connection, claims: Claims, body: dict[str, Any]) -> User:
    """The bearer's account. Raises AuthError `insufficient_aal` for a way in without its second factor (trap 35)."""
    user = sessions.current_user(connection, claims)
    is_way_in = body.get("password") is not None or body.get("email") is not None
    if is_way_in and sessions.lacks_second_factor(connection, user, claims):
        message = "AAL2 session is required to update email or password when MFA is enabled."
        raise AuthError(401, "insufficient_aal", message)
    return user


def _refuse_what_is_not_theirs(body: dict[str, Any]) -> None:
    if body.get("app_metadata") is not None:
        raise AuthError(403, "not_admin", "Updating app_metadata requires admin privileges")
    if text_field(body, "phone"):
        raise AuthError(404, "feature_disabled", "This site does not store phone numbers")


def _new_address(body: dict[str, Any], user: User) -> str | None:
    """The address to change to, in its normal form; None when none was asked for, or the account's own."""
    email = text_field(body, "email")
    if not email or accounts.normal_email(email) == user.email:
        return None
    return accounts.checked_email(email)


async def _new_password_hash(context: AuthContext, body: dict[str, Any], user: User, claims: Claims) -> str | None:
    """The hash of a new password; None when none was asked for.

    The current one has to come with it, unless there is none or its owner has just followed a link to recover it.
    """
    new = text_field(body, "password")
    if new is None:
        return None
    passwords.check_policy(new, context.settings.password_minimum)
    if user.password_hash is not None and not _is_recovering(claims):
        current = text_field(body, "current_password")
        if not current:
            raise AuthError(400, "current_password_required", "Current password required when setting new password.")
        if not await verify_password(context, user.email, user.password_hash, current):
            raise AuthError(400, "current_password_invalid", "Current password required when setting new password.")
        if passwords.is_same(new, current):
            raise AuthError(422, "same_password", "New password should be different from the old password.")
    return await passwords.hash(new)


def _is_recovering(claims: Claims) -> bool:
    """Whether this session, also one with a second factor since, began with a recovery a moment ago."""
    since = int((clock.now() - RECOVERY_LASTS).timestamp())
    return any(proof.method == "recovery" and proof.timestamp >= since for proof in claims.amr)


def _save(
    connection: Connection, claims: Claims, checked_hash: str | None, new_hash: str | None, asked: _Changes
) -> User:
    user = _user_who_may(connection, claims, asked.body)
    if new_hash is not None:
        if user.password_hash != checked_hash:
            raise AuthError(409, "conflict", "The password has been changed in the meantime, please try again")
        accounts.change_password(connection, user.id, new_hash, keep_session=claims.session_id)
    accounts.change_metadata(connection, user, asked.metadata)
    if asked.email:
        _ask_to_confirm(connection, user, asked.email, asked.challenge)
    return sessions.current_user(connection, claims)


def _ask_to_confirm(connection: Connection, user: User, email: str, challenge: Challenge | None) -> None:
    """A mail to each of the two addresses; what was asked for before is void."""
    accounts.require_free(connection, email)
    one_time_tokens.begin_change(connection, user, email)
    queue.stop(connection, "email_change", user.id)
    queue.ask_both(connection, user.id, (user.email, email), challenge)
