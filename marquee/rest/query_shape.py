"""A request's shape: the request without its values. One plan answers all requests of one shape. No I/O."""

from typing import NamedTuple

from marquee.domain.search import COLUMN, Search
from marquee.domain.search import Term as SearchTerm
from marquee.rest.grammar.filters import Filter, Logic, Node
from marquee.rest.grammar.operators import is_list, takes_values
from marquee.rest.grammar.order import Term
from marquee.rest.grammar.select import Embed, Item
from marquee.rest.grammar.tsquery import SEARCHES, parse_search
from marquee.rest.request import ApiRequest, Path

PREFIX = ":*"

Texts = dict[str, str | int | tuple[str, ...]]
"""The values of a request as they were sent, by the names that its shape has in their places."""


class Shape(NamedTuple):
    """What a plan depends on: requests of one shape differ only in values.

    In the place of each value is its name (`v0`, `v1`, …): in filters, and as limit or offset of an embedded resource.
    The limit and offset of the request itself are bound separately.
    """

    table: str
    select: tuple[Item, ...]
    where: tuple[tuple[Path, Node], ...]
    order: tuple[tuple[Path, tuple[Term, ...]], ...]
    limit: tuple[tuple[Path, str], ...]
    offset: tuple[tuple[Path, str], ...]

    @property
    def parts(self) -> int:
        """How many items, conditions and values there are: what a plan's size grows with."""
        return sum(map(_parts, self.select)) + sum(_parts(node) for _, node in self.where)


def shape_of(request: ApiRequest) -> tuple[Shape, Texts]:
    """The request's shape, and its values."""
    texts: Texts = {}
    where = tuple([(path, _without_values(node, texts)) for path, node in request.where])
    limit = tuple([(path, _name(texts, number)) for path, number in request.limit.items() if path])
    offset = tuple([(path, _name(texts, number)) for path, number in request.offset.items() if path])
    return Shape(request.table, request.select, where, tuple(request.order.items()), limit, offset), texts


def _parts(part: Item | Node) -> int:
    match part:
        case Embed(items=parts) | Logic(children=parts):
            return 1 + sum(map(_parts, parts))
        case Filter(value=tuple(values)):
            return 1 + len(values)
    return 1


def _name(texts: Texts, value: str | int | tuple[str, ...]) -> str:
    name = f"v{len(texts)}"
    texts[name] = value
    return name


def _without_values(node: Node, texts: Texts) -> Node:
    if isinstance(node, Logic):
        return node._replace(children=tuple([_without_values(child, texts) for child in node.children]))
    if node.operator in SEARCHES and node.column == COLUMN:
        return node._replace(operator="fts", value=_without_words(parse_search(node.operator, str(node.value)), texts))
    if not takes_values(node.operator):
        return node
    if isinstance(node.value, tuple) and not is_list(node.operator):
        return node._replace(value=tuple([_name(texts, one) for one in node.value]))
    return node._replace(value=_name(texts, node.value))  # a list too: plans do not depend on its length


def _without_words(search: Search | None, texts: Texts) -> str:
    """A text search stays one, of names, and all of it as one word is the last: `'beyonce':* & kno` -> `v0:* v1 v2`."""
    if search is None:
        return ""
    names: dict[SearchTerm, str] = {}
    for term in (*search.terms, search.together):
        if term not in names:
            names[term] = f"{_name(texts, term.word)}{PREFIX if term.is_prefix else ''}"
    return " ".join(names[term] for term in (*search.terms, search.together))


def named_search(value: str) -> Search | None:
    """The search that a shape has; its words are the names of values."""
    terms = [SearchTerm(name.removesuffix(PREFIX), name.endswith(PREFIX)) for name in value.split()]
    return Search(tuple(terms[:-1]), terms[-1]) if terms else None
