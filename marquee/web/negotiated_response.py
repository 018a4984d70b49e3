"""A stored response in the form that one client takes, and how the server learns of it to keep it ready."""

from collections.abc import Callable, Sequence

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from marquee.web.negotiation import matches_etag, takes_brotli
from marquee.web.request_headers import CONDITION, RequestHeaders
from marquee.web.response_cache import StoredResponse

EXTENSION = "marquee.keep"
"""The ASGI extension by which the server offers to keep the response: `{"keep": Keep}`."""

Keep = Callable[[StoredResponse, bool, Sequence[tuple[bytes, bytes]]], None]
"""Keeps a stored response, compressed or not, with these header fields, for the next request that equals this one."""


class NegotiatedResponse(Response):
    """The full response, or its 304."""

    def __init__(self, stored: StoredResponse, is_compressed: bool, *, is_unchanged: bool) -> None:
        self.stored, self.is_compressed = stored, is_compressed
        self.may_be_kept = False
        headers = dict(stored.headers)
        headers["Vary"] = ", ".join(filter(None, (headers.get("Vary"), "Accept-Encoding")))
        headers["ETag"] = f'"{stored.etag}-br"' if is_compressed else f'"{stored.etag}"'
        if is_unchanged:
            super().__init__(b"", 304, headers)
            return
        if is_compressed:
            headers["Content-Encoding"] = "br"
        super().__init__(stored.brotli if is_compressed else stored.body, stored.status, headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; and hand what was answered to the server, with the header fields as they went out."""

        async def send_and_keep(message: Message) -> None:
            await send(message)  # the middleware completes its header fields
            keep: Keep | None = scope.get("extensions", {}).get(EXTENSION, {}).get("keep")
            if message["type"] == "http.response.start" and self.may_be_kept and keep is not None:
                keep(self.stored, self.is_compressed, message["headers"])

        await super().__call__(scope, receive, send_and_keep)


def negotiate(stored: StoredResponse, headers: RequestHeaders) -> NegotiatedResponse:
    """The form of a stored response that these request headers ask for."""
    is_compressed = takes_brotli(headers.get("accept-encoding")) and stored.brotli is not None
    response = NegotiatedResponse(stored, is_compressed, is_unchanged=False)
    conditions = ", ".join(headers.all(CONDITION)).encode("latin-1")
    if stored.status == 200 and matches_etag(response.headers["etag"].encode(), conditions):
        return NegotiatedResponse(stored, is_compressed, is_unchanged=True)
    return response
