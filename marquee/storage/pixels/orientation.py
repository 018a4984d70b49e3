"""How a picture stands, by what browsers go by, so that the focus that was set on one stays where it was put.

See docs/decisions/0107-pictures-stand-as-browsers-show-them.md. Sources: Exif 2.32, 4.5 and 4.6.2; TIFF 6.0, section 2.
"""

import struct

from PIL import Image

_HEEDED = frozenset({"JPEG", "MPO", "PNG", "AVIF"})
"""Where browsers turn a picture; in WebP they do not. For AVIF, Pillow says in Exif what `irot` and `imir` do."""
_TAG, _SHORT = 0x0112, 3
_BYTE_ORDERS = {b"II": "<", b"MM": ">"}
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SIDEWAYS = frozenset({_TURNS[number] for number in (5, 6, 7, 8)})
"""Those that swap width and height."""


def turn_of(image: Image.Image) -> Image.Transpose | None:
    """What makes a picture stand upright, of which no pixel was read yet: a PNG's Exif behind them does not count."""
    exif = image.info.get("exif") if image.format in _HEEDED else None
    return _TURNS.get(_orientation(exif)) if isinstance(exif, bytes) else None


def upright_size(image: Image.Image) -> tuple[int, int]:
    """The size of a picture, of which no pixel was read yet, once it stands upright."""
    return (image.height, image.width) if turn_of(image) in _SIDEWAYS else image.size


def _orientation(exif: bytes) -> int:
    """What the Exif of a picture says in its first directory; 0 for nothing, or nothing that can be read."""
    tiff = exif.removeprefix(b"Exif\0\0")
    order = _BYTE_ORDERS.get(tiff[:2])
    if order is None:
        return 0
    try:
        (start,) = struct.unpack_from(f"{order}I", tiff, 4)
        (entries,) = struct.unpack_from(f"{order}H", tiff, start)
        for at in range(start + 2, start + 2 + 12 * entries, 12):
            tag, kind, count, value = struct.unpack_from(f"{order}HHIH2x", tiff, at)
            if tag == _TAG:
                return value if (kind, count) == (_SHORT, 1) else 0
    except struct.error:  # it is cut short
        pass
    return 0
