"""What a refused request is answered, and the connection is closed with."""

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from marquee.server.limits import encode_headers
from marquee.web.security_headers import NO_PAGE_POLICY, Headers

_FRAME = ((b"content-length", b"0"), (b"connection", b"close"), (b"cache-control", b"no-store"), NO_PAGE_POLICY)
_MORE = {405: ((b"allow", b"GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),), 503: ((b"retry-after", b"1"),)}


def refusals(headers: Headers) -> dict[int, bytes]:
    """The response of each refusal, by status, without the empty line that ends it."""
    return {
        status: STATUS_LINE[status] + encode_headers((*_FRAME, *headers, *_MORE.get(status, ())))
        for status in (400, 405, 408, 413, 414, 431, 503, 505)
    }
