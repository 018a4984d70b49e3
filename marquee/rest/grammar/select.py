"""The `select` parameter: columns, aliases, casts and embedded resources. See docs/protocol.md#select."""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from marquee.data_errors import DataError
from marquee.rest.errors import PARSE_ERROR, not_implemented_here
from marquee.rest.grammar.filters import refuse_json_path
from marquee.rest.grammar.scanner import MAX_MEMOIZED, Scanner

MAX_EMBED_DEPTH = 3
MAX_ITEMS = 100

Aggregate = Literal["count", "sum", "avg", "min", "max"]
_AGGREGATE = re.compile(r"(sum|avg|min|max|count)\(\)")
_CAST = re.compile(r"[a-z][a-z0-9_ ]*")


class Field(NamedTuple):
    """`name`, `alias:name`, `name::cast` or `*`; `name.max()` or `count()`, whose name is `*`."""

    name: str
    alias: str | None = None
    cast: str | None = None
    aggregate: Aggregate | None = None


class Embed(NamedTuple):
    """`alias:target!hint!inner(items)`; spread (`...target(items)`) puts a single row's fields beside the parent's."""

    target: str
    alias: str | None
    hint: str | None
    join: Literal["left", "inner"]
    spread: bool
    items: tuple["Item", ...]

    @property
    def key(self) -> str:
        return self.alias or self.target


Item = Field | Embed


@lru_cache(MAX_MEMOIZED)
def parse_select(text: str) -> tuple[Item, ...]:
    """The items of a select list. Raises PARSE_ERROR, NOT_IMPLEMENTED_HERE."""
    scanner = Scanner("select parameter", text)
    items = _items(scanner, 0) if text else (Field("*"),)
    scanner.end()
    return items


def _items(scanner: Scanner, depth: int) -> tuple[Item, ...]:
    if depth > MAX_EMBED_DEPTH:
        raise DataError(PARSE_ERROR, f"Resources can be embedded at most {MAX_EMBED_DEPTH} levels deep")
    items: list[Item] = []
    scanner.space()
    while True:
        items.append(_item(scanner, depth))
        if len(items) > MAX_ITEMS:
            raise DataError(PARSE_ERROR, f"A select list can have at most {MAX_ITEMS} items")
        if not scanner.take_comma():
            scanner.space()
            return tuple(items)


def _item(scanner: Scanner, depth: int) -> Item:
    if scanner.take("*"):
        return Field("*")
    spread = scanner.take("...")
    name, alias = scanner.name(), None
    if not scanner.text.startswith("::", scanner.at) and scanner.take(":"):
        alias, name = name, scanner.name()
    if name == "count" and scanner.take("()"):
        return Field("*", alias, _cast(scanner), "count")
    if scanner.take("."):
        aggregate = _aggregate(scanner)
        return Field(name, alias, _cast(scanner), aggregate)
    if scanner.text.startswith(("(", "!"), scanner.at):
        return _embed(scanner, depth, name, alias, spread=spread)
    if spread:
        scanner.fail()
    field = Field(name, alias, _cast(scanner))
    if field.cast and scanner.take("."):
        raise not_implemented_here(f"Cast what {_aggregate(scanner)}() makes of a column, not the column.")
    return field


def _aggregate(scanner: Scanner) -> Aggregate:
    call = scanner.match(_AGGREGATE) or scanner.fail()
    return call.removesuffix("()")  # type: ignore[return-value]


def _cast(scanner: Scanner) -> str | None:
    refuse_json_path(scanner)
    if not scanner.take("::"):
        return None
    return scanner.match(_CAST) or scanner.fail()


def _embed(scanner: Scanner, depth: int, target: str, alias: str | None, *, spread: bool) -> Embed:
    hint, join = None, "left"
    while scanner.take("!"):
        word = scanner.name()
        if word in ("inner", "left"):
            join = word
        else:
            hint = word
    scanner.need("(")
    scanner.space()
    items: tuple[Item, ...] = ()
    if not scanner.take(")"):
        items = _items(scanner, depth + 1)
        scanner.need(")")
    return Embed(target, alias, hint, "inner" if join == "inner" else "left", spread, items)
