"""What the endpoints of the session protocol share: reading the body, the bearer, and the form of an answer."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from marquee.auth import flows, tokens
from marquee.auth.flows import Challenge
from marquee.auth.tokens import Claims
from marquee.errors import AuthError, InvalidJson, TokenRefused
from marquee.http import KEY_PREFIX, bearer, read_json, service

NO_STORE = "no-store"


def answer(body: object, status: int = 200, *, cache_control: str = NO_STORE) -> Response:
    """JSON that no cache keeps, unless told."""
    headers = {"Cache-Control": cache_control}
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")


def no_content() -> Response:
    return Response(None, 204, {"Cache-Control": NO_STORE})


async def read_object(request: Request) -> dict[str, Any]:
    """The body's JSON object; an empty body is one. Raises InvalidJson, BodyTooLarge."""
    body = await read_json(request)
    if not isinstance(body, dict):
        raise InvalidJson("Could not parse request body as a JSON object")
    return body


def text_field(body: dict[str, Any], name: str) -> str | None:
    """A text of the body; None when it is null or missing. Raises AuthError 400 for any other type."""
    value = body.get(name)
    if value is not None and not isinstance(value, str):
        raise AuthError(400, "validation_failed", f"{name} must be a text")
    return value


def challenge_field(body: dict[str, Any]) -> Challenge | None:
    """The body's PKCE challenge, if it has one. Raises AuthError 400."""
    return flows.checked_challenge(text_field(body, "code_challenge"), text_field(body, "code_challenge_method"))


def claims_of(request: Request) -> Claims:
    """What the bearer token says. Raises AuthError: 401 without one, 403 for one that is no user's or not good."""
    token = bearer(request)
    if token is None:
        raise AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token")
    if token.startswith(KEY_PREFIX):
        # An API key stands for a role, and for nobody in particular.
        raise AuthError(403, "bad_jwt", "invalid claim: missing sub claim")
    current = service(request)
    try:
        claims = tokens.verify(token, current.keys, current.base_url)
    except TokenRefused as refused:
        reason = "token has invalid claims: token is expired" if refused.expired else refused.message
        message = f"invalid JWT: unable to parse or verify signature, {reason}"
        raise AuthError(403, "bad_jwt", message) from refused
    request.state.who = claims.sub
    return claims
