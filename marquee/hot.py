"""Finished answers as they cross the wire, which the protocol class sends without asking the app.

The app decides: an answer is kept when the app has marked it as finished (`http.finished_response`), and is given again
only to a request that is the same in everything it may depend on, to the byte, and only while nothing has changed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from marquee.cache import Cache, Finished
from marquee.negotiation import is_had

Field = tuple[bytes, bytes]
Key = tuple[bytes, bytes, tuple[Field, ...]]
"""Method, target, and the fields of `VARYING` as they came."""

VARYING = frozenset(
    {b"accept", b"accept-encoding", b"accept-profile", b"apikey", b"authorization", b"host", b"prefer", b"range"}
)
"""The request headers that a finished answer may depend on; tests/server/test_hot.py knows the others that are read."""

CONDITION = b"if-none-match"
APART = frozenset({CONDITION, b"content-length", b"expect", b"transfer-encoding", b"upgrade"})
TOLD = VARYING | APART
METHODS = frozenset({b"GET", b"HEAD"})
KEPT_STATUSES = frozenset({200, 206})

MAX_BYTES = 16 * 1024 * 1024
LARGEST = MAX_BYTES // 16
REMEMBERED = 4096

# Made for each answer anew, or for one of its two forms.
_OWN = frozenset({b"content-length", b"content-encoding", b"x-request-id"})
_NOT_MODIFIED = b"HTTP/1.1 304 Not Modified\r\n"


def question(method: bytes, target: bytes, headers: Sequence[Field]) -> tuple[Key, bytes] | None:
    """What a request asks, and the tags of what it has already; None for one that only the app can answer."""
    if method not in METHODS:
        return None
    told, condition = [], b""
    for field in headers:
        name = field[0]
        if name in TOLD:
            if name in VARYING:
                told.append(field)
            elif name == CONDITION:
                condition = condition + b", " + field[1] if condition else field[1]
            else:
                return None
    return (method, target, tuple(told)), condition


@dataclass(frozen=True, slots=True)
class Ready:
    """A finished answer without its date, which comes after `line`; `unchanged` is what follows the line of its 304."""

    line: bytes
    rest: bytes
    etag: bytes
    unchanged: bytes

    @classmethod
    def make(cls, method: bytes, answer: Finished, is_compressed: bool, headers: Sequence[Field]) -> "Ready":
        """From what the app has sent: `headers` are those of either form, 200 or 304."""
        same = [field for field in headers if field[0] not in _OWN]
        body = (answer.brotli if is_compressed else answer.body) or b""
        own = [(b"content-length", str(len(body)).encode())]
        if is_compressed:
            own.append((b"content-encoding", b"br"))
        line = f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}\r\n".encode()
        rest = lines([*same, *own]) + b"\r\n" + (b"" if method == b"HEAD" else body)
        etag = next((value for name, value in same if answer.status == 200 and name == b"etag"), b"")
        return cls(line, rest, etag, lines(same) + b"\r\n")

    @property
    def size(self) -> int:
        return len(self.rest) + len(self.unchanged)

    def dated(self, date: bytes, condition: bytes) -> bytes:
        """The whole answer: 304 where the condition names what the client has."""
        if condition and self.etag and is_had(self.etag, condition):
            return b"".join((_NOT_MODIFIED, date, self.unchanged))
        return b"".join((self.line, date, self.rest))


def lines(fields: Sequence[Field]) -> bytes:
    """Header fields as they cross the wire."""
    return b"".join(name + b": " + value + b"\r\n" for name, value in fields)


class Hot(Cache[Ready]):
    """The answers that are asked for again and again.

    What is asked for once is not kept: a flood of addresses that nobody needs twice moves nothing out.
    """

    def __init__(self, version: Callable[[], int], max_bytes: int = MAX_BYTES) -> None:
        super().__init__(version, max_bytes)
        self._recent: set[int] = set()
        self._older: set[int] = set()
        self._defaults: Sequence[Field] = ()
        self._date = b""

    def date(self, defaults: Sequence[Field]) -> bytes:
        """The lines of the server's own fields, which is another object whenever they change: every second."""
        if defaults is not self._defaults:
            self._defaults, self._date = defaults, lines(defaults)
        return self._date

    def keep(self, key: Key, version: int, answer: Finished, is_compressed: bool, headers: Sequence[Field]) -> None:
        """Keep what the app has answered to a request that was not begun before `version`, if it is worth it."""
        # Without a Host, HTTP/1.0 is answered and HTTP/1.1 is not; the key does not tell them apart.
        has_host = sum(name == b"host" for name, _ in key[2]) == 1
        if has_host and answer.status in KEPT_STATUSES and answer.size < LARGEST and self._is_asked_again(key):
            self.put(key, Ready.make(key[0], answer, is_compressed, headers), version)

    def _is_asked_again(self, key: Key) -> bool:
        mark = hash(key)
        is_known = mark in self._recent or mark in self._older
        self._recent.add(mark)
        if len(self._recent) >= REMEMBERED:
            self._older, self._recent = self._recent, set()
        return is_known
