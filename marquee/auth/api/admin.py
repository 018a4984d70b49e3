"""`/admin/users`: accounts, for programs that hold the secret API key. Source: wire.md section 1.7."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from marquee.auth import administration, durations, passwords, tokens
from marquee.auth.accounts import ROLES, UUID, User
from marquee.auth.administration import Wanted
from marquee.auth.api.request import answer, object_field, read_object, require_secret_key, text_field
from marquee.auth.api.responses import factor_json, user_json
from marquee.errors import AuthError
from marquee.web.http import record, service

PER_PAGE = 50
PER_PAGE_MOST = 1000

_POSITIVE = re.compile(r"[1-9][0-9]{0,8}")


async def list_users(request: Request) -> Response:
    require_secret_key(request)
    number, size = _positive(request, "page", 1), _positive(request, "per_page", PER_PAGE)
    if size > PER_PAGE_MOST:
        raise AuthError(400, "validation_failed", f"per_page must not be larger than {PER_PAGE_MOST}")
    found, total = await service(request).database.read(administration.page, number, size)
    response = answer({"users": [user_json(user) for user in found], "aud": tokens.AUDIENCE})
    response.headers["X-Total-Count"] = str(total)
    response.headers["Link"] = _links(number, size, total)
    return response


async def create_user(request: Request) -> Response:
    require_secret_key(request)
    body = await read_object(request)
    user_id = text_field(body, "id")
    if user_id is not None and not UUID.fullmatch(user_id.lower()):
        raise AuthError(400, "validation_failed", "id must be an UUID")
    wanted = await _wanted(request, body)
    made = await service(request).database.write(administration.create, wanted, user_id and user_id.lower())
    record(request, "user_added", account=made.id, role=made.role)
    return answer(user_json(made))


async def get_user_by_id(request: Request) -> Response:
    require_secret_key(request)
    return answer(user_json(await service(request).database.read(administration.get, _user_id(request))))


async def update_user_by_id(request: Request) -> Response:
    require_secret_key(request)
    user_id, wanted = _user_id(request), await _wanted(request, await read_object(request))
    changed = await service(request).database.write(administration.update, user_id, wanted)
    _record_change(request, changed, wanted)
    return answer(user_json(changed))


async def delete_user(request: Request) -> Response:
    require_secret_key(request)
    body = await read_object(request)
    if _flag(body, "should_soft_delete"):
        raise AuthError(404, "feature_disabled", "Accounts are deleted or banned; a soft deletion is not offered")
    user_id = _user_id(request)
    await service(request).database.write(administration.remove, user_id)
    record(request, "user_removed", account=user_id)
    return answer({})


async def list_user_factors(request: Request) -> Response:
    require_secret_key(request)
    user = await service(request).database.read(administration.get, _user_id(request))
    return answer([factor_json(factor) for factor in user.factors])


async def delete_user_factor(request: Request) -> Response:
    require_secret_key(request)
    user_id, factor_id = _user_id(request), request.path_params["factor_id"]
    removed = await service(request).database.write(administration.remove_factor, user_id, factor_id)
    record(request, "factor_removed", account=user_id, factor=removed.id)
    return answer(factor_json(removed))


def _record_change(request: Request, user: User, wanted: Wanted) -> None:
    if wanted.role:
        record(request, "role_changed", account=user.id, role=user.role)
    if wanted.password_hash:
        record(request, "password_changed", account=user.id)
    if wanted.email:
        record(request, "address_changed", account=user.id)
    if wanted.ban is not None:
        record(request, "ban_changed", account=user.id, until=user.banned_until or "none")


async def _wanted(request: Request, body: dict[str, Any]) -> Wanted:
    """What a body asks for. Raises AuthError 400, and 422 `weak_password`; the password is looked at last: it costs."""
    if text_field(body, "phone"):
        raise AuthError(400, "validation_failed", "This site keeps no phone numbers")
    wanted = Wanted(
        email=text_field(body, "email"),
        role=_role(body),
        password_hash=None,
        is_confirmed=_flag(body, "email_confirm"),
        ban=_ban(body),
        user_metadata=object_field(body, "user_metadata"),
        app_metadata=object_field(body, "app_metadata"),
    )
    return replace(wanted, password_hash=await _password_hash(request, body))


def _role(body: dict[str, Any]) -> str | None:
    role = (text_field(body, "role") or "").strip()
    if role and role not in ROLES:
        raise AuthError(400, "validation_failed", f"role must be one of {' and '.join(ROLES)}")
    return role or None


def _ban(body: dict[str, Any]) -> timedelta | None:
    text = text_field(body, "ban_duration")
    if not text:
        return None
    try:
        return timedelta() if text == "none" else durations.parse(text)
    except ValueError as error:
        raise AuthError(400, "validation_failed", "invalid format for ban_duration: give 24h, 1h30m or none") from error


async def _password_hash(request: Request, body: dict[str, Any]) -> str | None:
    password, given_hash = text_field(body, "password"), text_field(body, "password_hash")
    if password and given_hash:
        raise AuthError(400, "validation_failed", "Only a password or a password hash should be provided")
    if given_hash:
        passwords.check_foreign_hash(given_hash)
        return given_hash
    if not password:
        return None
    passwords.check_policy(password, service(request).settings.password_minimum)
    return await passwords.hash(password)


def _flag(body: dict[str, Any], name: str) -> bool:
    value = body.get(name)
    if value is not None and not isinstance(value, bool):
        raise AuthError(400, "validation_failed", f"{name} must be true or false")
    return bool(value)


def _user_id(request: Request) -> str:
    user_id: str = request.path_params["user_id"].lower()
    if not UUID.fullmatch(user_id):
        raise AuthError(404, "validation_failed", "user_id must be an UUID")
    return user_id


def _positive(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name) or ""
    if text and not _POSITIVE.fullmatch(text):
        raise AuthError(400, "validation_failed", f"Bad Pagination Parameters: {name} must be a positive number")
    return int(text) if text else default


def _links(number: int, size: int, total: int) -> str:
    """The client reads the page number behind the first `=`, so `page` comes first (wire.md, trap 18)."""
    last = -(-total // size)
    pages = {"next": number + 1, "last": last} if number < last else {"last": last}
    address = "</admin/users?page={}&per_page={}>"
    return ", ".join(f'{address.format(page, size)}; rel="{relation}"' for relation, page in pages.items())
