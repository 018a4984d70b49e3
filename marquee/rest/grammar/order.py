"""The `order` parameter: `name.desc.nullslast,artist(name).asc`. See docs/protocol.md#data-requests."""

from functools import lru_cache
from typing import NamedTuple

from marquee.data_errors import DataError
from marquee.rest.errors import PARSE_ERROR
from marquee.rest.grammar.filters import refuse_json_path
from marquee.rest.grammar.scanner import MAX_MEMOIZED, Scanner

MAX_TERMS = 20


class Term(NamedTuple):
    """One sort key; `relation` names a to-one embedded resource whose column it is."""

    column: str
    relation: str | None
    descending: bool
    nulls_first: bool


@lru_cache(MAX_MEMOIZED)
def parse_order(text: str) -> tuple[Term, ...]:
    """The sort keys. PostgreSQL's nulls: last when ascending, first when descending. Raises PARSE_ERROR."""
    scanner = Scanner("order", text)
    scanner.space()
    terms = scanner.listed(lambda: _term(scanner))
    scanner.space()
    scanner.end()
    if len(terms) > MAX_TERMS:
        raise DataError(PARSE_ERROR, f"An order can have at most {MAX_TERMS} columns")
    return terms


def _term(scanner: Scanner) -> Term:
    column, relation = scanner.name(), None
    if scanner.take("("):
        relation, column = column, scanner.name()
        scanner.need(")")
    refuse_json_path(scanner)
    descending = scanner.take(".desc")
    if not descending:
        scanner.take(".asc")
    nulls_first = scanner.take(".nullsfirst")
    if not nulls_first and not scanner.take(".nullslast"):
        nulls_first = descending
    return Term(column, relation, descending, nulls_first)
