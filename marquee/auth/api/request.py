"""Reading a request of the session protocol: the fields of its body, its bearer, its API key."""

from typing import Any

from marquee.auth import passwords, pkce, redirects, tokens
from marquee.auth.api.context import AuthContext
from marquee.auth.identity import KEY_PREFIX, SECRET_KEY, key_role
from marquee.auth.mail.queue import Flow
from marquee.auth.tokens import Claims
from marquee.domain.roles import SERVICE_ROLE
from marquee.errors import AuthError, InvalidJson, TokenRefused
from marquee.settings.base_url import is_wildcard


async def read_object(context: AuthContext) -> dict[str, Any]:
    """The body's JSON object; an empty body is one. Raises InvalidJson, BodyTooLarge."""
    body = await context.read_json()
    if not isinstance(body, dict):
        raise InvalidJson("Could not parse request body as a JSON object")
    return body


def text_field(body: dict[str, Any], name: str) -> str | None:
    """A string of the body; None if it is null or missing. Raises AuthError 400 for any other type."""
    value = body.get(name)
    if value is not None and not isinstance(value, str):
        raise AuthError(400, "validation_failed", f"{name} must be a string")
    if value is not None and "\0" in value:  # PostgreSQL cannot hold it
        raise AuthError(400, "validation_failed", f"{name} must not contain a null character")
    return value


def object_field(body: dict[str, Any], name: str) -> dict[str, Any]:
    """An object of the body; empty if it is null or missing. Raises AuthError 400 for any other type."""
    value = body.get(name)
    if value is not None and not isinstance(value, dict):
        raise AuthError(400, "validation_failed", f"{name} must be an object")
    return value or {}


def new_password(context: AuthContext, body: dict[str, Any]) -> str:
    """The password of an account to be. Raises AuthError 400, WeakPassword."""
    password = passwords.checked(body.get("password"))
    passwords.check_policy(password, context.settings.password_minimum)
    return password


def flow_of(context: AuthContext, body: dict[str, Any]) -> Flow:
    """The PKCE challenge of the body and the address to lead back to, where there are any. Raises AuthError 400."""
    challenge = pkce.checked_challenge(text_field(body, "code_challenge"), text_field(body, "code_challenge_method"))
    target = redirect_target(context)
    return Flow(challenge, None if redirects.is_on(target, context.base_url) else target)


def redirect_target(context: AuthContext, named: str | None = None) -> str:
    """Where a followed link leads: what is `named`, or `redirect_to` in query or header, if allowed; else the site."""
    requested = named or context.query_params.get("redirect_to") or context.headers.get_uncacheable("redirect_to")
    return redirects.allowed(requested, context.base_url, context.settings.redirects)


def require_link_address(context: AuthContext) -> None:
    """Require that the site knows where links lead. Raises AuthError `email_provider_disabled`."""
    if is_wildcard(context.base_url):
        message = "This site cannot send links yet: whoever runs it has to set MARQUEE_BASE_URL"
        raise AuthError(422, "email_provider_disabled", message)


def claims_of(context: AuthContext) -> Claims:
    """The claims of the bearer token. Raises AuthError: 401 without a token, 403 if it is invalid or an API key."""
    token = context.bearer
    if token is None:
        raise AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token")
    if token.startswith(KEY_PREFIX):
        # An API key has a role but no user.
        raise AuthError(403, "bad_jwt", "invalid claim: missing sub claim")
    try:
        claims = tokens.verify(token, context.keys)
    except TokenRefused as refused:
        reason = "token has invalid claims: token is expired" if refused.expired else refused.message
        message = f"invalid JWT: unable to parse or verify signature, {reason}"
        raise AuthError(403, "bad_jwt", message) from refused
    context.audited_user = claims.sub
    return claims


def require_secret_key(context: AuthContext) -> None:
    """Require the secret API key, as the bearer token or, without one, as the API key.

    A session is never enough, whatever its role: an injected script in a page would control every account.
    Raises AuthError: 401 without either, 403 `not_admin` for another key or a token, `bad_jwt` for a forged token.
    """
    token = context.bearer
    if token is None and not context.headers.get("apikey"):
        raise AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token")
    if token is not None and not token.startswith(KEY_PREFIX):
        claims_of(context)  # an invalid token gets its own error
    role = key_role(context, context.keys) if token is None else context.keys.role_of(token)
    if role != SERVICE_ROLE:
        raise AuthError(403, "not_admin", "User not allowed")
    context.audited_user = SECRET_KEY
