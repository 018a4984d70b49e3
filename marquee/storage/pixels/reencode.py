"""Makes what is stored out of what was sent: decoded and re-encoded. The bytes that came in are never served.

The result is upright, in sRGB, without metadata, at most `MAX_EDGE` pixels long, and in the format that its name says.
"""

import logging
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError

from marquee.storage.errors import TooLarge, WrongType
from marquee.storage.pixels import brands, code_points, resize
from marquee.storage.pixels.metadata import without_metadata
from marquee.storage.pixels.tasks import Made

MAX_EDGE = 3200
MAX_STORED_BYTES = 10 * 1024 * 1024

log = logging.getLogger("marquee")

_SEND_OTHERWISE = "Send it as JPEG, PNG, WebP or AVIF."
_EXPORT = "Open it in the program that it is from, and export it as JPEG or PNG."
_SEND_FRAME = "Send one of its frames as JPEG."
_FOREIGN = (
    (("GIF87a", "GIF89a"), 0, f"This is a GIF. {_SEND_OTHERWISE}"),
    (("%PDF", "%!PS", "\xc5\xd0\xd3\xc6"), 0, f"This is a document, not a picture. {_SEND_OTHERWISE}"),
    (("II*\0", "MM\0*", "II+\0", "MM\0+"), 0, f"This is a TIFF or raw photo. {_EXPORT}"),
    (("IIRO", "IIRS", "IIU\0", "FUJIFILMCCD-RAW", "FOVb", "\0MRM"), 0, f"This is a raw photo. {_EXPORT}"),
    (("ftypcrx",), 4, f"This is a raw photo. {_EXPORT}"),
    (("BM",), 0, f"This is a BMP. {_SEND_OTHERWISE}"),
    (("\0\0\1\0",), 0, f"This is an icon (ICO). {_SEND_OTHERWISE}"),
    (("\xff\x0a", "\0\0\0\x0cJXL "), 0, f"This is a JPEG XL. {_SEND_OTHERWISE}"),
    (("\0\0\0\x0cjP  ", "\xff\x4f\xff\x51"), 0, f"This is a JPEG 2000. {_SEND_OTHERWISE}"),
    (("8BPS", "8BPB"), 0, f"This is a Photoshop document. {_EXPORT}"),
    (("PK\3\4",), 0, "This is a ZIP archive. Unpack it, and send the picture in it."),
    (("Rar!", "7z\xbc\xaf", "\x1f\x8b"), 0, "This is an archive. Unpack it, and send the picture in it."),
    (("gimp xcf",), 0, f"This is a GIMP document. {_EXPORT}"),
    (("ID3", "fLaC", "OggS"), 0, f"This is a sound file, not a picture. {_SEND_OTHERWISE}"),
    (("WAVE",), 8, f"This is a sound file, not a picture. {_SEND_OTHERWISE}"),
    (("\x1aE\xdf\xa3",), 0, f"This is a video, not a picture. {_SEND_FRAME}"),
    (("AVI ",), 8, f"This is a video, not a picture. {_SEND_FRAME}"),
    (("\0\5\x16\7",), 0, 'This is what a Mac keeps beside a file. Send the one whose name does not begin with "._".'),
)
"""What people send that is no picture the site keeps: how it begins, at which byte, and what to say."""
_VIDEO = ("ftyp", "moov", "mdat", "wide", "free", "skip")
"""The boxes that a video begins with, after four bytes."""

_OPTIONS: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 88},  # progressive, it would take ten times as long
    "PNG": {"compress_level": 3},  # 6, the default, takes three times as long for a few per cent
    "WEBP": {"quality": 85},
    "AVIF": {"quality": 70, "speed": 8, "max_threads": 1},
}


def reencode(sent: Path, wanted: str) -> Made:
    """What to store of a file that was sent, in the format that Pillow calls `wanted`. Raises WrongType, TooLarge."""
    content = sent.read_bytes()
    _refuse_foreign(content[: code_points.START_BYTES])
    image = _decode(BytesIO(without_metadata(content)))
    if wanted == "JPEG" and image.mode == "RGBA":
        image = resize.on_background(image)
    target = BytesIO()
    image.save(target, wanted, **_OPTIONS[wanted])
    if target.tell() > MAX_STORED_BYTES:
        raise TooLarge(f"As {wanted} this picture takes more than 10 MB. Send it as JPEG.")
    return Made(target.getvalue(), image.size)


def _decode(stream: BytesIO) -> Image.Image:
    """The picture, upright, in sRGB and within bounds. Its header is looked at before any pixel is decoded."""
    try:
        with Image.open(stream, formats=tuple(_OPTIONS)) as image:
            _require_bounded(image)
            code_points.attach_profile(image, stream.getvalue()[: code_points.START_BYTES])
            scale = min(1.0, MAX_EDGE / max(image.size))
            # A JPEG of 50 million pixels is decoded at half its size: that takes a third of the memory.
            image.draft(None, (ceil(image.width * scale), ceil(image.height * scale)))
            return resize.finished(image, min(1.0, MAX_EDGE / max(image.size)))
    except (TooLarge, WrongType, MemoryError):
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels() from error
    except Exception as error:  # decoders raise all kinds of exceptions for damaged files
        log.info("image cannot be decoded", extra={"why": repr(error)})
        if isinstance(error, UnidentifiedImageError):
            raise WrongType(f"This file is damaged, or not a picture. {_SEND_OTHERWISE}") from error
        raise WrongType(
            "This picture is damaged, or was cut short on its way. Save it again, and send that."
        ) from error


def _require_bounded(image: Image.Image) -> None:
    # A camera's JPEG may hold several pictures, such as a preview: it counts as its first.
    if image.format != "MPO" and getattr(image, "is_animated", False):
        raise WrongType("This picture is animated. Send a still one as JPEG, PNG, WebP or AVIF.")
    if not resize.is_bounded(image):
        raise _too_many_pixels()


def _too_many_pixels() -> TooLarge:
    return TooLarge(
        "This picture has more than 50 million pixels, or 16 million in another format than JPEG. Send a smaller one."
    )


def _refuse_foreign(start: bytes) -> None:
    """Raises WrongType for what is recognised as something else than a picture that the site keeps."""
    if not start:
        raise WrongType(f"This file is empty. {_SEND_OTHERWISE}")
    text = start.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if text.startswith(b"<"):
        what = "an SVG drawing" if b"<svg" in text else "a text file, not a picture"
        raise WrongType(f"This is {what}. {_SEND_OTHERWISE}")
    if not brands.is_avif(start):
        _refuse_by_start(start)
    said = code_points.said_at(start)
    if said and said.is_hdr:
        raise WrongType("This picture is in HDR, and would come out grey. Export it without HDR, as JPEG or PNG.")


def _refuse_by_start(start: bytes) -> None:
    head = start.decode("latin-1")
    for beginnings, at, words in _FOREIGN:
        if head.startswith(beginnings, at):
            raise WrongType(words)
    if brands.is_heic(start):
        raise WrongType("This photo is in Apple's HEIC format. Send it as JPEG.")
    if head.startswith(_VIDEO, 4):
        raise WrongType(f"This is a video, not a picture. {_SEND_FRAME}")
