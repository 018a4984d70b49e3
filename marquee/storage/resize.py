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

from marquee.storage.image_errors import BrokenPicture

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "AVIF")
MAX_PIXELS = 50_000_000
MAX_PIXELS_DECODED = 16_000_000
"""Of what cannot be decoded at a fraction of its size, as a JPEG can: at most 260 MB of memory."""
MAX_BYTES = 32 * 1024 * 1024
WEBP_QUALITY = 80
MOST_ENLARGED = 2
"""Beyond, a picture is a blur."""
HEADS = 0.28
GROUND = "#0a1211"  # --stage in frontend/src/styles/tokens.css
SRGB = ImageCms.createProfile("sRGB")

_PLAIN_MODES = frozenset({"RGB", "RGBA", "L", "CMYK"})
_SCALED = frozenset({"JPEG", "MPO"})
_LYING = frozenset({5, 6, 7, 8})
"""Orientations that swap width and height."""

log = logging.getLogger("marquee")

# Pillow's own guard; a picture of more than this many pixels is not decoded.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS
warnings.simplefilter("error", Image.DecompressionBombWarning)


def resized(path: Path, width: int) -> bytes:
    """A picture as WebP, so wide, or as wide as it is if that is less. Raises BrokenPicture."""
    with _opened(path) as image:
        scale = width / _shown_size(image)[0]
        return _encoded(_shown(_reduced(image, scale)), "WEBP", quality=WEBP_QUALITY)


def cut(path: Path, size: tuple[int, int]) -> Image.Image:
    """The part of a picture that fills this size, heads being above the middle.

    Raises BrokenPicture, for a picture that is too small as well.
    """
    with _opened(path) as image:
        width, height = _shown_size(image)
        scale = max(size[0] / width, size[1] / height)
        if scale > MOST_ENLARGED:
            raise BrokenPicture
        shown = _shown(_reduced(image, scale))
        ground = Image.new("RGB", shown.size, GROUND)
        ground.paste(shown, mask=shown if shown.mode == "RGBA" else None)
        return ImageOps.fit(ground, size, Image.Resampling.LANCZOS, centering=(0.5, HEADS))


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
    most = MAX_PIXELS if image.format in _SCALED else MAX_PIXELS_DECODED
    if size > MAX_BYTES or image.width * image.height > most:
        raise BrokenPicture


def _shown_size(image: Image.Image) -> tuple[int, int]:
    is_lying = image.getexif().get(ExifTags.Base.Orientation) in _LYING
    return (image.height, image.width) if is_lying else image.size


def _reduced(image: Image.Image, scale: float) -> Image.Image:
    """Never enlarged. A JPEG is decoded at a fraction of its size where that is enough."""
    box = (ceil(image.width * scale), ceil(image.height * scale))
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
