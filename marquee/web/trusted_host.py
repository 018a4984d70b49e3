"""Which Host values this site answers to (RFC 9110 section 7.4). No I/O."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

LOOPBACK = re.compile(rb"(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)
DEFAULT_PORTS = {"http": 80, "https": 443}


def served_hosts(base_url: str) -> frozenset[bytes] | None:
    """The Host values of a site at this URL, besides loopback; None, which is any, where no URL is set."""
    if not base_url:
        return None
    parts = urlsplit(base_url.lower())
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else f"{parts.hostname}"
    return frozenset({name.encode(), f"{name}:{parts.port or DEFAULT_PORTS[parts.scheme]}".encode()})


def is_served(headers: Iterable[tuple[bytes, bytes]], hosts: frozenset[bytes]) -> bool:
    """Whether a request is meant for this site; one without a Host, which only HTTP/1.0 may send, is."""
    host = next((value for name, value in headers if name == b"host"), None)
    return host is None or host in hosts or host.lower() in hosts or LOOPBACK.fullmatch(host) is not None
