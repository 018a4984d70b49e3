"""PostgREST's own specification, as far as it applies to our tables: each of its checks as a request and its answer.

`spec` is the file below `test/spec/Feature` and the line of the check, at PostgREST's commit 483467890. Its tables are
replaced by ours; a check of several requests keeps the one that says most. Left out is what we have nothing for:
functions, views, other schemas, JSON, arrays and ranges, composite keys, and JWTs of the data service's own.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

ANY: Any = object()
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Case(NamedTuple):
    """One check.

    `verdict`: answered as the specification says; refused with a code where it has an answer; or answered without a
    header that it has, which shows that something was not done.
    """

    spec: str
    method: str
    path: str
    status: int = 200
    body: Any = ANY
    """The JSON of the answer, a text if it is none, or for errors a part of the object."""
    has: Mapping[str, str | None] = NOTHING
    """Headers of the answer; None is a header that it does not have."""
    sent: Mapping[str, str] = NOTHING
    json: Any = None
    content: str | None = None
    then: tuple[str, Any] | None = None
    """What is read afterwards, and its rows."""
    verdict: Literal["as", "refused", "without"] = "as"


def get(spec: str, path: str, body: Any = ANY, **more: Any) -> Case:
    return Case(spec, "GET", path, body=body, **more)


def prefer(*values: str) -> dict[str, str]:
    return {"Prefer": ", ".join(values)}


def accept(value: str) -> dict[str, str]:
    return {"Accept": value}


def rows(key: str, *values: Any) -> list[dict[str, Any]]:
    """Rows of one column."""
    return [{key: value} for value in values]


def error(code: str, message: str, details: str | None = ANY, hint: str | None = None) -> dict[str, Any]:
    """The body of an error; details may be left open."""
    return {"code": code, "message": message, "details": details, "hint": hint}


def unknown_table(name: str, hint: str | None = None) -> dict[str, Any]:
    return error("PGRST205", f"Could not find the table 'public.{name}' in the schema cache", None, hint)


SINGULAR = accept("application/vnd.pgrst.object+json")
NOT_SINGULAR = "Cannot coerce the result to a single JSON object"
ABEL, MARA, NIGHT = "abel-quintero", "mara-voss", "night-ferry"
