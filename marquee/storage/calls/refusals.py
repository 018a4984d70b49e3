"""What a refusal looks like: the storage protocol's shape, and that of uploads in pieces."""

from starlette.responses import Response

from marquee.errors import (
    BodyTooLarge,
    EncodedBody,
    GatewayError,
    InvalidJson,
    MarqueeError,
    SessionOver,
    TokenRefused,
)
from marquee.storage.calls.resumable import VERSION
from marquee.storage.errors import AccessDenied, InvalidRequest, SlowDown, StorageError
from marquee.storage.services import json_response
from marquee.web.context import Context


def render_error(_context: Context, error: MarqueeError) -> Response:
    """The storage protocol's shape: 400 for whatever is the client's fault, with the real status in the body."""
    if isinstance(error, GatewayError):  # answered before the protocol is reached
        return json_response({"message": error.message, "hint": error.hint}, error.status)
    known = _in_protocol(error)
    body = {"statusCode": known.body_status, "error": known.kind, "code": known.code, "message": known.message}
    response = json_response(body, error.status if type(known) is StorageError else known.status)
    if isinstance(known, SlowDown):
        response.headers["Retry-After"] = str(known.retry_after_s)
    return response


def render_tus_error(context: Context, error: MarqueeError) -> Response:
    """As `render_error`, with the status that is meant: clients of resumable uploads go by it."""
    response = render_error(context, error)
    if not isinstance(error, GatewayError):
        known = _in_protocol(error)
        response.status_code = error.status if type(known) is StorageError else int(known.body_status)
    response.headers.update({"Tus-Resumable": VERSION, "Tus-Version": VERSION})
    return response


def _in_protocol(error: MarqueeError) -> StorageError:
    match error:
        case StorageError():
            return error
        case TokenRefused() | SessionOver():
            return AccessDenied(error.message)
        case InvalidJson() | BodyTooLarge() | EncodedBody():
            return InvalidRequest(error.message)
        case _:
            return StorageError(error.message)
