"""What a select list answers of rows: a column each, or what an aggregate makes of the rows of a group. No I/O."""

from datetime import UTC
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, func

from marquee.data_errors import UNDEFINED_FUNCTION, DataError
from marquee.db.column_types import INTEGER, JsonText
from marquee.domain.tables import AnyColumn
from marquee.domain.tables.columns import max_lengths
from marquee.rest.casts import Convert, conversion
from marquee.rest.errors import not_implemented_here
from marquee.rest.grammar.select import Aggregate, Field
from marquee.rest.grammar.values import type_name

LONG_TEXT = 10_000
"""Characters: a thousand texts that may be longer are too much for one answer."""


class Output(NamedTuple):
    """One column of the answer; `convert` is its cast, unless the value stays as it is.

    Or what an `aggregate` makes of the `source`, a column or `*`, of several rows.
    """

    key: str
    column: AnyColumn | ColumnElement[Any]
    convert: Convert | None = None
    aggregate: Aggregate | None = None
    source: AnyColumn | None = None

    @property
    def is_long(self) -> bool:
        """Whether the texts in it may be so long that a thousand of them are too much."""
        column = self.column if self.source is None else self.source
        if isinstance(column, Column) and column.table is not None:
            return isinstance(column.type, JsonText) or max_lengths(column.table).get(column.name, 0) > LONG_TEXT
        return False

    @property
    def what(self) -> str:
        """What it is without its alias and cast: two of the same cost twice."""
        if self.aggregate is None:
            return str(self.column.name)
        return f"{self.aggregate}()" if self.source is None else f"{self.source.name}.{self.aggregate}()"

    @property
    def of_nothing(self) -> Any:
        """What the aggregate makes of no row at all."""
        if self.aggregate != "count":
            return None
        return 0 if self.convert is None else self.convert(0, UTC)


_COUNT: AnyColumn = Column("count", INTEGER)
_ORDERED = frozenset({"text", "bigint", "date", "timestamp with time zone"})
"""The types of which there is a smallest and a largest value, by PostgreSQL's names."""


def count_of_rows(field: Field) -> Output:
    """How many rows there are: `count()`, or `count` as older clients say it."""
    return Output(field.alias or "count", func.count(), conversion(_COUNT, field.cast), "count")


def aggregate_of(column: AnyColumn, field: Field) -> Output:
    """What the field's aggregate makes of this column. Raises UNDEFINED_FUNCTION, NOT_IMPLEMENTED_HERE."""
    aggregate = field.aggregate or "count"
    key, type_ = field.alias or aggregate, type_name(column)
    if aggregate == "count":
        return Output(key, func.count(column), conversion(_COUNT, field.cast), aggregate, column)
    if aggregate in ("sum", "avg") and type_ == "bigint":
        raise not_implemented_here("No column holds an amount: there is count(), min() and max() only.")
    if aggregate in ("sum", "avg") or type_ not in _ORDERED:
        raise DataError(UNDEFINED_FUNCTION, f"function {aggregate}({type_}) does not exist")
    function = func.min if aggregate == "min" else func.max
    return Output(key, function(column), conversion(column, field.cast), aggregate, column)
