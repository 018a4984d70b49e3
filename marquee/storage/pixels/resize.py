"""Makes smaller pictures of those in the media folder, which may be anything: every step has a limit.

Metadata is dropped, since a photograph may say where it was taken.
"""

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL
from io import BytesIO
from math import ceil
from pathlib import Path

from PIL import Image, ImageCms, ImageOps

from marquee.domain.colours import STAGE
from marquee.storage.errors import BrokenPicture, PictureUnavailable
from marquee.storage.pixels import code_points, profiles
from marquee.storage.pixels.modes import plain
from marquee.storage.pixels.orientation import turn_of, upright_size
from marquee.storage.pixels.tasks import Photograph
from marquee.storage.transformation import Transformation

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "AVIF")
MAX_PIXELS = 50_000_000
MAX_PIXELS_DECODED = 16_000_000
"""Of a format that, unlike JPEG, cannot be decoded at a fraction of its size. It takes up to 330 MB of memory."""
MAX_BYTES = 32 * 1024 * 1024
MAX_ENLARGEMENT = 2
"""A picture that is enlarged further is a blur."""
SRGB = ImageCms.createProfile("sRGB")

_DECODED_SMALLER = frozenset({"JPEG", "MPO"})

log = logging.getLogger("marquee")

# Pillow's own guard: a picture with more pixels is not decoded.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS
warnings.simplefilter("error", Image.DecompressionBombWarning)


def transform(path: Path, wanted: Transformation) -> bytes:
    """A version of the picture; it is never enlarged. Raises BrokenPicture, PictureUnavailable."""
    with _open(path) as image:
        size = upright_size(image)
        width, height = wanted.width, wanted.height
        if not (width and height):
            scale = width / size[0] if width else height / size[1]
            made = finished(image, scale)
        elif wanted.resize == "contain":
            made = finished(image, min(width / size[0], height / size[1]))
        else:
            made = _fill(image, size, (width, height), stretch=wanted.resize == "fill")
        return _encode(made, wanted.format, wanted.quality)


def _fill(image: Image.Image, size: tuple[int, int], wanted: tuple[int, int], *, stretch: bool) -> Image.Image:
    """The picture in exactly the wanted proportion, cut or stretched, and as large as it is at most."""
    smaller = min(1.0, size[0] / wanted[0], size[1] / wanted[1])
    width, height = (max(1, round(side * smaller)) for side in wanted)
    made = finished(image, max(width / size[0], height / size[1]))
    if stretch:
        return made.resize((width, height), Image.Resampling.LANCZOS)
    return ImageOps.fit(made, (width, height), Image.Resampling.LANCZOS)


def crop(photograph: Photograph, size: tuple[int, int]) -> Image.Image:
    """The part of the picture that fills this size. Raises PictureUnavailable, and BrokenPicture if it is too small."""
    with _open(photograph.file) as image:
        width, height = upright_size(image)
        scale = max(size[0] / width, size[1] / height)
        if scale > MAX_ENLARGEMENT:
            raise BrokenPicture
        opaque = on_background(finished(image, scale))
        return ImageOps.fit(opaque, size, Image.Resampling.LANCZOS, centering=photograph.center)


def on_background(picture: Image.Image) -> Image.Image:
    """An opaque picture: where it is transparent, the stage is seen."""
    opaque = Image.new("RGB", picture.size, STAGE)
    opaque.paste(picture, mask=picture if picture.mode == "RGBA" else None)
    return opaque


@contextmanager
def _open(path: Path) -> Iterator[Image.Image]:
    """Opens a picture. Raises BrokenPicture if it is not a picture, too large, or damaged, then or while it is used.

    Raises PictureUnavailable where the disk or memory fails, which says nothing about the picture.
    """
    try:
        with path.open("rb") as stream:
            start = stream.read(code_points.START_BYTES)
            stream.seek(0)
            with Image.open(stream, formats=FORMATS) as image:
                _require_bounded(image, os.fstat(stream.fileno()).st_size)
                code_points.attach_profile(image, start)
                yield image
    except Exception as error:  # decoders raise all kinds of exceptions for damaged files
        if _may_pass(error):
            log.warning("image cannot be read", extra={"file": path, "why": repr(error)})
            raise PictureUnavailable from error
        log.info("image cannot be decoded", extra={"file": path, "why": repr(error)})
        raise BrokenPicture from error


def _may_pass(error: Exception) -> bool:
    """Whether this is an error of the system. Those of decoders, also if they are an OSError, have no number."""
    number = error.errno if isinstance(error, OSError) else None
    # EINVAL: a damaged file had the decoder look before its beginning.
    return isinstance(error, MemoryError) or number not in (None, EINVAL)


def _require_bounded(image: Image.Image, size: int) -> None:
    if size > MAX_BYTES or not is_bounded(image):
        raise BrokenPicture


def is_bounded(image: Image.Image) -> bool:
    """Whether a picture, of which only the header was read, has no more pixels than may be decoded."""
    max_pixels = MAX_PIXELS if image.format in _DECODED_SMALLER else MAX_PIXELS_DECODED
    return image.width * image.height <= max_pixels


def finished(image: Image.Image, scale: float) -> Image.Image:
    """A picture that was just opened, upright, in sRGB, without metadata, and scaled down, never up."""
    turn = turn_of(image)
    made = _in_srgb(_shrunk(image, scale))
    return made if turn is None else made.transpose(turn)


def _shrunk(image: Image.Image, scale: float) -> Image.Image:
    """Of a JPEG, a fraction of its size is decoded if that is enough."""
    box = (ceil(image.width * scale), ceil(image.height * scale))
    image = plain(image)
    image.thumbnail(box, Image.Resampling.LANCZOS, reducing_gap=2.0)
    return image


def _in_srgb(image: Image.Image) -> Image.Image:
    """Without its metadata."""
    profile = image.info.get("icc_profile")
    alpha = image.getchannel("A") if image.mode == "LA" else None
    if alpha is not None:  # profiles are for colours alone
        image = image.getchannel("L")
    mode = "RGBA" if image.mode == "RGBA" else "RGB"
    if profile := profile or profiles.profile_of_png(image.info):
        with suppress(ImageCms.PyCMSError, OSError):  # a profile that cannot be read is no reason to show nothing
            own = ImageCms.ImageCmsProfile(BytesIO(profile))
            if image.mode == "L" and own.profile.xcolor_space == "RGB ":
                image = image.convert(mode)
            image = ImageCms.profileToProfile(image, own, SRGB, outputMode=mode) or image
    image = image.convert(mode)
    if alpha is not None:
        image.putalpha(alpha)
    image.info.clear()
    return image


def _encode(image: Image.Image, kind: str, quality: int) -> bytes:
    target = BytesIO()
    if kind == "JPEG" and image.mode == "RGBA":
        image = on_background(image)
    image.save(target, kind, quality=quality, **({"max_threads": 1} if kind == "AVIF" else {}))
    return target.getvalue()
