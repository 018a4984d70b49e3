"""HTTP in, HTTP out: `/rest/v1/{table}` as PostgREST answers. Source: wire.md section 2."""

from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from marquee.domain.policies import VISITOR, Actor
from marquee.domain.tables import music_contacts
from marquee.errors import (
    BodyTooLarge,
    DatabaseUnavailable,
    DataError,
    EncodedBody,
    InvalidBody,
    InvalidClaims,
    InvalidJson,
    InvalidPath,
    InvalidToken,
    MarqueeError,
    PayloadTooLarge,
    QueryCanceled,
    SessionOver,
    StatementTimeout,
    TokenRefused,
    Unavailable,
    UnknownFunction,
    UnsupportedEncoding,
)
from marquee.rest import response
from marquee.rest.mutation import Write, Written
from marquee.rest.plan_cache import Planned
from marquee.rest.request import ApiRequest, Said, body_rows, parse, said
from marquee.web.http import Endpoint, Speaking, decode_json, finished_response, identify, read_body, record, service
from marquee.web.response_cache import Finished


async def serve_table(request: Request) -> Response:
    """Any method on a table: parse, plan, run, answer."""
    actor = await identify(request)
    query, prefer = request.scope["query_string"], request.headers.getlist("prefer")
    heard = said(request.method, request.path_params["table"], query, request.headers, prefer)
    asked = parse(heard)
    if asked.action == "select":
        return await _read(request, actor, asked, heard)
    return await _write(request, actor, asked)


async def _read(request: Request, actor: Actor, asked: ApiRequest, heard: Said) -> Response:
    async def make() -> Finished:
        planned = Planned(actor, asked, service(request).settings.timezone)
        return await service(request).database.read(response.of_read, planned)

    if actor != VISITOR:
        answer = await make()
        return Response(answer.body, answer.status, dict(answer.headers))
    return finished_response(request, await service(request).cache.get_or_make(heard, make), by_query=True)


async def _write(request: Request, actor: Actor, asked: ApiRequest) -> Response:
    if asked.action != "delete":
        asked.rows = body_rows(await _body(request))
    planned = Planned(actor, asked, service(request).settings.timezone)
    written = await service(request).database.write(_run_write, planned)
    _record_write(request, asked, written)
    rows = written.rows
    content = b"" if rows is None else response.body(asked, rows)
    headers = {**response.headers(asked, _written_range(asked, written)), "Cache-Control": "no-store"}
    if asked.action == "insert" and asked.prefer.get("return") == "headers-only" and len(written.ids) == 1:
        headers["Location"] = f"/{asked.table}?id=eq.{quote(written.ids[0])}"
    return Response(content, _written_status(asked, written), headers)


def _record_write(request: Request, asked: ApiRequest, written: Written) -> None:
    """Into the audit trail goes what cannot be seen in the data afterwards, and who was given rights."""
    if asked.action == "delete" and written.reached:
        record(request, "deleted", table=asked.table, rows=written.reached, ids=written.ids)
    elif asked.table == music_contacts.name and written.reached:
        given = [row["user_id"] for row in asked.rows or () if row.get("user_id")]
        record(request, "contact_added", account=given)


def _run_write(connection: Connection, planned: Planned) -> Written:
    return Write(connection, planned).run()


async def _body(request: Request) -> Any:
    content_type = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if content_type not in (
        "application/json",
        "application/vnd.pgrst.object+json",
        "application/vnd.pgrst.array+json",
    ):
        raise InvalidBody(f"Content-Type not acceptable: {content_type}")
    return decode_json(await read_body(request))


def _written_range(asked: ApiRequest, written: Written) -> str:
    total = written.reached if asked.prefer.get("count") else None
    return response.content_range(0, written.reached if asked.action == "update" else 0, total)


def _written_status(asked: ApiRequest, written: Written) -> int:
    if asked.action == "insert":
        merged = asked.prefer.get("resolution") == "merge-duplicates" and written.reached and not written.added
        return 200 if merged else 201
    return 204 if written.rows is None else 200


async def unknown_path(_request: Request) -> Response:
    """Anything else below `/rest/v1`."""
    raise InvalidPath("Invalid path specified in request URL")


async def unknown_function(request: Request) -> Response:
    """`/rest/v1/rpc/{function}`: there are none."""
    name = request.path_params["function"]
    raise UnknownFunction(f"Could not find the function public.{name} in the schema cache")


def render_error(_request: Request, error: MarqueeError) -> Response:
    """Any of our errors in the data protocol's shape. Source: wire.md 2.4."""
    error = _in_protocol(error)
    headers = {"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"}
    if isinstance(error, DataError):
        headers |= dict(error.headers) | {"Proxy-Status": f"PostgREST; error={error.code}"}
    return Response(response.error_body(error), error.status, headers)


_IN_PROTOCOL: dict[type[MarqueeError], type[DataError]] = {
    InvalidJson: InvalidBody,
    EncodedBody: UnsupportedEncoding,
    BodyTooLarge: PayloadTooLarge,
    SessionOver: InvalidClaims,
    DatabaseUnavailable: Unavailable,
    StatementTimeout: QueryCanceled,
}


def _in_protocol(error: MarqueeError) -> MarqueeError:
    if isinstance(error, TokenRefused):
        return InvalidClaims("JWT expired") if error.expired else InvalidToken(error.message)
    kind = _IN_PROTOCOL.get(type(error))
    return error if kind is None else kind(error.message)


def _route(path: str, endpoint: Endpoint) -> Route:
    """Of any method: a verb that we do not speak is refused in the protocol's shape too."""
    return Route(f"/rest/v1{path}", Speaking(render_error, endpoint))


routes = [
    _route("/{table}", serve_table),  # first: routes are tried one after the other
    _route("/rpc/{function}", unknown_function),
    _route("/{path:path}", unknown_path),
]
