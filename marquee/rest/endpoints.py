"""HTTP in, HTTP out: `/rest/v1/{table}` as PostgREST answers. Source: wire.md section 2."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection
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
from marquee.rest.request import ApiRequest, Said, body_rows, parse
from marquee.web.body import decode_json
from marquee.web.context import Context, Services
from marquee.web.endpoint import ProtocolEndpoint
from marquee.web.response_cache import StoredResponse


async def serve_table(context: Context) -> Response:
    """Any method on a table: parse, plan, run, answer."""
    actor = await context.identify()
    heard = _raw_request(context)
    asked = parse(heard)
    if asked.action == "select":
        return await _read(context, actor, asked, heard)
    return await _write(context, actor, asked)


def _raw_request(context: Context) -> Said:
    headers, table = context.headers, context.path_params["table"]
    if context.method in ("GET", "HEAD"):
        profile = headers.get("accept-profile", "public")
    else:
        profile = headers.get_uncacheable("content-profile", "public")
    accept, prefer = headers.get("accept", "*/*"), tuple(headers.all("prefer"))
    return Said(context.method, table, context.query_string, accept, profile, headers.get("range"), prefer)


async def _read(context: Context, actor: Actor, asked: ApiRequest, heard: Said) -> Response:
    async def make() -> StoredResponse:
        planned = Planned(actor, asked, context.settings.timezone)
        return await context.database.read(response.of_read, planned)

    if actor != VISITOR:
        answer = await make()
        return Response(answer.body, answer.status, dict(answer.headers))
    return context.respond(await context.cache.get_or_make(heard, make), by_query=True)


async def _write(context: Context, actor: Actor, asked: ApiRequest) -> Response:
    if asked.action != "delete":
        asked.rows = body_rows(await _body(context))
    planned = Planned(actor, asked, context.settings.timezone)
    written = await context.database.write(_run_write, planned)
    _record_write(context, asked, written)
    rows = written.rows
    content = b"" if rows is None else response.body(asked, rows)
    headers = {**response.headers(asked, _written_range(asked, written)), "Cache-Control": "no-store"}
    if asked.action == "insert" and asked.prefer.get("return") == "headers-only" and len(written.ids) == 1:
        headers["Location"] = f"/{asked.table}?id=eq.{quote(written.ids[0])}"
    return Response(content, _written_status(asked, written), headers)


def _record_write(context: Context, asked: ApiRequest, written: Written) -> None:
    """Into the audit trail goes what cannot be seen in the data afterwards, and who was given rights."""
    if asked.action == "delete" and written.reached:
        context.record("deleted", table=asked.table, rows=written.reached, ids=written.ids)
    elif asked.table == music_contacts.name and written.reached:
        given = [row["user_id"] for row in asked.rows or () if row.get("user_id")]
        context.record("contact_added", account=given)


def _run_write(connection: Connection, planned: Planned) -> Written:
    return Write(connection, planned).run()


async def _body(context: Context) -> Any:
    content_type = context.headers.get_uncacheable("content-type", "application/json").partition(";")[0].strip().lower()
    if content_type not in (
        "application/json",
        "application/vnd.pgrst.object+json",
        "application/vnd.pgrst.array+json",
    ):
        raise InvalidBody(f"Content-Type not acceptable: {content_type}")
    return decode_json(await context.read_body())


def _written_range(asked: ApiRequest, written: Written) -> str:
    total = written.reached if asked.prefer.get("count") else None
    return response.content_range(0, written.reached if asked.action == "update" else 0, total)


def _written_status(asked: ApiRequest, written: Written) -> int:
    if asked.action == "insert":
        merged = asked.prefer.get("resolution") == "merge-duplicates" and written.reached and not written.added
        return 200 if merged else 201
    return 204 if written.rows is None else 200


async def unknown_path(_context: Context) -> Response:
    """Anything else below `/rest/v1`."""
    raise InvalidPath("Invalid path specified in request URL")


async def unknown_function(context: Context) -> Response:
    """`/rest/v1/rpc/{function}`: there are none."""
    name = context.path_params["function"]
    raise UnknownFunction(f"Could not find the function public.{name} in the schema cache")


def render_error(_context: Context, error: MarqueeError) -> Response:
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


def routes(services: Services) -> list[Route]:
    """The calls of `/rest/v1`, of any method: one that we do not speak is refused in the protocol's shape too."""

    def route(path: str, endpoint: Callable[[Context], Awaitable[Response]]) -> Route:
        handler = ProtocolEndpoint(partial(Context, services), endpoint, render_error, services.admit)
        return Route(f"/rest/v1{path}", handler)

    return [
        route("/{table}", serve_table),  # first: routes are tried one after the other
        route("/rpc/{function}", unknown_function),
        route("/{path:path}", unknown_path),
    ]
