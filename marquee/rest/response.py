"""Responses: the rows in the form that the client accepts, and the headers that describe them."""

from urllib.parse import quote

from starlette.responses import Response

from marquee.data_errors import DataError
from marquee.domain.actor import VISITOR
from marquee.domain.policies.data import POLICIES
from marquee.domain.policies.policy import Action
from marquee.domain.tables import EXPOSED
from marquee.errors import GatewayError, MarqueeError
from marquee.rest.encoding import EncodedRows, encode_json
from marquee.rest.errors import not_singular, range_not_satisfiable
from marquee.rest.grammar.media_types import MediaType
from marquee.rest.mutation import WriteResult
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.planner import unknown_table
from marquee.rest.query import QueryResult
from marquee.rest.request import ApiRequest, canonical
from marquee.web.response_cache import StoredResponse

_CONTENT_TYPES: dict[MediaType, str] = {
    "json": "application/json; charset=utf-8",
    "object": "application/vnd.pgrst.object+json; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "stripped": "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8",
    "stripped-object": "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
}
VARY = "Accept, Prefer, Range, Authorization"
TRANSACTION = "Marquee-Transaction"
"""The number of the changes that a write has made, by which all of it is undone; docs/protocol.md#changes."""


MAX_LOCATION = 2000
"""Bytes of `Content-Location`: with more, a proxy may refuse the whole answer for the size of its head."""


def of_query(bound: BoundPlan, result: QueryResult, query: bytes) -> StoredResponse:
    """The response to a read; only a visitor's may be cached. Raises RANGE_NOT_SATISFIABLE, NOT_SINGULAR."""
    request, total, content = bound.request, result.total, body(bound.request, result.rows)
    found = len(result.rows.rows)
    if total is not None and bound.offset > total:
        raise range_not_satisfiable(
            f"An offset of {bound.offset} was requested, but there are only {total} rows.",
            total,
        )
    status = 206 if total is not None and found < total else 200
    cache_control = "no-cache" if bound.actor == VISITOR else "no-store"
    headers = _headers(request, _content_range(bound.offset, found, total), cache_control)
    if len(query) <= MAX_LOCATION and len(location := _location(request.table, query)) <= MAX_LOCATION:
        headers["Content-Location"] = location
    return StoredResponse.make(status, tuple(headers.items()), content)


def _location(table: str, query: bytes) -> str:
    """What was read, in the one form that all requests for it have; as PostgREST's, it begins below `/rest/v1`."""
    named = canonical(query)
    return f"/{table}?{named}" if named else f"/{table}"


def of_mutation(request: ApiRequest, result: WriteResult) -> Response:
    """The response to a write. Raises NOT_SINGULAR."""
    content = b"" if result.rows is None else body(request, result.rows)
    total = result.affected if request.prefer.get("count") else None
    rows = _content_range(0, result.affected if request.action == "update" else 0, total)
    headers = _headers(request, rows, "no-store")
    if result.rows is None:
        del headers["Content-Type"]
    if result.transaction is not None:
        headers[TRANSACTION] = str(result.transaction)
    if request.action == "insert" and request.prefer.get("return") == "headers-only" and len(result.ids) == 1:
        headers["Location"] = f"/{request.table}?id=eq.{quote(result.ids[0])}"
    return Response(content, _status(request, result), headers)


def of_options(table: str) -> Response:
    """The methods that a table has for somebody. Raises UNKNOWN_TABLE."""
    if table not in EXPOSED:
        raise unknown_table(table)
    actions = {policy.action for policy in POLICIES if policy.table.name == table}
    allowed = (method for method, needed in _NEEDED.items() if needed <= actions)
    return Response(b"", headers={"Allow": ",".join(allowed), "Cache-Control": "no-store"})


_NEEDED: dict[str, set[Action]] = {
    "OPTIONS": set(),
    "GET": {"select"},
    "HEAD": {"select"},
    "POST": {"insert"},
    "PUT": {"insert", "update"},
    "PATCH": {"update"},
    "DELETE": {"delete"},
}


def _status(request: ApiRequest, result: WriteResult) -> int:
    if request.method == "PUT":
        return 204 if result.rows is None else 201 if result.added else 200
    if request.action == "insert":
        merged = request.prefer.get("resolution") == "merge-duplicates" and not result.added
        return 200 if merged else 201
    return 204 if result.rows is None else 200


def _headers(request: ApiRequest, content_range: str, cache_control: str) -> dict[str, str]:
    """The headers that describe the body."""
    headers = {
        "Content-Range": content_range,
        "Content-Type": _CONTENT_TYPES[request.media_type],
        "Vary": VARY,
        "Cache-Control": cache_control,
    }
    if request.prefer.applied:
        headers["Preference-Applied"] = request.prefer.applied
    return headers


def body(request: ApiRequest, rows: EncodedRows) -> bytes:
    """The rows in the accepted form. Raises NOT_SINGULAR if one object is accepted and there is not exactly one row."""
    if not request.singular:
        return rows.array
    if len(rows.rows) != 1:
        raise not_singular(len(rows.rows))
    return rows.rows[0]


def _content_range(first: int, rows: int, total: int | None) -> str:
    """`0-4/42`, with `*` for no rows and for a total that was not requested."""
    return f"{f'{first}-{first + rows - 1}' if rows else '*'}/{'*' if total is None else total}"


def error_body(error: MarqueeError) -> bytes:
    """`{code, message, details, hint}`, nulls kept; the gateway's refusals have no code."""
    match error:
        case DataError():
            fields = {"code": error.code, "message": error.message, "details": error.details, "hint": error.hint}
        case GatewayError():
            fields = {"message": error.message, "hint": error.hint}
        case _:
            fields = {"code": error.code, "message": error.message, "details": None, "hint": None}
    return encode_json(fields)
