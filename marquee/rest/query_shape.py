"""A request without the values in it: what one plan answers, whatever the values are. Pure."""

from typing import NamedTuple

from marquee.domain.search import COLUMN
from marquee.rest.grammar.filters import Logic, Node
from marquee.rest.grammar.operators import takes_values
from marquee.rest.grammar.order import Term
from marquee.rest.grammar.select import Item
from marquee.rest.grammar.tsquery import parse_tsquery
from marquee.rest.request import ApiRequest, Path

Given = dict[str, str | int]
"""The values of a request as they came, by the names under which its shape has them."""


class Shape(NamedTuple):
    """Two requests of one shape differ in values only: of filters, and of what limits embedded resources.

    Where a value stood is its name. The limit and offset of the whole are no part of a shape.
    """

    table: str
    select: tuple[Item, ...]
    where: tuple[tuple[Path, Node], ...]
    order: tuple[tuple[Path, tuple[Term, ...]], ...]
    limit: tuple[tuple[Path, str], ...]
    offset: tuple[tuple[Path, str], ...]


def shape_of(request: ApiRequest) -> tuple[Shape, Given]:
    """The request's shape, and its values."""
    given: Given = {}
    where = tuple([(path, _without_values(node, given)) for path, node in request.where])
    limit = tuple([(path, _name(given, number)) for path, number in request.limit.items() if path])
    offset = tuple([(path, _name(given, number)) for path, number in request.offset.items() if path])
    return Shape(request.table, request.select, where, tuple(request.order.items()), limit, offset), given


def _name(given: Given, value: str | int) -> str:
    name = f"v{len(given)}"
    given[name] = value
    return name


def _without_values(node: Node, given: Given) -> Node:
    if isinstance(node, Logic):
        return node._replace(children=tuple([_without_values(child, given) for child in node.children]))
    if node.operator == "fts" and node.column == COLUMN:
        return node._replace(value=_without_words(str(node.value), given))
    if not takes_values(node.operator):
        return node
    if isinstance(node.value, tuple):
        return node._replace(value=tuple([_name(given, one) for one in node.value]))
    return node._replace(value=_name(given, node.value))


def _without_words(query: str, given: Given) -> str:
    """A text search is one still, of names: `'beyonce':* & kno` -> `v0:* & v1`. Raises InvalidTsquery."""
    return " & ".join(f"{_name(given, term.word)}{':*' if term.is_prefix else ''}" for term in parse_tsquery(query))
