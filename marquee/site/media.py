"""The site's own pictures, from the media folder, at the addresses of public storage objects. Source: wire.md 4.1."""

import mimetypes
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

mimetypes.add_type("image/webp", ".webp")

HEADERS = {
    "Cache-Control": "public, max-age=3600",
    # Opened on its own, a file may run nothing.
    "Content-Security-Policy": "default-src 'none'; sandbox",
}


class Media(StaticFiles):
    """`/storage/v1/object/public/{bucket}/{path}`: read only."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)

    async def check_config(self) -> None:
        """Nothing to check: a site without pictures has no folder, and its visitors find none."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(HEADERS)
        return response
