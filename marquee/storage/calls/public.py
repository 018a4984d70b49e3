"""The calls of browsers that show a public picture: no API key, no account."""

from starlette.responses import Response

from marquee.storage.services import PictureServices
from marquee.web.context import Context


class PublicCalls:
    """The endpoints."""

    def __init__(self, services: PictureServices) -> None:
        self._pictures = services.pictures

    async def original(self, context: Context) -> Response:
        """`GET /object/public/{bucket}/{path}`. Raises NO_SUCH_OBJECT."""
        return await self._pictures.respond_original(context, context.path_params["path"])

    async def transformed(self, context: Context) -> Response:
        """`GET /render/image/public/{bucket}/{path}`. Raises what `respond_transformed` does."""
        return await self._pictures.respond_transformed(context, context.path_params["path"])
