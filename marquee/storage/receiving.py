"""Receives the body of an upload into a file: a form as browsers and the official client send it, or bare bytes."""

import asyncio
import re
from base64 import b64decode
from collections.abc import AsyncIterator, Mapping
from typing import IO

import msgspec

from marquee.errors import InvalidJson
from marquee.storage.errors import INVALID_REQUEST, StorageError, TooLarge
from marquee.storage.multipart import Part, Reader
from marquee.storage.store import flush, write
from marquee.web.body import MAX_FORM, MAX_PICTURE, decode_json

MAX_FIELD = 64 * 1024
MAX_METADATA = 4096
WRITTEN_AT_ONCE = 256 * 1024

_MAX_AGE = re.compile(r"(?:max-age=)?(\d{1,9})")


class Received:
    """What came with the bytes: `cache_control` as it is stored, and the client's own JSON object, as text."""

    def __init__(self) -> None:
        self.cache_control = "no-cache"
        self.user_metadata = "{}"

    def take(self, name: str, value: str) -> None:
        """Take a field of the form, or the header that stands for it; others are ignored. Raises INVALID_REQUEST."""
        match name:
            case "cacheControl":
                found = _MAX_AGE.fullmatch(value.strip())
                self.cache_control = f"max-age={found[1]}" if found else "no-cache"
            case "metadata" | "userMetadata":
                self.user_metadata = _metadata(value)
            case "contentEncoding":
                raise StorageError(INVALID_REQUEST, "A picture is sent without content-encoding")


def _metadata(text: str) -> str:
    try:
        value = decode_json(text.encode())
    except InvalidJson as error:
        raise StorageError(INVALID_REQUEST, "The metadata is not JSON") from error
    if len(text) > MAX_METADATA or not isinstance(value, dict):
        raise StorageError(INVALID_REQUEST, "The metadata must be an object of at most 4 KB")
    return msgspec.json.encode(value).decode()


def require_acceptable(headers: Mapping[str, str]) -> None:
    """What the head says of the body, before any of it is read. Raises TooLarge, INVALID_REQUEST."""
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise StorageError(INVALID_REQUEST, "A picture is sent without content-encoding")
    if int(headers.get("content-length", "0")) > MAX_PICTURE + MAX_FORM:
        raise too_large()


def too_large() -> TooLarge:
    return TooLarge("The object exceeded the maximum allowed size. Send a picture of at most 10 MB")


async def receive(headers: Mapping[str, str], chunks: AsyncIterator[bytes], incoming: IO[bytes]) -> Received:
    """The whole body: a picture into `incoming`, and the rest. Raises INVALID_REQUEST, TooLarge, NoRoom."""
    received, spool = Received(), _Spool(incoming)
    content_type = headers.get("content-type", "")
    if content_type.lower().startswith("multipart/form-data"):
        await _receive_form(Reader(content_type), chunks, received, spool)
    else:
        received.take("cacheControl", headers.get("cache-control", ""))
        if sent := headers.get("x-metadata"):
            received.take("metadata", _from_base64(sent))
        async for chunk in chunks:
            await spool.add(chunk)
    await spool.finish()
    return received


async def receive_piece(chunks: AsyncIterator[bytes], part: IO[bytes], limit: int) -> None:
    """The next piece of an upload, of which as much is kept as comes. Raises TooLarge, NoRoom, ClientDisconnect."""
    spool = _Spool(part, limit)
    try:
        async for chunk in chunks:
            await spool.add(chunk)
    finally:
        await spool.finish()
        await asyncio.to_thread(flush, part)


def _from_base64(text: str) -> str:
    try:
        return b64decode(text, validate=True).decode()
    except ValueError as error:
        raise StorageError(INVALID_REQUEST, "The metadata is not base64") from error


async def _receive_form(reader: Reader, chunks: AsyncIterator[bytes], received: Received, spool: "_Spool") -> None:
    form, total = _Form(received), 0
    async for chunk in chunks:
        total += len(chunk)
        if total > MAX_PICTURE + MAX_FORM:
            raise too_large()
        for event in reader.feed(chunk):
            if isinstance(event, Part):
                form.begin(event)
            elif form.is_in_file:
                await spool.add(event)
            else:
                form.add(event)
    form.finish()
    if not reader.is_whole or not form.files:
        raise StorageError(INVALID_REQUEST, "The form has no file, or its end is missing")


class _Form:
    """The fields of a form, and how many files it has."""

    def __init__(self, received: Received) -> None:
        self._received, self._part, self._value, self.files = received, Part("", is_file=False), bytearray(), 0

    @property
    def is_in_file(self) -> bool:
        return self._part.is_file

    def begin(self, part: Part) -> None:
        """A part begins. Raises INVALID_REQUEST for a second file."""
        self.finish()
        self._part, self._value = part, bytearray()
        self.files += part.is_file
        if self.files > 1:
            raise StorageError(INVALID_REQUEST, "The form has more than one file")

    def add(self, content: bytes) -> None:
        """More of a field's value. Raises INVALID_REQUEST."""
        self._value += content
        if len(self._value) > MAX_FIELD:
            raise StorageError(INVALID_REQUEST, "A field of the form is larger than 64 KB")

    def finish(self) -> None:
        """A part has ended."""
        if not self._part.is_file:
            self._received.take(self._part.name, self._value.decode("utf-8", "replace"))


class _Spool:
    """Writes a body to an incoming file, in pieces large enough to be worth a thread."""

    def __init__(self, incoming: IO[bytes], limit: int = MAX_PICTURE) -> None:
        self._incoming, self._waiting, self._size, self._limit = incoming, bytearray(), 0, limit

    async def add(self, data: bytes) -> None:
        self._size += len(data)
        if self._size > self._limit:
            raise too_large()
        self._waiting += data
        if len(self._waiting) >= WRITTEN_AT_ONCE:
            await self.finish()

    async def finish(self) -> None:
        data, self._waiting = bytes(self._waiting), bytearray()
        await asyncio.to_thread(write, self._incoming, data)
