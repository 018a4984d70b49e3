"""`/verify` and the exchange of a code: following a mailed link. See docs/protocol.md#session-calls."""

from typing import Any

from sqlalchemy import Connection
from starlette.responses import Response

from marquee.auth import one_time_tokens, pkce, redirects, sessions
from marquee.auth.api.context import AuthContext
from marquee.auth.api.guard import guard, remember_address
from marquee.auth.api.request import NO_STORE, answer, read_object, redirect_target, text_field
from marquee.auth.api.responses import session_json
from marquee.auth.sessions import Session
from marquee.errors import AuthError

HALF_CONFIRMED = "Confirmation link accepted. Please proceed to confirm link sent to the other email"
OAUTH_ERRORS = {400: "invalid_request", 403: "access_denied"}


async def verify(context: AuthContext) -> Response:
    """A session for the token of a link. Codes of six digits are never mailed, so none is right."""
    guard(context, "verify")
    body = await read_object(context)
    asked_type, token_hash, code = (text_field(body, name) or "" for name in ("type", "token_hash", "token"))
    if bool(token_hash) == bool(code):
        raise AuthError(400, "validation_failed", "Verify requires either a token or a token hash")
    if code:
        raise AuthError(403, "otp_expired", "Token has expired or is invalid")
    session = await context.database.write(_redeem, token_hash, asked_type)
    if session is None:
        return answer({"msg": HALF_CONFIRMED, "code": "200"})
    return answer(_signed_in(context, session))


async def follow_link(context: AuthContext) -> Response:
    """A link of the protocol's own form, opened in a browser: back to the site with a code, a session or an error.

    Mail of ours does not carry it: whoever looks at it ahead of its reader, as mail scanners do, uses it up.
    """
    if context.method == "HEAD":
        raise AuthError(405, "method_not_allowed", "Links are followed with GET")
    guard(context, "verify")
    query = context.query_params
    target = redirect_target(context)
    token = query.get("token") or query.get("token_hash") or ""
    is_pkce = token.startswith(one_time_tokens.PKCE_PREFIX)
    try:
        found = await context.database.write(_follow, token, query.get("type", ""))
    except AuthError as error:
        return _away(_with_error(target, error, in_query=is_pkce))
    if isinstance(found, str):
        return _away(redirects.with_query(target, {"code": found}))
    if found is None:
        place = redirects.with_query if is_pkce else redirects.with_fragment
        return _away(place(target, {"message": HALF_CONFIRMED}))
    return _away(redirects.with_fragment(target, _fragment(_signed_in(context, found), query.get("type", ""))))


async def exchange_code(context: AuthContext) -> Response:
    """The session of a code, for the client that has the verifier."""
    guard(context, "verify")
    body = await read_object(context)
    code, verifier = text_field(body, "auth_code"), text_field(body, "code_verifier")
    if not code or not verifier:
        message = "invalid request: both auth code and code verifier should be non-empty"
        raise AuthError(400, "validation_failed", message)
    return answer(_signed_in(context, await context.database.write(_exchange, code, verifier)))


def _signed_in(context: AuthContext, session: Session) -> dict[str, Any]:
    """A session that a link brought, in the audit trail and on the wire."""
    user, method = session.user, session.amr[0].method
    context.record("sign_in", user=user.id, session=session.id, method=method)
    if method == "email_change":
        context.record("address_changed", user=user.id)
    remember_address(context, user.email)
    return session_json(session, context.keys, context.base_url)


def _redeem(connection: Connection, token: str, asked_type: str) -> Session | None:
    proof = one_time_tokens.redeem(connection, token, asked_type)
    return None if proof is None else sessions.start(connection, proof.user, proof.method)


def _follow(connection: Connection, token: str, asked_type: str) -> Session | str | None:
    """A session, or the code for the one of a PKCE flow; None where another confirmation is needed."""
    proof = one_time_tokens.redeem(connection, token, asked_type)
    if proof is None:
        return None
    if proof.challenge is None:
        return sessions.start(connection, proof.user, proof.method)
    return pkce.start(connection, proof.user, proof.method, proof.challenge)


def _exchange(connection: Connection, code: str, verifier: str) -> Session:
    proved = pkce.exchange(connection, code, verifier)
    return sessions.start(connection, proved.user, proved.method)


def _fragment(session: dict[str, Any], asked_type: str) -> dict[str, str]:
    names = ("access_token", "expires_at", "expires_in", "refresh_token")
    return {**{name: str(session[name]) for name in names}, "sb": "", "token_type": "bearer", "type": asked_type}


def _with_error(target: str, error: AuthError, *, in_query: bool) -> str:
    values = {
        "error": OAUTH_ERRORS.get(error.status, "invalid_request"),
        "error_code": error.code,
        "error_description": error.message,
    }
    return redirects.with_fragment(redirects.with_query(target, values) if in_query else target, values)


def _away(url: str) -> Response:
    return Response(None, 303, {"Location": url, "Cache-Control": NO_STORE})
