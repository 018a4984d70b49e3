"""Which version of a picture a URL asks for, rounded to one of a few, so that no client can fill the disk."""

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, cast

from marquee.domain.pictures import EXTENSIONS
from marquee.storage.errors import INVALID_TRANSFORM, StorageError
from marquee.web.negotiation import weights

WIDTHS = (240, 480, 828, 1200, 1600)
"""In pixels. The front end uses these; any other width becomes the next larger one, and a height alone likewise."""
QUALITIES = (60, 80, 95)
LOWEST_QUALITY = 20
MAX_SIDE = 2000
"""What Supabase clamps a side to."""

Resize = Literal["cover", "contain", "fill"]

_ACCEPTED = {"image/webp": "WEBP", "image/avif": "AVIF"}
"""What is made for clients that accept it by name; the first one among equals, since it is made faster."""
_RESIZING_TYPES: dict[Resize, str] = {"cover": "fill", "contain": "fit", "fill": "force"}
_NUMBER = re.compile(r"\d{1,9}")


class Transformation(NamedTuple):
    """A version of a picture: a side of 0 follows from the other one, and `resize` counts only where both are given.

    `format` is Pillow's name of one.
    """

    width: int
    height: int = 0
    resize: Resize = "cover"
    quality: int = 80
    format: str = "WEBP"

    @property
    def is_usual(self) -> bool:
        """Whether pages of ours show it, or would to a client that takes another format."""
        return self.width in WIDTHS and self == Transformation(self.width, format=self.format)

    @property
    def name(self) -> str:
        """A folder's name that only this version has; that of an unusual one has an `x`."""
        if self.is_usual:
            return str(self.width) if self.format == "WEBP" else f"{self.width}-{self.format}".lower()
        return f"{self.width}x{self.height}-{self.resize}-{self.quality}-{self.format}".lower()

    @property
    def extension(self) -> str:
        """That of its files."""
        return self.format.lower()


def parse(query: Mapping[str, str], path: str, accept: str) -> Transformation:
    """The version that a query asks for, of the picture at this path. Raises INVALID_TRANSFORM.

    What the query does not know is ignored, as Supabase does. Source: supabase/storage, schemas/transformations.ts.
    """
    width, height = _number(query, "width"), _number(query, "height")
    quality = _number(query, "quality") or 80
    if not LOWEST_QUALITY <= quality <= 100:
        raise StorageError(INVALID_TRANSFORM, "querystring/quality must be a number from 20 to 100")
    resize = _resize(query)
    return Transformation(
        *_sides(width, height),
        resize=resize if width and height else "cover",
        quality=_at_least(quality, QUALITIES),
        format=_format(query, path, accept),
    )


def described(query: Mapping[str, str]) -> str:
    """What a query asks for, as the header `X-Transformations` tells it; empty where it asks for nothing.

    Source: supabase/storage, renderer/image.ts. Raises INVALID_TRANSFORM.
    """
    sides = [f"{side}:{min(number, MAX_SIDE)}" for side in ("height", "width") if (number := _number(query, side))]
    if sides:
        sides.append(f"resizing_type:{_RESIZING_TYPES[_resize(query)]}")
    quality = [f"quality:{number}"] if (number := _number(query, "quality")) else []
    kind = [f"format:{query['format']}"] if query.get("format", "origin") != "origin" else []
    return ",".join([*sides, *quality, *kind])


def _number(query: Mapping[str, str], name: str) -> int:
    text = query.get(name, "0")
    if not _NUMBER.fullmatch(text):
        raise StorageError(INVALID_TRANSFORM, f"querystring/{name} must be a whole number")
    return int(text)


def _sides(width: int, height: int) -> tuple[int, int]:
    """The sides as they are made: in the wanted proportion, the first one from the list."""
    if not width and height:
        return 0, _at_least(height, WIDTHS)
    made = _at_least(width or WIDTHS[-1], WIDTHS)
    return made, min(round(height * made / width), 10 * made) if height else 0


def _at_least(number: int, choices: tuple[int, ...]) -> int:
    return next((choice for choice in choices if choice >= number), choices[-1])


def _resize(query: Mapping[str, str]) -> Resize:
    found = query.get("resize", "cover")
    if found not in ("cover", "contain", "fill"):
        raise StorageError(INVALID_TRANSFORM, "querystring/resize must be cover, contain or fill")
    return cast("Resize", found)


def _format(query: Mapping[str, str], path: str, accept: str) -> str:
    """That of the query, or the best that the client accepts by name, or that of the original."""
    wanted = query.get("format")
    if wanted in ("webp", "avif"):
        return wanted.upper()
    if wanted not in (None, "origin"):
        raise StorageError(INVALID_TRANSFORM, "querystring/format must be origin, webp or avif")
    offered = weights(accept) if wanted is None else {}
    best = max(_ACCEPTED, key=lambda kind: offered.get(kind, 0.0))
    if offered.get(best, 0.0) > 0:
        return _ACCEPTED[best]
    return EXTENSIONS.get(path.rpartition(".")[2].lower(), "PNG")
