"""The calls of an upload that comes in pieces: TUS 1.0, as Supabase has it.

Source: https://tus.io/protocols/resumable-upload, and supabase/storage, http/routes/tus.
"""

import asyncio
import secrets
from base64 import b64decode
from collections.abc import Mapping
from email.utils import formatdate
from pathlib import Path

from starlette.responses import Response

from marquee import clock
from marquee.domain.actor import Actor
from marquee.storage import receiving
from marquee.storage.calls.links import uploader_by_link
from marquee.storage.errors import (
    INVALID_REQUEST,
    NO_SUCH_UPLOAD,
    WRONG_TUS_VERSION,
    NoRoom,
    SlowDown,
    StorageError,
    WrongType,
)
from marquee.storage.receiving import Received
from marquee.storage.resumable import LIFETIME_S, Upload
from marquee.storage.services import PictureServices, name_of, require_bucket, wants_upsert
from marquee.web.body import MAX_PICTURE
from marquee.web.context import Context

VERSION = "1.0.0"
HEADERS = {"Tus-Resumable": VERSION, "Cache-Control": "no-store"}
PIECE = "application/offset+octet-stream"
PATH = "/storage/v1/upload/resumable"
SIGNED = f"{PATH}/sign"


class ResumableCalls:
    """The endpoints, below `/upload/resumable`; below `/upload/resumable/sign` a link to upload to says who asks."""

    def __init__(self, services: PictureServices) -> None:
        self._services, self._resumable = services, services.resumable

    async def describe(self, _context: Context) -> Response:
        """`OPTIONS`: what of the protocol there is."""
        offered = "creation,creation-with-upload,termination,expiration"
        about = {"Tus-Version": VERSION, "Tus-Extension": offered, "Tus-Max-Size": str(MAX_PICTURE)}
        return Response(None, 204, {**HEADERS, **about})

    async def create(self, context: Context) -> Response:
        """`POST`: a new upload, and perhaps its first piece. Raises StorageError."""
        _require_version(context)
        headers = context.body_headers
        sent = headers.get("upload-metadata", "")
        metadata, length = _metadata(sent), _length(headers)
        require_bucket(metadata.get("bucketName"))
        name = name_of(metadata.get("objectName", ""))
        _received(metadata)
        actor, upsert = await self._uploader(context, str(name))
        await self._services.uploads.require_storable(context, actor, name, upsert=upsert)
        expires_at = clock.seconds() + LIFETIME_S
        upload = Upload(secrets.token_hex(16), actor.user_id, str(name), length, upsert, sent, expires_at)
        await asyncio.to_thread(self._resumable.add, upload)
        more = {"Location": f"{_base(context)}/{upload.id}"}
        if headers.get("content-type", "") == PIECE:
            more["Upload-Offset"] = str(await self._take(context, actor, upload, 0))
        return _respond(upload, 201, more)

    async def look(self, context: Context) -> Response:
        """`HEAD`: how much has come. Raises NO_SUCH_UPLOAD."""
        upload, _ = await self._find(context)
        about = {"Upload-Length": str(upload.length), "Upload-Metadata": upload.metadata}
        return _respond(upload, 200, {**about, "Upload-Offset": str(self._resumable.offset(upload))})

    async def go_on(self, context: Context) -> Response:
        """`PATCH`: the next piece. Raises OFFSET_CONFLICT, UPLOAD_LOCKED, NO_SUCH_UPLOAD, and as an upload does."""
        upload, actor = await self._find(context)
        if context.body_headers.get("content-type", "") != PIECE:
            raise WrongType(f"The content type must be {PIECE}")
        offset = _whole(context.body_headers, "upload-offset")
        return _respond(upload, 204, {"Upload-Offset": str(await self._take(context, actor, upload, offset))})

    async def end(self, context: Context) -> Response:
        """`DELETE`: forget an upload that is not finished. Raises NO_SUCH_UPLOAD, UPLOAD_LOCKED."""
        upload, _ = await self._find(context)
        if upload.is_stored:
            raise StorageError(NO_SUCH_UPLOAD)
        with self._resumable.continued(upload, self._resumable.offset(upload)):
            self._resumable.remove(upload)
        return Response(None, 204, HEADERS)

    async def by_header(self, context: Context) -> Response:
        """`POST` to an upload, for clients that have no other method: `X-HTTP-Method-Override` names it."""
        methods = {"PATCH": self.go_on, "DELETE": self.end, "HEAD": self.look}
        meant = methods.get(context.body_headers.get("x-http-method-override", "").upper())
        if meant is None:
            raise StorageError(INVALID_REQUEST, "X-HTTP-Method-Override must be PATCH, DELETE or HEAD")
        return await meant(context)

    async def _find(self, context: Context) -> tuple[Upload, Actor]:
        """The upload that a URL is about, and who asks: whoever began it. Raises NO_SUCH_UPLOAD."""
        _require_version(context)
        upload = await asyncio.to_thread(self._resumable.find, str(context.path_params["id"]))
        actor, _ = await self._uploader(context, upload.name)
        if actor.is_anonymous or actor.user_id != upload.owner:
            raise StorageError(NO_SUCH_UPLOAD)
        return upload, actor

    async def _uploader(self, context: Context, name: str) -> tuple[Actor, bool]:
        """Who uploads a picture of this name, and whether it may replace one."""
        if context.path.startswith(SIGNED):
            return await uploader_by_link(self._services, context, context.body_headers.get("x-signature", ""), name)
        return await context.identify(), wants_upsert(context)

    async def _take(self, context: Context, actor: Actor, upload: Upload, offset: int) -> int:
        """Add the request's body, and store the picture when it is whole; how much has come then."""
        with self._resumable.continued(upload, offset) as part:
            await receiving.receive_piece(context.stream_body(), part, upload.length - offset)
            if part.tell() == upload.length:
                await self._store(context, actor, upload, Path(part.name))
                return upload.length
        return self._resumable.offset(upload)

    async def _store(self, context: Context, actor: Actor, upload: Upload, file: Path) -> None:
        received = _received(_metadata(upload.metadata))
        store = self._services.uploads.store
        try:
            await store(context, actor, name_of(upload.name), file, received, upsert=upload.upsert)
        except (SlowDown, NoRoom):  # the last piece may be sent once more
            raise
        except StorageError:
            self._resumable.remove(upload)
            raise
        await asyncio.to_thread(self._resumable.finish, upload)


