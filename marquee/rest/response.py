"""Rows -> bytes and headers: the forms an answer can take. Source: wire.md 2.1 and 2.4."""

import csv
import io
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from marquee.domain.policies import VISITOR
from marquee.errors import DataError, GatewayError, MarqueeError, NotSingular, RangeNotSatisfiable
from marquee.rest.plan_cache import Planned, count, read
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


def of_read(connection: Connection, planned: Planned) -> StoredResponse:
    """The whole answer of a read, which only a visitor's may be kept of.

    Raises RangeNotSatisfiable, NotSingular, and a DataError for a text that does not suit its column.
    """
    asked = planned.request
    total = count(connection, planned) if asked.prefer.get("count") else None
    rows = read(connection, planned)
    content = body(asked, rows)
    if total is not None and planned.offset > total:
        raise RangeNotSatisfiable(
            "Requested range not satisfiable",
            f"An offset of {planned.offset} was requested, but there are only {total} rows.",
        )
    status = 206 if total is not None and len(rows) < total else 200
    keeping = "no-cache" if planned.actor == VISITOR else "no-store"
    fields = headers(asked, content_range(planned.offset, len(rows), total)) | {"Cache-Control": keeping}
    return StoredResponse.make(status, tuple(fields.items()), content)


def headers(request: ApiRequest, rows: str) -> dict[str, str]:
    """What says what the body is; `rows` is its content range."""
    found = {"Content-Range": rows, "Content-Type": _CONTENT_TYPES[request.media_type], "Vary": VARY}
    if request.prefer.applied:
        found["Preference-Applied"] = request.prefer.applied
    return found


def body(request: ApiRequest, rows: list[Row]) -> bytes:
    """The rows in the accepted form. Raises NotSingular where one object is asked for and there is not one row."""
    if request.singular and len(rows) != 1:
        raise NotSingular(len(rows))
    if request.media_type in ("stripped", "stripped-object"):
        rows = [_without_nulls(row) for row in as_objects(rows)]
    if request.media_type == "csv":
        return _csv(as_objects(rows))
    return _encoder.encode(rows[0] if request.singular else rows)


def content_range(first: int, rows: int, total: int | None) -> str:
    """`0-4/42`; `*` for a total that was not asked for, and for no rows."""
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
    """A header line and a line a row; null is empty, what is embedded stands as JSON."""
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
