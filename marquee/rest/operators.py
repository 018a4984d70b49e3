"""The table of filter operators: what each takes, and the condition it makes. Source: wire.md 2.2."""

from collections.abc import Callable
from datetime import tzinfo
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Text, and_, bindparam, false, or_
from sqlalchemy.types import Boolean

from marquee.errors import DatatypeMismatch, InvalidEscape, UndefinedFunction
from marquee.functions import lowered
from marquee.rest import patterns
from marquee.rest.values import from_text, type_name
from marquee.tables import AnyColumn

Condition = ColumnElement[bool]


class Operator(NamedTuple):
    """One row of the table. `takes`: a value of the column's type, a pattern, a list of values, or a fixed word."""

    takes: Literal["value", "pattern", "list", "word"]
    condition: Callable[[Any, Any], Condition]

    @property
    def has_quantifier(self) -> bool:
        return self.takes in ("value", "pattern")


def _like(column: Any, pattern: str) -> Condition:
    pattern = pattern.replace("*", "%")
    if (len(pattern) - len(pattern.rstrip("\\"))) % 2:
        raise InvalidEscape("LIKE pattern must not end with escape character")
    condition: Condition = column.like(pattern, escape="\\")
    return condition


def _match(text: Any, pattern: str) -> Condition:
    found: Condition = text.regexp_match(pattern)
    return found


def _imatch(column: Any, pattern: str) -> Condition:
    """In lower case on both sides: how the databases fold letters differs."""
    folded = patterns.portable(pattern).lower()
    patterns.check(folded)
    return _match(lowered(column), folded)


WORDS: dict[str, Callable[[Any], Condition]] = {
    "null": lambda column: column.is_(None),
    "not_null": lambda column: column.is_not(None),
    "true": lambda column: column.is_(True),
    "false": lambda column: column.is_(False),
    "unknown": lambda column: column.is_(None),
}

OPERATORS = {
    "eq": Operator("value", lambda column, value: column == value),
    "neq": Operator("value", lambda column, value: column != value),
    "gt": Operator("value", lambda column, value: column > value),
    "gte": Operator("value", lambda column, value: column >= value),
    "lt": Operator("value", lambda column, value: column < value),
    "lte": Operator("value", lambda column, value: column <= value),
    "isdistinct": Operator("value", lambda column, value: column.is_distinct_from(value)),
    "like": Operator("pattern", _like),
    "ilike": Operator("pattern", lambda column, value: _like(lowered(column), value.lower())),
    "match": Operator("pattern", lambda column, value: _match(column, patterns.portable(value))),
    "imatch": Operator("pattern", _imatch),
    "in": Operator("list", lambda column, values: column.in_(values) if values else false()),
    "is": Operator("word", lambda column, word: WORDS[word](column)),
}

NOT_FOR_SCALARS = {
    "cs": "@>",
    "cd": "<@",
    "ov": "&&",
    "sl": "<<",
    "sr": ">>",
    "nxl": "&>",
    "nxr": "&<",
    "adj": "-|-",
    "fts": "@@",
    "plfts": "@@",
    "phfts": "@@",
    "wfts": "@@",
}
"""Operators of arrays, ranges and search vectors. No column is one (`search`, the computed field, is the planner's), so
they answer as PostgreSQL would."""

QUANTIFIERS = {"any": or_, "all": and_}


def condition(
    operator: str, quantifier: str | None, column: AnyColumn, value: str | tuple[str, ...], zone: tzinfo
) -> Condition:
    """The condition `column operator value`; `value` is the parameter's text, a tuple for a list or a quantifier.

    Raises DataError with PostgreSQL's code where the value does not suit the column.
    """
    if operator in NOT_FOR_SCALARS:
        raise UndefinedFunction(f"operator does not exist: {type_name(column)} {NOT_FOR_SCALARS[operator]} unknown")
    row = OPERATORS[operator]
    if row.takes == "word":
        _check_word(column, str(value))
        return row.condition(column, value)
    if row.takes == "pattern" and not isinstance(column.type, Text):
        raise UndefinedFunction(f"operator does not exist: {type_name(column)} ~~ unknown")
    if isinstance(value, str):
        return row.condition(column, _bound(column, value, zone))
    values = [_bound(column, one, zone) for one in value]
    if quantifier is None:
        return row.condition(column, values)
    return QUANTIFIERS[quantifier](
        false() if quantifier == "any" else ~false(), *(row.condition(column, one) for one in values)
    )


def _bound(column: AnyColumn, text: str, zone: tzinfo) -> Any:
    """A value as a parameter: a bare True has no order for SQLAlchemy. A pattern stays a text."""
    value = from_text(column, text, zone)
    return bindparam(None, value, column.type) if isinstance(value, bool) else value


def _check_word(column: AnyColumn, word: str) -> None:
    if word in ("true", "false", "unknown") and not isinstance(column.type, Boolean):
        raise DatatypeMismatch(f"argument of IS {word.upper()} must be type boolean, not type {type_name(column)}")
