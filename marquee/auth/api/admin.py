"""`/admin/users`: accounts, for programs that hold the secret API key (docs/protocol.md#accounts)."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

from starlette.responses import Response

from marquee.auth import accounts, administration, passwords, tokens
from marquee.auth.accounts import User
from marquee.auth.administration import AccountChanges
from marquee.auth.api.context import AuthContext
from marquee.auth.api.request import object_field, read_object, require_secret_key, text_field
from marquee.auth.api.responses import factor_json, json_response, user_json
from marquee.domain.random_ids import UUID
from marquee.domain.roles import ROLES
from marquee.errors import AuthError

PER_PAGE = 50
MAX_PER_PAGE = 1000

_POSITIVE = re.compile(r"[1-9][0-9]{0,8}")

# Durations are written as Go does: `24h`, `1h30m`, `1.5h`, up to its limit of 2^63 nanoseconds.
MAX_DURATION = timedelta(days=292 * 365)
_UNITS = {
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
    "s": timedelta(seconds=1),
    "ms": timedelta(milliseconds=1),
}
_PART = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(h|ms|m|s)"
_DURATION = re.compile(rf"\+?(?:{_PART}){{1,4}}")


async def list_users(context: AuthContext) -> Response:
    require_secret_key(context)
    number, size = _positive(context, "page", 1), _positive(context, "per_page", PER_PAGE)
    if size > MAX_PER_PAGE:
        raise AuthError(400, "validation_failed", f"per_page must be at most {MAX_PER_PAGE}")
    part_of_email = text_field(dict(context.query_params), "filter") or ""
    users, total = await context.database.read(administration.page, number, size, part_of_email)
    response = json_response({"users": [user_json(user) for user in users], "aud": tokens.AUDIENCE})
    response.headers["X-Total-Count"] = str(total)
    response.headers["Link"] = _links(number, size, total)
    return response


async def create_user(context: AuthContext) -> Response:
    require_secret_key(context)
    body = await read_object(context)
    user_id = text_field(body, "id")
    if user_id is not None and not UUID.fullmatch(user_id.lower()):
        raise AuthError(400, "validation_failed", "id must be a UUID")
    if not text_field(body, "email"):
        raise AuthError(400, "validation_failed", "Cannot create a user without an email")
    changes = await _account_changes(context, body)
    user = await context.database.write(administration.create, changes, user_id and user_id.lower())
    context.record("user_added", account=user.id, role=user.role)
    return json_response(user_json(user))


async def get_user_by_id(context: AuthContext) -> Response:
    require_secret_key(context)
    return json_response(user_json(await context.database.read(administration.get, _user_id(context))))


async def update_user_by_id(context: AuthContext) -> Response:
    require_secret_key(context)
    user_id, changes = _user_id(context), await _account_changes(context, await read_object(context))
    user = await context.database.write(administration.update, user_id, changes)
    _record_changes(context, user, changes)
    context.wake_mail()
    return json_response(user_json(user))


async def delete_user(context: AuthContext) -> Response:
    require_secret_key(context)
    body = await read_object(context)
    if _flag(body, "should_soft_delete"):
        raise AuthError(404, "feature_disabled", "Soft deletion is not supported: delete the account or ban it")
    user_id = _user_id(context)
    await context.database.write(administration.remove, user_id)
    context.record("user_removed", account=user_id)
    context.wake_mail()
    return json_response({})


async def list_user_factors(context: AuthContext) -> Response:
    require_secret_key(context)
    user = await context.database.read(administration.get, _user_id(context))
    return json_response([factor_json(factor) for factor in user.factors])


async def delete_user_factor(context: AuthContext) -> Response:
    require_secret_key(context)
    user_id, factor_id = _user_id(context), context.path_params["factor_id"]
    removed = await context.database.write(administration.remove_factor, user_id, factor_id)
    context.record("factor_removed", account=user_id, factor=removed.id)
    context.wake_mail()
    return json_response(factor_json(removed))


def _record_changes(context: AuthContext, user: User, changes: AccountChanges) -> None:
    if changes.role:
        context.record("role_changed", account=user.id, role=user.role)
    if changes.password_hash:
        context.record("password_changed", account=user.id)
    if changes.email:
        context.record("address_changed", account=user.id)
    if changes.ban is not None:
        context.record("ban_changed", account=user.id, until=user.banned_until or "none")


async def _account_changes(context: AuthContext, body: dict[str, Any]) -> AccountChanges:
    """The changes in a body. Raises AuthError 400, and 422 `weak_password`; the costly password is checked last."""
    if text_field(body, "phone"):
        raise AuthError(400, "validation_failed", "This site does not store phone numbers")
    email = text_field(body, "email")
    changes = AccountChanges(
        email=accounts.checked_email(email) if email else None,
        role=_role(body),
        password_hash=None,
        is_confirmed=_flag(body, "email_confirm"),
        ban=_ban(body),
        user_metadata=object_field(body, "user_metadata"),
        app_metadata=object_field(body, "app_metadata"),
    )
    return replace(changes, password_hash=await _password_hash(context, body))


def _role(body: dict[str, Any]) -> str | None:
    role = (text_field(body, "role") or "").strip()
    if role and role not in ROLES:
        raise AuthError(400, "validation_failed", f"role must be {' or '.join(ROLES)}")
    return role or None


def _ban(body: dict[str, Any]) -> timedelta | None:
    text = text_field(body, "ban_duration")
    if not text:
        return None
    parts = re.findall(_PART, text) if _DURATION.fullmatch(text) else []
    length = sum((float(number) * _UNITS[unit] for number, unit in parts), timedelta())
    if length > MAX_DURATION or not (parts or text == "none"):
        raise AuthError(400, "validation_failed", "invalid format for ban_duration: use 24h, 1h30m or none")
    return length


async def _password_hash(context: AuthContext, body: dict[str, Any]) -> str | None:
    password, password_hash = text_field(body, "password"), text_field(body, "password_hash")
    if password and password_hash:
        raise AuthError(400, "validation_failed", "Only a password or a password hash should be provided")
    if password_hash:
        passwords.check_foreign_hash(password_hash)
        return password_hash
    if not password:
        return None
    passwords.check_policy(password, context.settings.password_minimum)
    return await passwords.hash(password)


def _flag(body: dict[str, Any], name: str) -> bool:
    value = body.get(name)
    if value is not None and not isinstance(value, bool):
        raise AuthError(400, "validation_failed", f"{name} must be true or false")
    return bool(value)


def _user_id(context: AuthContext) -> str:
    user_id: str = context.path_params["user_id"].lower()
    if not UUID.fullmatch(user_id):
        raise AuthError(404, "validation_failed", "user_id must be an UUID")
    return user_id


def _positive(context: AuthContext, name: str, default: int) -> int:
    text = context.query_params.get(name) or ""
    if text and not _POSITIVE.fullmatch(text):
        raise AuthError(400, "validation_failed", f"Bad Pagination Parameters: {name} must be a positive number")
    return int(text) if text else default


def _links(number: int, size: int, total: int) -> str:
    """The `Link` header. The client reads the page number after the first `=`, so `page` comes first."""
    last = -(-total // size)
    pages = {"next": number + 1, "last": last} if number < last else {"last": last}
    url = "</admin/users?page={}&per_page={}>"
    return ", ".join(f'{url.format(page, size)}; rel="{relation}"' for relation, page in pages.items())
