"""`/factors`: second factors of the bearer's account."""

import asyncio
from io import BytesIO
from typing import Any

from starlette.responses import Response

from marquee.auth import factors
from marquee.auth.api import disabled
from marquee.auth.api.context import AuthContext
from marquee.auth.api.limits import count_call
from marquee.auth.api.request import claims_of, read_object, text_field
from marquee.auth.api.responses import json_response, session_json
from marquee.auth.sessions import RECOVERY_CODE
from marquee.domain.brand import read_brand
from marquee.errors import AuthError
from marquee.visible import fault_of_line

MAX_NAME_LENGTH = 100
# The URI has three labels of this length, in any script, and still fits into a QR code.
MAX_LABEL_LENGTH = 50


async def enroll_factor(context: AuthContext) -> Response:
    """Create a factor. Its secret comes as text, as an `otpauth:` URI and as the QR code of that URI."""
    claims, body = claims_of(context), await read_object(context)
    _check_type(text_field(body, "factor_type"))
    friendly_name = _short_text(body, "friendly_name", MAX_NAME_LENGTH)
    brand = await context.database.read(read_brand, context.settings.site_name)
    issuer = _short_text(body, "issuer", MAX_LABEL_LENGTH) or brand.name[:MAX_LABEL_LENGTH]
    enrollment = await context.database.write(factors.enroll, claims, friendly_name, context.keys)
    context.record("factor_enrolled", factor=enrollment.factor_id)
    uri = factors.otpauth_uri(enrollment.secret, enrollment.email[:MAX_LABEL_LENGTH], issuer)
    qr_code = await asyncio.to_thread(_svg, uri)  # takes about 20 ms
    totp = {"qr_code": qr_code, "secret": enrollment.secret, "uri": uri}
    answer = {"id": enrollment.factor_id, "type": "totp", "friendly_name": friendly_name, "totp": totp}
    return json_response({**answer, "recovery_codes": enrollment.recovery_codes})


async def challenge_factor(context: AuthContext) -> Response:
    claims, database = claims_of(context), context.database
    await count_call(context, "challenge")
    challenge = await database.write(factors.challenge, claims, context.path_params["factor_id"])
    return json_response({"id": challenge.id, "type": "totp", "expires_at": challenge.expires_at})


async def verify_factor(context: AuthContext) -> Response:
    claims, body = claims_of(context), await read_object(context)
    challenge_id, code = text_field(body, "challenge_id"), text_field(body, "code")
    if challenge_id is None or code is None:
        raise AuthError(400, "validation_failed", "challenge_id and code are required")
    factor_id = context.path_params["factor_id"]
    session = await context.database.write(
        factors.verify, claims, factor_id, challenge_id, code, context.keys, context.limited_client
    )
    if isinstance(session, AuthError):
        context.record("factor_failed", factor=factor_id)
        await count_call(context, "factor")
        raise session
    used = session.amr[0].method
    context.record(
        "recovery_code_used" if used == RECOVERY_CODE else "factor_verified", factor=factor_id, session=session.id
    )
    context.wake_mail()
    return json_response(session_json(session, context))


async def unenroll_factor(context: AuthContext) -> Response:
    factor_id = context.path_params["factor_id"]
    await context.database.write(factors.unenroll, claims_of(context), factor_id)
    context.record("factor_removed", factor=factor_id)
    context.wake_mail()
    return json_response({"id": factor_id})


def _check_type(factor_type: str | None) -> None:
    if factor_type == "phone":
        raise disabled.PHONE_FACTOR.error()
    if factor_type == "webauthn":
        raise disabled.WEBAUTHN_FACTOR.error()
    if factor_type != "totp":
        raise AuthError(400, "validation_failed", "factor_type needs to be totp")


def _short_text(body: dict[str, Any], name: str, max_length: int) -> str:
    text = text_field(body, name) or ""
    if len(text) > max_length:
        raise AuthError(400, "validation_failed", f"{name} must have at most {max_length} characters")
    if text and (fault := fault_of_line(text)):
        raise AuthError(400, "validation_failed", f"{name} {fault}")
    return text


def _svg(uri: str) -> str:
    """The QR code as SVG without a `#`, which would end the `data:` URL that the client makes of it."""
    svg = BytesIO()
    colors = {"dark": "black", "light": "white"}
    import segno  # noqa: PLC0415 - rarely needed, and slow to import

    segno.make_qr(uri, error="m").save(svg, kind="svg", scale=4, xmldecl=False, nl=False, **colors)
    return svg.getvalue().decode().replace("#000", "black").replace("#fff", "white")
