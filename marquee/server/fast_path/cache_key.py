"""The cache key of a request: everything that a kept response may depend on, as bytes. No I/O."""

from collections.abc import Iterable

from marquee.web.request_headers import CACHE_KEY_HEADERS, CONDITIONS

Field = tuple[bytes, bytes]
KeyedRequest = tuple[bytes, tuple[bytes, ...]]
"""The cache key, one line for the target and one for each field; and the values of CONDITIONS, where there are any."""

UNCACHEABLE_HEADERS = frozenset({b"content-length", b"expect", b"transfer-encoding", b"upgrade"})
"""With one of these, only the application can answer."""

METHODS = frozenset({b"GET", b"HEAD"})

_CONDITIONS = [name.encode() for name in CONDITIONS]
_KEY_HEADERS = {name.encode() for name in CACHE_KEY_HEADERS}.union(_CONDITIONS)
_CONDITION_LINES = [b"\n" + name + b": " for name in _CONDITIONS]


def keyed_request(method: bytes, target: bytes, headers: Iterable[Field]) -> KeyedRequest | None:
    """A request's cache key; None for one that only the application can answer. Header names are in lower case."""
    if method not in METHODS:
        return None
    lines = [method + b" " + target + b"\n"]
    for name, value in headers:
        if name in UNCACHEABLE_HEADERS:
            return None
        if name in _KEY_HEADERS:  # no response depends on others
            lines.append(name + b": " + value + b"\n")
    return _without_conditions(b"".join(lines))


def _without_conditions(lines: bytes) -> KeyedRequest:
    """The key without its conditions, and their values. No target and no value contains a line end."""
    values = []
    for beginning in _CONDITION_LINES:
        found = []
        while (start := lines.find(beginning)) >= 0:
            end = lines.index(b"\n", start + 1)
            found.append(lines[start + len(beginning) : end])
            lines = lines[: start + 1] + lines[end + 1 :]
        values.append(b", ".join(found))
    return lines, tuple(values) if any(values) else ()
