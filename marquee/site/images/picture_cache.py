"""Keeps the pictures that the site draws: made when first asked for, and again when what they show has changed."""

from hashlib import blake2b
from typing import NamedTuple
from urllib.parse import unquote

from starlette.responses import Response

from marquee.domain.brand import Brand
from marquee.domain.pictures import CENTER, MEDIA_PREFIX, without_focus
from marquee.site.bundle import IMMUTABLE, REVALIDATE
from marquee.site.head import Picture
from marquee.storage.derived_files import DerivedFiles
from marquee.storage.media import Media
from marquee.storage.pixels.tasks import Photograph, Task
from marquee.web.context import Context

DESIGN_VERSION = "2"
"""Change it when the design of a picture changes, to invalidate what is cached."""
_FOR_EVERYBODY = {"Cross-Origin-Resource-Policy": "cross-origin"}  # other sites are meant to show it


class CachedPicture(NamedTuple):
    """A picture that can be drawn, and is kept in a folder of its own; `digest` is of everything that it shows.

    One that `is_lasting` has the digest in its URL, so it may be cached forever.
    """

    folder: str
    digest: str
    is_lasting: bool
    draw: Task


class Design(NamedTuple):
    """A kind of picture that tells of dates: its name, the function that lays it out, and whether it may be lasting."""

    name: str
    layout: str
    is_lasting: bool


class Found(NamedTuple):
    """An artist's picture, if it is the site's own, and a text that differs when the file or its focus has changed.

    Of one that may not be read there is none, and what is drawn is not lasting: nothing says when it may.
    """

    photograph: Photograph | None = None
    state: str = ""
    is_lasting: bool = True


class Card(NamedTuple):
    """A share card, as a page names it, and what draws it."""

    picture: Picture
    file: CachedPicture


class PictureCache:
    """Draws pictures, keeps and sends them."""

    def __init__(self, derived_files: DerivedFiles) -> None:
        self._derived_files = derived_files
        self._lasting = Media(derived_files.root, {"Cache-Control": IMMUTABLE, **_FOR_EVERYBODY})
        self._current = Media(derived_files.root, {"Cache-Control": REVALIDATE, **_FOR_EVERYBODY})

    async def respond(self, context: Context, file: CachedPicture) -> Response:
        """The picture itself, drawn if that was not done before. Raises PictureUnavailable, Overloaded."""
        media = self._lasting if file.is_lasting else self._current
        return await self._derived_files.respond(media, file.folder, f"{file.digest}.jpg", file.draw, context.scope)

    async def draw(self, task: Task) -> bytes:
        """A picture that is kept elsewhere. Raises PictureUnavailable, Overloaded."""
        return (await self._derived_files.run(task)).content


def picture_of(
    media: Media, design: Design, folder: str, image: str, wording: tuple[object, ...], brand: Brand
) -> CachedPicture:
    """A picture of this design with these words, and an artist's photograph."""
    found, stock = find_photograph(media, image), stock_of(brand)
    digest = digest_of(DESIGN_VERSION, design.name, found.state, *wording, *stock)
    draw = Task(design.layout, (found.photograph, wording, *stock))
    return CachedPicture(folder, digest, design.is_lasting and found.is_lasting, draw)


def digest_of(*shown: object) -> str:
    """A short text that differs for all that a picture shows."""
    text = "\0".join(map(str, shown))
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def stock_of(brand: Brand) -> tuple[str, ...]:
    """The colour of the sheets that tickets are printed on, if it is another than the design's."""
    return (brand.accent,) if brand.accent else ()


def folder_of(kind: str, artist_id: str) -> str:
    """The folder of an artist's picture of some kind: ids may have any letters, and any length."""
    return f"{kind}/{blake2b(artist_id.encode(), digest_size=16).hexdigest()}"


def find_photograph(media: Media, image: str) -> Found:
    """What there is to draw of an artist's picture."""
    address, focus = without_focus(image)
    found = media.find(unquote(address.removeprefix(MEDIA_PREFIX))) if address.startswith(MEDIA_PREFIX) else None
    if found is None:
        return Found()
    file, status = found
    if not media.may_read(file):
        return Found(state=f"{file} may not be read", is_lasting=False)
    return Found(Photograph(file, focus or CENTER), f"{file} {status.st_mtime_ns} {status.st_size}{focus or ''}")
