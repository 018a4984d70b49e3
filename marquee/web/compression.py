"""The codings in which text is compressed, and how thoroughly. No I/O.

Both libraries release the interpreter's lock, so that what is large can be compressed in a thread.
"""

import zlib
from typing import Literal

import brotli

Coding = Literal["br", "gzip"]
CODINGS: tuple[Coding, ...] = ("br", "gzip")
"""The better one first."""

MIN_BYTES = 512
MAX_BYTES_ON_LOOP = 64 * 1024
"""1.5 ms; 100 KB take twice, and 1 MB takes 25 ms."""
MAX_BYTES_THOROUGHLY = 1024 * 1024
"""Beyond, a fifth of the time is worth a quarter of the size: 8 MB take 40 ms instead of 220."""

_BROTLI_QUALITY = 7
"""5 makes pages 1 % larger and is an eighth faster; 9 takes eight times as long for a quarter of a per cent."""
_GZIP_LEVEL = 6
_GZIP_FORMAT = 31
"""zlib's window of 15 bits, and 16 for the header of gzip."""


def compress(coding: Coding, body: bytes) -> bytes:
    is_fast = len(body) > MAX_BYTES_THOROUGHLY
    if coding == "br":
        compressed: bytes = brotli.compress(body, quality=1 if is_fast else _BROTLI_QUALITY, lgwin=16)
        return compressed
    return zlib.compress(body, 1 if is_fast else _GZIP_LEVEL, _GZIP_FORMAT)
