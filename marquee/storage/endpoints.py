"""The site's own pictures in the sizes that pages show, at the storage protocol's address for that.

Source: wire.md 4.1.
"""

from functools import partial
from hashlib import blake2b
from pathlib import Path

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from marquee.errors import MarqueeError
from marquee.storage.derived_files import Workshop
from marquee.storage.image_errors import InvalidTransform, NoSuchObject, StorageError
from marquee.storage.media import Media
from marquee.web.context import Context, Services
from marquee.web.endpoint import ProtocolEndpoint

WIDTHS = (240, 480, 828, 1200, 1600)
"""In pixels; the front end names these and no others, and no others are made."""

_WIDTH_OF = {f"width={width}".encode(): width for width in WIDTHS}


class Pictures:
    """The originals in `media`, and what `workshop` makes of them."""

    def __init__(self, media: Media, workshop: Workshop) -> None:
        self.media = media
        self._workshop = workshop
        self._made = Media(workshop.folder)

    async def resized(self, context: Context, path: str, width: int) -> Response:
        """Raises NoSuchObject, BrokenPicture, PictureUnavailable."""
        found = self.media.find(path)
        if found is None:
            raise NoSuchObject
        original, status = found
        place = f"pictures/{_short(str(original.relative_to(self.media.root)))}/{width}"
        name = f"{status.st_mtime_ns:x}-{status.st_size:x}.webp"
        made = await self._workshop.get_or_make(place, name, partial(_resized, original, width))
        return await self._made.get_response(made, context.scope)


def _resized(original: Path, width: int) -> bytes:
    from marquee.storage import resize  # noqa: PLC0415 - a site whose pictures are made already does without

    return resize.resized(original, width)


def _short(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _render_error(_context: Context, error: MarqueeError) -> Response:
    """The storage protocol's shape: 400 for whatever is the client's fault, with the real status in the body."""
    known = error if isinstance(error, StorageError) else StorageError(error.message)
    body = {"statusCode": known.means, "error": known.kind, "code": known.code, "message": known.message}
    return JSONResponse(body, error.status, {"Cache-Control": "no-store"})


def routes(services: Services, pictures: Pictures) -> list[Route]:
    """The calls below `/storage/v1/render/image/public`, which need no API key."""

    async def render_image(context: Context) -> Response:
        """GET /{bucket}/{path}?width=W, as WebP. Raises InvalidTransform."""
        width = _WIDTH_OF.get(context.query_string)
        if width is None:
            raise InvalidTransform(f"the query must be width, one of {', '.join(map(str, WIDTHS))}")
        return await pictures.resized(context, context.path_params["path"], width)

    handler = ProtocolEndpoint(partial(Context, services), render_image, _render_error)
    return [Route("/{path:path}", handler, methods=["GET"])]
