"""Responses: the rows in the form that the client accepts, and the headers that describe them."""

import csv
import io
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from marquee.domain.policies import VISITOR
from marquee.errors import DataError, GatewayError, MarqueeError, NotSingular, RangeNotSatisfiable
from marquee.rest.mutation import WriteResult
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.query import QueryResult
from marquee.rest.request import ApiRequest, MediaType
from marquee.rest.rows import Row, as_objects
from marquee.web.response_cache import StoredResponse

_CONTENT_TYPES: dict[MediaType, str] = {
    "json": "application/json; charset=utf-8",
    "object": "application/vnd.pgrst.object+json; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "stripped": "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8",
    "stripped-object": "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
}
VARY = "Accept, Prefer, Range, Authorization"

_encoder = msgspec.json.Encoder()


def of_query(bound: BoundPlan, result: QueryResult) -> StoredResponse:
    """The response to a read; only a visitor's may be cached. Raises RangeNotSatisfiable, NotSingular."""
    request, (rows, total) = bound.request, result
    content = body(request, rows)
    if total is not None and bound.offset > total:
        raise RangeNotSatisfiable(
            "Requested range not satisfiable",
            f"An offset of {bound.offset} was requested, but there are only {total} rows.",
        )
    status = 206 if total is not None and len(rows) < total else 200
    cache_control = "no-cache" if bound.actor == VISITOR else "no-store"
    headers = _headers(request, _content_range(bound.offset, len(rows), total), cache_control)
    return StoredResponse.make(status, tuple(headers.items()), content)


def of_mutation(request: ApiRequest, result: WriteResult) -> Response:
    """The response to a write. Raises NotSingular."""
    content = b"" if result.rows is None else body(request, result.rows)
    total = result.affected if request.prefer.get("count") else None
    rows = _content_range(0, result.affected if request.action == "update" else 0, total)
    headers = _headers(request, rows, "no-store")
    if request.action == "insert" and request.prefer.get("return") == "headers-only" and len(result.ids) == 1:
        headers["Location"] = f"/{request.table}?id=eq.{quote(result.ids[0])}"
    return Response(content, _status(request, result), headers)


def _status(request: ApiRequest, result: WriteResult) -> int:
    if request.action == "insert":
        merged = request.prefer.get("resolution") == "merge-duplicates" and result.affected and not result.added
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


def body(request: ApiRequest, rows: list[Row]) -> bytes:
    """The rows in the accepted form. Raises NotSingular if one object is accepted and there is not exactly one row."""
    if request.singular and len(rows) != 1:
        raise NotSingular(len(rows))
    if request.media_type in ("stripped", "stripped-object"):
        rows = [_without_nulls(row) for row in as_objects(rows)]
    if request.media_type == "csv":
        return _csv(as_objects(rows))
    return _encoder.encode(rows[0] if request.singular else rows)


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
    return _encoder.encode(fields)


def _without_nulls(value: Any) -> Any:
    match value:
        case dict():
            return {key: _without_nulls(inner) for key, inner in value.items() if inner is not None}
        case list():
            return [_without_nulls(inner) for inner in value]
        case _:
            return value


def _csv(rows: Sequence[dict[str, Any]]) -> bytes:
    """A header line and one line for each row; null is empty, embedded resources are JSON."""
    if not rows:
        return b""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(rows[0])
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return text.getvalue().removesuffix("\n").encode()


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case _:
            return _encoder.encode(value).decode()
