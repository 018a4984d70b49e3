"""The calls of the session protocol under `/auth/v1`, and its form of an error. Source: wire.md section 1."""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from marquee.auth import accounts, passwords, sessions, tokens
from marquee.auth.api.admin import (
    create_user,
    delete_user,
    delete_user_factor,
    get_user_by_id,
    list_user_factors,
    list_users,
    update_user_by_id,
)
from marquee.auth.api.factors import challenge_factor, enroll_factor, unenroll_factor, verify_factor
from marquee.auth.api.guard import guard, remember_address, verify_password
from marquee.auth.api.invite import generate_link, invite
from marquee.auth.api.recover import recover, resend, send_magic_link
from marquee.auth.api.request import answer, claims_of, no_content, read_object, text_field
from marquee.auth.api.responses import session_json
from marquee.auth.api.signup import sign_up
from marquee.auth.api.user import get_user, update_user
from marquee.auth.api.verify import exchange_code, follow_link, verify
from marquee.errors import (
    AuthError,
    BodyTooLarge,
    GatewayError,
    InvalidJson,
    MarqueeError,
    TooManyRequests,
    WeakPassword,
)
from marquee.web.http import Endpoint, Speaking, record, service

API_VERSION = "2024-01-01"
RETRY_AFTER_S = "1"
SCOPES: tuple[sessions.Scope, ...] = ("global", "local", "others")


async def create_token(request: Request) -> Response:
    """A session, by the grant that the address names."""
    grant = request.query_params.get("grant_type")
    if grant == "password":
        return await _by_password(request)
    if grant == "refresh_token":
        return await _by_refresh_token(request)
    if grant == "pkce":
        return await exchange_code(request)
    raise AuthError(400, "invalid_credentials", "unsupported_grant_type")


async def _by_password(request: Request) -> Response:
    """Unknown address, wrong password, no password and a ban have one answer, one cost and one limit."""
    current, body = service(request), await read_object(request)
    email, password = text_field(body, "email"), passwords.checked(body.get("password"))
    if not email:
        raise AuthError(400, "validation_failed", "missing email or phone")
    user = await current.database.read(accounts.find_by_email, email)
    encoded = None if user is None or user.is_banned else user.password_hash
    if not await verify_password(request, email, encoded, password) or user is None or encoded is None:
        raise _invalid_credentials(request, user)
    if user.email_confirmed_at is None:
        record(request, "sign_in_failed", who=user.id)
        raise AuthError(400, "email_not_confirmed", "Email not confirmed")
    new_hash = await passwords.hash(password) if passwords.needs_rehash(encoded) else None
    session = await current.database.write(sessions.sign_in, user, new_hash)
    if session is None:
        raise _invalid_credentials(request, user)
    record(request, "sign_in", who=user.id, session=session.id)
    return answer(session_json(session, current.keys, current.base_url))


async def _by_refresh_token(request: Request) -> Response:
    """Only tokens that are good for nothing count for a limit: the client takes 429 for the end of the session."""
    current, body = service(request), await read_object(request)
    token = text_field(body, "refresh_token") or ""
    if len(token) < 12:
        raise AuthError(400, "validation_failed", "Refresh token is not valid")
    presented = tokens.read_refresh_token(token, current.keys)
    if presented is None:
        guard(request, "refresh")
        raise AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
    session = await current.database.write(sessions.refresh, presented)
    if isinstance(session, AuthError):
        if session.code == "refresh_token_already_used":
            record(request, "token_reused", session=presented.session_id)
        guard(request, "refresh")
        raise session
    remember_address(request, session.user.email)
    return answer(session_json(session, current.keys, current.base_url))


async def delete_session(request: Request) -> Response:
    claims, database = claims_of(request), service(request).database
    asked = request.query_params.get("scope") or "global"
    scope = next((scope for scope in SCOPES if scope == asked), None)
    if scope is None:
        raise AuthError(400, "validation_failed", "scope must be one of global, local and others")
    user = await database.read(sessions.current_user, claims)
    await database.write(sessions.sign_out, user.id, claims.session_id, scope)
    record(request, "sign_out", session=claims.session_id, scope=scope)
    return no_content()


