"""Writes docs/database.types.ts: the tables and functions as supabase-js takes them, `createClient<Database>(…)`.

`python -m scripts.generate_types` writes it; `tests/project/test_types.py` fails when it is out of date.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import Table

from marquee.domain.policies.data import POLICIES
from marquee.domain.policies.policy import Action
from marquee.domain.tables import EXPOSED, AnyColumn, exposed_columns
from marquee.domain.tables.columns import values_of
from marquee.functions import FUNCTIONS
from marquee.rest.functions.schema import schema_of
from marquee.rest.grammar.values import type_name
from marquee.rest.planner import relationships

TYPES = Path(__file__).parent.parent / "docs" / "database.types.ts"

_OF_TYPE = {"boolean": "boolean", "bigint": "number", "json": "Json"}
_BEGIN = """// Written by `make docs` from the tables: what supabase-js's createClient<Database>() takes.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

type Nothing = { [_ in never]: never };

export type Database = {
  public: {
    Tables: {
"""
_BETWEEN = """    };
    Views: Nothing;
    Functions: {
"""
_END = """    };
    Enums: Nothing;
    CompositeTypes: Nothing;
  };
};
"""


def generated() -> str:
    """The file as it should be."""
    return _BEGIN + "".join(_lines(EXPOSED.values())) + _BETWEEN + "".join(_functions()) + _END


def _lines(tables: Iterable[Table]) -> Iterable[str]:
    for table in tables:
        columns = exposed_columns(table)
        yield f"      {table.name}: {{\n"
        yield _object("Row", [f"{name}: {_type(column)}" for name, column in columns.items()])
        yield _object("Insert", [_written(column, is_needed(column)) for column in writable(table, "insert")])
        yield _object("Update", [_written(column, has_to_be_there=False) for column in writable(table, "update")])
        yield from _relationships(table)
        yield "      };\n"


def _functions() -> Iterable[str]:
    for name, function in FUNCTIONS.items():
        schema = schema_of(function.arguments)
        yield f"      {name}: {{\n"
        yield _object("Args", [*_fields(schema)])
        yield "        Returns: Json;\n      };\n"


def _fields(schema: dict[str, Any]) -> Iterable[str]:
    for name, kind in schema["properties"].items():
        yield f"{name}{'' if name in schema['required'] else '?'}: {_type_of(kind)}"


def _type_of(schema: dict[str, Any]) -> str:
    return f"{_type_of_value(schema)} | null" if "x-nullable" in schema else _type_of_value(schema)


def _type_of_value(schema: dict[str, Any]) -> str:
    match schema:
        case {"enum": values}:
            return " | ".join(f"'{value}'" for value in values)
        case {"items": items}:
            of = _type_of(items)
            return f"({of})[]" if " " in of else f"{of}[]"
        case {"properties": _}:
            return f"{{ {'; '.join(_fields(schema))} }}"
        case {"type": "object"}:
            return f"{{ [key: string]: {_type_of(schema.get('additionalProperties', {}))} | undefined }}"
        case {"type": "integer"}:
            return "number"
    return str(schema.get("type", "Json"))


def _object(name: str, fields: list[str]) -> str:
    body = "".join(f"          {field};\n" for field in fields)
    return f"        {name}: {{\n{body}        }};\n" if fields else f"        {name}: Nothing;\n"


def _type(column: AnyColumn) -> str:
    words = " | ".join(f"'{value}'" for value in values_of(column))
    type_ = words or _OF_TYPE.get(type_name(column), "string")
    return f"{type_} | null" if column.nullable else type_


def _written(column: AnyColumn, has_to_be_there: bool) -> str:
    return f"{column.name}{'' if has_to_be_there else '?'}: {_type(column)}"


def writable(table: Table, action: Action) -> list[AnyColumn]:
    """The columns that somebody may write so."""
    policies = [policy for policy in POLICIES if policy.table is table and policy.action == action]
    names: set[str] = set().union(*(policy.columns for policy in policies))
    return [column for name, column in exposed_columns(table).items() if name in names]


def is_needed(column: AnyColumn) -> bool:
    """Whether a new row has to have it: an id is made where there is none."""
    has_default = column.default is not None or column.server_default is not None
    return not (column.nullable or has_default or column.primary_key)


def _relationships(table: Table) -> Iterable[str]:
    found = [relationship for relationship in relationships() if relationship.child is table]
    if not found:
        yield "        Relationships: [];\n"
        return
    yield "        Relationships: [\n"
    for key in sorted(found, key=lambda key: key.constraint):  # a table has them as a set
        column = table.c[key.column]
        yield "          {\n"
        yield f"            foreignKeyName: '{key.constraint}';\n"
        yield f"            columns: ['{key.column}'];\n"
        yield f"            isOneToOne: {'true' if column.unique else 'false'};\n"
        yield f"            referencedRelation: '{key.parent.name}';\n"
        yield f"            referencedColumns: ['{key.parent_column}'];\n"
        yield "          },\n"
    yield "        ];\n"


if __name__ == "__main__":
    TYPES.write_text(generated())
