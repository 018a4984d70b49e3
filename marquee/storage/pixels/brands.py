"""What a file in boxes is, by all its brands: of one that is made for all readers the first says little.

Source: ISO/IEC 14496-12, FileTypeBox; AVIF 1.2, section 8.
"""

_AVIF = (b"avif", b"avis")


def is_avif(start: bytes) -> bool:
    """Whether AVIF is among the brands of a file that begins like this."""
    return any(brand in _AVIF for brand in _brands(start))


def is_heic(start: bytes) -> bool:
    """Whether a file that begins like this is a photo as Apple's devices write it, or another in HEIF."""
    return any(brand.startswith((b"hei", b"hev", b"mif", b"msf", b"miaf")) for brand in _brands(start))


def avif_first(content: bytes) -> bytes:
    """An AVIF whose first brand says so, which is the only one that Pillow goes by."""
    return content if content[8:12] in _AVIF else content[:8] + b"avif" + content[12:]


def _brands(start: bytes) -> list[bytes]:
    box = start[8 : int.from_bytes(start[:4])] if start[4:8] == b"ftyp" else b""
    return [box[at : at + 4] for at in range(0, len(box), 4) if at != 4]  # in its place is a version
