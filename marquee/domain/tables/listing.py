"""In which order a table's rows are listed, told beside each table; without a word it is that of their ids."""

from typing import Any

from sqlalchemy import Table

from marquee.domain.tables.columns import AnyColumn


def list_by(table: Table, *keys: Any, are_sought: bool = False) -> None:
    """List the rows by these keys, the last of which is the only one of its row, so that they stay in place.

    Rows that `are_sought` among all, as an actor sees few of them, take longer the more there are.
    """
    table.info |= {"order": keys, "are_sought": are_sought}


def default_order(table: Table) -> tuple[Any, ...]:
    """What rows are ordered by if nobody says otherwise."""
    return table.info.get("order") or tuple(table.primary_key)


def are_sought(table: Table) -> bool:
    """Whether a list of the table's rows takes longer the more rows there are."""
    return bool(table.info.get("are_sought"))


def sort_by(column: AnyColumn, *keys: Any) -> None:
    """Sort a column by these keys instead, of which the last is a column and the others come before it."""
    column.info["sorted_by"] = keys


def sort_keys(column: AnyColumn) -> tuple[Any, ...]:
    """What a column is sorted by."""
    keys: tuple[Any, ...] = column.info.get("sorted_by", (column,))
    return keys
