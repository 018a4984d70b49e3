"""Request bodies: their size, their encoding, and strict JSON."""

import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from marquee.errors import BodyTooLarge, EncodedBody, InvalidJson

MAX_BODY = 1024 * 1024
"""What an endpoint takes, unless it says otherwise."""
LARGEST_BODY = 3 * MAX_BODY
"""What any endpoint takes: a table of 2 MB, also as JSON."""
MAX_PICTURE = 10 * MAX_BODY
MAX_FORM = 64 * 1024
"""What a form may add to the picture in it."""
UPLOADS = (b"/storage/v1/object/", b"/storage/v1/upload/resumable")
MAX_CONTAINERS = 20_000
"""A megabyte of empty arrays keeps the process busy for a second; no good body comes near."""


def is_upload(method: bytes, target: bytes) -> bool:
    """Whether a request uploads a picture or a piece of one: its body may be as large, and is not waited for in one go.

    Its endpoint looks at the length and at rights before it reads any of it, and answers in its protocol's own words.
    """
    return method in (b"POST", b"PUT", b"PATCH") and target.startswith(UPLOADS)


async def read(chunks: AsyncIterator[bytes], encoding: str, limit: int = MAX_BODY) -> bytes:
    """A whole body. Raises BodyTooLarge beyond the limit, as soon as that is known; EncodedBody."""
    if encoding.lower() != "identity":
        raise EncodedBody("The request's body must not be compressed")
    received, size = [], 0
    async for chunk in chunks:
        size += len(chunk)
        if size > limit:
            raise BodyTooLarge(f"The request's body is larger than {limit // MAX_BODY} MB")
        received.append(chunk)
    return b"".join(received)


def decode_json(body: bytes) -> Any:
    """JSON to Python values. Raises InvalidJson for anything malformed, ambiguous, too deep, too rich or not UTF-8."""
    if body.count(b"[") + body.count(b"{") > MAX_CONTAINERS:
        raise InvalidJson("The body contains too many objects or arrays")
    try:
        value = msgspec.json.decode(body)
        _refuse_duplicate_keys(body.decode())
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise InvalidJson("Empty or invalid json") from error
    return value


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("an object has the same key twice")
    return value


_refuse_duplicate_keys = json.JSONDecoder(object_pairs_hook=_object_of).decode
