"""`/token`: a session for a password, a refresh token or the code of a PKCE flow."""

from sqlalchemy import Connection
from starlette.responses import Response

from marquee.auth import accounts, passwords, pkce, sessions, tokens
from marquee.auth.api import disabled
from marquee.auth.api.context import AuthContext
from marquee.auth.api.limits import count_call, verify_password
from marquee.auth.api.request import read_object, text_field
from marquee.auth.api.responses import json_response, session_json
from marquee.auth.api.verify import record_sign_in
from marquee.auth.sessions import Session, Use
from marquee.errors import AuthError


async def create_token(context: AuthContext) -> Response:
    """Start or refresh a session, by the `grant_type` of the query."""
    grant = context.query_params.get("grant_type")
    if grant == "password":
        return await _with_password(context)
    if grant == "refresh_token":
        return await _with_refresh_token(context)
    if grant == "pkce":
        return await _with_code(context)
    if grant == "web3":
        raise disabled.WEB3.error()
    if grant == "id_token":
        raise disabled.id_token_error(await read_object(context))
    raise AuthError(400, "invalid_credentials", "unsupported_grant_type")


async def _with_password(context: AuthContext) -> Response:
    """Sign in. An unknown email, a wrong or missing password and a ban share one response, one cost and one limit."""
    body = await read_object(context)
    email, password = text_field(body, "email"), passwords.checked(body.get("password"))
    if not email and body.get("phone"):
        raise disabled.PHONE_SIGN_IN.error()
    if not email:
        raise AuthError(400, "validation_failed", "missing email or phone")
    user = await context.database.read(accounts.find_by_email, email)
    encoded = None if user is None or user.is_banned else user.password_hash
    if not await verify_password(context, email, user, encoded, password) or user is None or encoded is None:
        raise _invalid_credentials(context, user)
    if user.email_confirmed_at is None:
        context.record("sign_in_failed", user=user.id)
        raise AuthError(400, "email_not_confirmed", "Email not confirmed")
    new_hash = await passwords.hash(password) if passwords.needs_rehash(encoded) else None
    session = await context.database.write(sessions.sign_in, user, new_hash, context.use)
    if session is None:
        raise _invalid_credentials(context, user)
    context.record("sign_in", user=user.id, session=session.id)
    return json_response(session_json(session, context))


async def _with_refresh_token(context: AuthContext) -> Response:
    """Refresh a session. Only invalid tokens are limited, as the client takes 429 for the end of the session."""
    body = await read_object(context)
    token = text_field(body, "refresh_token") or ""
    if len(token) < 12:
        raise AuthError(400, "validation_failed", "Refresh token is not valid")
    presented = tokens.read_refresh_token(token, context.keys)
    if presented is None:
        await count_call(context, "refresh")
        raise AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
    session = await context.database.write(sessions.refresh, presented, context.use)
    if isinstance(session, AuthError):
        if session.code == "refresh_token_already_used":
            context.record("token_reused", session=presented.session_id)
        elif session.code == "session_expired":
            context.record("session_expired", session=presented.session_id)
        await count_call(context, "refresh")
        raise session
    return json_response(session_json(session, context))


async def _with_code(context: AuthContext) -> Response:
    """Start a session with the code of a PKCE flow, for the client that has its verifier."""
    await count_call(context, "verify")
    body = await read_object(context)
    code, verifier = text_field(body, "auth_code"), text_field(body, "code_verifier")
    if not code or not verifier:
        message = "invalid request: both auth code and code verifier should be non-empty"
        raise AuthError(400, "validation_failed", message)
    return json_response(record_sign_in(context, await context.database.write(_exchange, code, verifier, context.use)))


def _exchange(connection: Connection, code: str, verifier: str, use: Use) -> Session:
    user, method = pkce.exchange(connection, code, verifier)
    return sessions.start(connection, user, method, use)


def _invalid_credentials(context: AuthContext, user: accounts.User | None) -> AuthError:
    context.record("sign_in_failed", user=user.id if user else None)
    return AuthError(400, "invalid_credentials", "Invalid login credentials")
