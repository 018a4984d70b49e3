"""What the calls of the picture protocol work with, and what they have in common."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import JSONResponse, Response

from marquee.domain.pictures import BUCKET, PictureName, parse_name
from marquee.storage.errors import FeatureOff, InvalidKey, InvalidRequest, NoSuchBucket, NoSuchObject
from marquee.storage.pictures import Pictures
from marquee.storage.store import DiskStore
from marquee.storage.uploads import Uploads
from marquee.web.body import decode_json
from marquee.web.context import Context

MAX_JSON = 256 * 1024

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
    link_secret: Callable[[], bytes]


def require_bucket(bucket: object) -> None:
    """Raises NoSuchBucket for every bucket but ours."""
    if bucket != BUCKET:
        raise NoSuchBucket


def name_of(path: str) -> PictureName:
    """A path as the name that a picture may have. Raises InvalidKey."""
    name = parse_name(path)
    if name is None:
        raise InvalidKey(path)
    return name


def name_in_url(context: Context) -> PictureName:
    """The name that a URL is about. Raises NoSuchBucket; InvalidKey, also for dots and slashes in disguise."""
    require_bucket(context.path_params["bucket"])
    path = str(context.path_params["path"])
    if _HIDDEN_IN_PATH.search(context.scope.get("raw_path", b"")):
        raise InvalidKey(path)
    return name_of(path)


def known_name(path: str) -> str:
    """A path of a picture that is to be read. Raises NoSuchObject for what none can be called."""
    if parse_name(path) is None:
        raise NoSuchObject
    return path


def _without_nul(name: str, text: str) -> str:
    """Raises InvalidRequest."""
    if "\0" in text:  # PostgreSQL cannot hold it
        raise InvalidRequest(f"body/{name} must not contain a null character")
    return text


class Options:
    """The JSON object of a request's body, field by field."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    @classmethod
    async def read(cls, context: Context) -> "Options":
        """Those of a body; an empty one is `{}`. Raises InvalidRequest, BodyTooLarge, InvalidJson."""
        fields = decode_json(await context.read_body(MAX_JSON) or b"{}")
        if not isinstance(fields, dict):
            raise InvalidRequest("body must be object")
        return cls(fields)

    def has(self, name: str) -> bool:
        """Whether a field is there, and not null."""
        return self._fields.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        """A text. Raises InvalidRequest."""
        value = self._fields.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise InvalidRequest(f"body must have required property '{name}', a string")
        return _without_nul(name, value)

    def texts(self, name: str, max_count: int = 1000) -> list[str]:
        """A list of texts. Raises InvalidRequest; FeatureOff for versions by their ids."""
        value = self._fields.get(name)
        if isinstance(value, list) and any(isinstance(one, dict) and "versionId" in one for one in value):
            raise FeatureOff
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value) or len(value) > max_count:
            raise InvalidRequest(f"body must have required property '{name}', a list of at most {max_count:,} strings")
        return [_without_nul(name, one) for one in value]

    def number(self, name: str, default: int, lowest: int, highest: int) -> int:
        """A whole number. Raises InvalidRequest."""
        value = self._fields.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise InvalidRequest(f"body/{name} must be a number from {lowest} to {highest:,}")
        return value

    def words(self, names: Sequence[str]) -> dict[str, str]:
        """Those of these fields that are there, as a query would have them."""
        return {name: str(self._fields[name]) for name in names if self.has(name)}

    def flag(self, name: str) -> bool:
        return self._fields.get(name) is True

    def object(self, name: str) -> "Options":
        """A nested object, empty if it is not there. Raises InvalidRequest."""
        value = self._fields.get(name)
        if value is not None and not isinstance(value, dict):
            raise InvalidRequest(f"body/{name} must be object")
        return Options(value or {})
