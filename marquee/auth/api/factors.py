"""`/factors`: the second factors of the bearer's account. See docs/protocol.md#session-calls."""

import asyncio
from io import BytesIO
from typing import Any

from starlette.responses import Response

from marquee.auth import factors
from marquee.auth.api.context import AuthContext
from marquee.auth.api.guard import guard
from marquee.auth.api.request import answer, claims_of, read_object, text_field
from marquee.auth.api.responses import session_json
from marquee.errors import AuthError

TEXT_MOST = 100
# Of any letters, thrice in an address, they fit into a QR code.
LABEL_MOST = 50


async def enroll_factor(context: AuthContext) -> Response:
    """Its secret, for an authenticator app, as text, as `otpauth:` address and as the picture of that."""
    claims, body = claims_of(context), await read_object(context)
    _check_type(text_field(body, "factor_type"))
    friendly_name = _short_text(body, "friendly_name", TEXT_MOST)
    issuer = _short_text(body, "issuer", LABEL_MOST) or context.settings.site_name[:LABEL_MOST]
    made = await context.database.write(factors.enroll, claims, friendly_name, context.keys)
    uri = factors.otpauth_uri(made.secret, made.email[:LABEL_MOST], issuer)
    qr_code = await asyncio.to_thread(_svg, uri)  # some 20 ms
    totp = {"qr_code": qr_code, "secret": made.secret, "uri": uri}
    return answer({"id": made.factor_id, "type": "totp", "friendly_name": friendly_name, "totp": totp})


async def challenge_factor(context: AuthContext) -> Response:
    claims, database = claims_of(context), context.database
    made = await database.write(factors.challenge, claims, context.path_params["factor_id"])
    return answer({"id": made.id, "type": "totp", "expires_at": made.expires_at})


async def verify_factor(context: AuthContext) -> Response:
    claims, body = claims_of(context), await read_object(context)
    challenge_id, code = text_field(body, "challenge_id"), text_field(body, "code")
    if challenge_id is None or code is None:
        raise AuthError(400, "validation_failed", "challenge_id and code are required")
    factor_id = context.path_params["factor_id"]
    session = await context.database.write(factors.verify, claims, factor_id, challenge_id, code, context.keys)
    if isinstance(session, AuthError):
        context.record("factor_failed", factor=factor_id)
        guard(context, "factor")
        raise session
    context.record("factor_verified", factor=factor_id, session=session.id)
    return answer(session_json(session, context.keys, context.base_url))


async def unenroll_factor(context: AuthContext) -> Response:
    factor_id = context.path_params["factor_id"]
    await context.database.write(factors.unenroll, claims_of(context), factor_id)
    context.record("factor_removed", factor=factor_id)
    return answer({"id": factor_id})


def _check_type(factor_type: str | None) -> None:
    if factor_type in ("phone", "webauthn"):
        raise AuthError(422, f"mfa_{factor_type}_enroll_not_enabled", f"MFA enroll is disabled for {factor_type}")
    if factor_type != "totp":
        raise AuthError(400, "validation_failed", "factor_type needs to be totp")


def _short_text(body: dict[str, Any], name: str, most: int) -> str:
    text = text_field(body, name) or ""
    if len(text) > most or any(letter < " " for letter in text):
        raise AuthError(400, "validation_failed", f"{name} must be one line of at most {most} characters")
    return text


def _svg(uri: str) -> str:
    """A QR code to put behind `data:image/svg+xml;utf-8,`, as the client does: no #, which would end the address."""
    picture = BytesIO()
    colors = {"dark": "black", "light": "white"}
    import segno  # noqa: PLC0415 - seldom needed, and slow to load

    segno.make_qr(uri, error="m").save(picture, kind="svg", scale=4, xmldecl=False, nl=False, **colors)
    return picture.getvalue().decode().replace("#000", "black").replace("#fff", "white")
