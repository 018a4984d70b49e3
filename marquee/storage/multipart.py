"""Reads `multipart/form-data` (RFC 7578) piece by piece, as browsers, storage-js, supabase-py and curl send it.

See docs/decisions/0053-forms-are-read-by-our-own-reader.md.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from marquee.storage.refusals import InvalidRequest

MAX_PARTS = 11
"""Ten fields and a file."""
MAX_PART_HEAD = 4096

_BOUNDARY = re.compile(r"""multipart/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))""", re.IGNORECASE)
_DISPOSITION = re.compile(rb"^content-disposition:[ \t]*form-data[ \t]*(;.*)$", re.IGNORECASE)
_PARAMETER = re.compile(rb""";[ \t]*(name|filename)[ \t]*=[ \t]*(?:"([^"]*)"|([^\s;"]*))""", re.IGNORECASE)


class Part(NamedTuple):
    """The beginning of a part: its field's name, and whether it is a file."""

    name: str
    is_file: bool


class Reader:
    """Turns the bytes of a body, fed in any pieces, into parts: a `Part` begins one, and bytes are its content."""

    def __init__(self, content_type: str) -> None:
        """Raises InvalidRequest unless this is the type of a form."""
        found = _BOUNDARY.match(content_type)
        if found is None:
            raise InvalidRequest("The form names no boundary")
        self._delimiter = b"\r\n--" + (found[1] or found[2]).encode()
        self._waiting = b"\r\n"  # what stands before the first delimiter, if it is the first line
        self._step: Callable[[], Part | bytes | None] = self._preamble
        self._parts = 0

    @property
    def is_whole(self) -> bool:
        """Whether the end of the form was read."""
        return self._step == self._epilogue

    def feed(self, data: bytes) -> Iterator[Part | bytes]:
        """What these bytes add. Raises InvalidRequest for what is no form."""
        self._waiting += data
        while (event := self._step()) is not None:
            if event != b"":
                yield event

    # Each step takes what it can of `_waiting`: an event, b"" for none yet with more to do, None to wait for bytes.

    def _preamble(self) -> Part | bytes | None:
        if not self._waiting.startswith(self._delimiter[: len(self._waiting)]):
            raise InvalidRequest("The form does not begin with its boundary")
        return self._after_delimiter(0)

    def _content(self) -> Part | bytes | None:
        found = self._waiting.find(self._delimiter)
        if found >= 0:
            content = self._waiting[:found]
            if self._after_delimiter(found) is None:
                self._waiting = self._waiting[found:]
                self._step = self._preamble  # waits for what follows the delimiter
                return content or None
            return content
        kept = len(self._delimiter) - 1  # the beginning of a delimiter may have arrived
        content, self._waiting = self._waiting[:-kept], self._waiting[-kept:]
        return content or None

    def _after_delimiter(self, start: int) -> bytes | None:
        """Pass the delimiter at `start`, whose next two bytes say whether a part follows or the form ends."""
        end = start + len(self._delimiter)
        mark = self._waiting[end : end + 2]
        if len(mark) < 2:
            return None
        if mark not in (b"\r\n", b"--"):
            raise InvalidRequest("The form is broken at a boundary")
        self._waiting = self._waiting[end + 2 :]
        self._step = self._head if mark == b"\r\n" else self._epilogue
        return b""

    def _head(self) -> Part | bytes | None:
        head, end, rest = self._waiting.partition(b"\r\n\r\n")
        if len(head) > MAX_PART_HEAD:
            raise InvalidRequest("A part of the form has too long a head")
        if not end:
            return None
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise InvalidRequest("The form has more than 10 fields")
        self._waiting, self._step = rest, self._content
        return _part(head)

    def _epilogue(self) -> None:
        self._waiting = b""


def _part(head: bytes) -> Part:
    found = next(filter(None, map(_DISPOSITION.match, head.split(b"\r\n"))), None)
    parameters = {} if found is None else {name.lower(): a or b for name, a, b in _PARAMETER.findall(found[1])}
    if b"name" not in parameters:
        raise InvalidRequest("A part of the form has no name")
    return Part(parameters[b"name"].decode("utf-8", "replace"), b"filename" in parameters)
