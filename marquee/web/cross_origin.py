"""Reads from pages of other origins (CORS), for those that the operator names: what every visitor may read, no more.

The responses of allowed and other origins are never taken for each other: `Origin` is part of the cache key of the
responses that are kept ready (`request_headers.py`), and `Vary` says so to caches elsewhere.
"""

import re
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

Headers = list[tuple[bytes, bytes]]

SHARED_PATH = re.compile(r"/rest/v1/[^/]+|(?:/artist/[^/]+)?/events\.ics")
"""The data and the calendars: what other sites show."""

READS = frozenset({"GET", "HEAD"})
VARY = (b"vary", b"Origin")
EXPOSED = (b"access-control-expose-headers", b"Content-Range, Preference-Applied, Retry-After, X-Request-Id")
PREFLIGHT: Headers = [
    (b"access-control-allow-methods", b"GET, HEAD"),
    # What the official client sends with a read.
    (
        b"access-control-allow-headers",
        b"Accept, Accept-Profile, ApiKey, Authorization, Content-Type, Prefer, Range, Range-Unit, X-Client-Info, "
        b"X-Retry-Count",
    ),
    (b"access-control-max-age", b"7200"),
    (b"cache-control", b"no-store"),
    (b"vary", b"Access-Control-Request-Method, Access-Control-Request-Headers"),
]


class CrossOriginReads:
    """Lets pages of the allowed origins read what visitors may: with the publishable key, never with a session."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        self.app = app
        self.allowed = frozenset(origin.encode() for origin in allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not SHARED_PATH.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
            return
        fields = dict(scope["headers"])
        origin = fields.get(b"origin", b"")
        permission = [VARY, (b"access-control-allow-origin", origin), EXPOSED] if origin in self.allowed else [VARY]
        if _is_preflight(scope, fields):
            if origin in self.allowed:
                await send({"type": "http.response.start", "status": 204, "headers": [*permission[:2], *PREFLIGHT]})
                await send({"type": "http.response.body"})
                return
        elif scope["method"] not in READS or not _is_visitor(fields):
            permission = [VARY]

        async def send_with_permission(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *permission]
            await send(message)

        await self.app(scope, receive, send_with_permission)


def _is_preflight(scope: Scope, fields: dict[bytes, bytes]) -> bool:
    """Whether a browser asks for permission to read. Source: Fetch, 4.9."""
    asked = fields.get(b"access-control-request-method", b"")
    return scope["method"] == "OPTIONS" and asked.decode("latin-1") in READS


def _is_visitor(fields: dict[bytes, bytes]) -> bool:
    """Whether a request is one of a visitor: the official client sends the publishable key as the bearer too."""
    key, bearer = fields.get(b"apikey", b""), fields.get(b"authorization", b"")
    return not key.startswith(b"sb_secret_") and bearer in (b"", b"Bearer " + key)
