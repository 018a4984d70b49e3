"""What a refused request is answered, and the connection is closed with.

The body has the shape of the data protocol's errors, whose `message` the clients of every service read.
"""

from typing import NamedTuple

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from marquee.server.limits import MAX_FIELDS, MAX_HEAD, MAX_TARGET, encode_headers
from marquee.web.security_headers import NO_PAGE_POLICY, Headers

_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
_SENTENCES = {
    400: "This is not a request of HTTP/1.1, or two readers could understand it differently.",
    405: f"The methods of this site are {_METHODS}.",
    408: "The request did not arrive in time. Please try again.",
    413: "The body of the request is too large.",
    414: f"An address has at most {MAX_TARGET // 1024} KB.",
    431: f"A request has at most {MAX_FIELDS} header fields, and {MAX_HEAD // 1024} KB of them.",
    503: "The site has too much to do, or is about to stop. Please try again in a moment.",
    505: "This site speaks HTTP/1.1 and HTTP/1.0.",
}
_FRAME = ((b"connection", b"close"), (b"cache-control", b"no-store"), NO_PAGE_POLICY)
_MORE = {405: ((b"allow", _METHODS.encode()),), 503: ((b"retry-after", b"1"),)}


class Refusal(NamedTuple):
    """`head`: without the empty line that ends it. A request with the method HEAD is answered without the `body`."""

    head: bytes
    body: bytes


def refusals(headers: Headers) -> dict[int, Refusal]:
    """The response of each refusal, by status."""
    return {status: _refusal(status, sentence, headers) for status, sentence in _SENTENCES.items()}


def _refusal(status: int, sentence: str, headers: Headers) -> Refusal:
    body = msgspec.json.encode({"code": f"PT{status}", "message": sentence, "details": None, "hint": None})
    about = ((b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)))
    return Refusal(STATUS_LINE[status] + encode_headers((*about, *_FRAME, *headers, *_MORE.get(status, ()))), body)
