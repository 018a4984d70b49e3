"""SQL functions that mean the same on both databases, where the databases' own differ."""

from typing import Any

from sqlalchemy import Text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class lowered(FunctionElement[str]):
    """A text in lower case, letters of every script among them."""

    type = Text()
    inherit_cache = True


@compiles(lowered)
def _lowered(element: lowered, compiler: Any, **options: Any) -> str:
    return f"lower({compiler.process(element.clauses, **options)})"  # SQLite: our own (database/sqlite.py)


@compiles(lowered, "postgresql")
def _lowered_by_unicode(element: lowered, compiler: Any, **options: Any) -> str:
    # Under the columns' own collation, "C", it would know ASCII only.
    return f'lower({compiler.process(element.clauses, **options)} COLLATE "und-x-icu")'
