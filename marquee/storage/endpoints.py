"""The calls below `/storage/v1`, as Supabase's storage service answers them. See docs/protocol.md#pictures."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from marquee.storage.calls import buckets, lists
from marquee.storage.calls.links import LinkCalls
from marquee.storage.calls.pictures import ObjectCalls
from marquee.storage.calls.refusals import render_error, render_tus_error
from marquee.storage.calls.resumable import ResumableCalls
from marquee.storage.errors import FEATURE_OFF, NO_SUCH_CALL, StorageError
from marquee.storage.services import PictureServices
from marquee.web.context import Context, Services
from marquee.web.endpoint import ProtocolEndpoint

Answer = Callable[[Context], Awaitable[Response]]


async def _refuse(_context: Context) -> Response:
    """A path or method that is none of ours."""
    raise StorageError(NO_SUCH_CALL)


async def _refuse_feature(_context: Context) -> Response:
    """Calls of Supabase that this site does not offer: vectors, tables, purging a CDN."""
    raise StorageError(FEATURE_OFF)


def routes(services: Services, pictures: PictureServices) -> list[BaseRoute]:
    """The calls: those of public pictures and of signed links need no API key, which browsers do not send there."""

    def public(method: str, path: str, answer: Answer) -> Route:
        return Route(path, ProtocolEndpoint(partial(Context, services), answer, render_error), methods=[method])

    def call(method: str, path: str, answer: Answer) -> Route:
        endpoint = ProtocolEndpoint(partial(Context, services), answer, render_error, services.admit)
        return Route(path, endpoint, methods=[method])

    def every(path: str, answer: Answer) -> Route:
        return Route(path, ProtocolEndpoint(partial(Context, services), answer, render_error))

    objects, links = ObjectCalls(pictures), LinkCalls(pictures)
    one = "/{bucket}/{path:path}"
    calls = [
        public("GET", "/object/public/{path:path}", objects.show),
        public("GET", "/render/image/public/{path:path}", objects.show_transformed),
        public("GET", f"/object/sign{one}", links.original),
        public("GET", f"/render/image/sign{one}", links.transformed),
        call("POST", "/object/list/{bucket}", lists.list_folder),
        call("POST", "/object/list-v2/{bucket}", lists.list_pages),
        call("POST", "/object/move", objects.move),
        call("POST", "/object/copy", objects.copy),
        call("POST", f"/object/upload/sign{one}", links.sign_upload),
        public("PUT", f"/object/upload/sign{one}", links.upload),
        call("POST", "/object/sign/{bucket}", links.sign_several),
        call("POST", f"/object/sign{one}", links.sign),
        call("GET", f"/object/info{one}", objects.info),
        call("GET", f"/object/authenticated{one}", objects.download),
        call("GET", f"/render/image/authenticated{one}", objects.download_transformed),
        *_resumable(services, ResumableCalls(pictures)),
        *(every(f"/{name}/{{path:path}}", _refuse_feature) for name in ("vector", "iceberg", "cdn")),
        call("POST", f"/object{one}", objects.upload),
        call("PUT", f"/object{one}", objects.upload),
        call("GET", f"/object{one}", objects.download),
        call("DELETE", "/object/{bucket}", objects.remove),
        call("DELETE", f"/object{one}", objects.remove_one),
        every("/bucket/{bucket}/lifecycle", _refuse_feature),
        call("GET", "/bucket", buckets.list_buckets),
        call("GET", "/bucket/{bucket}", buckets.get_bucket),
        call("POST", "/bucket", buckets.refuse_change),
        *(call(method, "/bucket/{path:path}", buckets.refuse_change) for method in ("POST", "PUT", "DELETE")),
        every("/{path:path}", _refuse),
    ]
    return [Mount("/storage/v1", routes=calls), every("/storage/v1", _refuse)]


def _resumable(services: Services, calls: ResumableCalls) -> list[BaseRoute]:
    """Uploads in pieces, with the rights of whoever asks, and below `/sign` with those that a link gives."""

    def admit_token(context: Context) -> None:
        """A session's token will do without an API key: Supabase's documents send no more with these calls."""
        if context.headers.get("apikey") or (context.bearer or "").count(".") != 2:
            services.admit(context)

    def route(path: str, method: str, answer: Answer, admit: Callable[[Context], None] | None) -> Route:
        endpoint = ProtocolEndpoint(partial(Context, services), answer, render_tus_error, admit)
        return Route(path, endpoint, methods=[method])

    methods = {"HEAD": calls.look, "PATCH": calls.go_on, "DELETE": calls.end, "POST": calls.by_header}
    return [
        one
        for base, admit in (("/upload/resumable/sign", None), ("/upload/resumable", admit_token))
        for one in (
            *(route(path, "POST", calls.create, admit) for path in (base, f"{base}/")),
            *(route(path, "OPTIONS", calls.describe, None) for path in (base, f"{base}/", f"{base}/{{id}}")),
            *(route(f"{base}/{{id}}", method, answer, admit) for method, answer in methods.items()),
        )
    ]
