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
from marquee.storage.errors import ACCESS_DENIED, INTERNAL, INVALID_REQUEST, Kind, SlowDown, StorageError
from marquee.storage.services import json_response
from marquee.web.context import Context


def render_error(_context: Context, error: MarqueeError) -> Response:
    """The storage protocol's shape: 400 for whatever is the client's fault, with the real status in the body."""
    if isinstance(error, GatewayError):  # answered before the protocol is reached
        return json_response({"message": error.message, "hint": error.hint}, error.status)
    kind = _kind(error)
    named = {"statusCode": str(kind.named_status), "error": kind.error, "code": kind.code, "message": error.message}
    response = json_response(named, error.status if kind is INTERNAL else kind.status)
    if isinstance(error, SlowDown):
        response.headers["Retry-After"] = str(error.retry_after_s)
    return response


def render_tus_error(context: Context, error: MarqueeError) -> Response:
    """As `render_error`, with the status that is meant: clients of resumable uploads go by it."""
    response = render_error(context, error)
    if not isinstance(error, GatewayError):
        kind = _kind(error)
        response.status_code = error.status if kind is INTERNAL else kind.named_status
    response.headers.update({"Tus-Resumable": VERSION, "Tus-Version": VERSION})
    return response


def _kind(error: MarqueeError) -> Kind:
    match error:
        case StorageError():
            return error.kind
        case TokenRefused() | SessionOver():
            return ACCESS_DENIED
        case InvalidJson() | BodyTooLarge() | EncodedBody():
            return INVALID_REQUEST
        case _:
            return INTERNAL
