"""Which request heads are refused: too large, or such that two readers could understand them differently. No I/O."""

import re
from collections.abc import Sequence

from marquee.web.body import LARGEST_BODY, is_upload

Headers = Sequence[tuple[bytes, bytes]]

MAX_TARGET = 48 * 1024
"""A filter by a thousand ids is 39 KB long, as clients encode it."""
MAX_HEAD = 64 * 1024
MAX_FIELDS = 100
"""Of a head, and of the trailers of a body: thousands of tiny ones cost much more than they weigh."""

# Some programs send an international domain in UTF-8, and not in ASCII as browsers do.
HOST = re.compile(rb"(?:[a-z0-9._\x80-\xff-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE)
ABSOLUTE_FORM = re.compile(rb"https?://([^/?#]+)/", re.IGNORECASE)
FRAMING = frozenset({b"host", b"content-length", b"transfer-encoding"})
FOREIGN_METHODS = frozenset({b"TRACE", b"CONNECT"})


class Refused(Exception):
    """A request that is answered with `status`; nothing after it is read from the connection."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


def check_head(method: bytes, version: str, target: bytes, headers: Headers) -> None:
    """Refuse what the parser accepts and this server does not. Raises Refused.

    The parser has already refused bare LF, folded lines, control characters, Content-Length twice or next to
    Transfer-Encoding. Source: RFC 9112 sections 2.3, 3.2, 6.1.
    """
    if version not in ("1.1", "1.0"):
        raise Refused(400 if version == "0.9" else 505, "version")
    if method in FOREIGN_METHODS:
        raise Refused(405, "method")
    if len(target) > MAX_TARGET:
        raise Refused(414, "target too long")
    hosts = []
    for name, value in [header for header in headers if header[0] in FRAMING]:
        if name == b"host":
            hosts.append(value)
        elif name == b"content-length":
            if int(value) > LARGEST_BODY and not is_upload(method, target):
                raise Refused(413, "body too large")
        elif value != b"chunked" or version == "1.0" or _count(headers, name) > 1:
            raise Refused(400, "transfer-encoding")
    _check_host(version, target, hosts)


def has_body(headers: Headers) -> bool:
    """Whether content follows this head."""
    return any(name == b"transfer-encoding" or (name == b"content-length" and int(value)) for name, value in headers)


def _check_host(version: str, target: bytes, hosts: Sequence[bytes]) -> None:
    if len(hosts) != 1 and (hosts or version != "1.0"):
        raise Refused(400, "host")
    if hosts and not HOST.fullmatch(hosts[0]):
        raise Refused(400, "host")
    if target[:1] != b"/":
        absolute = ABSOLUTE_FORM.match(target)
        if absolute is None or [absolute[1].lower()] != [host.lower() for host in hosts]:
            raise Refused(400, "target")


def _count(headers: Headers, name: bytes) -> int:
    return sum(header[0] == name for header in headers)


def head_size(target: bytes, headers: Headers) -> int:
    """The approximate size of a head, in bytes."""
    return len(target) + sum(len(name) + len(value) + 4 for name, value in headers)


def encode_headers(headers: Headers) -> bytes:
    """Header fields as they cross the wire."""
    return b"".join(name + b": " + value + b"\r\n" for name, value in headers)
