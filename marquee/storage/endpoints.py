"""The site's own pictures, as they are and in the sizes that pages show, at the storage protocol's URLs."""

from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import blake2b
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from marquee.errors import MarqueeError
from marquee.storage.derived_files import DerivedFiles
from marquee.storage.image_errors import InvalidTransform, NoSuchCall, NoSuchObject, StorageError
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


def routes(services: Services, pictures: Pictures) -> list[BaseRoute]:
    """The calls below `/storage/v1`: public pictures need no API key, and every other call is refused."""

    async def get_object(context: Context) -> Response:
        """GET /object/public/{bucket}/{path}. Raises NoSuchObject."""
        try:
            return await pictures.media.get_response(context.path_params["path"], context.scope)
        except HTTPException as error:
            raise NoSuchObject from error

    async def render_image(context: Context) -> Response:
        """GET /render/image/public/{bucket}/{path}?width=W, as WebP. Raises InvalidTransform."""
        width = _WIDTH_OF.get(context.query_string)
        if width is None:
            raise InvalidTransform(f"the query must be width=, one of {', '.join(map(str, WIDTHS))}")
        return await pictures.respond_resized(context, context.path_params["path"], width)

    async def refuse(_context: Context) -> Response:
        raise NoSuchCall

    def endpoint(answer: Callable[[Context], Awaitable[Response]]) -> ProtocolEndpoint[Context]:
        return ProtocolEndpoint(partial(Context, services), answer, _render_error)

    calls = [
        Route("/object/public/{path:path}", endpoint(get_object), methods=["GET"]),
        Route("/render/image/public/{path:path}", endpoint(render_image), methods=["GET"]),
        Route("/{path:path}", endpoint(refuse)),
    ]
    return [Mount("/storage/v1", routes=calls), Route("/storage/v1", endpoint(refuse))]
