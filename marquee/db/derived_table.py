"""A table whose rows are made by a query each time that it is read: in statements it is like any other."""

from typing import Any

from sqlalchemy import Table
from sqlalchemy.ext.compiler import compiles


class DerivedTable(Table):
    """`info["query"]` selects its columns, in their order; the values that it binds are bound by whoever reads."""

    inherit_cache = True


@compiles(DerivedTable)
def _derived(table: DerivedTable, compiler: Any, *, asfrom: bool = False, **options: Any) -> str:
    name: str = compiler.preparer.format_table(table)
    if not asfrom:
        return name
    has_alias = options.pop("enclosing_alias", None) is not None
    rows = f"({compiler.process(table.info['query'], asfrom=True, **options)})"
    return rows if has_alias else f"{rows} AS {name}"
