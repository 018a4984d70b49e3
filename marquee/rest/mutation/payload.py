"""A body's rows as values of their columns. No I/O."""

from collections.abc import Mapping, Sequence
from typing import Any

from marquee.data_errors import DataError
from marquee.domain.constraint_errors import failing_row
from marquee.domain.tables import exposed_columns
from marquee.rest.errors import INVALID_BODY, UNKNOWN_BODY_COLUMN
from marquee.rest.grammar.values import from_json
from marquee.rest.plan_cache import BoundPlan


def new_rows(bound: BoundPlan) -> list[dict[str, Any]]:
    """The rows of a body. Raises INVALID_BODY, UNKNOWN_BODY_COLUMN and what `from_json` does."""
    rows, names = bound.request.rows or [], bound.request.columns
    if names is None and any(row.keys() != rows[0].keys() for row in rows):
        raise DataError(INVALID_BODY, "All object keys must match")
    known = exposed_columns(bound.table)
    for name in names if names is not None else (rows[0] if rows else ()):
        if name not in known:
            raise DataError(
                UNKNOWN_BODY_COLUMN, f"Could not find the '{name}' column of '{bound.table.name}' in the schema cache"
            )
    is_list = len(rows) > 1
    return [
        _values(bound, row, names if names is not None else tuple(row), number if is_list else None)
        for number, row in enumerate(rows, 1)
    ]


def new_values(bound: BoundPlan) -> dict[str, Any]:
    """What an update sets. Raises what `new_rows` does."""
    rows = new_rows(bound)
    if len(rows) > 1:
        raise DataError(INVALID_BODY, "An update takes one object")
    return rows[0] if rows else {}


def _values(bound: BoundPlan, row: Mapping[str, Any], names: Sequence[str], number: int | None) -> dict[str, Any]:
    """A listed name that the object lacks is null, or the column's default if the client prefers that.

    What `from_json` raises is reported with the row's number in the list.
    """
    if bound.request.prefer.get("missing") == "default" or bound.request.action == "update":
        names = [name for name in names if name in row]
    columns = exposed_columns(bound.table)
    values = {}
    for name in names:
        try:
            values[name] = from_json(columns[name], row.get(name), bound.zone)
        except DataError as error:
            error.details = error.details or failing_row(name, row, number)
            raise
    return values
