"""The site's own pictures, as they are and in the sizes that pages show, at the storage protocol's URLs."""

import shutil
from hashlib import blake2b
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import Response

from marquee.domain.pictures import BUCKET, parse_name
from marquee.storage.derived_files import DerivedFiles, written_at
from marquee.storage.errors import NO_SUCH_OBJECT, StorageError
from marquee.storage.media import Media
from marquee.storage.pace import Pace
from marquee.storage.pixels.tasks import Task
from marquee.storage.transformation import Transformation, described, parse
from marquee.web.context import Context

TRANSFORM = "marquee.storage.pixels.resize:transform"
MAX_UNUSUAL, WITHIN_S = 24, 600
"""New versions of one picture, of those that no page of ours shows, for one client in a while."""
MAX_UNUSUAL_KEPT = 48
"""Of one picture, whoever has asked for them; the oldest make room. The usual ones stay."""
MAX_FILE_NAME = 120
IMMUTABLE = "public, max-age=31536000, immutable"


class Pictures:
    """The originals in `media`, and other versions of them in `derived_files`."""

    def __init__(self, media: Media, derived_files: DerivedFiles) -> None:
        self.media = media
        self._derived_files = derived_files
        self._derived_media = Media(derived_files.root)
        self._unusual = Pace(
            MAX_UNUSUAL, WITHIN_S, "You have had this picture in many sizes. Ask for one of the usual widths, or later"
        )

    async def respond_original(self, context: Context, path: str) -> Response:
        """The file at this path. Raises NO_SUCH_OBJECT."""
        try:
            response = await self.media.get_response(path, context.scope)
        except HTTPException as error:
            raise StorageError(NO_SUCH_OBJECT) from error
        return _finished(response, path, context)

    async def respond_transformed(self, context: Context, path: str) -> Response:
        """The version that the query asks for, of the picture at this path.

        Raises INVALID_TRANSFORM, NO_SUCH_OBJECT, BrokenPicture, PictureUnavailable, SlowDown.
        """
        query = context.query_params
        response = await self._respond(context, path, parse(query, path, context.headers.get("accept")))
        if "format" not in query:
            response.headers["Vary"] = "Accept"
        if asked := described(query):
            response.headers["X-Transformations"] = asked
        return response

    async def _respond(self, context: Context, path: str, wanted: Transformation) -> Response:
        found = self.media.find(path)
        if found is None:
            raise StorageError(NO_SUCH_OBJECT)
        original, status = found
        picture = folder_of_versions(str(original.relative_to(self.media.root)))
        folder = f"{picture}/{wanted.name}"
        if not wanted.is_usual:
            self._make_room(context, picture, folder)
        name = f"{status.st_mtime_ns:x}-{status.st_size:x}.{wanted.extension}"
        task = Task(TRANSFORM, (original, wanted))
        response = await self._derived_files.respond(self._derived_media, folder, name, task, context.scope)
        return _finished(response, path, context)

    def _make_room(self, context: Context, picture: str, folder: str) -> None:
        """For an unusual version, if it is a new one. Raises SlowDown where it is one too many for this client."""
        root = self._derived_files.root
        if (root / folder).is_dir():
            return
        self._unusual.take((context.limited_as, picture))
        versions = (root / picture).glob("*x*") if (root / picture).is_dir() else ()
        by_age = sorted(versions, key=written_at)
        for oldest in by_age[: max(0, len(by_age) - MAX_UNUSUAL_KEPT + 1)]:
            shutil.rmtree(oldest, ignore_errors=True)


def _finished(response: Response, path: str, context: Context) -> Response:
    """With the headers that depend on name and query: how long it may be kept, and what a download is called."""
    bucket, _, rest = path.partition("/")
    name = parse_name(rest) if bucket == BUCKET else None
    if name is not None and name.is_for_ever:
        response.headers["Cache-Control"] = IMMUTABLE
    wanted = context.query_params.get("download")
    if wanted is not None:  # browsers save the file, under the wanted name or its own (RFC 6266)
        file_name = quote(wanted[:MAX_FILE_NAME] or path.rpartition("/")[2], safe="")
        response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{file_name}"
    return response


def folder_of_versions(path: str) -> str:
    """Where the versions of the picture at this path of the media folder are, among the derived files."""
    return f"pictures/{blake2b(path.encode('utf-8', 'surrogateescape'), digest_size=16).hexdigest()}"
