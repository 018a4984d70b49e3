"""Reads `multipart/form-data` (RFC 7578) piece by piece, with limits on its parts and their heads.

See docs/decisions/0053-forms-are-read-by-python-multipart.md.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header

from marquee.storage.errors import INVALID_REQUEST, StorageError

MAX_PARTS = 11
"""Ten fields and a file."""
MAX_HEADERS = 8
MAX_HEADER = 4096
"""In bytes."""

logging.getLogger("python_multipart").setLevel(logging.ERROR)  # a broken form is told to whoever sent it


class Part(NamedTuple):
    """The beginning of a part: its field's name, and whether it is a file."""

    name: str
    is_file: bool


class Reader:
    """Turns the bytes of a body, fed in any pieces, into parts: a `Part` begins one, and bytes are its content."""

    def __init__(self, content_type: str) -> None:
        """Raises INVALID_REQUEST unless this is the type of a form."""
        self.is_whole = False
        """Whether the end of the form was read."""
        self._events: list[Part | bytes] = []
        self._parts = 0
        self._field = self._value = self._disposition = b""
        boundary = parse_options_header(content_type)[1].get(b"boundary")
        if not boundary:
            raise StorageError(INVALID_REQUEST, "The form names no boundary")
        with _refusing():
            self._parser = MultipartParser(
                boundary,
                {
                    "on_part_begin": self._begin_part,
                    "on_header_begin": self._begin_header,
                    "on_header_field": self._take_field,
                    "on_header_value": self._take_value,
                    "on_header_end": self._end_header,
                    "on_headers_finished": self._finish_head,
                    "on_part_data": self._take_content,
                    "on_end": self._end,
                },
                max_header_count=MAX_HEADERS,
                max_header_size=MAX_HEADER,
            )

    def feed(self, data: bytes) -> list[Part | bytes]:
        """What these bytes add. Raises INVALID_REQUEST for what is no form."""
        self._events = []
        with _refusing():
            self._parser.write(data)
        return self._events

    def _begin_part(self) -> None:
        self._disposition = b""
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise StorageError(INVALID_REQUEST, "The form has more than 10 fields")

    def _begin_header(self) -> None:
        self._field = self._value = b""

    def _take_field(self, data: bytes, start: int, end: int) -> None:
        self._field += data[start:end]

    def _take_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _end_header(self) -> None:
        if self._field.lower() == b"content-disposition":
            self._disposition = self._value

    def _finish_head(self) -> None:
        kind, parameters = parse_options_header(self._disposition.decode("latin-1"))
        if kind != b"form-data" or b"name" not in parameters:
            raise StorageError(INVALID_REQUEST, "A part of the form has no name")
        self._events.append(Part(parameters[b"name"].decode("utf-8", "replace"), b"filename" in parameters))

    def _take_content(self, data: bytes, start: int, end: int) -> None:
        self._events.append(data[start:end])

    def _end(self) -> None:
        self.is_whole = True


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except FormParserError as error:
        raise StorageError(INVALID_REQUEST, "The form is broken: send it again") from error
