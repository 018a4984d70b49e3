"""`/verify`: what following a mailed link does."""

from typing import Any

from sqlalchemy import Connection
from starlette.responses import Response

from marquee.auth import one_time_tokens, pkce, redirects, sessions
from marquee.auth.api.context import AuthContext
from marquee.auth.api.limits import count_call
from marquee.auth.api.request import read_object, redirect_target, text_field
from marquee.auth.api.responses import NO_STORE, json_response, session_json
from marquee.auth.sessions import Session, Use
from marquee.errors import AuthError

HALF_CONFIRMED = "Confirmation link accepted. Please proceed to confirm link sent to the other email"
OAUTH_ERRORS = {400: "invalid_request", 403: "access_denied"}


async def verify(context: AuthContext) -> Response:
    """Start a session with the token of a link. Six-digit codes are never mailed, so every one is wrong."""
    await count_call(context, "verify")
    body = await read_object(context)
    verify_type, token_hash, code = (text_field(body, name) or "" for name in ("type", "token_hash", "token"))
    if bool(token_hash) == bool(code):
        raise AuthError(400, "validation_failed", "Verify requires either a token or a token hash")
    if code:
        raise AuthError(403, "otp_expired", "Token has expired or is invalid")
    session = await context.database.write(_redeem, token_hash, verify_type, context.use)
    if session is None:
        return json_response({"msg": HALF_CONFIRMED, "code": "200"})
    return json_response(record_sign_in(context, session))


async def follow_link(context: AuthContext) -> Response:
    """Follow a link of the protocol's own form, and redirect to the site with a code, a session or an error.

    Our mails do not contain such links, because mail scanners, which open links before the reader does, use them up.
    """
    if context.method == "HEAD":
        raise AuthError(405, "method_not_allowed", "Links are followed with GET")
    await count_call(context, "verify")
    query = context.query_params
    target = redirect_target(context)
    token = query.get("token") or query.get("token_hash") or ""
    is_pkce = token.startswith(one_time_tokens.PKCE_PREFIX)
    try:
        result = await context.database.write(_follow, token, query.get("type", ""), context.use)
    except AuthError as error:
        return _redirect(_with_error(target, error, in_query=is_pkce))
    if isinstance(result, str):
        return _redirect(redirects.with_query(target, {"code": result}))
    if result is None:
        with_message = redirects.with_query if is_pkce else redirects.with_fragment
        return _redirect(with_message(target, {"message": HALF_CONFIRMED}))
    session = _fragment(record_sign_in(context, result), query.get("type", ""))
    return _redirect(redirects.with_fragment(target, session))


def record_sign_in(context: AuthContext, session: Session) -> dict[str, Any]:
    """Record that a link started this session, and return it in the protocol's form."""
    user, method = session.user, session.amr[0].method
    context.record("sign_in", user=user.id, session=session.id, method=method)
    if method == "email_change":
        context.record("address_changed", user=user.id)
        context.wake_mail()
    return session_json(session, context)


def _redeem(connection: Connection, token: str, verify_type: str, use: Use) -> Session | None:
    proof = one_time_tokens.redeem(connection, token, verify_type)
    return None if proof is None else sessions.start(connection, proof.user, proof.method, use)


def _follow(connection: Connection, token: str, verify_type: str, use: Use) -> Session | str | None:
    """A session, or the code of a PKCE flow; None if the other email of a change has yet to confirm it."""
    proof = one_time_tokens.redeem(connection, token, verify_type)
    if proof is None:
        return None
    if proof.challenge is None:
        return sessions.start(connection, proof.user, proof.method, use)
    return pkce.start(connection, proof.user, proof.method, proof.challenge)


def _fragment(session: dict[str, Any], verify_type: str) -> dict[str, str]:
    names = ("access_token", "expires_at", "expires_in", "refresh_token")
    return {**{name: str(session[name]) for name in names}, "sb": "", "token_type": "bearer", "type": verify_type}


def _with_error(target: str, error: AuthError, *, in_query: bool) -> str:
    values = {
        "error": OAUTH_ERRORS.get(error.status, "invalid_request"),
        "error_code": error.code,
        "error_description": error.message,
    }
    return redirects.with_fragment(redirects.with_query(target, values) if in_query else target, values)


def _redirect(url: str) -> Response:
    return Response(None, 303, {"Location": url, "Cache-Control": NO_STORE})
