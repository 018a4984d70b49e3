"""What a query selects to get a record of `rows`, in the words of the data protocol."""

from functools import cache
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from marquee.domain.tables import EXPOSED, exposed_columns


@cache
def select_list(record: type[Struct]) -> str:
    """The columns of a record, with those of the records in it; what it may be without is not asked for."""
    return ",".join(selected(field) for field in fields(record) if field.required)


def whole_list(record: Any) -> str:
    """The select list for whoever may see more than a page shows: `*` for a record with every column of its table."""
    every = fields(record)
    columns = [field.name for field in every if not record_in(field.type)]
    is_whole = {*exposed_columns(EXPOSED[record.TABLE])} <= {*columns}
    return ",".join([*(["*"] if is_whole else columns), *(selected(field) for field in every if record_in(field.type))])


def selected(field: FieldInfo) -> str:
    """A field as a query names it: a column, or the row or rows of another table that belong to it."""
    inner = record_in(field.type)
    return f"{field.name}:{inner.TABLE}({select_list(inner)})" if inner else field.name


def record_in(type_: Any) -> Any:
    """The record that a field of this type has, or has a list of; None if it is a column."""
    if isinstance(type_, type) and issubclass(type_, Struct):
        return type_
    return next(filter(None, map(record_in, get_args(type_))), None)