def _respond(upload: Upload, status: int, headers: Mapping[str, str]) -> Response:
    expires = formatdate(upload.expires_at, usegmt=True)
    return Response(None, status, {**HEADERS, "Upload-Expires": expires, **headers})


def _base(context: Context) -> str:
    """Where uploads are, as this client reaches it: its `Host`, unless the site says where it is."""
    site = context.settings.base_url or f"{context.scope['scheme']}://{context.body_headers['host']}"
    return site + (SIGNED if context.path.startswith(SIGNED) else PATH)


def _require_version(context: Context) -> None:
    if context.body_headers.get("tus-resumable") != VERSION:
        raise StorageError(WRONG_TUS_VERSION)


def _whole(headers: Mapping[str, str], name: str) -> int:
    text = headers.get(name, "")
    if not text.isdecimal() or not text.isascii() or len(text) > len(str(MAX_PICTURE)) + 2:
        raise StorageError(INVALID_REQUEST, f"The header {name} must be a whole number")
    return int(text)


def _length(headers: Mapping[str, str]) -> int:
    """That of a new upload: it is known from the beginning."""
    length = _whole(headers, "upload-length")
    if length > MAX_PICTURE:
        raise receiving.too_large()
    if not length:
        raise WrongType("This file is empty. Send it as JPEG, PNG, WebP or AVIF.")
    return length


def _metadata(header: str) -> dict[str, str]:
    """The header `Upload-Metadata`: names, each with a text in base64. Raises INVALID_REQUEST."""
    pairs = [pair.strip().partition(" ") for pair in header.split(",") if pair.strip()]
    try:
        return {name: b64decode(value.strip(), validate=True).decode() for name, _, value in pairs}
    except ValueError as error:
        raise StorageError(INVALID_REQUEST, "Upload-Metadata must be names, each with a text in base64") from error


def _received(metadata: Mapping[str, str]) -> Received:
    """What is stored with the picture. Raises INVALID_REQUEST."""
    received = Received()
    for name in ("cacheControl", "metadata"):
        if name in metadata:
            received.take(name, metadata[name])
    return received
