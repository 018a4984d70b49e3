"""The description of the tables and functions at `/rest/v1/`, for what somebody may read, write and call. No I/O.

As PostgREST writes it: OpenAPI 2.0, keys and foreign keys marked in the columns' descriptions, where tools look for
them. Source: https://spec.openapis.org/oas/v2.0, https://docs.postgrest.org/en/v14/references/api/openapi.html.
"""

import json
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Table

from marquee.domain.actor import Actor
from marquee.domain.policies.data import granted, readable
from marquee.domain.policies.policy import Action
from marquee.domain.tables import EXPOSED, AnyColumn
from marquee.rest.functions.schema import schema_of
from marquee.rest.grammar.operators import OPERATORS
from marquee.rest.grammar.values import type_name

MEDIA_TYPE = "application/openapi+json"
MAX_KEPT = 16
Json = dict[str, Any]

_JSON_TYPES = {"boolean": "boolean", "bigint": "integer"}
_METHODS: tuple[tuple[str, Action, int], ...] = (
    ("get", "select", 200),
    ("post", "insert", 201),
    ("patch", "update", 204),
    ("delete", "delete", 204),
)
_QUERIES = {
    "select": "Columns and embedded resources",
    "order": "Sort keys, such as name.desc",
    "limit": "How many rows",
    "offset": "How many rows to pass over",
}


@lru_cache(MAX_KEPT)
def described(kind: Actor, title: str, functions: tuple[tuple[str, type[msgspec.Struct]], ...]) -> bytes:
    """The document for actors of one kind (`Actor.kind`), with the functions that they may call and their arguments."""
    tables = [table for table in EXPOSED.values() if granted(kind, "select", table)]
    return json.dumps(
        {
            "swagger": "2.0",
            "info": {"title": title, "version": "1", "description": f"The tables of {title}."},
            "basePath": "/rest/v1",
            "consumes": ["application/json", "text/csv", "application/x-www-form-urlencoded"],
            "produces": ["application/json", "application/vnd.pgrst.object+json", "text/csv"],
            "paths": {f"/{table.name}": _operations(kind, table) for table in tables}
            | {f"/rpc/{name}": _call(name, arguments) for name, arguments in functions},
            "definitions": {table.name: _definition(kind, table) for table in tables},
            "parameters": {
                name: {"name": name, "in": "query", "required": False, "type": "string", "description": words}
                for name, words in _QUERIES.items()
            },
            "securityDefinitions": {"apikey": {"type": "apiKey", "in": "header", "name": "apikey"}},
            "security": [{"apikey": []}],
        }
    ).encode()


def _operations(kind: Actor, table: Table) -> Json:
    return {
        method: {
            "tags": [table.name],
            "parameters": _parameters(kind, table, action),
            "responses": {str(status): _response(table, action)},
        }
        for method, action, status in _METHODS
        if granted(kind, action, table)
    }


def _call(name: str, arguments: type[msgspec.Struct]) -> Json:
    body = {"name": "args", "in": "body", "required": True, "schema": schema_of(arguments)}
    answer = {"description": "The answer", "schema": {"format": "json"}}
    return {"post": {"tags": [f"(rpc) {name}"], "parameters": [body], "responses": {"200": answer}}}


def _response(table: Table, action: Action) -> Json:
    if action != "select":
        return {"description": "Done"}
    rows = {"type": "array", "items": {"$ref": f"#/definitions/{table.name}"}}
    return {"description": "The rows", "schema": rows}


def _parameters(kind: Actor, table: Table, action: Action) -> list[Json]:
    if action == "insert":
        return [_body(table)]
    parameters: list[Json] = [
        {"name": name, "in": "query", "required": False, "type": "string", "description": _FILTER}
        for name in readable(kind, table)
    ]
    if action == "update":
        parameters.append(_body(table))
    if action == "select":
        parameters += ({"$ref": f"#/parameters/{name}"} for name in _QUERIES)
    return parameters


_FILTER = f"A filter, such as eq.value, by one of {', '.join(OPERATORS)}"


def _body(table: Table) -> Json:
    return {"name": table.name, "in": "body", "required": False, "schema": {"$ref": f"#/definitions/{table.name}"}}


def _definition(kind: Actor, table: Table) -> Json:
    columns = readable(kind, table)
    return {
        "type": "object",
        "required": [name for name, column in columns.items() if not column.nullable],
        "properties": {name: _property(column) for name, column in columns.items()},
    }


def _property(column: AnyColumn) -> Json:
    format_ = type_name(column)
    type_ = (
        {"format": format_} if format_ == "json" else {"format": format_, "type": _JSON_TYPES.get(format_, "string")}
    )
    notes = ["This is a Primary Key.<pk/>"] if column.primary_key else []
    notes += [
        f"This is a Foreign Key to `{key.column.table.name}.{key.column.name}`."
        f"<fk table='{key.column.table.name}' column='{key.column.name}'/>"
        for key in column.foreign_keys
        if key.column.table.name in EXPOSED
    ]
    return type_ | ({"description": "Note:\n" + "\n".join(notes)} if notes else {})
