"""SQL functions that mean the same on both databases, where the databases' own differ."""

from typing import Any

from sqlalchemy import ARRAY, Boolean, ColumnElement, Integer, Text, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.visitors import InternalTraversal

from marquee.db.column_types import Timestamp


class lowered(FunctionElement[str]):
    """A string in lower case, in every script."""

    type = Text()
    inherit_cache = True


@compiles(lowered)
def _lowered(element: lowered, compiler: Any, **options: Any) -> str:
    # SQLite's own lower() changes ASCII only, and takes a tenth of ours (sqlite/connection.py), which needs Python.
    text = compiler.process(element.clauses, **options)
    has_others = f"length({text}) <> length(CAST({text} AS BLOB))"
    return f"CASE WHEN {has_others} THEN unicode_lower({text}) ELSE lower({text}) END"


@compiles(lowered, "postgresql")
def _lowered_by_unicode(element: lowered, compiler: Any, **options: Any) -> str:
    # Under the columns' own collation, "C", lower() changes ASCII only.
    return f'lower({compiler.process(element.clauses, **options)} COLLATE "und-x-icu")'


class among(ColumnElement[bool]):
    """Whether a column's value is in a list, which is bound as one value: one statement for lists of any length."""

    inherit_cache = True
    type = Boolean()
    _traverse_internals = [  # noqa: RUF012 - as SQLAlchemy declares it
        ("column", InternalTraversal.dp_clauseelement),
        ("values", InternalTraversal.dp_clauseelement),
    ]

    def __init__(self, column: ColumnElement[Any], name: str) -> None:
        self.column = column
        self.values = bindparam(name, type_=ARRAY(column.type))

    def self_group(self, against: Any = None) -> "among":  # noqa: ARG002 - as SQLAlchemy calls it
        """Stay a condition: compared to 1, as SQLite's booleans are, it would not use an index."""
        return self


@compiles(among)
def _among(element: among, compiler: Any, **options: Any) -> str:
    column, values = (compiler.process(part, **options) for part in (element.column, element.values))
    # On SQLite the list is bound as JSON (statements.py).
    return f"{column} IN (SELECT value FROM json_each({values}))"  # noqa: S608


@compiles(among, "postgresql")
def _among_any(element: among, compiler: Any, **options: Any) -> str:
    column, values = (compiler.process(part, **options) for part in (element.column, element.values))
    return f"{column} = ANY ({values})"


class octets(FunctionElement[int]):
    """How many bytes a string takes."""

    type = Integer()
    inherit_cache = True


@compiles(octets)
def _octets(element: octets, compiler: Any, **options: Any) -> str:
    return f"length(CAST({compiler.process(element.clauses, **options)} AS BLOB))"  # octet_length only since 3.43


@compiles(octets, "postgresql")
def _octet_length(element: octets, compiler: Any, **options: Any) -> str:
    return f"octet_length({compiler.process(element.clauses, **options)})"


class latest(FunctionElement[str]):
    """The last of several instants, none of which is null."""

    type = Timestamp()
    inherit_cache = True


@compiles(latest)
def _latest(element: latest, compiler: Any, **options: Any) -> str:
    return f"max({compiler.process(element.clauses, **options)})"


@compiles(latest, "postgresql")
def _greatest(element: latest, compiler: Any, **options: Any) -> str:
    return f"greatest({compiler.process(element.clauses, **options)})"


class json_list(FunctionElement[str]):
    """The values of a column of texts as a JSON list, in their order; an empty list of no rows."""

    type = Text()
    inherit_cache = True


@compiles(json_list)
def _json_list(element: json_list, compiler: Any, **options: Any) -> str:
    # In the order of the rows: SQLite sorts within an aggregate only since 3.44.
    return f"json_group_array({compiler.process(element.clauses, **options)})"


@compiles(json_list, "postgresql")
def _json_list_sorted(element: json_list, compiler: Any, **options: Any) -> str:
    value = compiler.process(element.clauses, **options)
    return f"CAST(coalesce(json_agg({value} ORDER BY {value}), '[]') AS text)"


class value_of(FunctionElement[str]):
    """The text that a JSON object has for a key, or null."""

    type = Text()
    inherit_cache = True


@compiles(value_of)
def _value_of(element: value_of, compiler: Any, **options: Any) -> str:
    parts = (compiler.process(part, **options) for part in element.clauses)
    # Not ->>, which takes a key that begins with a digit for a place in a list.
    return "json_extract({}, '$.\"' || {} || '\"')".format(*parts)


@compiles(value_of, "postgresql")
def _value_of_json(element: value_of, compiler: Any, **options: Any) -> str:
    parts = (compiler.process(part, **options) for part in element.clauses)
    return "(CAST({} AS json) ->> CAST({} AS text))".format(*parts)


class planned_by_each(ColumnElement[bool]):
    """One condition in two forms that mean the same, since each database plans only one of them well."""

    inherit_cache = True
    type = Boolean()
    _traverse_internals = [  # noqa: RUF012 - as SQLAlchemy declares it
        ("sqlite", InternalTraversal.dp_clauseelement),
        ("postgresql", InternalTraversal.dp_clauseelement),
    ]

    def __init__(self, sqlite: ColumnElement[bool], postgresql: ColumnElement[bool]) -> None:
        self.sqlite, self.postgresql = sqlite, postgresql

    def self_group(self, against: Any = None) -> "planned_by_each":  # noqa: ARG002 - as SQLAlchemy calls it
        """Stay a condition, as `among` does."""
        return self


@compiles(planned_by_each)
def _for_sqlite(element: planned_by_each, compiler: Any, **options: Any) -> str:
    return f"({compiler.process(element.sqlite, **options)})"


@compiles(planned_by_each, "postgresql")
def _for_postgresql(element: planned_by_each, compiler: Any, **options: Any) -> str:
    return f"({compiler.process(element.postgresql, **options)})"
