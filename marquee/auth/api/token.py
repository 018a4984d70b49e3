"""The calls of the session protocol under `/auth/v1`, and its form of an error. See docs/protocol.md#session-calls."""

import re
from collections.abc import Awaitable, Callable
from functools import partial

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
from marquee.auth.api.context import AuthContext, AuthServices
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
from marquee.web.context import Context, Services
from marquee.web.endpoint import ProtocolEndpoint

Endpoint = Callable[[AuthContext], Awaitable[Response]]
Admit = Callable[[Context], None] | None

API_VERSION = "2024-01-01"
RETRY_AFTER_S = "1"
SCOPES: tuple[sessions.Scope, ...] = ("global", "local", "others")


async def create_token(context: AuthContext) -> Response:
    """A session, by the grant that the address names."""
    grant = context.query_params.get("grant_type")
    if grant == "password":
        return await _by_password(context)
    if grant == "refresh_token":
        return await _by_refresh_token(context)
    if grant == "pkce":
        return await exchange_code(context)
    raise AuthError(400, "invalid_credentials", "unsupported_grant_type")


async def _by_password(context: AuthContext) -> Response:
    """Unknown address, wrong password, no password and a ban have one answer, one cost and one limit."""
    body = await read_object(context)
    email, password = text_field(body, "email"), passwords.checked(body.get("password"))
    if not email:
        raise AuthError(400, "validation_failed", "missing email or phone")
    user = await context.database.read(accounts.find_by_email, email)
    encoded = None if user is None or user.is_banned else user.password_hash
    if not await verify_password(context, email, encoded, password) or user is None or encoded is None:
        raise _invalid_credentials(context, user)
    if user.email_confirmed_at is None:
        context.record("sign_in_failed", user=user.id)
        raise AuthError(400, "email_not_confirmed", "Email not confirmed")
    new_hash = await passwords.hash(password) if passwords.needs_rehash(encoded) else None
    session = await context.database.write(sessions.sign_in, user, new_hash)
    if session is None:
        raise _invalid_credentials(context, user)
    context.record("sign_in", user=user.id, session=session.id)
    return answer(session_json(session, context.keys, context.base_url))


async def _by_refresh_token(context: AuthContext) -> Response:
    """Only tokens that are good for nothing count for a limit: the client takes 429 for the end of the session."""
    body = await read_object(context)
    token = text_field(body, "refresh_token") or ""
    if len(token) < 12:
        raise AuthError(400, "validation_failed", "Refresh token is not valid")
    presented = tokens.read_refresh_token(token, context.keys)
    if presented is None:
        guard(context, "refresh")
        raise AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
    session = await context.database.write(sessions.refresh, presented)
    if isinstance(session, AuthError):
        if session.code == "refresh_token_already_used":
            context.record("token_reused", session=presented.session_id)
        guard(context, "refresh")
        raise session
    remember_address(context, session.user.email)
    return answer(session_json(session, context.keys, context.base_url))


async def delete_session(context: AuthContext) -> Response:
    claims, database = claims_of(context), context.database
    asked = context.query_params.get("scope") or "global"
    scope = next((scope for scope in SCOPES if scope == asked), None)
    if scope is None:
        raise AuthError(400, "validation_failed", "scope must be global, local or others")
    user = await database.read(sessions.current_user, claims)
    await database.write(sessions.sign_out, user.id, claims.session_id, scope)
    context.record("sign_out", session=claims.session_id, scope=scope)
    return no_content()


async def get_settings(context: AuthContext) -> Response:
    return answer(
        {
            "external": {"anonymous_users": False, "email": True, "phone": False},
            "disable_signup": not context.settings.has_signup,
            "mailer_autoconfirm": False,
            "phone_autoconfirm": False,
            "sms_provider": "",
            "saml_enabled": False,
        }
    )


async def get_health(_context: AuthContext) -> Response:
    """Without a version: nobody outside has to know which one runs."""
    return answer({"version": "", "name": "GoTrue", "description": "Accounts and sessions of this site"})


async def get_jwks(context: AuthContext) -> Response:
    return answer(tokens.jwks(context.keys), cache_control="public, max-age=600")


async def refuse(_context: AuthContext) -> Response:
    """Every other call of the protocol. Without a body, the client would report success (docs/protocol.md#traps, 1)."""
    raise AuthError(404, "feature_disabled", "This site does not support this call")


def render_error(context: AuthContext, error: MarqueeError) -> Response:
    """An error as GoTrue says it: `{code, message}` to a client of API version 2024-01-01, else the older form.

    See docs/protocol.md#session-errors.
    """
    if isinstance(error, GatewayError):
        return answer({"message": error.message, "hint": error.hint}, error.status)
    status, code = _status_and_code(error)
    extra = {"weak_password": {"reasons": error.reasons}} if isinstance(error, WeakPassword) else {}
    if _knows_codes(context):
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


def _knows_codes(context: AuthContext) -> bool:
    version = context.headers.get_uncacheable("x-supabase-api-version", "")
    return re.fullmatch(r"\d{4}-\d\d-\d\d", version, re.ASCII) is not None and version >= API_VERSION


def _invalid_credentials(context: AuthContext, user: accounts.User | None) -> AuthError:
    context.record("sign_in_failed", user=user.id if user else None)
    return AuthError(400, "invalid_credentials", "Invalid login credentials")


def routes(services: Services, auth: AuthServices) -> list[Route]:
    """The calls of `/auth/v1`."""
    make_context = partial(AuthContext, services, auth)

    def protocol(endpoint: Endpoint, admit: Admit) -> ProtocolEndpoint[AuthContext]:
        return ProtocolEndpoint(make_context, endpoint, render_error, admit)

    def route(method: str, path: str, endpoint: Endpoint, *, needs_key: bool = True) -> Route:
        return Route(path, protocol(endpoint, services.admit if needs_key else None), methods=[method])

    return [
        route("POST", "/token", create_token),
        route("GET", "/user", get_user),
        route("PUT", "/user", update_user),
        route("POST", "/logout", delete_session),
        route("POST", "/signup", sign_up),
        route("POST", "/invite", invite),
        route("POST", "/admin/generate_link", generate_link),
        route("POST", "/recover", recover),
        route("POST", "/otp", send_magic_link),
        route("POST", "/resend", resend),
        route("POST", "/verify", verify),
        route("GET", "/verify", follow_link, needs_key=False),
        route("POST", "/factors", enroll_factor),
        route("POST", "/factors/{factor_id}/challenge", challenge_factor),
        route("POST", "/factors/{factor_id}/verify", verify_factor),
        route("DELETE", "/factors/{factor_id}", unenroll_factor),
        route("GET", "/admin/users", list_users),
        route("POST", "/admin/users", create_user),
        route("GET", "/admin/users/{user_id}", get_user_by_id),
        route("PUT", "/admin/users/{user_id}", update_user_by_id),
        route("DELETE", "/admin/users/{user_id}", delete_user),
        route("GET", "/admin/users/{user_id}/factors", list_user_factors),
        route("DELETE", "/admin/users/{user_id}/factors/{factor_id}", delete_user_factor),
        route("GET", "/settings", get_settings),
        route("GET", "/health", get_health),
        route("GET", "/.well-known/jwks.json", get_jwks, needs_key=False),
        Route("/{path:path}", protocol(refuse, services.admit), methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
    ]
