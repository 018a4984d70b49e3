"""Which Host values this site answers to (RFC 9110 section 7.4). No I/O."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from marquee.domain_names import in_unicode
from marquee.settings.base_url import DEFAULT_PORTS

LOOPBACK = re.compile(rb"(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)


def served_hosts(base_url: str) -> frozenset[bytes] | None:
    """The Host values of a site at this URL, as the settings give it, besides loopback; None is any: no URL is set."""
    if not base_url:
        return None
    parts = urlsplit(base_url)
    port = parts.port or DEFAULT_PORTS[parts.scheme]
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else f"{parts.hostname}"
    forms = {name, in_unicode(name) or name}
    return frozenset(host.encode() for form in forms for host in (form, f"{form}:{port}"))


def is_served(headers: Iterable[tuple[bytes, bytes]], hosts: frozenset[bytes]) -> bool:
    """Whether a request is meant for this site; one without a Host, which only HTTP/1.0 may send, is."""
    host = next((value for name, value in headers if name == b"host"), None)
    return host is None or host in hosts or _lower(host) in hosts or LOOPBACK.fullmatch(host) is not None


def _lower(host: bytes) -> bytes:
    """In lower case; browsers send an international domain in ASCII, other programs also in UTF-8."""
    return host.decode("utf-8", "replace").lower().encode()
