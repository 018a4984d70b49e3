"""`/user`: the account of the bearer, read and changed by its owner."""

from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection
from starlette.responses import Response

from marquee import clock
from marquee.auth import accounts, bearer, one_time_tokens, passwords
from marquee.auth.accounts import User
from marquee.auth.api import asked_mail
from marquee.auth.api.context import Asker, AuthContext
from marquee.auth.api.limits import count_call, verify_password
from marquee.auth.api.request import (
    claims_of,
    flow_of,
    object_field,
    read_object,
    require_link_address,
    text_field,
)
from marquee.auth.api.responses import json_response, user_json
from marquee.auth.mail.queue import Flow
from marquee.auth.tokens import Claims
from marquee.domain import notices
from marquee.domain.texts.emails import normal_email
from marquee.errors import AuthError

RECOVERY_LIFETIME = timedelta(minutes=10)


async def get_user(context: AuthContext) -> Response:
    """The bearer's account. Its `app_metadata` says if it has to have a second factor and has none yet."""
    user = await context.database.read(bearer.current_user, claims_of(context))
    found = user_json(user)
    if bearer.owes_factor(user, admins_need_factor=context.settings.admins_need_factor):
        found["app_metadata"] = user.app_metadata | {"needs_second_factor": True}
    return json_response(found)


async def update_user(context: AuthContext) -> Response:
    """Change the password, the metadata and the email. Other fields are ignored."""
    claims = claims_of(context)
    body = await read_object(context)
    user = await context.database.read(_authorized_user, claims, body)
    _refuse_reserved_fields(body)
    changes = _Changes(body, object_field(body, "data"), _new_email(body, user), flow_of(context, body), context.asker)
    await count_call(context, "user")
    if changes.email:
        require_link_address(context)
        await count_call(context, "email_change")
    new_password = _new_password(context, body)
    if new_password is not None or changes.email:
        await _require_proof(context, body, user, claims)
    new_hash = None if new_password is None else await passwords.hash(new_password)
    changed = await context.database.write(_save, claims, user.password_hash, new_hash, changes)
    if new_hash is not None:
        context.record("password_changed", user=user.id)
    if changes.email:
        context.record("address_requested", user=user.id)
    context.wake_mail()
    return json_response(user_json(changed))


class _Changes(NamedTuple):
    """A body, and the changes besides the password: metadata to merge, and an email to be confirmed."""

    body: dict[str, Any]
    metadata: dict[str, Any]
    email: str | None
    flow: Flow
    asker: Asker


def _authorized_user(connection: Connection, claims: Claims, body: dict[str, Any]) -> User:
    """The bearer's account.

    Raises AuthError `insufficient_aal` if a new password or email needs a second factor.
    """
    user = bearer.current_user(connection, claims)
    changes_credentials = body.get("password") is not None or body.get("email") is not None
    if changes_credentials and bearer.lacks_second_factor(connection, user, claims):
        message = "AAL2 session is required to update email or password when MFA is enabled."
        raise AuthError(401, "insufficient_aal", message)
    return user


def _refuse_reserved_fields(body: dict[str, Any]) -> None:
    if body.get("app_metadata") is not None:
        raise AuthError(403, "not_admin", "Updating app_metadata requires admin privileges")
    if text_field(body, "phone"):
        raise AuthError(404, "feature_disabled", "This site does not store phone numbers")


def _new_email(body: dict[str, Any], user: User) -> str | None:
    """The email to change to, in its normal form; None if there is none, or it is the account's own."""
    email = text_field(body, "email")
    if not email or normal_email(email) == user.email:
        return None
    return accounts.checked_email(email)


def _new_password(context: AuthContext, body: dict[str, Any]) -> str | None:
    """The new password, if there is one. Raises WeakPassword."""
    new = text_field(body, "password")
    if new is not None:
        passwords.check_policy(new, context.settings.password_minimum)
    return new


async def _require_proof(context: AuthContext, body: dict[str, Any], user: User, claims: Claims) -> None:
    """Require what a stolen session does not have: the current password, or a sign-in a moment ago.

    For a new password only the current one will do, unless the account has none or a recovery link was just followed.
    """
    current, new = text_field(body, "current_password"), text_field(body, "password")
    if not current or user.password_hash is None:
        if new is not None and user.password_hash is not None and not _is_recovering(claims):
            raise AuthError(400, "current_password_required", "Current password required when setting new password.")
        await context.database.read(bearer.require_fresh, claims)
        return
    if not await verify_password(context, user.email, user, user.password_hash, current):
        raise AuthError(400, "current_password_invalid", "The current password is wrong.")
    if new is not None and passwords.is_same(new, current):
        raise AuthError(422, "same_password", "New password should be different from the old password.")


def _is_recovering(claims: Claims) -> bool:
    """Whether this session began with a recovery a moment ago, even if a second factor was verified since."""
    since = int((clock.now() - RECOVERY_LIFETIME).timestamp())
    return any(method.method == "recovery" and method.timestamp >= since for method in claims.amr)


def _save(
    connection: Connection, claims: Claims, checked_hash: str | None, new_hash: str | None, changes: _Changes
) -> User:
    user = _authorized_user(connection, claims, changes.body)
    if new_hash is not None:
        if user.password_hash != checked_hash:
            raise AuthError(409, "conflict", "The password has been changed in the meantime, please try again")
        accounts.change_password(connection, user.id, new_hash, keep_session=claims.session_id)
        notices.queue_mail(connection, "password_changed", user.email, user.id)
    accounts.change_metadata(connection, user, changes.metadata)
    if changes.email:
        one_time_tokens.begin_change(connection, user, changes.email)
        asked_mail.ask_both(connection, user.id, (user.email, changes.email), changes.flow, changes.asker)
    return bearer.current_user(connection, claims)
