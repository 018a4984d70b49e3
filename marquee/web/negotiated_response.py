"""A stored response in the form that one client takes, and how the server learns of it to keep it ready."""

from collections.abc import Callable, Sequence

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from marquee.web.compression import Coding
from marquee.web.negotiation import choose_coding, format_date, is_unchanged
from marquee.web.request_headers import CONDITIONS, RequestHeaders
from marquee.web.response_cache import StoredResponse

EXTENSION = "marquee.keep"
"""The ASGI extension by which the server offers to keep the response: `{"keep": Keep}`."""

Keep = Callable[[StoredResponse, Coding | None, Sequence[tuple[bytes, bytes]]], None]
"""Keeps a stored response, in a coding or as it is, with these header fields, for the next request that equals this."""


class NegotiatedResponse(Response):
    """The full response, or its 304."""

    def __init__(
        self, stored: StoredResponse, coding: Coding | None, modified_at: int | None, *, is_unchanged: bool
    ) -> None:
        self.stored, self.coding = stored, coding
        self.may_be_kept = False
        headers = dict(stored.headers)
        headers["Vary"] = ", ".join(filter(None, (headers.get("Vary"), "Accept-Encoding")))
        headers["ETag"] = f'"{stored.etag}-{coding}"' if coding else f'"{stored.etag}"'
        if modified_at is not None and stored.status == 200:
            headers["Last-Modified"] = format_date(modified_at)
        if coding and not is_unchanged:
            headers["Content-Encoding"] = coding
        super().__init__(b"", 304 if is_unchanged else stored.status, headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; and hand what was answered to the server, with the header fields as they went out."""
        if self.status_code != 304:
            self.body = await self.stored.prepare(self.coding)
            self.headers["Content-Length"] = str(len(self.body))

        async def send_and_keep(message: Message) -> None:
            await send(message)  # the middleware completes its header fields
            keep: Keep | None = scope.get("extensions", {}).get(EXTENSION, {}).get("keep")
            if message["type"] == "http.response.start" and self.may_be_kept and keep is not None:
                keep(self.stored, self.coding, message["headers"])

        await super().__call__(scope, receive, send_and_keep)


def negotiate(stored: StoredResponse, headers: RequestHeaders, modified_at: int | None) -> NegotiatedResponse:
    """The form of a stored response that these request headers ask for; `modified_at` in seconds since 1970."""
    coding = choose_coding(", ".join(headers.all("accept-encoding")), stored.codings)
    response = NegotiatedResponse(stored, coding, modified_at, is_unchanged=False)
    conditions = [", ".join(headers.all(name)).encode("latin-1") for name in CONDITIONS]
    if stored.status == 200 and is_unchanged(response.headers["etag"].encode(), modified_at, *conditions):
        return NegotiatedResponse(stored, coding, modified_at, is_unchanged=True)
    return response
