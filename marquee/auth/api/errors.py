"""How an error is written in the session protocol (docs/protocol.md#session-errors)."""

import re

from starlette.responses import Response

from marquee.auth.api.context import AuthContext
from marquee.auth.api.responses import json_response
from marquee.data_errors import LastAdmin, UnprovenEmail
from marquee.errors import (
    AuthError,
    BodyTooLarge,
    GatewayError,
    InvalidJson,
    MarqueeError,
    TooManyRequests,
    WeakPassword,
)

API_VERSION = "2024-01-01"


def render_error(context: AuthContext, error: MarqueeError) -> Response:
    """An error in GoTrue's form: `{code, message}` for clients of API version 2024-01-01, else the older form."""
    if isinstance(error, GatewayError):
        return json_response({"message": error.message, "hint": error.hint}, error.status)
    status, code = _status_and_code(error)
    extra = {"weak_password": {"reasons": error.reasons}} if isinstance(error, WeakPassword) else {}
    if _knows_codes(context):
        response = json_response({"code": code, "message": error.message, **extra}, status)
        response.headers["X-Supabase-Api-Version"] = API_VERSION
    else:
        response = json_response({"code": status, "error_code": code, "msg": error.message, **extra}, status)
    response.headers["x-sb-error-code"] = code
    if isinstance(error, TooManyRequests):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _status_and_code(error: MarqueeError) -> tuple[int, str]:
    match error:
        case AuthError():
            return error.status, error.code
        case InvalidJson():
            return 400, "bad_json"
        case LastAdmin():
            return error.status, "last_admin"
        case UnprovenEmail():
            return error.status, "email_not_confirmed"
        case BodyTooLarge():
            return 413, "request_entity_too_large"
        case _:
            return error.status, "unexpected_failure"


def _knows_codes(context: AuthContext) -> bool:
    version = context.headers.get_uncacheable("x-supabase-api-version", "")
    return re.fullmatch(r"\d{4}-\d\d-\d\d", version, re.ASCII) is not None and version >= API_VERSION
