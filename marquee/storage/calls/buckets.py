"""The calls about buckets: there is one, and it cannot be changed."""

from starlette.responses import Response

from marquee.domain.pictures import BUCKET
from marquee.storage.errors import ACCESS_DENIED, StorageError
from marquee.storage.services import json_response, require_bucket
from marquee.web.body import MAX_PICTURE
from marquee.web.context import Context

_SINCE = "2026-01-01T00:00:00+00:00"
_BUCKET = {
    "id": BUCKET,
    "name": BUCKET,
    "owner": "",
    "public": True,
    "type": "STANDARD",
    "file_size_limit": MAX_PICTURE,
    "allowed_mime_types": ["image/jpeg", "image/png", "image/webp", "image/avif"],
    "created_at": _SINCE,
    "updated_at": _SINCE,
}


async def list_buckets(context: Context) -> Response:
    """`GET /bucket`."""
    await context.identify()
    return json_response([_BUCKET])


async def get_bucket(context: Context) -> Response:
    """`GET /bucket/{bucket}`. Raises NO_SUCH_BUCKET."""
    await context.identify()
    require_bucket(context.path_params["bucket"])
    return json_response(_BUCKET)


async def refuse_change(context: Context) -> Response:
    """Every call that would add, change, empty or delete one."""
    await context.identify()
    raise StorageError(ACCESS_DENIED, "This site has one bucket, and it cannot be changed")
