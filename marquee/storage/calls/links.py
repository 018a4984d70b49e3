"""The calls about signed links, which let somebody without an account look at a picture, or upload one."""

from typing import Any, Literal, cast
from urllib.parse import quote, urlencode

from sqlalchemy import Connection, select
from starlette.responses import Response

from marquee.domain.actor import SECRET_KEY_HOLDER, Actor
from marquee.domain.people import is_free
from marquee.domain.pictures import BUCKET, parse_name
from marquee.domain.tables import objects as table
from marquee.domain.tables import users
from marquee.storage import link_tokens, objects
from marquee.storage.errors import ACCESS_DENIED, StorageError
from marquee.storage.link_tokens import Link
from marquee.storage.options import Options
from marquee.storage.services import (
    PictureServices,
    json_response,
    known_name,
    name_in_url,
    require_bucket,
    wants_upsert,
)
from marquee.storage.transformation import parse
from marquee.web.context import Context

UPLOAD_LIFETIME_S = 10 * 60
MAX_LIFETIME_S = 366 * 24 * 3600
AS_THEY_ARE = "/ !$&'()*+,-.:;=@_"
"""What a link's path does not encode, since clients encode it once more: of what names have, all but `?`."""
NUMBERS, MAX_NUMBER = ("width", "height", "quality"), 10**9 - 1
UNKNOWN = "Either the object does not exist or you do not have access to it"


class LinkCalls:
    def __init__(self, services: PictureServices) -> None:
        self._services = services

    async def sign(self, context: Context) -> Response:
        """`POST /object/sign/{bucket}/{path}`: a link to a picture. Raises NO_SUCH_OBJECT, INVALID_TRANSFORM."""
        require_bucket(context.path_params["bucket"])
        options = await Options.read(context)
        await context.identify()
        name = known_name(context)
        await context.database.read(objects.find, name)
        query = _query(options.object("transform"), name)
        return json_response({"signedURL": self._link(name, _lifetime(options), query)})

    async def sign_several(self, context: Context) -> Response:
        """`POST /object/sign/{bucket}` with `paths`: a link for each, or the reason why there is none."""
        require_bucket(context.path_params["bucket"])
        options = await Options.read(context)
        await context.identify()
        paths, lifetime = options.texts("paths"), _lifetime(options)
        known = await context.database.read(_known, paths)
        signed = [
            {"error": None, "path": path, "signedURL": self._link(path, lifetime)}
            if path in known
            else {"error": UNKNOWN, "path": path, "signedURL": None}
            for path in paths
        ]
        return json_response(signed)

    def _link(self, name: str, lifetime_s: int, query: str = "") -> str:
        token = link_tokens.sign(self._services.link_secret(), "download", Link(name), lifetime_s)
        kind = "render/image" if query else "object"
        return f"/{kind}/sign/{BUCKET}/{quote(name, safe=AS_THEY_ARE)}?{query}token={token}"

    async def original(self, context: Context) -> Response:
        """`GET /object/sign/{bucket}/{path}?token=`. Raises INVALID_LINK, INVALID_SIGNATURE, NO_SUCH_OBJECT."""
        return await self._services.pictures.respond_original(context, await self._allowed(context))

    async def transformed(self, context: Context) -> Response:
        """`GET /render/image/sign/{bucket}/{path}?token=`. Raises as `original` does."""
        return await self._services.pictures.respond_transformed(context, await self._allowed(context))

    async def _allowed(self, context: Context) -> str:
        require_bucket(context.path_params["bucket"])
        name = known_name(context)
        link_tokens.verify(self._services.link_secret(), "download", context.query_params.get("token", ""), name)
        row = await context.database.read(objects.find, name)
        return f"{BUCKET}/{row.name}"

    async def sign_upload(self, context: Context) -> Response:
        """`POST /object/upload/sign/{bucket}/{path}`: a link to upload to. Raises as an upload does."""
        name, actor = name_in_url(context), await context.identify()
        upsert = wants_upsert(context)
        await self._services.uploads.require_storable(context, actor, name, upsert=upsert)
        link = Link(str(name), actor.user_id, upsert)
        token = link_tokens.sign(self._services.link_secret(), "upload", link, UPLOAD_LIFETIME_S)
        return json_response({"url": f"/object/upload/sign/{BUCKET}/{quote(str(name))}?token={token}", "token": token})

    async def upload(self, context: Context) -> Response:
        """`PUT /object/upload/sign/{bucket}/{path}?token=`: as whoever asked for the link, with the rights of now."""
        name = name_in_url(context)
        token = context.query_params.get("token", "")
        actor, upsert = await uploader_by_link(self._services, context, token, str(name))
        row = await self._services.uploads.receive(context, actor, name, upsert=upsert)
        return json_response({"Key": f"{BUCKET}/{row.name}"})


async def uploader_by_link(services: PictureServices, context: Context, token: str, name: str) -> tuple[Actor, bool]:
    """Whose right a link to upload under this name gives, and whether it may replace a picture.

    Raises INVALID_LINK, INVALID_SIGNATURE; ACCESS_DENIED if whoever asked for the link is gone or banned.
    """
    link = link_tokens.verify(services.link_secret(), "upload", token, name)
    actor = SECRET_KEY_HOLDER if link.owner is None else await context.database.read(_actor, link.owner)
    context.audited_user = link.owner
    return actor, link.upsert


def _lifetime(options: Options) -> int:
    return options.number("expiresIn", 60, 1, MAX_LIFETIME_S)


def _query(transform: Options, name: str) -> str:
    """The query of a link to a version of a picture; empty for the picture itself. Raises INVALID_TRANSFORM."""
    numbers = {side: transform.number(side, 0, 0, MAX_NUMBER) for side in NUMBERS if transform.has(side)}
    wanted = {**{name: str(number) for name, number in numbers.items()}, **transform.words(("resize", "format"))}
    parse(wanted, name, "")
    return f"{urlencode(wanted)}&" if wanted else ""


def _known(connection: Connection, paths: list[str]) -> set[str]:
    names = [path for path in paths if parse_name(path)]
    return set(connection.execute(select(table.c.name).where(table.c.name.in_(names), objects.IS_THERE)).scalars())


def _actor(connection: Connection, user_id: str) -> Actor:
    """An account with the rights that it has now. Raises ACCESS_DENIED if it is gone or banned."""
    role: Any = connection.execute(select(users.c.role).where(users.c.id == user_id, is_free())).scalar_one_or_none()
    if role is None:
        raise StorageError(ACCESS_DENIED)
    return Actor(cast("Literal['authenticated', 'service_role']", role), user_id)
