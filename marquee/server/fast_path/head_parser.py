"""Heads that need no parser, because each of their lines is of the plainest form.

What is read here, the parser reads in the same way: this is a part of what it takes, without the fields that decide how
the connection goes on. tests/server/test_heads.py compares the two.
"""

import re
from collections.abc import Callable
from typing import TypeVar

from marquee.server.fast_path.cache_key import APART, METHODS, Question, of_lines, opening, told

END = b"\r\n\r\n"
LARGEST = 4096
MAX_BYTES = 2 * 1024 * 1024
EVERY = 5
ENTRY_BYTES = 256
"""What it costs to remember a line or a head, beside its own bytes twice: what is asked is never longer."""

_OPENING = re.compile(rb"([A-Z]+) (/[!-~]*) HTTP/1\.1\r")
_FIELD = re.compile(rb"([\w-]+): (?! )([^\x00-\x1f\x7f]+)(?<! )\r")
_OF_CONNECTION = APART | {b"connection", b"proxy-connection"}

T = TypeVar("T")


class Memo(dict[bytes, T]):
    """What was read, by its bytes; of what is new, every fifth.

    So what comes again and again is soon here, and a flood of what never comes again costs little. When it is too much,
    all is forgotten: to read it again takes a microsecond.
    """

    def __init__(self, read: Callable[[bytes], T], max_bytes: int) -> None:
        """`read` raises KeyError for what is not plain."""
        super().__init__()
        self._read: Callable[[bytes], T] = read
        self._left = self._max_bytes = max_bytes
        self._new = 0

    def __missing__(self, given: bytes) -> T:
        found = self._read(given)
        self._new += 1
        if self._new == EVERY:
            self._new = 0
            self._keep(given, found)
        return found

    def _keep(self, given: bytes, found: T) -> None:
        self._left -= ENTRY_BYTES + 2 * len(given)
        if self._left < 0:
            self.clear()
            self._left = self._max_bytes
        self[given] = found


class Heads:
    """What plain heads ask."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        """`max_bytes` each for whole heads, their first lines and their fields."""
        self._openings = Memo(_opening, max_bytes)
        self._fields = Memo(_field, max_bytes)
        self._whole = Memo(self._read, max_bytes)

    def question(self, head: bytes) -> Question | None:
        """What these bytes ask, up to and with the empty line; None where only the parser can tell."""
        try:
            return self._whole[head]
        except KeyError:
            return None

    def _read(self, head: bytes) -> Question:
        if len(head) > LARGEST or head[-4:] != END:
            raise KeyError
        lines = head.split(b"\n")  # one that does not end with CR is not plain
        return of_lines(self._openings[lines[0]] + b"".join(map(self._fields.__getitem__, lines[1:-2])))


def _opening(line: bytes) -> bytes:
    plain = _OPENING.fullmatch(line)
    if plain is None or plain[1] not in METHODS:
        raise KeyError
    return opening(plain[1], plain[2])


def _field(line: bytes) -> bytes:
    plain = _FIELD.fullmatch(line)
    if plain is None:
        raise KeyError
    name = plain[1].lower()
    if name in _OF_CONNECTION and (name, plain[2].lower()) != (b"connection", b"keep-alive"):
        raise KeyError
    return told(name, plain[2])
