"""`/token`: a session for a password, a refresh token or the code of a PKCE flow."""

from starlette.responses import Response

from marquee.auth import accounts, passwords, sessions, tokens
from marquee.auth.api.context import AuthContext
from marquee.auth.api.guard import guard, remember_address, verify_password
from marquee.auth.api.request import answer, read_object, text_field
from marquee.auth.api.responses import session_json
from marquee.auth.api.verify import exchange_code
from marquee.errors import AuthError


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


def _invalid_credentials(context: AuthContext, user: accounts.User | None) -> AuthError:
    context.record("sign_in_failed", user=user.id if user else None)
    return AuthError(400, "invalid_credentials", "Invalid login credentials")
