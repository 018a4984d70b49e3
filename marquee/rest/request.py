"""Parses a request's URL, headers and body into an `ApiRequest`. Knows the grammar, but no table. No I/O.

The protocol is PostgREST's; `docs/protocol.md` has its facts.
"""

import math
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode

from marquee.data_errors import INVALID_ENCODING, QUERY_TOO_LONG, DataError
from marquee.rest.errors import INVALID_BODY, METHOD_NOT_ALLOWED, PARSE_ERROR, UNKNOWN_SCHEMA, range_not_satisfiable
from marquee.rest.grammar.filters import (
    MAX_FILTERS,
    MAX_LIST,
    Node,
    leaves,
    parse_filter,
    parse_logic,
    refuse_json_path,
    values,
    weight,
)
from marquee.rest.grammar.media_types import FORMS, Form, MediaType, parse_media_type
from marquee.rest.grammar.order import Term, parse_order
from marquee.rest.grammar.preferences import Preferences, parse_preferences
from marquee.rest.grammar.scanner import MAX_MEMOIZED, MAX_MEMOIZED_LENGTH, Scanner
from marquee.rest.grammar.select import Embed, Item, parse_select
from marquee.rest.grammar.values import is_moment
from marquee.sheets.sheet import Sheet

Path = tuple[str, ...]

ACTIONS = {
    "GET": "select",
    "HEAD": "select",
    "POST": "insert",
    "PUT": "insert",
    "PATCH": "update",
    "DELETE": "delete",
}
MAX_QUERY = 44 * 1024
"""Bytes: a list of a thousand ids, with every comma encoded, and what else a request says."""
MAX_PARAMETERS = 200
MAX_ROWS_WRITTEN = 1000
"""Of a list: about a tenth of a second, in which nobody else can write."""

_RANGE = re.compile(r"(\d{1,9})-(\d{1,9})?")
_INTEGER = re.compile(r"-?\d{1,18}")


@dataclass
class ApiRequest:
    """What the client asks for. Filters, orders and limits are keyed by the embedded resource they belong to.

    `where`: pairs of (path, condition); `rows`: the body's objects, None without a body; `sheet`: a table as
    people keep it; `is_csv`: whether the body is a table of either kind.
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
    sheet: Sheet | None = None
    is_csv: bool = False

    @property
    def action(self) -> Literal["select", "insert", "update", "delete"]:
        return ACTIONS[self.method]  # type: ignore[return-value]

    @property
    def form(self) -> Form:
        """The form of a row."""
        return FORMS[self.media_type]

    @property
    def names_a_moment(self) -> bool:
        """Whether a filter says `now`, or `today` and the like: then the answer becomes another one without a write."""
        return any(is_moment(value) for leaf in leaves(node for _, node in self.where) for value in values(leaf))

    @property
    def singular(self) -> bool:
        return self.media_type in ("object", "stripped-object")


class RawRequest(NamedTuple):
    """The parts of a request that `parse` reads; equal requests compare equal, so this is also a cache key."""

    method: str
    table: str
    query: bytes
    accept: str = "*/*"
    profile: str = "public"
    range: str = ""
    prefer: tuple[str, ...] = ()


def parse(raw: RawRequest) -> ApiRequest:
    """Everything but the body. Raises a DataError for what the grammar does not know."""
    _check_method_and_schema(raw)
    request = ApiRequest(raw.method, raw.table, (), media_type=parse_media_type(raw.accept))
    request.prefer = parse_preferences(raw.prefer)
    once: dict[str, Any] = {}
    for kind, path, value in _parameters(raw.query):
        if kind == "where":
            request.where.append((path, value))
        elif kind in ("select", "columns", "on_conflict"):
            once.setdefault(kind, value)  # PostgREST takes the first of several
        elif value is not None:
            getattr(request, kind)[path] = value
    if sum(map(weight, leaves(node for _, node in request.where))) > MAX_FILTERS:
        raise DataError(PARSE_ERROR, f"A request can have at most {MAX_FILTERS} filters")
    request.select = parse_select(once.get("select", ""))
    request.columns, request.on_conflict = once.get("columns"), once.get("on_conflict")
    if request.action != "select" and not request.prefer.wants_representation:
        request.select = tuple(item for item in request.select if isinstance(item, Embed))
    if raw.method == "GET":
        _read_range(request, raw.range)
    return request


def body_rows(value: Any) -> list[dict[str, Any]]:
    """The body's JSON as rows: an object is one. Raises INVALID_BODY for anything else."""
    rows = value if isinstance(value, list) else [value]
    if not all(isinstance(row, dict) for row in rows):
        raise DataError(
            INVALID_BODY, "All object keys must match" if isinstance(value, list) else "Empty or invalid json"
        )
    if len(rows) > MAX_ROWS_WRITTEN:
        raise DataError(
            INVALID_BODY, f"A body can have at most {MAX_ROWS_WRITTEN:,} rows: send the others in another request"
        )
    return rows


