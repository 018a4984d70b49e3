"""The table of filter operators: what each takes, and the condition it makes. See docs/protocol.md#filters."""

from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Text, and_, bindparam, false, or_
from sqlalchemy.types import Boolean

from marquee.data_errors import DATATYPE_MISMATCH, INVALID_ESCAPE, INVALID_PATTERN, UNDEFINED_FUNCTION, DataError
from marquee.db.column_types import JsonText
from marquee.db.functions import among, lowered
from marquee.db.regular_expressions import compiled
from marquee.domain.tables import AnyColumn
from marquee.rest.grammar import patterns
from marquee.rest.grammar.values import from_text, type_name

Condition = ColumnElement[bool]

MAX_LIKE = 1000
"""Characters: the time of `like` is that of text times pattern, 16 ms at worst for a text of 20,000 characters."""
ESCAPE = "\\"


class Operator(NamedTuple):
    """One row of the table. `takes`: a value of the column's type, a pattern, a list of values, or a fixed word.

    `condition` is of a column and a bound parameter (a list's name, a word); `bound` makes a pattern what is bound.
    """

    takes: Literal["value", "pattern", "list", "word"]
    condition: Callable[[Any, Any], Condition]
    bound: Callable[[str], str] = str

    @property
    def has_quantifier(self) -> bool:
        return self.takes in ("value", "pattern")


def _wildcards(pattern: str) -> str:
    if len(pattern) > MAX_LIKE:
        raise DataError(INVALID_PATTERN, f"A LIKE pattern can be at most {MAX_LIKE} characters long")
    pattern = pattern.replace("*", "%")
    if (len(pattern) - len(pattern.rstrip("\\"))) % 2:
        raise DataError(INVALID_ESCAPE, "LIKE pattern must not end with escape character")
    return pattern


def _folded(pattern: str) -> str:
    """In lower case, as the column: how the databases fold letters differs."""
    folded = patterns.portable(pattern).lower()
    compiled(folded)
    return folded


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
    "like": Operator("pattern", lambda column, value: column.like(value, escape=ESCAPE), _wildcards),
    "ilike": Operator(
        "pattern",
        lambda column, value: lowered(column).like(value, escape=ESCAPE),
        lambda pattern: _wildcards(pattern.lower()),
    ),
    "match": Operator("pattern", lambda column, value: column.regexp_match(value), patterns.portable),
    "imatch": Operator("pattern", lambda column, value: lowered(column).regexp_match(value), _folded),
    "in": Operator("list", among),
    "is": Operator("word", lambda column, word: WORDS[word](column)),
}

EXPRESSIONS = frozenset({"match", "imatch"})
"""The operators of regular expressions."""

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
"""Operators of arrays, ranges and search vectors. No column is one, so they answer as PostgreSQL would; of `search`,
which no table stores, see conditions.py."""


def is_list(operator: str) -> bool:
    """Whether the operator takes one list, which is bound as such."""
    return operator in OPERATORS and OPERATORS[operator].takes == "list"


def takes_values(operator: str) -> bool:
    """Whether what follows the operator is bound; a word is part of the condition."""
    return operator in OPERATORS and OPERATORS[operator].takes != "word"


QUANTIFIERS = {"any": or_, "all": and_}


def condition(operator: str, quantifier: str | None, column: AnyColumn, value: str | Sequence[str]) -> Condition:
    """The condition `column operator value`; `value` names the parameter, a tuple those of a quantifier.

    Raises DataError with PostgreSQL's code where the operator does not suit the column.
    """
    if operator in NOT_FOR_SCALARS:
        raise DataError(
            UNDEFINED_FUNCTION, f"operator does not exist: {type_name(column)} {NOT_FOR_SCALARS[operator]} unknown"
        )
    row = OPERATORS[operator]
    if row.takes == "word":
        _check_word(column, str(value))
        return row.condition(column, value)
    if isinstance(column.type, JsonText):
        raise DataError(UNDEFINED_FUNCTION, "operator does not exist: json = unknown")
    if row.takes == "pattern" and not isinstance(column.type, Text):
        raise DataError(UNDEFINED_FUNCTION, f"operator does not exist: {type_name(column)} ~~ unknown")
    if row.takes == "list":
        return row.condition(column, value)
    type_ = Text() if row.takes == "pattern" else column.type
    if isinstance(value, str):
        return row.condition(column, bindparam(value, type_=type_))
    nothing = false() if quantifier == "any" else ~false()
    values = (bindparam(one, type_=type_) for one in value)
    return QUANTIFIERS[quantifier or "any"](nothing, *(row.condition(column, one) for one in values))


def bound(operator: str, column: AnyColumn, text: str | Sequence[str], zone: tzinfo) -> Any:
    """What to bind for a text, or for a list. Raises DataError with PostgreSQL's code where it does not suit."""
    if not isinstance(text, str):
        return [from_text(column, one, zone) for one in text]
    value = from_text(column, text, zone)
    return OPERATORS[operator].bound(value) if OPERATORS[operator].takes == "pattern" else value


def _check_word(column: AnyColumn, word: str) -> None:
    if word in ("true", "false", "unknown") and not isinstance(column.type, Boolean):
        raise DataError(
            DATATYPE_MISMATCH, f"argument of IS {word.upper()} must be type boolean, not type {type_name(column)}"
        )
