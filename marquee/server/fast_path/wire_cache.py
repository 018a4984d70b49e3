"""Responses as they cross the wire, which the protocol class sends without asking the application.

The application decides: a response is kept when the application has handed it over (`web/negotiated_response.py`), and
is sent again only to a request that is equal, to the byte, in everything the cache key has, and only while nothing has
changed.
"""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import NamedTuple

from marquee.server.fast_path import head_parser
from marquee.server.fast_path.cache_key import Field
from marquee.server.limits import encode_headers
from marquee.web.compression import Coding
from marquee.web.negotiation import format_date, is_unchanged
from marquee.web.response_cache import ResponseCache, StoredResponse

KEPT_STATUSES = frozenset({200, 206})

MAX_BYTES = 16 * 1024 * 1024
MAX_ENTRY_BYTES = 128 * 1024
"""The connection takes this much at once; larger responses go through the application, which waits for the client."""
MAX_SEEN_KEYS = 4096

# Made for each response, or for one of its forms.
_OWN_HEADERS = frozenset({b"content-length", b"content-encoding", b"last-modified", b"x-request-id"})
_STATUS_LINES = {
    status: f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n".encode() for status in (*KEPT_STATUSES, 304)
}


class Dates(NamedTuple):
    """The header fields of this second: `plain` for any response, `kept` for one that is made from the current version.

    `modified_at` is that version's time, once it may be given.
    """

    plain: bytes
    kept: bytes
    modified_at: int | None


class DatedBytes:
    """A response whose Date and Last-Modified, which follow the status line, are replaced when they change."""

    __slots__ = ("_bytes", "_date", "_status_line")

    def __init__(self, status_line: bytes, date: bytes, *rest: bytes) -> None:
        self._status_line, self._date, self._bytes = status_line, date, b"".join((status_line, date, *rest))

    def at(self, date: bytes) -> bytes:
        """The full response with the given header fields."""
        if date is not self._date:
            rest = memoryview(self._bytes)[len(self._status_line) + len(self._date) :]
            self._date, self._bytes = date, b"".join((self._status_line, date, rest))
        return self._bytes

    def __len__(self) -> int:
        return len(self._bytes)


class WireResponse:
    """A stored response as it crosses the wire, and its 304."""

    __slots__ = ("_etag", "_full", "_has_date", "_not_modified", "size")

    def __init__(
        self, method: bytes, stored: StoredResponse, coding: Coding | None, headers: Sequence[Field], date: bytes
    ) -> None:
        body = stored.form(coding)
        shared = [field for field in headers if field[0] not in _OWN_HEADERS]
        fields = encode_headers(shared)
        encoding = b"content-encoding: %b\r\n" % coding.encode() if coding else b""
        own = b"content-length: %d\r\n%b\r\n" % (len(body), encoding)
        self._full = DatedBytes(_STATUS_LINES[stored.status], date, fields, own, b"" if method == b"HEAD" else body)
        self._not_modified = DatedBytes(_STATUS_LINES[304], date, fields, b"\r\n")
        self._etag = dict(shared).get(b"etag", b"") if stored.status == 200 else b""
        self._has_date = stored.version is not None and stored.status == 200
        self.size = len(self._full) + len(self._not_modified)

    def at(self, dates: Dates, conditions: tuple[bytes, ...]) -> bytes:
        """The full response, or its 304 where the client has it already."""
        date, modified_at = (dates.kept, dates.modified_at) if self._has_date else (dates.plain, None)
        if conditions and self._etag and is_unchanged(self._etag, modified_at, *conditions):
            return self._not_modified.at(date)
        return self._full.at(date)


class WireCache(ResponseCache[WireResponse]):
    """The responses that are requested again and again.

    What is requested once is not kept: a flood of URLs that nobody needs twice evicts nothing.
    """

    def __init__(
        self, version: Callable[[], int], modified_at: Callable[[int], int | None], max_bytes: int = MAX_BYTES
    ) -> None:
        super().__init__(version, max_bytes)
        self._modified_at = modified_at
        self._recent_keys: set[int] = set()
        self._older_keys: set[int] = set()
        self._defaults: Sequence[Field] = ()
        self._dated_version = -1
        self._dates = Dates(b"", b"", None)

    def respond(self, head: bytes, defaults: Sequence[Field]) -> bytes | None:
        """The full response to these bytes, if it is ready and they are one whole head that needs no parser.

        `defaults` are the server's own header fields, which are another object whenever they change: every second.
        """
        request = head_parser.parse(head)
        if request is None:
            return None
        key, conditions = request
        version = self.version()
        if defaults is not self._defaults or version != self._dated_version:
            self._defaults, self._dated_version = defaults, version
            self._dates = self._dates_of(version)
        ready = self.find(key, version)
        return None if ready is None else ready.at(self._dates, conditions)

    def _dates_of(self, version: int) -> Dates:
        plain, modified_at = encode_headers(self._defaults), self._modified_at(version)
        if modified_at is None:
            return Dates(plain, plain, None)
        return Dates(plain, plain + b"last-modified: %b\r\n" % format_date(modified_at).encode(), modified_at)

    def keep(
        self, key: bytes, version: int, stored: StoredResponse, coding: Coding | None, headers: Sequence[Field]
    ) -> None:
        """Keep the application's response to a request that did not begin before `version`, if it is worth it."""
        # Without a Host, HTTP/1.0 is answered and HTTP/1.1 is not; the key does not tell them apart.
        if key.count(b"\nhost: ") == 1 and self._is_worth_keeping(key, stored, coding):
            method = key.partition(b" ")[0]
            self.put(key, WireResponse(method, stored, coding, headers, self._dates.plain), version)

    def _is_worth_keeping(self, key: bytes, stored: StoredResponse, coding: Coding | None) -> bool:
        body = stored.forms.get(coding) if coding else stored.body
        if body is None or len(body) >= MAX_ENTRY_BYTES:  # the body of a 304 may not have been made yet
            return False
        return stored.status in KEPT_STATUSES and self._is_repeated(key)

    def _is_repeated(self, key: bytes) -> bool:
        mark = hash(key)
        is_known = mark in self._recent_keys or mark in self._older_keys
        self._recent_keys.add(mark)
        if len(self._recent_keys) >= MAX_SEEN_KEYS:
            self._older_keys, self._recent_keys = self._recent_keys, set()
        return is_known
