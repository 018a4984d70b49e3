"""The site's own pictures in the sizes that pages show, at the storage protocol's URLs for transformed images."""

from functools import partial
from hashlib import blake2b
from pathlib import Path

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from marquee.errors import MarqueeError
from marquee.storage.derived_files import DerivedFiles
from marquee.storage.image_errors import InvalidTransform, NoSuchObject, StorageError
from marquee.storage.media import Media
from marquee.web.context import Context, Services
from marquee.web.endpoint import ProtocolEndpoint

WIDTHS = (240, 480, 828, 1200, 1600)
"""In pixels: those that the front end uses. No others are made, so that no client can fill the disk."""

_WIDTH_OF = {f"width={width}".encode(): width for width in WIDTHS}


class Pictures:
    """The originals in `media`, and smaller versions of them in `derived_files`."""

    def __init__(self, media: Media, derived_files: DerivedFiles) -> None:
        self.media = media
        self._derived_files = derived_files
        self._derived_media = Media(derived_files.root)

    async def respond_resized(self, context: Context, path: str, width: int) -> Response:
        """The picture at this path, at most this wide. Raises NoSuchObject, BrokenPicture, PictureUnavailable."""
        found = self.media.find(path)
        if found is None:
            raise NoSuchObject
        original, status = found
        folder = f"pictures/{_digest(str(original.relative_to(self.media.root)))}/{width}"
        name = f"{status.st_mtime_ns:x}-{status.st_size:x}.webp"
        resized = await self._derived_files.get_or_make(folder, name, partial(_resize, original, width))
        return await self._derived_media.get_response(resized, context.scope)


def _resize(original: Path, width: int) -> bytes:
    from marquee.storage import resize  # noqa: PLC0415 - Pillow is slow to load, and often not needed

    return resize.to_webp(original, width)


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _render_error(_context: Context, error: MarqueeError) -> Response:
    """The storage protocol's shape: 400 for whatever is the client's fault, with the real status in the body."""
    known = error if isinstance(error, StorageError) else StorageError(error.message)
    body = {"statusCode": known.body_status, "error": known.kind, "code": known.code, "message": known.message}
    return JSONResponse(body, error.status, {"Cache-Control": "no-store"})


def routes(services: Services, pictures: Pictures) -> list[Route]:
    """The calls below `/storage/v1/render/image/public`, which need no API key."""

    async def render_image(context: Context) -> Response:
        """GET /{bucket}/{path}?width=W, as WebP. Raises InvalidTransform."""
        width = _WIDTH_OF.get(context.query_string)
        if width is None:
            raise InvalidTransform(f"the query must be width=, one of {', '.join(map(str, WIDTHS))}")
        return await pictures.respond_resized(context, context.path_params["path"], width)

    handler = ProtocolEndpoint(partial(Context, services), render_image, _render_error)
    return [Route("/{path:path}", handler, methods=["GET"])]
