"""New values of columns, bound by name: every statement of one write has them under the same names."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import BindParameter, Column, ColumnElement, bindparam


def as_new(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of columns by the names under which they are bound."""
    return {f"new_{name}": value for name, value in values.items()}


def new(column: Column[Any]) -> BindParameter[Any]:
    """The column's new value."""
    return bindparam(f"new_{column.name}", type_=column.type)


def differs(column: Column[Any]) -> ColumnElement[bool]:
    """Whether a row has another value in this column than the new one."""
    return column.is_distinct_from(new(column))
