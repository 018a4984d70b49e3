"""Leaves out of a file what says nothing about its pixels, so that none of it can keep a picture from being shown.

Browsers pass over metadata that is broken or large, and Pillow refuses the picture. A picture's own bytes stay as they
are. Sources: PNG, third edition, section 5; JPEG, ITU-T T.81, annex B; ISO/IEC 14496-12, ItemInfoEntry.
"""

import re
import zlib
from collections.abc import Iterator

from marquee.storage.pixels import brands

PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
MAX_PROFILE = 1024 * 1024
"""Of colours, in bytes: what Pillow unpacks."""

_LENGTHS = {
    b"tRNS": 1,
    b"gAMA": 4,
    b"cHRM": 32,
    b"sRGB": 1,
    b"cICP": 4,
    b"eXIf": 1,
    b"iCCP": 4,
    b"acTL": 8,
    b"fcTL": 26,
    b"fdAT": 4,
}
"""The chunks beside the critical ones that change how a picture looks, and how long they are at least."""
_SOS, _APP0, _APP15, _COMMENT = 0xDA, 0xE0, 0xEF, 0xFE
_EXIF_OF_AVIF = re.compile(rb"(infe(?:\x02.{5}|\x03.{7})\x00\x00)Exif", re.DOTALL)
"""The entry of an item by its number, which takes two bytes or four, up to its type."""
_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD8)})
_SEGMENTS = {0xE0: (b"JFIF\0", 14), 0xE1: (b"Exif\0\0", 8), 0xE2: (b"ICC_PROFILE\0", 15), 0xEE: (b"Adobe", 12)}
"""Those of applications that do: what they begin with, and how long they are at least."""


def without_metadata(content: bytes) -> bytes:
    """The file with nothing but what its pixels, their colours and their orientation need."""
    if content.startswith(PNG):
        return b"".join(_needed_chunks(memoryview(content)))
    if content.startswith(JPEG):
        return b"".join(_needed_segments(memoryview(content)))
    if brands.is_avif(content):  # how it stands is a property of it, and an item of another type is passed over
        return _EXIF_OF_AVIF.sub(rb"\1skip", brands.avif_first(content))
    return content


def _needed_chunks(content: memoryview) -> Iterator[memoryview]:
    yield content[: len(PNG)]
    at, kind = len(PNG), b""
    while at < len(content) and kind != b"IEND":
        length, kind = int.from_bytes(content[at : at + 4]), bytes(content[at + 4 : at + 8])
        chunk = content[at : at + 12 + length]
        if kind[:1].isupper() or _is_sound(kind, chunk):
            yield chunk
        at += 12 + length


def _is_sound(kind: bytes, chunk: memoryview) -> bool:
    """Whether a chunk is one of ours, whole, and as its checksum says."""
    data = chunk[8:-4]
    if kind not in _LENGTHS or len(data) < _LENGTHS[kind] or zlib.crc32(chunk[4:-4]) != int.from_bytes(chunk[-4:]):
        return False
    return kind != b"iCCP" or _unpacks(bytes(data).partition(b"\0")[2][1:])


def _unpacks(packed: bytes) -> bool:
    unpacking = zlib.decompressobj()
    try:
        return bool(unpacking.decompress(packed, MAX_PROFILE)) and not unpacking.unconsumed_tail
    except zlib.error:
        return False


def _needed_segments(content: memoryview) -> Iterator[memoryview]:
    yield content[:2]
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF and content[at + 1] != _SOS:
        marker = content[at + 1]
        if marker == 0xFF:  # a filler
            at += 1
            continue
        length = 0 if marker in _WITHOUT_LENGTH else int.from_bytes(content[at + 2 : at + 4])
        segment = content[at : at + 2 + length]
        if _is_needed(marker, bytes(segment[4:19]), len(segment) - 4):
            yield segment
        at += 2 + length
    yield content[at:]


def _is_needed(marker: int, start: bytes, length: int) -> bool:
    if marker == _COMMENT or _APP0 <= marker <= _APP15:
        begins, shortest = _SEGMENTS.get(marker, (b"", 0))
        return bool(begins) and start.startswith(begins) and length >= shortest
    return True
