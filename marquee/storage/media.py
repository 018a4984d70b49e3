"""The site's own pictures, from the media folder, at the URLs of public objects. See docs/protocol.md#pictures."""

import logging
import mimetypes
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

mimetypes.add_type("image/webp", ".webp")

log = logging.getLogger("marquee")

HEADERS = {
    "Cache-Control": "public, max-age=3600",
    # A file that is opened as a page of its own may run no script.
    "Content-Security-Policy": "default-src 'none'; sandbox",
}


class Media(StaticFiles):
    """The files of a folder, read only: `/storage/v1/object/public/{bucket}/{path}`, or the folder of derived files."""

    def __init__(self, folder: Path, headers: Mapping[str, str] | None = None) -> None:
        """`headers` are added to those that every file has."""
        super().__init__(directory=folder, check_dir=False)
        self.headers = {**HEADERS, **(headers or {})}
        self.root = Path(os.path.realpath(folder))
        self._closed: set[Path] = set()  # as the log has told

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """As StaticFiles, but no name that begins with a dot: what is still being received is in such a folder."""
        is_hidden = any(part.startswith(".") for part in Path(path).parts)
        return ("", None) if is_hidden else super().lookup_path(path)

    def find(self, path: str) -> tuple[Path, os.stat_result] | None:
        """The file at this path and its status, or None if there is no such file in the folder."""
        try:
            found, status = self.lookup_path(os.path.normpath(path))
        except (OSError, ValueError):  # the name is too long, or is not a file name
            return None
        return (Path(found), status) if status and stat.S_ISREG(status.st_mode) else None

    def may_read(self, file: Path) -> bool:
        """Whether the permissions of a file that was found let us read it. Of one that do not, the log tells once."""
        if os.access(file, os.R_OK):
            self._closed.discard(file)
            return True
        if file not in self._closed:
            self._closed.add(file)
            why = "its permissions do not let this account"
            log.warning("image cannot be read", extra={"file": file, "why": why})
        return False

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(self.headers)
        return response

    def respond_with(self, name: str, content: bytes) -> Response:
        """As `get_response`, of a file of this name that could not be written."""
        return Response(content, media_type=mimetypes.guess_type(name)[0], headers=self.headers)
