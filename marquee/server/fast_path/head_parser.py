"""A parser for request heads whose every line is of the plainest form.

It accepts a part of what the connection's own parser accepts, and reads it in the same way, but for the fields that
decide how the connection goes on. tests/server/fast_path/test_head_parser.py compares the two.
"""

import re
from collections.abc import Callable
from typing import TypeVar

from marquee.server.fast_path.cache_key import (
    METHODS,
    UNCACHEABLE_HEADERS,
    KeyedRequest,
    header_line,
    split_conditions,
    target_line,
)

END = b"\r\n\r\n"
MAX_HEAD = 4096
MAX_BYTES = 2 * 1024 * 1024
MEMOIZED_SHARE = 5
"""One in so many new values is memoized."""
ENTRY_BYTES = 256
"""The estimated overhead of a memoized entry, in bytes."""

_FIRST_LINE = re.compile(rb"([A-Z]+) (/[!-~]*) HTTP/1\.1\r")
_FIELD = re.compile(rb"([\w-]+): (?! )([^\x00-\x1f\x7f]+)(?<! )\r")
_CONNECTION_HEADERS = UNCACHEABLE_HEADERS | {b"connection", b"proxy-connection"}

T = TypeVar("T")


class Memo(dict[bytes, T]):
    """Results of `parse` by their bytes: one in five of the new ones, until `max_bytes` are used; then it is emptied.

    What is sent again and again is soon memoized, and a flood of values that never repeat costs little.
    """

    def __init__(self, parse: Callable[[bytes], T], max_bytes: int) -> None:
        """`parse` raises KeyError for what is not plain."""
        super().__init__()
        self._parse: Callable[[bytes], T] = parse
        self._bytes_left = self._max_bytes = max_bytes
        self._misses = 0

    def __missing__(self, key: bytes) -> T:
        value = self._parse(key)
        self._misses += 1
        if self._misses == MEMOIZED_SHARE:
            self._misses = 0
            self._memoize(key, value)
        return value

    def _memoize(self, key: bytes, value: T) -> None:
        self._bytes_left -= ENTRY_BYTES + 2 * len(key)
        if self._bytes_left < 0:
            self.clear()
            self._bytes_left = self._max_bytes
        self[key] = value


class HeadParser:
    """Parses plain request heads, with a memo of whole heads, first lines and fields."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        """`max_bytes` for each of the three memos."""
        self._first_lines = Memo(_parse_first_line, max_bytes)
        self._fields = Memo(_parse_field, max_bytes)
        self._heads = Memo(self._parse, max_bytes)

    def parse(self, head: bytes) -> KeyedRequest | None:
        """The cache key of these bytes, up to and with the empty line; None where only the full parser can tell."""
        try:
            return self._heads[head]
        except KeyError:
            return None

    def _parse(self, head: bytes) -> KeyedRequest:
        if len(head) > MAX_HEAD or head[-4:] != END:
            raise KeyError
        lines = head.split(b"\n")  # a line that does not end with CR is not plain
        return split_conditions(self._first_lines[lines[0]] + b"".join(map(self._fields.__getitem__, lines[1:-2])))


def _parse_first_line(line: bytes) -> bytes:
    match = _FIRST_LINE.fullmatch(line)
    if match is None or match[1] not in METHODS:
        raise KeyError
    return target_line(match[1], match[2])


def _parse_field(line: bytes) -> bytes:
    match = _FIELD.fullmatch(line)
    if match is None:
        raise KeyError
    name = match[1].lower()
    if name in _CONNECTION_HEADERS and (name, match[2].lower()) != (b"connection", b"keep-alive"):
        raise KeyError
    return header_line(name, match[2])
