"""URL, headers and body -> ApiRequest. Pure: knows the grammar, no table, no database. Source: wire.md section 2."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal
from urllib.parse import parse_qsl

from marquee.errors import (
    InvalidBody,
    InvalidEncoding,
    MethodNotAllowed,
    NotAcceptable,
    ParseError,
    RangeNotSatisfiable,
    UnknownSchema,
)
from marquee.rest.filters import MAX_FILTERS, Node, count, parse_filter, parse_logic, refuse_json_path
from marquee.rest.order import Term, parse_order
from marquee.rest.preferences import Preferences, parse_preferences
from marquee.rest.scanner import REMEMBERED, Scanner
from marquee.rest.select import Embed, Item, parse_select

Path = tuple[str, ...]
MediaType = Literal["json", "object", "csv", "stripped", "stripped-object"]

ACTIONS = {"GET": "select", "HEAD": "select", "POST": "insert", "PATCH": "update", "DELETE": "delete"}
MAX_QUERY = 8192
MAX_PARAMETERS = 200
MAX_ROWS_WRITTEN = 5000

_ACCEPTED: dict[str, MediaType] = {
    "application/json": "json",
    "application/vnd.pgrst.object": "object",
    "application/vnd.pgrst.object+json": "object",
    "application/vnd.pgrst.object+json;nulls=stripped": "stripped-object",
    "application/vnd.pgrst.array": "json",
    "application/vnd.pgrst.array+json": "json",
    "application/vnd.pgrst.array+json;nulls=stripped": "stripped",
    "text/csv": "csv",
    "application/*": "json",
    "*/*": "json",
}
_RANGE = re.compile(r"(\d{1,9})-(\d{1,9})?")
_INTEGER = re.compile(r"-?\d{1,18}")


@dataclass
class ApiRequest:
    """What the client asks for. Filters, orders and limits are keyed by the embedded resource they belong to.

    `where`: pairs of (path, condition); `rows`: the body's objects, None without a body.
    """

    method: str
    table: str
    select: tuple[Item, ...]
    where: list[tuple[Path, Node]] = field(default_factory=list)
    order: dict[Path, tuple[Term, ...]] = field(default_factory=dict)
    limit: dict[Path, int] = field(default_factory=dict)
    offset: dict[Path, int] = field(default_factory=dict)
    columns: tuple[str, ...] | None = None
    on_conflict: tuple[str, ...] | None = None
    prefer: Preferences = field(default_factory=Preferences)
    media_type: MediaType = "json"
    rows: list[dict[str, Any]] | None = None

    @property
    def action(self) -> Literal["select", "insert", "update", "delete"]:
        return ACTIONS[self.method]  # type: ignore[return-value]

    @property
    def singular(self) -> bool:
        return self.media_type in ("object", "stripped-object")


def parse(method: str, table: str, query: bytes, headers: Mapping[str, str], prefer: Sequence[str]) -> ApiRequest:
    """Everything but the body. Raises a DataError for what the grammar does not know."""
    if method not in ACTIONS:
        raise MethodNotAllowed(f"Unsupported HTTP method: {method}")
    _check_schema(headers.get("accept-profile" if method in ("GET", "HEAD") else "content-profile"))
    request = ApiRequest(method, table, (), media_type=_media_type(headers.get("accept", "*/*")))
    request.prefer = parse_preferences(tuple(prefer))
    select = ""
    for key, value in _parameters(query):
        if key == "select":
            select = value
        else:
            _read_parameter(request, key, value)
    if sum(count(node) for _, node in request.where) > MAX_FILTERS:
        raise ParseError(f"A request can have {MAX_FILTERS} filters at most")
    request.select = parse_select(select)
    if request.action != "select" and not request.prefer.wants_representation:
        request.select = tuple(item for item in request.select if isinstance(item, Embed))
    if method == "GET":
        _read_range(request, headers.get("range", ""))
    return request


def body_rows(value: Any) -> list[dict[str, Any]]:
    """The body's JSON as rows: an object is one. Raises InvalidBody for anything else."""
    rows = value if isinstance(value, list) else [value]
    if not all(isinstance(row, dict) for row in rows):
        raise InvalidBody("Empty or invalid json")
    if len(rows) > MAX_ROWS_WRITTEN:
        raise InvalidBody(f"A body can have {MAX_ROWS_WRITTEN} rows at most")
    return rows


def _check_schema(profile: str | None) -> None:
    if profile not in (None, "public"):
        raise UnknownSchema(f"Invalid schema: {profile}", None, "Only the following schemas are exposed: public")


@lru_cache(REMEMBERED)
def _media_type(accept: str) -> MediaType:
    for offer in accept.split(","):
        parts = [part.strip().lower() for part in offer.split(";")]
        name = ";".join(part for part in parts if not part.startswith(("q=", "charset=")))
        if name in _ACCEPTED:
            return _ACCEPTED[name]
    raise NotAcceptable(f"None of these media types are available: {accept}")


def _parameters(query: bytes) -> list[tuple[str, str]]:
    if len(query) > MAX_QUERY:
        raise ParseError(f"The query string is longer than {MAX_QUERY} bytes")
    try:
        return parse_qsl(
            query.decode(), keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS, separator="&"
        )
    except UnicodeError as error:
        raise InvalidEncoding('invalid byte sequence for encoding "UTF8"') from error
    except ValueError as error:
        raise ParseError(f"A request can have {MAX_PARAMETERS} parameters at most") from error


def _read_parameter(request: ApiRequest, key: str, value: str) -> None:
    if key == "columns":
        request.columns = _names(value)
    elif key == "on_conflict":
        request.on_conflict = _names(value)
    elif key != "apikey":
        path = _path(key)
        _read_embeddable(request, path[:-1], path[-1], value)


def _read_embeddable(request: ApiRequest, path: Path, last: str, value: str) -> None:
    match last:
        case "order":
            request.order[path] = parse_order(value)
        case "limit":
            _put_number(request.limit, path, value)
        case "offset":
            _put_number(request.offset, path, value)
        case "and" | "or":
            negated = path[-1:] == ("not",)
            request.where.append((path[:-1] if negated else path, parse_logic(last, value, negated=negated)))
        case _:
            request.where.append((path, parse_filter(last, value)))


@lru_cache(REMEMBERED)
def _path(key: str) -> Path:
    scanner = Scanner("filter", key)
    names = [scanner.name()]
    while scanner.take("."):
        names.append(scanner.name())
    refuse_json_path(scanner)
    if not scanner.done:
        scanner.fail()
    return tuple(names)


def _names(text: str) -> tuple[str, ...]:
    scanner = Scanner("columns", text)
    names = [scanner.name()]
    while scanner.take(","):
        names.append(scanner.name())
    if not scanner.done:
        scanner.fail()
    return tuple(names)


def _put_number(numbers: dict[Path, int], path: Path, text: str) -> None:
    """A number that is none is passed over, as PostgREST does; a negative one is not."""
    if _INTEGER.fullmatch(text):
        number = int(text)
        if number < 0:
            raise RangeNotSatisfiable("Requested range not satisfiable", "Limit and offset must not be negative.")
        numbers[path] = number


def _read_range(request: ApiRequest, header: str) -> None:
    if found := _RANGE.fullmatch(header):
        first, last = int(found[1]), found[2]
        request.offset.setdefault((), first)
        if last is not None:
            if int(last) < first:
                raise RangeNotSatisfiable(
                    "Requested range not satisfiable", "The lower boundary must not be above the upper."
                )
            request.limit.setdefault((), int(last) - first + 1)
