"""The names of pictures that people upload, and how an artist's `image` refers to one.

A picture is `{folder}/{file}` in the one bucket, and its folder follows from its artist's id.
"""

import re
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import unquote

MEDIA_PREFIX = "/storage/v1/object/public/"
"""Paths of the site's own media are accepted as the URL of a picture: they stay right if the site moves."""
BUCKET = "artists"
PUBLIC_URL = f"{MEDIA_PREFIX}{BUCKET}/"
EXTENSIONS = {"jpg": "JPEG", "jpeg": "JPEG", "png": "PNG", "webp": "WEBP", "avif": "AVIF"}
"""What a name may end with, and the format that Pillow knows it by."""
MAX_SEGMENT = 120
CENTER = (0.5, 0.28)
"""Where a crop is centred unless the picture says, from the left and the top: heads are above the middle."""

TO_BE_ADDED = re.compile(r"new-[0-9a-f]{32}")
"""The folder of a picture that is sent before its artist is added, or of the site's logo: each has its own."""

_PLAIN_ID = re.compile(r"[a-z0-9-]+")
# The characters of Supabase's names (supabase/storage, storage/limits.ts), without what disks and URLs make of some:
# a segment begins with no dot, and ends with no dot or space.
_SEGMENT = re.compile(r"(?!\.)[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,120}(?<![. ])")
_NEVER_REPLACED = re.compile(r"[0-9a-f]{32}\.[a-z]+")
_FOCUS = re.compile(r"focus=(\d{1,3}(?:\.\d{1,3})?),(\d{1,3}(?:\.\d{1,3})?)")


class PictureName(NamedTuple):
    """A name that a picture may have."""

    folder: str
    file: str

    def __str__(self) -> str:
        return f"{self.folder}/{self.file}"

    @property
    def extension(self) -> str:
        """In lower case; one of `EXTENSIONS`, unless the name is refused for it."""
        return self.file.rpartition(".")[2].lower()

    @property
    def is_for_ever(self) -> bool:
        """Whether the file is named by 128 random bits: another picture gets another name, so it may be kept."""
        return _NEVER_REPLACED.fullmatch(self.file) is not None


def parse_name(path: str) -> PictureName | None:
    """A path in the bucket as a name; None unless it has exactly two segments, made of characters that any disk has."""
    segments = path.split("/")
    if len(segments) != 2 or not all(map(_SEGMENT.fullmatch, segments)):
        return None
    return PictureName(*segments)


def folder_of(artist_id: str) -> str:
    """The folder of an artist's pictures: the id, or a digest of one with letters that Supabase's names cannot have."""
    if _PLAIN_ID.fullmatch(artist_id) and len(artist_id) <= MAX_SEGMENT:
        return artist_id
    return f"u-{sha256(artist_id.encode()).hexdigest()[:32]}"


def without_focus(image: str) -> tuple[str, tuple[float, float] | None]:
    """The address in an artist's `image`, and the centre of its crops where it ends with `#focus=50,28` (per cent)."""
    address, _, fragment = image.partition("#")
    found = _FOCUS.fullmatch(fragment)
    return address, (_share(found[1]), _share(found[2])) if found else None


def _share(percent: str) -> float:
    return min(float(percent), 100.0) / 100


def name_in(image: str) -> str | None:
    """The name of the uploaded picture that an artist's `image` refers to, by path or by address; None for others."""
    _, found, path = without_focus(image)[0].partition(f"/public/{BUCKET}/")
    return unquote(path.partition("?")[0]) if found else None


def is_in_own_folder(artist_id: str, image: object) -> bool:
    """Whether this `image` is the path of a picture below the artist's own folder."""
    if not isinstance(image, str) or not image.startswith(PUBLIC_URL):
        return False
    name = parse_name(unquote(without_focus(image)[0].removeprefix(PUBLIC_URL)))
    return name is not None and name.folder == folder_of(artist_id) and name.extension in EXTENSIONS


def is_same_picture(image: object, current: object) -> bool:
    """Whether this `image` is the `current` one with another focal point, or with the usual one."""
    if not isinstance(image, str) or not isinstance(current, str):
        return False
    address, center = without_focus(image)
    return address == without_focus(current)[0] and (center is not None or "#" not in image)
