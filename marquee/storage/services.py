"""What the calls of the picture protocol work with, and what they have in common."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from starlette.responses import JSONResponse, Response

from marquee.domain.pictures import BUCKET, PictureName, parse_name
from marquee.storage.errors import NO_SUCH_BUCKET, NO_SUCH_OBJECT, StorageError, invalid_key
from marquee.storage.pictures import Pictures
from marquee.storage.resumable import ResumableUploads
from marquee.storage.store import DiskStore
from marquee.storage.uploads import Uploads
from marquee.web.context import Context

_HIDDEN_IN_PATH = re.compile(rb"%(?:2f|5c|00|2e)", re.IGNORECASE)


def json_response(body: object, status: int = 200) -> Response:
    """An answer that is nobody else's, and is not kept."""
    return JSONResponse(body, status, {"Cache-Control": "no-store"})


@dataclass(frozen=True)
class PictureServices:
    """One for the process. `link_secret` signs links and nothing else; it is asked each time, since secrets change."""

    pictures: Pictures
    store: DiskStore
    uploads: Uploads
    resumable: ResumableUploads
    link_secret: Callable[[], bytes]


def require_bucket(bucket: object) -> None:
    """Raises NO_SUCH_BUCKET for every bucket but ours."""
    if bucket != BUCKET:
        raise StorageError(NO_SUCH_BUCKET)


def name_of(path: str) -> PictureName:
    """A path as the name that a picture may have. Raises INVALID_KEY."""
    name = parse_name(path)
    if name is None:
        raise invalid_key(path)
    return name


def name_in_url(context: Context) -> PictureName:
    """The name that a URL is about. Raises NO_SUCH_BUCKET; INVALID_KEY, also for dots and slashes in disguise."""
    require_bucket(context.path_params["bucket"])
    path = str(context.path_params["path"])
    if _HIDDEN_IN_PATH.search(context.scope.get("raw_path", b"")):
        raise invalid_key(path)
    return name_of(path)


def wants_upsert(context: Context) -> bool:
    """Whether an upload may take the place of a picture."""
    return context.body_headers.get("x-upsert", "").lower() == "true"


def known_name(context: Context) -> str:
    """The path in a URL, of a picture that is to be read. Raises NO_SUCH_OBJECT for what none can be called."""
    path = str(context.path_params["path"])
    if parse_name(path) is None:
        raise StorageError(NO_SUCH_OBJECT)
    return path
