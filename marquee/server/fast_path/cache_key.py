"""What a request asks, as far as a finished answer may depend on it; pure."""

from collections.abc import Iterable

Field = tuple[bytes, bytes]
Question = tuple[bytes, bytes]
"""What is asked, one line for the target and one for each field; and the tags of what the client has already."""

VARYING = frozenset(
    {b"accept", b"accept-encoding", b"accept-profile", b"apikey", b"authorization", b"host", b"prefer", b"range"}
)
"""The request headers that a finished answer may depend on; tests/server/test_hot.py knows the others that are read."""

CONDITION = b"if-none-match"
APART = frozenset({b"content-length", b"expect", b"transfer-encoding", b"upgrade"})
"""With one of these, only the app can answer."""

METHODS = frozenset({b"GET", b"HEAD"})

_TOLD = VARYING | {CONDITION}
_CONDITION_LINE = b"\n" + CONDITION + b": "


def question(method: bytes, target: bytes, headers: Iterable[Field]) -> Question | None:
    """What a request asks; None for one that only the app can answer. The names of `headers` are in lower case."""
    if method not in METHODS:
        return None
    lines = [opening(method, target)]
    for name, value in headers:
        if name in APART:
            return None
        lines.append(told(name, value))
    return of_lines(b"".join(lines))


def opening(method: bytes, target: bytes) -> bytes:
    """The line of what is wanted."""
    return method + b" " + target + b"\n"


def told(name: bytes, value: bytes) -> bytes:
    """The line of a header field; empty where it makes no difference."""
    return name + b": " + value + b"\n" if name in _TOLD else b""


def of_lines(lines: bytes) -> Question:
    """The question that these lines are. No target and no value has a line end in it, so no line can be mistaken."""
    tags = b""
    while (at := lines.find(_CONDITION_LINE)) >= 0:
        end = lines.index(b"\n", at + 1)
        value = lines[at + len(_CONDITION_LINE) : end]
        tags = tags + b", " + value if tags else value
        lines = lines[: at + 1] + lines[end + 1 :]
    return lines, tags