def form_rows(body: bytes) -> list[dict[str, Any]]:
    """The row of a form, whose values are texts. Raises INVALID_BODY."""
    try:
        fields = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS)
    except ValueError as error:
        raise DataError(
            INVALID_BODY, "The body is no form", f"A form is UTF-8 and has at most {MAX_PARAMETERS} fields."
        ) from error
    return [dict(fields)]


def canonical(query: bytes) -> str:
    """The query with its parameters by name, without the key. Those of one name stay in their order."""
    fields = parse_qsl(query.decode(), keep_blank_values=True)
    known = (field for field in fields if field[0] != "apikey")
    return urlencode(sorted(known, key=lambda field: field[0]), quote_via=quote, safe="")


def _check_method_and_schema(raw: RawRequest) -> None:
    if raw.method not in ACTIONS:
        raise DataError(METHOD_NOT_ALLOWED, f"Unsupported HTTP method: {raw.method}")
    if raw.profile != "public":
        raise DataError(
            UNKNOWN_SCHEMA, f"Invalid schema: {raw.profile}", None, "Only the following schemas are exposed: public"
        )


class Parameter(NamedTuple):
    """A part of the query: the field of an ApiRequest that it is for, of which resource, and what it says."""

    kind: str
    path: Path
    value: Any


def _parameters(query: bytes) -> list[Parameter]:
    if len(query) > MAX_QUERY:
        raise DataError(
            QUERY_TOO_LONG,
            f"The query string is longer than {MAX_QUERY:,} bytes",
            None,
            f"Ask for at most {MAX_LIST:,} ids at a time.",
        )
    try:
        pieces = query.decode().split("&")
        if len(pieces) > MAX_PARAMETERS:
            raise DataError(PARSE_ERROR, f"A request can have at most {MAX_PARAMETERS} parameters")
        parameters = [
            _memoized_parameter(piece) if len(piece) <= MAX_MEMOIZED_LENGTH else _parameter(piece)
            for piece in pieces
            if piece
        ]
    except UnicodeError as error:
        raise DataError(INVALID_ENCODING, 'invalid byte sequence for encoding "UTF8"') from error
    return [parameter for parameter in parameters if parameter.kind != "apikey"]


def _parameter(piece: str) -> Parameter:
    key, _, value = piece.replace("+", " ").partition("=")
    key, value = unquote(key, errors="strict"), unquote(value, errors="strict")
    if key in ("select", "apikey"):
        return Parameter(key, (), value)
    if key in ("columns", "on_conflict"):
        return Parameter(key, (), _names(value))
    path = _path(key)
    return _path_parameter(path[:-1], path[-1], value)


_memoized_parameter = lru_cache(MAX_MEMOIZED)(_parameter)


def _path_parameter(path: Path, last: str, value: str) -> Parameter:
    match last:
        case "order":
            return Parameter(last, path, parse_order(value))
        case "limit":
            return Parameter(last, path, _limit(value))
        case "offset":
            return Parameter(last, path, _offset(value))
        case "and" | "or":
            negated = path[-1:] == ("not",)
            return Parameter("where", path[:-1] if negated else path, parse_logic(last, value, negated=negated))
        case _:
            return Parameter("where", path, parse_filter(last, value))


@lru_cache(MAX_MEMOIZED)
def _path(key: str) -> Path:
    scanner = Scanner("filter", key)
    names = [scanner.name()]
    while scanner.take("."):
        names.append(scanner.name())
    refuse_json_path(scanner)
    scanner.end()
    return tuple(names)


def _names(text: str) -> tuple[str, ...]:
    scanner = Scanner("columns parameter", text)
    names = scanner.listed(scanner.name)
    scanner.end()
    return names


def _offset(text: str) -> int | None:
    """A number that is none is passed over, as PostgREST does; a negative one too."""
    return max(int(text), 0) if _INTEGER.fullmatch(text) else None


def _limit(text: str) -> int | None:
    if not _INTEGER.fullmatch(text):
        return None
    if int(text) < 0:
        raise range_not_satisfiable("Limit should be greater than or equal to zero.")
    return int(text)


def _read_range(request: ApiRequest, header: str) -> None:
    """Narrow the page to the `Range` header: the rows that both it and limit with offset ask for."""
    match = _RANGE.fullmatch(header)
    if match is None:
        return
    first, last = int(match[1]), math.inf if match[2] is None else int(match[2])
    if last < first:
        raise range_not_satisfiable(
            "The lower boundary must be lower than or equal to the upper boundary in the Range header."
        )
    offset, limit = request.offset.get((), 0), request.limit.get((), math.inf)
    if limit == 0:
        return
    start, end = max(first, offset), min(last, offset + limit - 1)
    if end < start:  # as PostgREST says it
        raise range_not_satisfiable("Limit should be greater than or equal to zero.")
    request.offset[()] = start
    if end != math.inf:
        request.limit[()] = int(end) - start + 1
