"""What the tables' definitions have in common: the one MetaData, and rules of columns that several share."""

import re
from functools import cache
from typing import Any

from sqlalchemy import Boolean, CheckConstraint, Column, ForeignKey, MetaData, Table

from marquee.db.constraint_names import NAMING_CONVENTION

AnyColumn = Column[Any]

NOW = "now"
"""What statements bind the time to."""

INTERNAL = {"internal": True}
"""Marks a column of an exposed table that is not part of the data protocol."""

GIVES_RIGHTS = {"gives_rights": True}
"""Marks the column that names an account to which the rows of its table give rights."""


def called(label: str, in_sheet: str | None = None) -> dict[str, str]:
    """What people call a column in forms and in the history; `in_sheet` is its name in their tables, if another."""
    return {"label": label, "in_sheet": in_sheet or label}


def names_in_sheets(table: Table) -> dict[str, str]:
    """What people call the columns in their tables; not those of keys, since what these stand for has a name."""
    columns = (column for column in table.columns if "in_sheet" in column.info and not column.foreign_keys)
    return {str(column.name): column.info["in_sheet"] for column in columns}


metadata = MetaData(naming_convention=NAMING_CONVENTION)

_LENGTH = re.compile(r"length\((\w+)\) <= (\d+)")


def holder(table: Table) -> AnyColumn | None:
    """The column that names the account to which a row gives rights; None if rows give none."""
    return next((column for column in table.columns if column.info.get("gives_rights")), None)


def record(table: Table, *actions: str) -> None:
    """Have history record these actions on the table's rows: all of them unless some are given."""
    table.info["recorded"] = actions or ("insert", "update", "delete")


def recorded_only_on(*actions: str) -> dict[str, tuple[str, ...]]:
    """Marks a column that history records on `update` or `delete` alone, or, without either, never.

    An insert need not tell it: the server sets it, or it is the same in every new row.
    """
    return {"recorded_only_on": actions}


def keys(table: Table, on_delete: str) -> list[tuple[str, Table]]:
    """The columns with a key that does this when the row that it names is deleted, each with the table of that row."""
    return [
        (column.name, key.column.table)
        for column in table.columns
        for key in column.foreign_keys
        if key.ondelete == on_delete
    ]


def goes_with(key: str) -> ForeignKey:
    """The row that a row belongs to, and is deleted with."""
    return ForeignKey(key, ondelete="CASCADE")


def follows(column: str) -> dict[str, str]:
    """Marks a column whose value the server takes from the record that this one names, where it names any."""
    return {"follows": column}


def one_place(table: Table) -> AnyColumn | None:
    """The column that is true of at most one row; None if there is none."""
    unique = (index.columns for index in table.indexes if index.unique and len(index.columns) == 1)
    return next((column for (column,) in unique if isinstance(column.type, Boolean)), None)


def check(column: str, rule: str, words: str, name: str | None = None, *, is_line: bool = False) -> CheckConstraint:
    """A rule of a column, and the sentence that says it to whoever broke it. `name` is the column's unless given.

    A column that `is_line` has a text on one line, which is seen (texts/lines.py): neither database can check that.
    """
    return CheckConstraint(rule, name=name or column, info={"column": column, "words": words, "is_line": is_line})


def required(column: str, max_length: int) -> CheckConstraint:
    """A text on one line."""
    rule = f"length(trim({column})) > 0 AND length({column}) <= {max_length}"
    return check(column, rule, f"It needs 1 to {max_length:,} characters, not only spaces.", is_line=True)


def at_most(column: str, max_length: int, *, is_line: bool = True) -> CheckConstraint:
    """An optional text may also be empty, as a form sends it; the page treats that like null."""
    rule, words = f"length({column}) <= {max_length}", f"It has at most {max_length:,} characters."
    return check(column, rule, words, is_line=is_line)


@cache
def max_lengths(table: Table) -> dict[str, int]:
    """The most characters of each text column, from the table's constraints."""
    rules = [str(check.sqltext) for check in table.constraints if isinstance(check, CheckConstraint)]
    return {column: int(limit) for rule in rules for column, limit in _LENGTH.findall(rule)}


def url(column: str) -> str:
    return f"({column} LIKE 'http://_%' OR {column} LIKE 'https://_%') AND length({column}) <= 2048"


def https(column: str) -> str:
    """The rule of a link that visitors follow: https, and nothing that could end an attribute or a line."""
    return f"{column} LIKE 'https://_%' AND {column} NOT LIKE '% %' AND length({column}) <= 2048"


def https_url(column: str) -> CheckConstraint:
    return check(column, https(column), "It must be an https:// address of at most 2,048 characters, without spaces.")


def handle(column: str) -> CheckConstraint:
    """Any form that makes a working URL: no space and no second path segment. How it is read is in texts/handles.py."""
    rule = f"length({column}) <= 100 AND {column} NOT LIKE '%/%' AND {column} NOT LIKE '% %'"
    return check(column, rule, "Give the name, with or without @, or the address of the profile: no space.")


def one_of(column: str, values: tuple[str, ...]) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    rule = check(column, f"{column} IN ({listed})", f"It must be one of {', '.join(values)}.")
    rule.info["values"] = values
    return rule


def values_of(column: AnyColumn) -> tuple[str, ...]:
    """The values that a column may have; empty where there is no list of them."""
    rules = (rule.info for rule in column.table.constraints if rule.info.get("column") == column.name)
    values: tuple[str, ...] = next((info["values"] for info in rules if "values" in info), ())
    return values


def time_of_day(column: str) -> CheckConstraint:
    """`HH:MM` of a day; every digit is looked at, in terms that both databases know."""
    digits = " AND ".join(
        f"substr({column}, {place}, 1) BETWEEN '0' AND '{highest}'"
        for place, highest in ((1, 2), (2, 9), (4, 5), (5, 9))
    )
    rule = f"length({column}) = 5 AND {column} LIKE '__:__' AND {column} <= '23:59' AND {digits}"
    return check(column, rule, "It must be a time of day from 00:00 to 23:59, such as 19:30.")
