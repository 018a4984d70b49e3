"""`/factors`: second factors of the bearer's account. Source: wire.md section 1.3."""

import asyncio
from io import BytesIO
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from marquee.auth import factors
from marquee.auth.api.guard import guard
from marquee.auth.api.request import answer, claims_of, read_object, text_field
from marquee.auth.api.responses import session_json
from marquee.errors import AuthError
from marquee.web.http import record, service

TEXT_MOST = 100
# Of any letters, thrice in an address, they fit into a QR code.
LABEL_MOST = 50


async def enroll_factor(request: Request) -> Response:
    """Its secret, for an authenticator app, as text, as `otpauth:` address and as the picture of that."""
    claims, current, body = claims_of(request), service(request), await read_object(request)
    _check_type(text_field(body, "factor_type"))
    friendly_name = _short_text(body, "friendly_name", TEXT_MOST)
    issuer = _short_text(body, "issuer", LABEL_MOST) or current.settings.site_name[:LABEL_MOST]
    made = await current.database.write(factors.enroll, claims, friendly_name, current.keys)
    uri = factors.otpauth_uri(made.secret, made.email[:LABEL_MOST], issuer)
    qr_code = await asyncio.to_thread(_svg, uri)  # some 20 ms
    totp = {"qr_code": qr_code, "secret": made.secret, "uri": uri}
    return answer({"id": made.factor_id, "type": "totp", "friendly_name": friendly_name, "totp": totp})


async def challenge_factor(request: Request) -> Response:
    claims, database = claims_of(request), service(request).database
    made = await database.write(factors.challenge, claims, request.path_params["factor_id"])
    return answer({"id": made.id, "type": "totp", "expires_at": made.expires_at})


async def verify_factor(request: Request) -> Response:
    claims, current, body = claims_of(request), service(request), await read_object(request)
    challenge_id, code = text_field(body, "challenge_id"), text_field(body, "code")
    if challenge_id is None or code is None:
        raise AuthError(400, "validation_failed", "challenge_id and code are required")
    factor_id = request.path_params["factor_id"]
    session = await current.database.write(factors.verify, claims, factor_id, challenge_id, code, current.keys)
    if isinstance(session, AuthError):
        record(request, "factor_failed", factor=factor_id)
        guard(request, "factor")
        raise session
    record(request, "factor_verified", factor=factor_id, session=session.id)
    return answer(session_json(session, current.keys, current.base_url))


async def unenroll_factor(request: Request) -> Response:
    factor_id = request.path_params["factor_id"]
    await service(request).database.write(factors.unenroll, claims_of(request), factor_id)
    record(request, "factor_removed", factor=factor_id)
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
