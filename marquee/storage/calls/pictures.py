"""The calls about single pictures: upload, replace, look at, move, copy and remove. See docs/protocol.md#pictures."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection
from starlette.responses import Response

from marquee import clock
from marquee.domain.actor import Actor
from marquee.domain.pictures import BUCKET, EXTENSIONS, PictureName
from marquee.domain.policies.pictures import own_folders
from marquee.storage import objects, store
from marquee.storage.errors import DUPLICATE, FEATURE_OFF, IN_USE, NO_SUCH_OBJECT, StorageError, WrongType
from marquee.storage.objects import Content, Object
from marquee.storage.options import Options
from marquee.storage.placing import place
from marquee.storage.services import (
    PictureServices,
    json_response,
    known_name,
    name_in_url,
    name_of,
    require_bucket,
    wants_upsert,
)
from marquee.web.context import Context


class ObjectCalls:
    def __init__(self, services: PictureServices) -> None:
        self._services = services

    async def upload(self, context: Context) -> Response:
        """`POST /object/{bucket}/{path}`, and PUT, which replaces: with a new picture, or one in an old one's place."""
        name = name_in_url(context)
        upsert = context.method == "PUT" or wants_upsert(context)
        actor = await context.identify()
        row = await self._services.uploads.receive(context, actor, name, upsert=upsert)
        return json_response({"Id": row.id, "Key": f"{BUCKET}/{row.name}"})

    async def info(self, context: Context) -> Response:
        """`GET /object/info/{bucket}/{path}`: what is known of a picture. Raises NO_SUCH_OBJECT, NO_SUCH_BUCKET."""
        row = await self._find(context)
        return json_response(
            {
                "id": row.id,
                "name": row.name,
                "version": row.id,
                "bucket_id": BUCKET,
                "size": row.size,
                "content_type": row.mimetype,
                "cache_control": row.cache_control,
                "etag": f'"{row.etag}"',
                "metadata": msgspec.json.decode(row.user_metadata),
                "last_modified": row.updated_at,
                "created_at": row.created_at,
            }
        )

    async def show(self, context: Context) -> Response:
        """`GET /object/public/{bucket}/{path}`, as browsers do: no API key, no account. Raises NO_SUCH_OBJECT."""
        return await self._services.pictures.respond_original(context, context.path_params["path"])

    async def show_transformed(self, context: Context) -> Response:
        """`GET /render/image/public/{bucket}/{path}`, likewise. Raises what `respond_transformed` does."""
        return await self._services.pictures.respond_transformed(context, context.path_params["path"])

    async def download(self, context: Context) -> Response:
        """`GET /object/{bucket}/{path}`: the bytes. Raises NO_SUCH_OBJECT, NO_SUCH_BUCKET."""
        row = await self._find(context)
        return await self._services.pictures.respond_original(context, f"{BUCKET}/{row.name}")

    async def download_transformed(self, context: Context) -> Response:
        """`GET /render/image/authenticated/{bucket}/{path}`: a version of it. Raises INVALID_TRANSFORM too."""
        row = await self._find(context)
        return await self._services.pictures.respond_transformed(context, f"{BUCKET}/{row.name}")

    async def _find(self, context: Context) -> Object:
        require_bucket(context.path_params["bucket"])
        await context.identify()  # everybody may read, but not with a session that is over
        return await context.database.read(objects.find, known_name(context))

    async def remove_one(self, context: Context) -> Response:
        """`DELETE /object/{bucket}/{path}`. Raises NO_SUCH_OBJECT, also for what the actor may not remove."""
        if not await self._remove(context, [str(name_in_url(context))]):
            raise StorageError(NO_SUCH_OBJECT)
        return json_response({"message": "Successfully deleted"})

    async def remove(self, context: Context) -> Response:
        """`DELETE /object/{bucket}` with `prefixes`, which are whole names; what went, and nothing of the others."""
        require_bucket(context.path_params["bucket"])
        options = await Options.read(context)
        return json_response([described(row) for row in await self._remove(context, options.texts("prefixes"))])

    async def _remove(self, context: Context, names: list[str]) -> list[Object]:
        actor = await context.identify()
        if await context.database.read(own_folders, actor, "remove") == []:  # who may nowhere holds up no writer
            return []
        gone = await context.database.write(objects.remove, actor, names)
        if gone:
            context.record("picture_removed", pictures=[row.name for row in gone])
        return gone

    async def copy(self, context: Context) -> Response:
        """`POST /object/copy`. Raises NO_SUCH_OBJECT, ACCESS_DENIED, DUPLICATE, INVALID_KEY."""
        row = await self._transfer(context, moves=False)
        return json_response({"Id": row.id, "Key": f"{BUCKET}/{row.name}", **described(row)})

    async def move(self, context: Context) -> Response:
        """`POST /object/move`. Raises as copy does."""
        row = await self._transfer(context, moves=True)
        return json_response({"message": "Successfully moved", "Id": row.id, "Key": f"{BUCKET}/{row.name}"})

    async def _transfer(self, context: Context, *, moves: bool) -> Object:
        """The new row of a picture that gets another name, or a second one. Both ends need the right."""
        options, actor = await Options.read(context), await context.identify()
        source, target = _ends(options)
        upsert = wants_upsert(context)
        row = await context.database.read(_require_transfer, actor, source, target, moves=moves, upsert=upsert)
        original = self._services.store.get(row.name)
        if original is None:
            raise StorageError(NO_SUCH_OBJECT)
        with self._services.store.incoming_file() as incoming:
            await asyncio.to_thread(store.copy, original, incoming)
            place_of = context.database, self._services.store, str(target), Path(incoming.name)
            new = await place(*place_of, _carry_over, actor, source, target, row.etag, moves=moves, upsert=upsert)
        context.record("picture_moved" if moves else "picture_stored", picture=new.name, source=row.name)
        return new