async def get_settings(request: Request) -> Response:
    return answer(
        {
            "external": {"anonymous_users": False, "email": True, "phone": False},
            "disable_signup": not service(request).settings.has_signup,
            "mailer_autoconfirm": False,
            "phone_autoconfirm": False,
            "sms_provider": "",
            "saml_enabled": False,
        }
    )


async def get_health(_request: Request) -> Response:
    """Without a version: nobody outside has to know which one runs."""
    return answer({"version": "", "name": "GoTrue", "description": "Accounts and sessions of this site"})


async def get_jwks(request: Request) -> Response:
    return answer(tokens.jwks(service(request).keys), cache_control="public, max-age=600")


async def refuse(_request: Request) -> Response:
    """Every other call of the protocol. The client takes an answer without a body for a success (wire.md, trap 1)."""
    raise AuthError(404, "feature_disabled", "This site does not offer this call of the session service")


def render_error(request: Request, error: MarqueeError) -> Response:
    """An error as GoTrue says it: `{code, message}` to a client of API version 2024-01-01, else the older form.

    Source: wire.md section 1.1.
    """
    if isinstance(error, GatewayError):
        return answer({"message": error.message, "hint": error.hint}, error.status)
    status, code = _status_and_code(error)
    extra = {"weak_password": {"reasons": error.reasons}} if isinstance(error, WeakPassword) else {}
    if _knows_codes(request):
        response = answer({"code": code, "message": error.message, **extra}, status)
        response.headers["X-Supabase-Api-Version"] = API_VERSION
    else:
        response = answer({"code": status, "error_code": code, "msg": error.message, **extra}, status)
    response.headers["x-sb-error-code"] = code
    if isinstance(error, TooManyRequests):
        response.headers["Retry-After"] = str(error.retry_after)
    if status == 503:
        response.headers["Retry-After"] = RETRY_AFTER_S
    return response


def _status_and_code(error: MarqueeError) -> tuple[int, str]:
    match error:
        case AuthError():
            return error.status, error.code
        case InvalidJson():
            return 400, "bad_json"
        case BodyTooLarge():
            return 413, "request_entity_too_large"
        case _:
            return error.status, "unexpected_failure"


def _knows_codes(request: Request) -> bool:
    version = request.headers.get("x-supabase-api-version", "")
    return re.fullmatch(r"\d{4}-\d\d-\d\d", version, re.ASCII) is not None and version >= API_VERSION


def _invalid_credentials(request: Request, user: accounts.User | None) -> AuthError:
    record(request, "sign_in_failed", who=user.id if user else None)
    return AuthError(400, "invalid_credentials", "Invalid login credentials")


def _route(method: str, path: str, endpoint: Endpoint, *, needs_key: bool = True) -> Route:
    return Route(path, Speaking(render_error, endpoint, needs_key), methods=[method])


routes = [
    _route("POST", "/token", create_token),
    _route("GET", "/user", get_user),
    _route("PUT", "/user", update_user),
    _route("POST", "/logout", delete_session),
    _route("POST", "/signup", sign_up),
    _route("POST", "/invite", invite),
    _route("POST", "/admin/generate_link", generate_link),
    _route("POST", "/recover", recover),
    _route("POST", "/otp", send_magic_link),
    _route("POST", "/resend", resend),
    _route("POST", "/verify", verify),
    _route("GET", "/verify", follow_link, needs_key=False),
    _route("POST", "/factors", enroll_factor),
    _route("POST", "/factors/{factor_id}/challenge", challenge_factor),
    _route("POST", "/factors/{factor_id}/verify", verify_factor),
    _route("DELETE", "/factors/{factor_id}", unenroll_factor),
    _route("GET", "/admin/users", list_users),
    _route("POST", "/admin/users", create_user),
    _route("GET", "/admin/users/{user_id}", get_user_by_id),
    _route("PUT", "/admin/users/{user_id}", update_user_by_id),
    _route("DELETE", "/admin/users/{user_id}", delete_user),
    _route("GET", "/admin/users/{user_id}/factors", list_user_factors),
    _route("DELETE", "/admin/users/{user_id}/factors/{factor_id}", delete_user_factor),
    _route("GET", "/settings", get_settings),
    _route("GET", "/health", get_health),
    _route("GET", "/.well-known/jwks.json", get_jwks, needs_key=False),
    Route("/{path:path}", Speaking(render_error, refuse), methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
]
