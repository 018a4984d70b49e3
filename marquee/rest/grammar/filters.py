"""Filters and logic trees: `col=op.value`, `or=(…)`, `not.and=(…)`. See docs/protocol.md#filters."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from marquee.data_errors import UNDEFINED_FUNCTION, DataError
from marquee.domain.search import MAX_WORDS
from marquee.rest.errors import PARSE_ERROR
from marquee.rest.grammar.operators import EXPRESSIONS, NOT_FOR_SCALARS, OPERATORS, QUANTIFIERS, WORDS
from marquee.rest.grammar.scanner import Scanner
from marquee.rest.grammar.tsquery import SEARCHES

MAX_DEPTH = 10
MAX_FILTERS = 100
MAX_LIST = 1000
FILTERS_IN_EXPRESSION = 10
"""As how many filters a regular expression counts: it takes that much longer than a comparison, or more."""

_LOGIC = re.compile(r"(?:and|or)(?=[ \t]*\()")
_OPERATOR = re.compile(r"[a-z]+")
_CONFIGURED = re.compile(r"\([\w]+\)")
_REST = re.compile(r".*", re.DOTALL)
_UNTIL_END_OF_ITEM = re.compile(r"[^,)]*")
_UNTIL_END_OF_LIST = {")": re.compile(r"[^,)]*"), "}": re.compile(r"[^,}]*")}


class Filter(NamedTuple):
    """`column=[not.]operator[(quantifier)].value`; the value is a tuple for a list or a quantifier."""

    column: str
    negated: bool
    operator: str
    quantifier: str | None
    value: str | tuple[str, ...]


class Logic(NamedTuple):
    """`and(…)` or `or(…)` of conditions."""

    operator: Literal["and", "or"]
    negated: bool
    children: tuple["Node", ...]


Node = Filter | Logic


def parse_filter(column: str, text: str) -> Filter:
    """The value of a parameter `column=…`: everything to its end belongs to it. Raises PARSE_ERROR."""
    scanner = Scanner("filter", text)
    parsed = _operation(scanner, column, _REST)
    scanner.end()
    return parsed


def parse_logic(operator: Literal["and", "or"], text: str, *, negated: bool) -> Logic:
    """The value of a parameter `or=(…)` or `and=(…)`. Raises PARSE_ERROR."""
    scanner = Scanner("logic tree", text, before=len(operator) + (len("not.") if negated else 0))
    parsed = Logic(operator, negated, _children(scanner, 1))
    scanner.end()
    return parsed


def leaves(nodes: Iterable[Node]) -> Iterator[Filter]:
    """The filters among nodes, and within them."""
    for node in nodes:
        if isinstance(node, Filter):
            yield node
        else:
            yield from leaves(node.children)


def weight(leaf: Filter) -> int:
    """As how many filters one counts: of a quantifier for each of its values, a search for all its words."""
    if leaf.operator in SEARCHES:
        return MAX_WORDS
    each = FILTERS_IN_EXPRESSION if leaf.operator in EXPRESSIONS else 1
    return each if leaf.quantifier is None else each * max(1, len(leaf.value))


def values(leaf: Filter) -> tuple[str, ...]:
    """Each value that a filter compares with."""
    return (leaf.value,) if isinstance(leaf.value, str) else leaf.value


def _children(scanner: Scanner, depth: int) -> tuple[Node, ...]:
    if depth > MAX_DEPTH:
        raise DataError(PARSE_ERROR, f"Logic trees can be at most {MAX_DEPTH} levels deep")
    scanner.space()
    scanner.need("(")
    scanner.space()
    children = scanner.listed(lambda: _node(scanner, depth))
    scanner.space()
    scanner.need(")")
    scanner.space()
    return children


def _node(scanner: Scanner, depth: int) -> Node:
    start = scanner.at
    negated = scanner.take("not.")
    if operator := scanner.match(_LOGIC):
        return Logic("and" if operator == "and" else "or", negated, _children(scanner, depth + 1))
    scanner.at = start
    column = scanner.name()
    scanner.space()
    refuse_json_path(scanner)
    scanner.need(".")
    return _operation(scanner, column, _UNTIL_END_OF_ITEM)


def refuse_json_path(scanner: Scanner) -> None:
    """No column holds JSON, so a path into one is PostgreSQL's missing operator."""
    if scanner.take("->"):
        raise DataError(UNDEFINED_FUNCTION, "operator does not exist: text -> unknown")


def _operation(scanner: Scanner, column: str, raw: re.Pattern[str]) -> Filter:
    negated = scanner.take("not.")
    start = scanner.at
    operator = scanner.match(_OPERATOR) or ""
    if operator in NOT_FOR_SCALARS:
        scanner.match(_CONFIGURED)
    elif operator not in OPERATORS:
        scanner.at = start
        scanner.fail()
    quantifier = _quantifier(scanner, operator)
    scanner.need(".")
    return Filter(column, negated, operator, quantifier, _value(scanner, operator, quantifier, raw))


def _quantifier(scanner: Scanner, operator: str) -> str | None:
    if operator in NOT_FOR_SCALARS or not OPERATORS[operator].has_quantifier:
        return None
    return next((word for word in QUANTIFIERS if scanner.take(f"({word})")), None)


def _value(scanner: Scanner, operator: str, quantifier: str | None, raw: re.Pattern[str]) -> str | tuple[str, ...]:
    if operator == "in":
        return _list(scanner, "(", ")")
    if quantifier is not None:
        return _list(scanner, "{", "}")
    if operator == "is":
        word = (scanner.match(_UNTIL_END_OF_ITEM) or "").rstrip(" \t").lower()
        return word if word in WORDS else scanner.fail()
    if raw is _UNTIL_END_OF_ITEM:
        return _item(scanner, ")", raw)
    return scanner.match(raw) or ""


def _item(scanner: Scanner, closing: str, raw: re.Pattern[str]) -> str:
    """A value up to the next comma or the end; quotes that stop short of it are part of the value."""
    start = scanner.at
    quoted = scanner.quoted()
    if quoted is not None and scanner.text.startswith((",", closing), scanner.at):
        return quoted
    scanner.at = start
    return scanner.match(raw) or ""


def _list(scanner: Scanner, opening: str, closing: str) -> tuple[str, ...]:
    scanner.space()
    scanner.need(opening)
    scanner.space()
    if scanner.take(closing):
        return ()
    values: list[str] = []
    while True:
        values.append(_item(scanner, closing, _UNTIL_END_OF_LIST[closing]))
        if len(values) > MAX_LIST:
            raise DataError(PARSE_ERROR, f"A list can have at most {MAX_LIST} values")
        if not scanner.take(","):
            break
    scanner.need(closing)
    scanner.space()
    return tuple(values)
