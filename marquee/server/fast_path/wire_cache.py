"""Finished answers as they cross the wire, which the protocol class sends without asking the app.

The app decides: an answer is kept when the app has marked it as finished (`http.finished_response`), and is given again
only to a request that is the same in everything it may depend on, to the byte, and only while nothing has changed.
What is not there may be made at once (`rest/direct.py`).
"""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import NamedTuple

from marquee.server.fast_path.cache_key import Field
from marquee.server.fast_path.head_parser import Heads
from marquee.server.limits import lines
from marquee.web.negotiation import is_had
from marquee.web.response_cache import Cache, Finished

KEPT_STATUSES = frozenset({200, 206})

MAX_BYTES = 16 * 1024 * 1024
LARGEST = MAX_BYTES // 16
REMEMBERED = 4096

# Made for each answer anew, or for one of its two forms.
_OWN = frozenset({b"content-length", b"content-encoding", b"x-request-id"})
_LINES = {status: f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n".encode() for status in (*KEPT_STATUSES, 304)}
_NOT_MODIFIED = _LINES[304]
_BROTLI = b"content-encoding: br\r\n"


class Made(NamedTuple):
    """A finished answer in one of its forms, and the header fields of either of its statuses, 200 or 304."""

    answer: Finished
    is_compressed: bool
    fields: bytes
    etag: bytes


Direct = Callable[[bytes], Made | None]
"""Answers what it can at once; None is for the app."""


def ask_the_app(_asked: bytes) -> Made | None:
    """Nothing can be answered directly."""
    return None


class Dated:
    """One form of an answer: put together again when the date changes, which comes after its first line."""

    __slots__ = ("_date", "_line", "_whole")

    def __init__(self, line: bytes, date: bytes, *rest: bytes) -> None:
        self._line, self._date, self._whole = line, date, b"".join((line, date, *rest))

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

    def __init__(self, method: bytes, made: Made, date: bytes) -> None:
        answer = made.answer
        body = (answer.brotli if made.is_compressed else answer.body) or b""
        own = b"content-length: %d\r\n%b\r\n" % (len(body), _BROTLI if made.is_compressed else b"")
        self._full = Dated(_LINES[answer.status], date, made.fields, own, b"" if method == b"HEAD" else body)
        self._unchanged = Dated(_NOT_MODIFIED, date, made.fields, b"\r\n")
        self._etag = made.etag if answer.status == 200 else b""
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

    def __init__(
        self,
        version: Callable[[], int],
        direct: Direct = ask_the_app,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        super().__init__(version, max_bytes)
        self._direct = direct
        self._heads = Heads()
        self._recent: set[int] = set()
        self._older: set[int] = set()
        self._defaults: Sequence[Field] = ()
        self._date = b""

    def answer(self, head: bytes, defaults: Sequence[Field], *, is_alone: bool) -> bytes | None:
        """The whole answer to these bytes, if it is ready, and if they are one whole head that needs no parser.

        One that `is_alone`, nothing being behind it, may be answered directly: many at once would keep others waiting.
        `defaults` are the server's own fields, which are another object whenever they change: every second.
        """
        asked = self._heads.question(head)
        if asked is None:
            return None
        key, tags = asked
        if defaults is not self._defaults:
            self._defaults, self._date = defaults, lines(defaults)
        version = self.version()
        ready = self.find(key, version) or (self._make_now(key, version) if is_alone else None)
        return None if ready is None else ready.at(self._date, tags)

    def _make_now(self, key: bytes, version: int) -> Ready | None:
        made = self._direct(key)
        if made is None:
            return None
        ready = Ready(_method(key), made, self._date)
        if made.answer.is_lasting and self._is_worth_keeping(key, made.answer):
            self.put(key, ready, version)
        return ready

    def keep(self, key: bytes, version: int, answer: Finished, is_compressed: bool, headers: Sequence[Field]) -> None:
        """Keep what the app has answered to a request that was not begun before `version`, if it is worth it."""
        # Without a Host, HTTP/1.0 is answered and HTTP/1.1 is not; the key does not tell them apart.
        if key.count(b"\nhost: ") == 1 and self._is_worth_keeping(key, answer):
            same = [field for field in headers if field[0] not in _OWN]
            etag = next((value for name, value in same if name == b"etag"), b"")
            self.put(key, Ready(_method(key), Made(answer, is_compressed, lines(same), etag), self._date), version)

    def _is_worth_keeping(self, key: bytes, answer: Finished) -> bool:
        return answer.status in KEPT_STATUSES and answer.size < LARGEST and self._is_asked_again(key)

    def _is_asked_again(self, key: bytes) -> bool:
        mark = hash(key)
        is_known = mark in self._recent or mark in self._older
        self._recent.add(mark)
        if len(self._recent) >= REMEMBERED:
            self._older, self._recent = self._recent, set()
        return is_known


def _method(key: bytes) -> bytes:
    return key.partition(b" ")[0]
