"""Pictures from pictures, whatever somebody has put into the media folder: bounded, and without what they tell besides.

Metadata is left out: a photograph says where it was taken. Pillow is loaded when a picture is first asked for.
"""

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from math import ceil
from pathlib import Path

from PIL import ExifTags, Image, ImageCms, ImageOps

from marquee.errors import BrokenPicture

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "AVIF")
MAX_PIXELS = 50_000_000
MAX_PIXELS_DECODED = 16_000_000
"""Of what cannot be decoded at a fraction of its size, as a JPEG can: at most 260 MB of memory."""
MAX_BYTES = 32 * 1024 * 1024
WEBP_QUALITY = 80
SRGB = ImageCms.createProfile("sRGB")

_PLAIN_MODES = frozenset({"RGB", "RGBA", "L", "CMYK"})
_LYING = frozenset({5, 6, 7, 8})
"""Orientations that swap width and height."""

log = logging.getLogger("marquee")

# Pillow's own guard; a picture of more than this many pixels is not decoded.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS
warnings.simplefilter("error", Image.DecompressionBombWarning)


def resized(path: Path, width: int) -> bytes:
    """A picture as WebP, so wide, or as wide as it is if that is less. Raises BrokenPicture."""
    with _opened(path) as image:
        shown_width = image.height if _is_lying(image) else image.width
        scale = min(1, width / shown_width)
        box = (ceil(image.width * scale), ceil(image.height * scale))
        return _encoded(_shown(_reduced(image, box)), "WEBP", quality=WEBP_QUALITY)


@contextmanager
def _opened(path: Path) -> Iterator[Image.Image]:
    """Raises BrokenPicture for what is no picture, too large, or damaged."""
    try:
        with path.open("rb") as stream, Image.open(stream, formats=FORMATS) as image:
            _require_bounded(image, os.fstat(stream.fileno()).st_size)
            yield image
    except Exception as error:  # decoders of foreign bytes raise whatever they come upon
        log.info("no picture", extra={"file": path, "why": repr(error)})
        raise BrokenPicture from error


def _require_bounded(image: Image.Image, size: int) -> None:
    most = MAX_PIXELS if image.format == "JPEG" else MAX_PIXELS_DECODED
    if size > MAX_BYTES or image.width * image.height > most:
        raise BrokenPicture


def _is_lying(image: Image.Image) -> bool:
    return image.getexif().get(ExifTags.Base.Orientation) in _LYING


def _reduced(image: Image.Image, box: tuple[int, int]) -> Image.Image:
    """No larger than the box. A JPEG is decoded at a fraction of its size where that is enough."""
    if image.mode not in _PLAIN_MODES:
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    image.thumbnail(box, Image.Resampling.LANCZOS, reducing_gap=2.0)
    return image


def _shown(image: Image.Image) -> Image.Image:
    """As people see it: upright, in the colours of the web, and nothing told besides."""
    image = ImageOps.exif_transpose(image)
    mode = "RGBA" if image.mode == "RGBA" else "RGB"
    if profile := image.info.get("icc_profile"):
        with suppress(ImageCms.PyCMSError, OSError):  # a profile that cannot be read is no reason to show nothing
            own = ImageCms.ImageCmsProfile(BytesIO(profile))
            image = ImageCms.profileToProfile(image, own, SRGB, outputMode=mode) or image
    image = image.convert(mode)
    image.info.clear()
    return image


def _encoded(image: Image.Image, kind: str, **options: int) -> bytes:
    target = BytesIO()
    image.save(target, kind, **options)
    return target.getvalue()