def described(row: Object) -> dict[str, Any]:
    """A picture as lists describe it."""
    return {
        "name": row.name,
        "bucket_id": BUCKET,
        "owner": row.owner,
        "id": row.id,
        "updated_at": row.updated_at,
        "created_at": row.created_at,
        "last_accessed_at": row.updated_at,
        "metadata": {
            "eTag": f'"{row.etag}"',
            "size": row.size,
            "mimetype": row.mimetype,
            "cacheControl": row.cache_control,
            "lastModified": row.updated_at,
            "contentLength": row.size,
            "httpStatusCode": 200,
        },
        "user_metadata": msgspec.json.decode(row.user_metadata),
    }


def _ends(options: Options) -> tuple[PictureName, PictureName]:
    """Where a picture is and where it is to be. Its format stays, so its extension does. Raises a StorageError."""
    if options.has("sourceVersionId"):
        raise StorageError(FEATURE_OFF)
    require_bucket(options.text("bucketId"))
    require_bucket(options.text("destinationBucket", BUCKET))
    source, target = name_of(options.text("sourceKey")), name_of(options.text("destinationKey"))
    if EXTENSIONS.get(source.extension) != EXTENSIONS.get(target.extension):
        raise WrongType(f"A picture keeps its format. Choose a name that ends with .{source.extension}")
    if source == target:
        raise StorageError(DUPLICATE)
    return source, target


def _require_transfer(
    connection: Connection, actor: Actor, source: PictureName, target: PictureName, *, moves: bool, upsert: bool
) -> Object:
    if moves and not objects.has_right(connection, actor, "remove", source):
        raise StorageError(NO_SUCH_OBJECT)
    row = objects.find(connection, str(source))
    objects.require_storable(connection, actor, target, upsert=upsert, size=row.size)
    if moves and row.name in objects.names_shown(connection):
        raise StorageError(IN_USE)
    return row


def _carry_over(
    connection: Connection,
    put: Callable[[], None],
    actor: Actor,
    source: PictureName,
    target: PictureName,
    etag: str,
    *,
    moves: bool,
    upsert: bool,
) -> Object:
    """Bring copied bytes, which are those of `etag`, to their name, and the row along."""
    row = _require_transfer(connection, actor, source, target, moves=moves, upsert=upsert)
    if row.etag != etag:
        raise StorageError(DUPLICATE, "This picture was replaced in the meantime. Please try again")
    content = Content(*(getattr(row, field) for field in Content._fields))
    new = objects.keep(connection, put, actor, target, content, upsert=upsert)
    if moves:
        objects.set_removed(connection, [row.id], clock.timestamp())
    return new
