"""The endpoints of `/rest/v1/{table}`, as PostgREST has them. See docs/protocol.md#data-requests."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection
from starlette.responses import Response
from starlette.routing import Route

from marquee import clock
from marquee.data_errors import QUERY_CANCELED, DataError, Kind
from marquee.db.turns import CLIENT
from marquee.domain.actor import VISITOR, Actor
from marquee.domain.history.changes import HISTORY
from marquee.domain.tables import EXPOSED
from marquee.errors import (
    BodyTooLarge,
    DatabaseReadOnly,
    DatabaseUnavailable,
    EncodedBody,
    InvalidJson,
    MarqueeError,
    Overloaded,
    SessionOver,
    StatementTimeout,
    TokenRefused,
)
from marquee.rest import after_write, openapi, response, transaction
from marquee.rest.errors import (
    INVALID_BODY,
    INVALID_CLAIMS,
    INVALID_PATH,
    INVALID_TOKEN,
    METHOD_NOT_ALLOWED,
    NOT_ACCEPTABLE,
    PAYLOAD_TOO_LARGE,
    READ_ONLY,
    UNAVAILABLE,
    UNSUPPORTED_ENCODING,
)
from marquee.rest.functions import Function, serve_function
from marquee.rest.mutation import (
    WriteResult,
    find_rows,
    is_long,
    least_changed,
    nothing_written,
    prepare,
    run_mutation,
)
from marquee.rest.mutation.write_check import require_all_rows
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.planner import unknown_table
from marquee.rest.query import run_query
from marquee.rest.request import ApiRequest, RawRequest, body_rows, form_rows, parse
from marquee.rest.tables import planned, read_csv
from marquee.settings.base_url import is_wildcard
from marquee.sheets.sheet import Choices
from marquee.web.body import LARGEST_BODY, decode_json
from marquee.web.context import Context, Services
from marquee.web.endpoint import ProtocolEndpoint
from marquee.web.response_cache import StoredResponse


async def serve_table(context: Context) -> Response:
    """Any method on a table, in PostgREST's steps: parse, plan, query or mutation in one transaction, response."""
    if context.method == "OPTIONS":
        return response.of_options(context.path_params["table"])
    actor = await context.identify()
    raw = _raw_request(context)
    request = parse(raw)
    if request.action == "select":
        return await _read(context, actor, request, raw)
    if request.action != "delete":
        await _read_rows(context, actor, request)
    base_url = "" if is_wildcard(context.base_url) else context.base_url
    bound = BoundPlan(actor, request, context.settings.timezone, base_url)
    result = await _write(context, bound)
    if not request.prefer.wants_rollback:
        after_write.follow(context, bound, result)
    return response.of_mutation(request, result)


async def _write(context: Context, bound: BoundPlan) -> WriteResult:
    """A write. The rows that a client's filters name are found before the write begins, and so are refusals."""
    request, found = bound.request, list[str]()
    if request.action != "insert":
        found = await context.database.read_for_client(bound.plan.is_cheap, find_rows, bound)
        if not found:
            return nothing_written(bound)
    elif request.sheet is not None:
        bound.planned = await planned(context, bound.actor, request.sheet, Choices())
    elif is_long(bound):
        await context.beside(prepare, bound)
    turn = transaction.Turn(request.prefer, is_long(bound, found), least_changed(bound), is_undo=bound.table is HISTORY)
    with context.while_client_is_there() if turn.is_long else nullcontext():
        recorded = await transaction.write(context.database, bound.actor, turn, run_mutation, bound, found)
    return replace(recorded.value, transaction=recorded.transaction)


async def _read(context: Context, actor: Actor, request: ApiRequest, raw: RawRequest) -> Response:
    """A read, which visitors share as long as no public table changes, and for a minute if time alone changes it."""

    async def make() -> StoredResponse:
        bound = BoundPlan(actor, request, context.settings.timezone)
        return await context.database.read_for_client(bound.is_cheap, _answer, bound, raw.query)

    if actor == VISITOR:
        ages = request.names_a_moment
        stored = await context.cache.get_or_make((raw, clock.minute()) if ages else raw, make, CLIENT.get())
        return context.respond(stored, by_query=not ages)
    own = await make()
    return Response(own.body, own.status, dict(own.headers))


def _answer(connection: Connection, bound: BoundPlan, query: bytes) -> StoredResponse:
    """The response to a read, made where its rows are: a large one takes as long as the reading."""
    return response.of_query(bound, run_query(connection, bound), query)


def _raw_request(context: Context) -> RawRequest:
    headers, table = context.headers, context.path_params["table"]
    if context.method in ("GET", "HEAD"):
        profile = headers.get("accept-profile", "public")
    else:
        profile = headers.get_uncacheable("content-profile", "public")
    accept, prefer = headers.get("accept", "*/*"), tuple(headers.all("prefer"))
    return RawRequest(context.method, table, context.query_string, accept, profile, headers.get("range"), prefer)


