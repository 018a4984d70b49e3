"""SQL functions that mean the same on both databases, where the databases' own differ."""

from typing import Any, ClassVar, TypeVar

from sqlalchemy import ARRAY, Boolean, ColumnElement, Integer, Text, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.visitors import InternalTraversal

from marquee.db.column_types import Timestamp

T = TypeVar("T")


class _Function(FunctionElement[T]):
    """A function by how each database writes it: `{0}` is its first argument, `{every}` all of them."""

    inherit_cache = True
    on_sqlite: ClassVar[str]
    on_postgresql: ClassVar[str]

    def written(self, words: str, compiler: Any, options: dict[str, Any]) -> str:
        """These words with the arguments in their places."""
        arguments = [compiler.process(part, **options) for part in self.clauses]
        return words.format(*arguments, every=", ".join(arguments))


@compiles(_Function)
def _on_sqlite(element: _Function[Any], compiler: Any, **options: Any) -> str:
    return element.written(element.on_sqlite, compiler, options)


@compiles(_Function, "postgresql")
def _on_postgresql(element: _Function[Any], compiler: Any, **options: Any) -> str:
    return element.written(element.on_postgresql, compiler, options)


class lowered(_Function[str]):
    """A string in lower case, in every script."""

    type = Text()
    inherit_cache = True
    # SQLite's own lower() changes ASCII only, and takes a tenth of ours (sqlite/connection.py), which needs Python.
    on_sqlite = "CASE WHEN length({0}) <> length(CAST({0} AS BLOB)) THEN unicode_lower({0}) ELSE lower({0}) END"
    # Under the columns' own collation, "C", lower() changes ASCII only.
    on_postgresql = 'lower({0} COLLATE "und-x-icu")'


class octets(_Function[int]):
    """How many bytes a string takes."""

    type = Integer()
    inherit_cache = True
    on_sqlite = "length(CAST({0} AS BLOB))"  # octet_length only since 3.43
    on_postgresql = "octet_length({0})"


class latest(_Function[str]):
    """The last of several instants, none of which is null."""

    type = Timestamp()
    inherit_cache = True
    on_sqlite = "max({every})"
    on_postgresql = "greatest({every})"


class json_list(_Function[str]):
    """The values of a column of texts as a JSON list, in their order; an empty list of no rows."""

    type = Text()
    inherit_cache = True
    on_sqlite = "json_group_array({0})"  # in the order of the rows: it sorts within an aggregate only since 3.44
    on_postgresql = "CAST(coalesce(json_agg({0} ORDER BY {0}), '[]') AS text)"


class value_of(_Function[str]):
    """The text that a JSON object has for a key, or null."""

    type = Text()
    inherit_cache = True
    # Not ->>, which takes a key that begins with a digit for a place in a list.
    on_sqlite = "json_extract({0}, '$.\"' || {1} || '\"')"
    on_postgresql = "(CAST({0} AS json) ->> CAST({1} AS text))"


class among(_Function[bool]):
    """Whether a column's value is in a list, which is bound as one value: one statement for lists of any length."""

    type = Boolean()
    inherit_cache = True
    on_sqlite = "{0} IN (SELECT value FROM json_each({1}))"  # where the list is bound as JSON (statements.py)
    on_postgresql = "{0} = ANY ({1})"

    def __init__(self, column: ColumnElement[Any], name: str) -> None:
        super().__init__(column, bindparam(name, type_=ARRAY(column.type)))

    def self_group(self, against: Any = None) -> "among":  # noqa: ARG002 - as SQLAlchemy calls it
        """Stay a condition: compared to 1, as SQLite's booleans are, it would not use an index."""
        return self


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
