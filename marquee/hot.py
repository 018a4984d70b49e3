"""Finished answers as they cross the wire, which the protocol class sends without asking the app.

The app decides: an answer is kept when the app has marked it as finished (`http.finished_response`), and is given again
only to a request that is the same in everything it may depend on, to the byte, and only while nothing has changed.
"""

from collections.abc import Callable, Sequence
from http import HTTPStatus

from marquee.cache import Cache, Finished
from marquee.framing import lines
from marquee.heads import Heads
from marquee.negotiation import is_had
from marquee.question import Field

KEPT_STATUSES = frozenset({200, 206})

MAX_BYTES = 16 * 1024 * 1024
LARGEST = MAX_BYTES // 16
REMEMBERED = 4096

# Made for each answer anew, or for one of its two forms.
_OWN = frozenset({b"content-length", b"content-encoding", b"x-request-id"})
_NOT_MODIFIED = b"HTTP/1.1 304 Not Modified\r\n"


class Dated:
    """One form of an answer: put together again when the date changes, which comes after its first line."""

    __slots__ = ("_date", "_line", "_whole")

    def __init__(self, line: bytes, rest: bytes) -> None:
        self._line, self._date, self._whole = line, b"", line + rest

    def at(self, date: bytes) -> bytes:
        """The whole of it, with these lines of the date."""
        if date is not self._date:
            rest = memoryview(self._whole)[len(self._line) + len(self._date) :]
            self._date, self._whole = date, b"".join((self._line, date, rest))
        return self._whole

    def __len__(self) -> int:
        return len(self._whole)


class Ready:
    """A finished answer as it crosses the wire, and its 304."""

    __slots__ = ("_etag", "_full", "_unchanged", "size")

    def __init__(self, method: bytes, answer: Finished, is_compressed: bool, headers: Sequence[Field]) -> None:
        """From what the app has sent: `headers` are those of either form, 200 or 304."""
        same = [field for field in headers if field[0] not in _OWN]
        body = (answer.brotli if is_compressed else answer.body) or b""
        own = [(b"content-length", str(len(body)).encode())]
        if is_compressed:
            own.append((b"content-encoding", b"br"))
        line = f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}\r\n".encode()
        self._full = Dated(line, lines([*same, *own]) + b"\r\n" + (b"" if method == b"HEAD" else body))
        self._unchanged = Dated(_NOT_MODIFIED, lines(same) + b"\r\n")
        self._etag = next((value for name, value in same if answer.status == 200 and name == b"etag"), b"")
        self.size = len(self._full) + len(self._unchanged)

    def at(self, date: bytes, tags: bytes) -> bytes:
        """The whole answer: 304 where the tags name what the client has."""
        if tags and self._etag and is_had(self._etag, tags):
            return self._unchanged.at(date)
        return self._full.at(date)


class Hot(Cache[Ready]):
    """The answers that are asked for again and again.

    What is asked for once is not kept: a flood of addresses that nobody needs twice moves nothing out.
    """

    def __init__(self, version: Callable[[], int], max_bytes: int = MAX_BYTES) -> None:
        super().__init__(version, max_bytes)
        self._heads = Heads()
        self._recent: set[int] = set()
        self._older: set[int] = set()
        self._defaults: Sequence[Field] = ()
        self._date = b""

    def answer(self, head: bytes, defaults: Sequence[Field]) -> bytes | None:
        """The whole answer to these bytes, if it is ready, and if they are one whole head that needs no parser.

        `defaults` are the server's own fields, which are another object whenever they change: every second.
        """
        asked = self._heads.question(head)
        if asked is None:
            return None
        key, tags = asked
        ready = self.get(key)
        if ready is None:
            return None
        if defaults is not self._defaults:
            self._defaults, self._date = defaults, lines(defaults)
        return ready.at(self._date, tags)

    def keep(self, key: bytes, version: int, answer: Finished, is_compressed: bool, headers: Sequence[Field]) -> None:
        """Keep what the app has answered to a request that was not begun before `version`, if it is worth it."""
        # Without a Host, HTTP/1.0 is answered and HTTP/1.1 is not; the key does not tell them apart.
        has_host = key.count(b"\nhost: ") == 1
        if has_host and answer.status in KEPT_STATUSES and answer.size < LARGEST and self._is_asked_again(key):
            self.put(key, Ready(key.partition(b" ")[0], answer, is_compressed, headers), version)

    def _is_asked_again(self, key: bytes) -> bool:
        mark = hash(key)
        is_known = mark in self._recent or mark in self._older
        self._recent.add(mark)
        if len(self._recent) >= REMEMBERED:
            self._older, self._recent = self._recent, set()
        return is_known