async def _read_rows(context: Context, actor: Actor, request: ApiRequest) -> None:
    """The body's rows, which a request to write has. Raises INVALID_BODY, TableRefused."""
    content_type = context.headers.get_uncacheable("content-type", "application/json").partition(";")[0].strip().lower()
    if content_type == "text/csv" and request.method == "POST":
        await _read_csv_rows(context, actor, request)
    elif content_type == "application/x-www-form-urlencoded":
        request.rows = form_rows(await context.read_body())
    elif content_type in _JSON_TYPES:
        request.rows = body_rows(decode_json(await context.read_body()))
    else:
        raise DataError(INVALID_BODY, f"Content-Type not acceptable: {content_type}")


_JSON_TYPES = ("application/json", "application/vnd.pgrst.object+json", "application/vnd.pgrst.array+json")


async def _read_csv_rows(context: Context, actor: Actor, request: ApiRequest) -> None:
    if request.table not in EXPOSED:
        raise unknown_table(request.table)
    require_all_rows(actor, EXPOSED[request.table])  # before anything is read
    read = await context.beside(
        read_csv, request.table, await context.read_body(LARGEST_BODY), context.settings.timezone
    )
    request.is_csv = True
    if isinstance(read, list):
        request.rows = body_rows(read)
    else:
        request.sheet = read


async def unknown_path(_context: Context) -> Response:
    """Anything else below `/rest/v1`."""
    raise DataError(INVALID_PATH, "Invalid path specified in request URL")


async def root(functions: Mapping[str, Function], context: Context) -> Response:
    """`/rest/v1/`: what there is for whoever asks. Raises NOT_ACCEPTABLE."""
    if context.method == "OPTIONS":
        return Response(b"", headers={"Allow": "OPTIONS,GET,HEAD", "Cache-Control": "no-store"})
    if context.method not in ("GET", "HEAD"):
        raise DataError(METHOD_NOT_ALLOWED, f"Unsupported HTTP method: {context.method}")
    accept = context.headers.get("accept", "*/*")
    if not any(part.partition(";")[0].strip() in _ROOT_TYPES for part in accept.lower().split(",")):
        raise DataError(NOT_ACCEPTABLE, f"None of these media types are available: {accept}")
    actor = await context.identify()
    headers = {"Content-Type": f"{openapi.MEDIA_TYPE}; charset=utf-8", "Cache-Control": "no-store"}
    allowed = tuple((name, function.arguments) for name, function in functions.items() if function.is_for(actor))
    return Response(openapi.described(actor.kind, context.settings.site_name, allowed), headers=headers)


_ROOT_TYPES = frozenset({openapi.MEDIA_TYPE, "application/json", "application/*", "*/*"})


def render_error(_context: Context, error: MarqueeError) -> Response:
    """Any of our errors in the data protocol's form. See docs/protocol.md#data-errors."""
    error = _in_protocol(error)
    headers = {"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"}
    if isinstance(error, DataError):
        headers |= dict(error.headers) | {"Proxy-Status": f"PostgREST; error={error.code}"}
    return Response(response.error_body(error), error.status, headers)


_IN_PROTOCOL: dict[type[MarqueeError], Kind] = {
    InvalidJson: INVALID_BODY,
    EncodedBody: UNSUPPORTED_ENCODING,
    BodyTooLarge: PAYLOAD_TOO_LARGE,
    SessionOver: INVALID_CLAIMS,
    DatabaseUnavailable: UNAVAILABLE,
    DatabaseReadOnly: READ_ONLY,
    Overloaded: UNAVAILABLE,
    StatementTimeout: QUERY_CANCELED,
}


def _in_protocol(error: MarqueeError) -> MarqueeError:
    if isinstance(error, TokenRefused):
        return DataError(INVALID_CLAIMS, "JWT expired") if error.expired else DataError(INVALID_TOKEN, error.message)
    kind = _IN_PROTOCOL.get(type(error))
    return error if kind is None else DataError(kind, error.message)


def routes(services: Services, functions: Mapping[str, Function]) -> list[Route]:
    """The calls of `/rest/v1`, of any method: one that we do not speak is refused in the protocol's shape too.

    `functions` are those of `/rpc`, by name.
    """

    def route(path: str, endpoint: Callable[[Context], Awaitable[Response]]) -> Route:
        handler = ProtocolEndpoint(partial(Context, services), endpoint, render_error, services.admit)
        return Route(f"/rest/v1{path}", handler)

    return [
        route("/{table}", serve_table),  # first: routes are tried one after the other
        route("/rpc/{function}", partial(serve_function, functions)),
        route("/", partial(root, functions)),
        route("/{path:path}", unknown_path),
        route("", unknown_path),
    ]
