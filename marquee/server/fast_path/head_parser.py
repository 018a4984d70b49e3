"""A parser for request heads whose every line is of the plainest form.

It accepts a part of what the connection's own parser accepts, and reads it in the same way, but for the fields that
decide how the connection goes on. tests/server/fast_path/test_head_parser.py compares the two.
"""

import re
from functools import lru_cache

from marquee.server.fast_path.cache_key import UNCACHEABLE_HEADERS, KeyedRequest, keyed_request

END = b"\r\n\r\n"
MAX_HEAD = 4096
MAX_MEMOIZED = 512
"""Heads whose keys are memoized, in at most some 4 MB: a browser sends the same one again and again."""

_FIRST_LINE = re.compile(rb"([A-Z]+) (/[!-~]*) HTTP/1\.1\r")
_FIELD = re.compile(rb"([\w-]+): (?! )([^\x00-\x1f\x7f]+)(?<! )\r")
_CONNECTION_HEADERS = UNCACHEABLE_HEADERS | {b"connection", b"proxy-connection"}


def parse(head: bytes) -> KeyedRequest | None:
    """The cache key of these bytes, up to and with the empty line; None where only the full parser can tell."""
    return _parsed(head) if len(head) <= MAX_HEAD and head.endswith(END) else None


@lru_cache(MAX_MEMOIZED)
def _parsed(head: bytes) -> KeyedRequest | None:
    first, *lines = head.split(b"\n")[:-2]  # a line that does not end with CR is not plain
    opening, fields = _FIRST_LINE.fullmatch(first), []
    if opening is None:
        return None
    for line in lines:
        field = _FIELD.fullmatch(line)
        if field is None:
            return None
        name = field[1].lower()
        if name in _CONNECTION_HEADERS and (name, field[2].lower()) != (b"connection", b"keep-alive"):
            return None
        fields.append((name, field[2]))
    return keyed_request(opening[1], opening[2], fields)
